import type { FastifyError } from 'fastify';
import { JsonFlaw } from '../../kit/json.ts';
import { type Refusal, refusalOf } from '../execution/refusal.ts';
import { NotAcceptableError } from './event-streams.ts';

/** Statuses of what is refused before GraphQL comes into play. */
const STATUSES: Record<string, number> = {
  unauthorized: 401,
  key_disabled: 403,
  ip_not_allowed: 403,
  rate_limited: 429,
  internal_error: 500,
  api_disabled: 503,
};
/** What to tell of a request that is refused before GraphQL comes into play, and under which status. */
export function describeRefusal(error: unknown): { status: number; refusal: Refusal } {
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
  const refusal = refusalOf(error);
  if (error instanceof NotAcceptableError) return { status: 406, refusal };
  return { status: STATUSES[refusal.code] ?? 400, refusal };
}
