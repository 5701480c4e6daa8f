import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, GraphQLError, getOperationAST, Kind, type OperationTypeNode } from 'graphql';
import { InvalidRequestError } from '../../kit/errors.ts';
import type { RequestContext } from '../schema/context.ts';
import { MAX_COMPLEXITY, MAX_DEPTH, MAX_FIELDS, SUBSCRIPTION_COMPLEXITY } from '../schema/limits.ts';
import { schema } from '../schema/schema.ts';
import { readDocument } from './documents.ts';
import type { Parameters } from './parameters.ts';
import { MAX_ROOT_FIELDS } from './request-limits.ts';
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
 * How many requests it counts as toward the rate: one for each root field. A request that is refused before
 * its execution counts as one, also when it is refused for too many root fields.
 */
export function requestsOf(read: GraphqlRequest | readonly unknown[]): number {
  if (!('kind' in read)) return 1;
  const fields = countRootFields(read.document, read.operationName);
  return fields > MAX_ROOT_FIELDS ? 1 : Math.max(1, fields);
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
export function complexityWithin(
  { document, operationName, variables }: GraphqlRequest,
  context: RequestContext,
): number {
  const chosen = getOperationAST(document, operationName);
  const definitions = document.definitions.filter(
    (node) => node.kind === Kind.FRAGMENT_DEFINITION || node === chosen,
  );
  const { complexity, depth, breadth } = complexityFromQuery(
    { kind: Kind.DOCUMENT, definitions },
    { schema, variables, ctx: context },
  );
  if (complexity > MAX_COMPLEXITY || depth > MAX_DEPTH || breadth > MAX_FIELDS) {
    throw new InvalidRequestError('The document is over the limit of complexity; ask for less.');
  }
  return complexity + SUBSCRIPTION_COMPLEXITY;
}
