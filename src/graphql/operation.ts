import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, GraphQLError, getOperationAST, Kind, type OperationTypeNode } from 'graphql';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { admit } from '../resellers/rate-limit.ts';
import type { RateWindow } from '../resellers/rate-window.ts';
import { readDocument } from './documents.ts';
import { MAX_COMPLEXITY, MAX_DEPTH, MAX_FIELDS, MAX_ROOT_FIELDS } from './limits.ts';
import type { Parameters } from './parameters.ts';
import { schema } from './schema.ts';
import { countRootFields } from './selections.ts';

/** What a client asks for, out of a document without flaws. */
export interface Operation {
  kind: OperationTypeNode;
  document: DocumentNode;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

/** Reads a request's operation, or what is wrong with it. */
export function readOperation({
  query,
  operationName,
  variables,
}: Parameters): Operation | readonly GraphQLError[] {
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

/** Counts every root field of an operation as a request, and tells what is left. Throws InvalidRequestError or RateLimitedError. */
export async function admitOperation(
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

/** Judges a subscription before it starts, as the schema judges any other operation. Throws InvalidRequestError. */
export function assertModest({ document, operationName, variables }: Operation): void {
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
