import type { FastifyError, FastifyReply } from 'fastify';
import { JsonFlaw } from '../../kit/json.ts';
import { RateLimitedError, rateHeaders } from '../../resellers/rate-limit.ts';
import { type Refusal, refusalOf } from '../execution/refusal.ts';
import { NotAcceptableError, refusalType } from './media-type.ts';

/** The HTTP statuses of requests that are refused before a document is executed. */
const STATUSES: Record<string, number> = {
  unauthorized: 401,
  key_disabled: 403,
  ip_not_allowed: 403,
  rate_limited: 429,
  internal_error: 500,
  api_disabled: 503,
};

/** Answers a request that is refused before its document is executed. */
export function refuse(reply: FastifyReply, error: unknown, onBug: (error: unknown) => void): FastifyReply {
  const { status, refusal } = describeRefusal(error);
  if (refusal.isOurs) onBug(error);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (error instanceof RateLimitedError)
    reply.headers(rateHeaders(error.window)).type(refusalType(reply.request.headers.accept));
  return sendRefusal(reply, status, refusal);
}

export function sendRefusal(reply: FastifyReply, status: number, { code, message }: Refusal): FastifyReply {
  return reply.status(status).send({ errors: [{ message, extensions: { code } }] });
}

/** The HTTP status and the refusal for the error of a request whose document is not executed. */
function describeRefusal(error: unknown): { status: number; refusal: Refusal } {
  if (error instanceof JsonFlaw) {
    const code = error.kind === 'form' ? 'invalid_json' : 'invalid_request';
    return { status: 400, refusal: { code, message: error.message } };
  }
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) {
    return {
      status: 413,
      refusal: { code: 'invalid_json', message: 'The request body is larger than 65536 bytes.' },
    };
  }
  if (statusCode === 415) {
    return {
      status: 415,
      refusal: { code: 'invalid_request', message: 'Send GraphQL as application/json.' },
    };
  }
  // The client went away, or sent another number of bytes than it had said.
  if (statusCode !== undefined && statusCode < 500)
    return { status: 400, refusal: { code: 'invalid_json', message: 'The request body was cut off.' } };
  const refusal = refusalOf(error);
  if (error instanceof NotAcceptableError) return { status: 406, refusal };
  return { status: STATUSES[refusal.code] ?? 400, refusal };
}
