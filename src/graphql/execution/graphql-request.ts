import {
  type DocumentNode,
  GraphQLError,
  getOperationAST,
  NoFragmentCyclesRule,
  parse as parseDocument,
  specifiedRules,
  TypeInfo,
  UniqueFragmentNamesRule,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { z } from 'zod';
import { NotAllowedByTokenError } from '../../frontend-tokens/admission.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { JsonFlaw, parseJsonObject } from '../../kit/text.ts';
import type { Caller } from '../../resellers/admission.ts';
import { isOfCredential, readersOf } from '../schema/builder.ts';
import {
  MAX_COMPLEXITY,
  ONE_MORE_FOR_EACH_CALL,
  sumsOfStatement,
  UPSTREAM_CALL_COMPLEXITY,
  upstreamCall,
} from '../schema/limits.ts';
import { schema } from '../schema/schema.ts';
import { flawsOf, toEnumValue } from '../schema/values.ts';
import {
  complexityOf,
  countRootFields,
  findExcess,
  type GraphqlRequest,
  mutationIn,
  oneChargePerOperation,
  unconditionalSubscription,
} from './documents.ts';

/** Root fields of one request; each counts as one toward the rate limit. */
const MAX_ROOT_FIELDS = 20;
/**
 * Quotes and opening brackets in the JSON of a request. A large one has about a thousand, and a thousand
 * purchases in one request have about thirty each.
 */
const MAX_MARKS = 5_000;
const MAX_MARKS_OF_KNOWN = 40_000;
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
  const rootFields = countRootFields(document, operation);
  if (rootFields > MAX_ROOT_FIELDS) {
    const message = `An operation has at most ${MAX_ROOT_FIELDS} root fields; ask for less at once.`;
    return [new InvalidRequestError(message)];
  }
  const request: GraphqlRequest = {
    kind: operation.operation,
    document,
    operationName: operationName ?? undefined,
    variables: variables ?? {},
    ofCredential: selectedBy(document).ofCredential,
    requests: Math.max(1, rootFields),
    change: mutationIn(document, operation),
  };
  const calls = countCalls(request);
  if (calls * UPSTREAM_CALL_COMPLEXITY > MAX_COMPLEXITY) return { ...request, requests: 1 };
  return { ...request, requests: Math.max(request.requests, calls) };
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
 * How often fields ask an upstream, by the lists' lengths of the complexity, or as often as they ask the
 * database for as much. Those of an event are answered from readings of the last seconds, and count as none.
 */
function countCalls(request: GraphqlRequest): number {
  if (request.kind === 'subscription' || !selectedBy(request.document).isCounted) return 0;
  try {
    const [less, more] = [{}, ONE_MORE_FOR_EACH_CALL].map((ctx) => complexityOf(request, ctx).complexity);
    return (more ?? 0) - (less ?? 0);
  } catch {
    return 0; // The execution refuses the variables, and says what is wrong with them.
  }
}

/** Characters of a document before it is parsed: three times those of a frontend's largest page. */
const MAX_CHARACTERS = 20_000;
/** Tokens of a document; the parser stops at the first one too many. */
const MAX_TOKENS = 2_000;

/** Errors that are reported of one document: each costs a search for similar names. */
const MAX_FLAWS = 5;

/** How many valid documents are kept, and their characters in total: clients repeat the same few. */
const KEPT_DOCUMENTS = 500;
const KEPT_CHARACTERS = 1_000_000;

/** The valid documents that were used last, by their text; the latest comes last. */
const kept = new Map<string, DocumentNode>();
let keptCharacters = 0;

/** The last invalid document and its errors: a client in a loop repeats it. */
let latest: { text: string; flaws: readonly GraphQLError[] } | undefined;

/** Returns a valid document, the same object for the same text while it is kept, or its errors. */
export function readDocument(text: string): DocumentNode | readonly GraphQLError[] {
  if (latest?.text === text) return latest.flaws;
  const read = kept.get(text) ?? parseAndValidate(text);
  if ('kind' in read) keep(text, read);
  else latest = { text, flaws: read };
  return read;
}

function parseAndValidate(text: string): DocumentNode | readonly GraphQLError[] {
  if (text.length > MAX_CHARACTERS)
    return [new GraphQLError(`The document has more than ${MAX_CHARACTERS} characters; ask for less.`)];
  try {
    const document = parseDocument(text, { maxTokens: MAX_TOKENS });
    const flaws = findFlaws(document);
    return flaws.length > 0 ? flaws : document;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // By its stack the parser's own error keeps the parser, and all tokens of the document, alive.
    return [new GraphQLError(error.message, { source: error.source, positions: error.positions })];
  }
}

function keep(text: string, document: DocumentNode): void {
  // It comes last from now on.
  if (!kept.delete(text)) keptCharacters += text.length;
  kept.set(text, document);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_DOCUMENTS && keptCharacters <= KEPT_CHARACTERS) break;
    kept.delete(oldest);
    keptCharacters -= oldest.length;
  }
}

