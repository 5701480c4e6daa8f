import { type ExecutionResult, GraphQLError } from 'graphql';
import type { ChargeState, RequestContext } from '../schema/context.ts';
import { AfterChargeError, causeOf, refusalOf } from './refusal.ts';

/**
 * Replaces errors of a request that has charged, or may have, when they advise to send it again or say that
 * nothing was charged: a client without an idempotency key would follow them and pay twice.
 */
export function withoutRetryAdvice(result: ExecutionResult, { charge }: RequestContext): ExecutionResult {
  if (!charge || !result.errors) return result;
  return {
    ...result,
    errors: result.errors.map((error) => (advisesRetry(error) ? toAfterChargeError(error, charge) : error)),
  };
}

function advisesRetry(error: GraphQLError): boolean {
  const { code, retryAfterSeconds, isOurs } = refusalOf(error);
  return isOurs || retryAfterSeconds !== undefined || code === 'provider_error';
}

function toAfterChargeError(error: GraphQLError, charge: ChargeState): GraphQLError {
  const { message, nodes, path } = error;
  const originalError = new AfterChargeError(charge, causeOf(error));
  return new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, originalError });
}
