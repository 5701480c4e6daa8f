import type { FastifyReply } from 'fastify';
import { refusalOf } from '../graphql/execution/refusal.ts';
import { toDomainValue } from '../graphql/schema/enums.ts';
import type { SchemaErrorCode } from '../graphql/schema/errors.ts';
import { DomainError, type ErrorCode } from '../kit/errors.ts';
import { RateLimitedError, rateHeaders } from '../resellers/rate-limit.ts';
import { restName } from './names.ts';

/** The contract's table: the one status of each code. */
export const STATUSES = {
  invalid_json: 400,
  invalid_request: 400,
  invalid_period: 400,
  invalid_quantity: 400,
  invalid_country: 400,
  invalid_option: 400,
  unauthorized: 401,
  insufficient_balance: 402,
  key_disabled: 403,
  ip_not_allowed: 403,
  unknown_product: 404,
  order_not_found: 404,
  out_of_stock: 409,
  not_renewable: 409,
  not_luxury: 409,
  request_in_progress: 409,
  // No route takes a price limit, so no answer of `/v1` has this code.
  price_changed: 409,
  // Only the console asks for what is refused with one of these.
  sign_in_refused: 403,
  sign_in_again: 403,
  session_required: 403,
  session_not_found: 404,
  passkey_not_found: 404,
  key_not_found: 404,
  rate_limited: 429,
  internal_error: 500,
  provider_error: 502,
  api_disabled: 503,
} as const satisfies Record<ErrorCode, number>;

/** Thrown when a request is refused for its form or its parameters, before its document is executed. */
export class RequestError extends DomainError {
  readonly code: ErrorCode;
  readonly status: number;

  /**
   * The status is the code's; the contract has no codes for an unknown path and a wrong method, only
   * statuses.
   */
  constructor(code: ErrorCode, message: string, status: number = STATUSES[code]) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The error side of a result union as the documents select it. Amounts are exact decimal strings. */
interface RefusedResult {
  code: Uppercase<SchemaErrorCode>;
  message: string;
  required_usd?: string;
  balance_usd?: string;
  available?: number;
}

/** Throws RefusedError when the field `result` of a document is a refusal. */
export function assertNotRefused(data: unknown): void {
  const { result } = data as { result?: object };
  if (result && 'code' in result) throw new RefusedError(result as RefusedResult);
}

/** Thrown when a document was executed and its result is a refusal. */
class RefusedError extends Error {
  readonly result: RefusedResult;

  constructor(result: RefusedResult) {
    super(result.message);
    this.result = result;
  }
}

/** Sends the contract's error body and headers. Returns whether the fault is the service's own. */
export function sendError(error: unknown, reply: FastifyReply): boolean {
  const { retryAfterSeconds, isOurs, ...body } =
    error instanceof RefusedError ? bodyOf(error.result) : refusalOf(error, restName);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (error instanceof RateLimitedError) reply.headers(rateHeaders(error.window));
  if (body.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  const status = error instanceof RequestError ? error.status : STATUSES[body.code];
  reply.status(status).send({ error: body });
  return isOurs ?? false;
}

function bodyOf({ code, required_usd, balance_usd, ...rest }: RefusedResult) {
  const amounts =
    required_usd === undefined
      ? {}
      : { required_usd: Number(required_usd), balance_usd: Number(balance_usd) };
  const refusal = { code: toDomainValue(code), ...rest, ...amounts };
  return { ...refusal, retryAfterSeconds: undefined, isOurs: undefined };
}
