import { complexityFromQuery } from '@pothos/plugin-complexity';
import { GraphQLError, getOperationAST, Kind } from 'graphql';
import { z } from 'zod';
import { InvalidRequestError } from '../../kit/errors.ts';
import { JsonFlaw, parseJsonObject } from '../../kit/text.ts';
import type { RequestContext } from '../schema/context.ts';
import { flawsOf } from '../schema/inputs.ts';
import {
  MAX_COMPLEXITY,
  MAX_DEPTH,
  MAX_FIELDS,
  ONE_MORE_FOR_EACH_CALL,
  SUBSCRIPTION_COMPLEXITY,
  UPSTREAM_CALL_COMPLEXITY,
} from '../schema/limits.ts';
import { schema } from '../schema/schema.ts';
import { readDocument } from './documents.ts';
import type { GraphqlRequest } from './execute.ts';
import { asksUpstream, countRootFields } from './selections.ts';

/** Root fields of one request; each counts as one toward the rate limit. */
const MAX_ROOT_FIELDS = 20;
/**
 * Quotes and opening brackets in the JSON of a request, its document included. A large request has about a
 * thousand.
 */
const MAX_MARKS = 5_000;
/** Members of each object in the variables, and of the variables themselves. */
const MAX_MEMBERS = 50;

/**
 * Reads a request: parses and validates its document. Returns it or what is wrong with it. An error may have
 * the status and headers of its answer over HTTP as the extension `http`.
 */
export function readGraphqlRequest({
  query,
  operationName,
  variables,
}: Parameters): GraphqlRequest | readonly Error[] {
  const document = readDocument(query);
  if (!('kind' in document)) return document;
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    const message = 'The document has no such operation, or several and none is named.';
    return [new GraphQLError(message, { extensions: { http: { status: 400 } } })];
  }
  if (countRootFields(document, operationName) > MAX_ROOT_FIELDS) {
    const message = `An operation has at most ${MAX_ROOT_FIELDS} root fields; ask for less at once.`;
    return [new InvalidRequestError(message)];
  }
  return {
    kind: operation.operation,
    document,
    operationName: operationName ?? undefined,
    variables: variables ?? {},
  };
}

/** Reads a request that was sent by GET, by which nothing is changed. */
export function readGet(parameters: Parameters): GraphqlRequest | readonly Error[] {
  const read = readGraphqlRequest(parameters);
  if (!('kind' in read) || read.kind !== 'mutation') return read;
  const http = { status: 405, headers: { allow: 'POST' } };
  const message = 'Can only perform a mutation operation from a POST request.';
  return [new GraphQLError(message, { extensions: { http } })];
}

/**
 * How many requests it counts as toward the rate: as many as it has root fields, or as its fields may ask an
 * upstream, whichever is more. A request that is refused before its execution counts as one, also when it is
 * refused for having too much.
 */
export function requestsOf(read: GraphqlRequest | readonly Error[]): number {
  if (!('kind' in read)) return 1;
  const calls = countUpstreamCalls(read);
  if (calls * UPSTREAM_CALL_COMPLEXITY > MAX_COMPLEXITY) return 1;
  return Math.max(1, countRootFields(read.document, read.operationName), calls);
}

/**
 * How often fields ask an upstream, by the lists' lengths of the complexity. Those of an event of a
 * subscription are answered from readings of the last seconds, and count as none.
 */
function countUpstreamCalls(request: GraphqlRequest): number {
  if (request.kind === 'subscription' || !asksUpstream(request.document)) return 0;
  try {
    const [less, more] = [{}, ONE_MORE_FOR_EACH_CALL].map((ctx) => complexityOf(request, ctx).complexity);
    return (more ?? 0) - (less ?? 0);
  } catch {
    return 0; // The execution refuses the variables, and says what is wrong with them.
  }
}

/**
 * The complexity of a subscription, checked before it starts, and what it counts beside its fields. The
 * schema's plugin checks queries and mutations. Throws InvalidRequestError.
 */
export function complexityWithin(request: GraphqlRequest, context: RequestContext): number {
  const { complexity, depth, breadth } = complexityOf(request, context);
  if (complexity > MAX_COMPLEXITY || depth > MAX_DEPTH || breadth > MAX_FIELDS) {
    throw new InvalidRequestError('The document is over the limit of complexity; ask for less.');
  }
  return complexity + SUBSCRIPTION_COMPLEXITY;
}

function complexityOf({ document, operationName, variables }: GraphqlRequest, ctx: object) {
  const chosen = getOperationAST(document, operationName);
  const definitions = document.definitions.filter(
    (node) => node.kind === Kind.FRAGMENT_DEFINITION || node === chosen,
  );
  return complexityFromQuery({ kind: Kind.DOCUMENT, definitions }, { schema, variables, ctx });
}

const object = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  )
  .nullish();

/** What a GraphQL request consists of, by POST or by GET. */
const parameters = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: object,
  extensions: object,
});

export type Parameters = z.infer<typeof parameters>;

/** How many letters of an unknown name a message quotes. */
const QUOTED_LETTERS = 40;

/** Reads the body of a POST. Throws JsonFlaw or InvalidRequestError. */
export function readBody(body: Uint8Array): Parameters {
  return check(parse(body));
}

/**
 * Checks the query string of a GET, where variables and extensions are JSON texts. Throws as `readBody` does.
 */
export function readQuery(query: Readonly<Record<string, unknown>>): Parameters {
  const { variables, extensions, ...rest } = query;
  return check({ ...rest, variables: readJson(variables), extensions: readJson(extensions) });
}

function readJson(text: unknown): object | undefined {
  return typeof text === 'string' ? parse(Buffer.from(text)) : (text as undefined);
}

/** The characters that open a string, a list and an object, as bytes. */
const [QUOTE, BRACKET, BRACE] = Buffer.from('"[{');

/**
 * The strict reader takes long for a body of almost nothing but quotes and brackets, so these are counted
 * first.
 */
function parse(bytes: Uint8Array): object {
  let marks = 0;
  for (const byte of bytes) if (byte === QUOTE || byte === BRACKET || byte === BRACE) marks += 1;
  if (marks > MAX_MARKS)
    throw new JsonFlaw(
      'form',
      `The request has more than ${MAX_MARKS} quotes and opening brackets; ask for less.`,
    );
  return parseJsonObject(bytes);
}

function check(given: object): Parameters {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parameters.shape, name));
  if (unknown !== undefined) {
    const name = JSON.stringify(unknown.slice(0, QUOTED_LETTERS));
    throw new InvalidRequestError(`Invalid request parameters. Unrecognized key: ${name}.`);
  }
  const { data, error } = parameters.safeParse(given);
  if (!data) throw new InvalidRequestError(flawsOf(error));
  assertFewMembers(data.variables);
  assertFewMembers(data.extensions);
  return data;
}

/**
 * An error of a variable quotes all of it, so objects that are too large for any input are refused before
 * they are checked.
 */
function assertFewMembers(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const members = Object.values(value);
  if (!Array.isArray(value) && members.length > MAX_MEMBERS) {
    throw new InvalidRequestError(
      `Invalid request parameters. There is an object of more than ${MAX_MEMBERS} members.`,
    );
  }
  members.forEach(assertFewMembers);
}