/** These find a fragment that spreads itself, even if another fragment has the same name. */
const CYCLE_RULES = [UniqueFragmentNamesRule, NoFragmentCyclesRule];
const RULES = [...specifiedRules, oneChargePerOperation, unconditionalSubscription];
const OPTIONS = { maxErrors: MAX_FLAWS };

function findFlaws(document: DocumentNode): readonly GraphQLError[] {
  const excess = findExcess(document);
  if (excess instanceof GraphQLError) return [excess];
  const cycles = excess === 'cycle' ? validate(schema, document, CYCLE_RULES, OPTIONS) : [];
  return cycles.length > 0 ? cycles : validate(schema, document, RULES, OPTIONS);
}

interface Selected {
  ofCredential: boolean;
  isCounted: boolean;
  /** The rights that read each field, by names such as `LuxuryOrder.proxies`. */
  readers: Map<string, ReturnType<typeof readersOf>>;
}

/** The complexities of fields that count by themselves. */
const COUNTED: readonly unknown[] = [upstreamCall, sumsOfStatement];

/** A document is walked once, however often it is executed. */
const known = new WeakMap<DocumentNode, Selected>();

function selectedBy(document: DocumentNode): Selected {
  return known.getOrInsertComputed(document, () => {
    const selected: Selected = { ofCredential: false, isCounted: false, readers: new Map() };
    const types = new TypeInfo(schema);
    const visitor = visitWithTypeInfo(types, {
      Field({ name: { value: name } }) {
        // Everybody may look at the schema.
        if (name === '__schema' || name === '__type') return false;
        const field = types.getFieldDef();
        if (name === '__typename' || !field) return undefined;
        const type = types.getParentType()?.name ?? '';
        selected.ofCredential ||= isOfCredential(field);
        selected.isCounted ||= COUNTED.includes(field.extensions['complexity']);
        selected.readers.set(`${type}.${name}`, readersOf(field));
        return undefined;
      },
    });
    visit(document, visitor);
    return selected;
  });
}

/**
 * Checks a valid document against the rights of the caller's frontend token, before any of it is executed. A
 * document that asks for more is refused as a whole, whichever of its operations is meant. Callers with any
 * other credential are left alone. Throws NotAllowedByTokenError.
 */
export function assertAllowed(document: DocumentNode, caller: Caller | undefined): void {
  if (caller?.credential.kind !== 'frontend_token') return;
  const granted: readonly string[] = ['any', ...caller.credential.rights];
  for (const [field, rights] of selectedBy(document).readers) {
    if (rights.some((right) => granted.includes(right))) continue;
    throw new NotAllowedByTokenError(
      rights.length > 0
        ? `This frontend token does not allow "${field}": that takes ${rights.map(toEnumValue).join(' or ')}.`
        : `No frontend token allows "${field}": ask for it with an API key, on a server.`,
    );
  }
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

/** Reads the body of a POST; `isKnown`: its sender was admitted. Throws JsonFlaw or InvalidRequestError. */
export function readBody(body: Uint8Array, isKnown = false): Parameters {
  return check(parse(body, isKnown ? MAX_MARKS_OF_KNOWN : MAX_MARKS));
}

/** Checks the query string of a GET, where variables and extensions are JSON. Throws as `readBody` does. */
export function readQuery(query: Readonly<Record<string, unknown>>): Parameters {
  const { variables, extensions, ...rest } = query;
  return check({ ...rest, variables: readJson(variables), extensions: readJson(extensions) });
}

function readJson(text: unknown): object | undefined {
  return typeof text === 'string' ? parse(Buffer.from(text)) : (text as undefined);
}

/** The characters that open a string, a list and an object, as bytes. */
const [QUOTE, BRACKET, BRACE] = Buffer.from('"[{');

/** The strict reader takes long for a body of quotes and brackets, so these are counted first. */
function parse(bytes: Uint8Array, mostMarks = MAX_MARKS): object {
  let marks = 0;
  for (const byte of bytes) if (byte === QUOTE || byte === BRACKET || byte === BRACE) marks += 1;
  if (marks > mostMarks)
    throw new JsonFlaw(
      'form',
      `The request has more than ${mostMarks} quotes and opening brackets; ask for less.`,
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

/** An error of a variable quotes all of it, so objects too large for any input are refused before. */
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
