import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Charge, RequestContext } from '../schema/context.ts';
import { AfterChargeError, causeOf, refusalOf } from './refusal.ts';

/**
 * The errors of a request that has charged, or may have. What would tell a client to ask again, or that nothing was charged, makes
 * one without an idempotency key pay twice: those are replaced.
 */
export function withoutInvitations(result: ExecutionResult, { charge }: RequestContext): ExecutionResult {
  if (!charge || !result.errors) return result;
  return {
    ...result,
    errors: result.errors.map((error) => (invites(error) ? toTold(error, charge) : error)),
  };
}

function invites(error: GraphQLError): boolean {
  const { code, retryAfterSeconds, isOurs } = refusalOf(error);
  return isOurs || retryAfterSeconds !== undefined || code === 'provider_error';
}

function toTold(error: GraphQLError, charge: Charge): GraphQLError {
  const { message, nodes, path } = error;
  const originalError = new AfterChargeError(charge, causeOf(error));
  return new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, originalError });
}
