import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, GraphQLError, getOperationAST, Kind, type OperationTypeNode } from 'graphql';
import { InvalidRequestError } from '../../kit/errors.ts';
import type { RequestContext } from '../schema/context.ts';
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
import type { Parameters } from './parameters.ts';
import { MAX_ROOT_FIELDS } from './request-limits.ts';
import { asksUpstream } from './selected-fields.ts';
import { countRootFields } from './selections.ts';

/**
 * A GraphQL request whose document is valid: which operation of the document is executed, with which
 * variables. Elsewhere in this code an "operation" is charged work (purchases/operation.ts).
 */
export interface GraphqlRequest {
  kind: OperationTypeNode;
  document: DocumentNode;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

/** Parses and validates the document. Returns the request or the errors of the document. */
export function readGraphqlRequest({
  query,
  operationName,
  variables,
}: Parameters): GraphqlRequest | readonly GraphQLError[] {
  const document = readDocument(query);
  if (!('kind' in document)) return document;
  const operation = getOperationAST(document, operationName);
  if (!operation)
    return [new GraphQLError('The document has no such operation, or several and none is named.')];
  return {
    kind: operation.operation,
    document,
    operationName: operationName ?? undefined,
    variables: variables ?? {},
  };
}

/**
 * How many requests it counts as toward the rate: as many as it has root fields, or as its fields may ask an
 * upstream, whichever is more. A request that is refused before its execution counts as one, also when it is
 * refused for having too much.
 */
export function requestsOf(read: GraphqlRequest | readonly unknown[]): number {
  if (!('kind' in read)) return 1;
  const fields = countRootFields(read.document, read.operationName);
  const calls = countUpstreamCalls(read);
  const isRefused = fields > MAX_ROOT_FIELDS || calls * UPSTREAM_CALL_COMPLEXITY > MAX_COMPLEXITY;
  return isRefused ? 1 : Math.max(1, fields, calls);
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

export function hasFewRootFields(document: DocumentNode, operationName: string | null | undefined): boolean {
  return countRootFields(document, operationName) <= MAX_ROOT_FIELDS;
}

/** Throws InvalidRequestError. */
export function assertFewRootFields(document: DocumentNode, operationName: string | null | undefined): void {
  if (!hasFewRootFields(document, operationName)) {
    throw new InvalidRequestError(
      `An operation has at most ${MAX_ROOT_FIELDS} root fields; ask for less at once.`,
    );
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
