import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, GraphQLError, getOperationAST, Kind, type OperationTypeNode } from 'graphql';
import type { Sql } from '../../kit/database.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { admit, type RateWindow } from '../../resellers/rate-limit.ts';
import { MAX_COMPLEXITY, MAX_DEPTH, MAX_FIELDS } from '../schema/limits.ts';
import { schema } from '../schema/schema.ts';
import { readDocument } from './documents.ts';
import { MAX_ROOT_FIELDS } from './limits.ts';
import type { Parameters } from './parameters.ts';
import { countRootFields } from './selections.ts';

/**
 * A GraphQL request whose document is valid: which of its operations, as GraphQL calls them, is to be executed, and with which
 * variables. In this code an "operation" alone is charged work (purchases/operation.ts).
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
 * Counts each root field toward the rate limit as one request. Returns what is left of the window. Throws InvalidRequestError or
 * RateLimitedError.
 */
export async function admitGraphqlRequest(
  sqlClient: Sql,
  rateId: number,
  document: DocumentNode,
  operationName: string | null | undefined,
): Promise<RateWindow> {
  const requests = countRootFields(document, operationName);
  if (requests > MAX_ROOT_FIELDS) {
    throw new InvalidRequestError(
      `An operation has at most ${MAX_ROOT_FIELDS} root fields; ask for less at once.`,
    );
  }
  return admit(sqlClient, rateId, Math.max(1, requests));
}

/**
 * Checks the complexity of a subscription before it starts; for queries and mutations the schema's plugin does it. Throws
 * InvalidRequestError.
 */
export function assertWithinComplexity({ document, operationName, variables }: GraphqlRequest): void {
  const chosen = getOperationAST(document, operationName);
  const definitions = document.definitions.filter(
    (node) => node.kind === Kind.FRAGMENT_DEFINITION || node === chosen,
  );
  const { complexity, depth, breadth } = complexityFromQuery(
    { kind: Kind.DOCUMENT, definitions },
    { schema, variables },
  );
  if (complexity > MAX_COMPLEXITY || depth > MAX_DEPTH || breadth > MAX_FIELDS) {
    throw new InvalidRequestError('The document is over the limit of complexity; ask for less.');
  }
}
