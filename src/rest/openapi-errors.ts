import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { ErrorCode } from '../kit/errors.ts';
import { REQUESTS_PER_WINDOW } from '../resellers/rate-limit.ts';
import { STATUSES } from './errors.ts';

/** What every route can answer: it depends on who asks, how often and when, not on what is asked. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'unauthorized',
  'key_disabled',
  'ip_not_allowed',
  'rate_limited',
  'internal_error',
  'api_disabled',
];

const CONDITIONS: Record<ErrorCode, string> = {
  invalid_json: 'The request body is not a JSON object.',
  invalid_request: 'A parameter is missing, malformed or out of range.',
  invalid_period: 'The type has no such period or volume.',
  invalid_quantity: 'The quantity is out of range.',
  invalid_country: 'The country is not available for the type.',
  invalid_option: 'A Luxury option is invalid, or the type takes none.',
  unauthorized: 'The API key is missing or invalid.',
  insufficient_balance: 'The balance does not cover the charge.',
  key_disabled: 'The API key is disabled.',
  ip_not_allowed: 'The caller’s address is not on the key’s list.',
  unknown_product: 'The tier or type is not on sale.',
  order_not_found: 'The order does not exist or is not yours.',
  out_of_stock: 'Fewer proxies are in stock than were asked for.',
  not_renewable: 'The order cannot be renewed.',
  not_luxury: 'The order is not a Luxury order.',
  request_in_progress: 'A request with this Idempotency-Key, or another one on this order, is still running.',
  price_changed: 'The price is above the caller’s limit.',
  rate_limited: 'Over 60 requests per minute with this API key; wait the number of seconds in `Retry-After`.',
  internal_error: 'Something went wrong on the service’s side.',
  provider_error: 'The provider failed; money that was taken is back on the balance.',
  api_disabled:
    'The API is temporarily disabled. With `Retry-After`: its database is away, and this request has charged nothing.',
};

const EXTRAS: Partial<Record<ErrorCode, z.ZodRawShape>> = {
  insufficient_balance: {
    required_usd: z.number().meta({ description: 'What it costs, in US dollars.', examples: [12.5] }),
    balance_usd: z.number().meta({ description: 'What there is, in US dollars.', examples: [3.25] }),
  },
  out_of_stock: { available: z.int().meta({ description: 'How many are left.', examples: [4] }) },
};

const SCHEMAS = Object.fromEntries(
  Object.entries(CONDITIONS).map(([code, condition]) => [code, errorSchema(code as ErrorCode, condition)]),
) as Record<ErrorCode, ReturnType<typeof errorSchema>>;

const replayedHeader = {
  'Idempotent-Replayed': z.literal('true').optional().meta({
    description: 'Sent when this is the answer of an earlier request with the same Idempotency-Key.',
  }),
};

const rateHeader = {
  'RateLimit-Limit': z.literal(REQUESTS_PER_WINDOW).meta({
    description: 'Requests of this API key that are admitted within any 60 seconds, at both doors.',
  }),
  'RateLimit-Remaining': z
    .int()
    .min(0)
    .max(REQUESTS_PER_WINDOW - 1)
    .meta({ description: 'How many more of them are admitted now.', examples: [59] }),
  'RateLimit-Reset': z
    .int()
    .min(1)
    .max(60)
    .meta({
      description: 'Whole seconds until the oldest of those that count stops to count.',
      examples: [60],
    }),
};

/** The headers of every answer to a request that was counted, and of those that a retry may get again. */
export function headersOfAnswer({ retriable }: { retriable: boolean }): z.ZodObject {
  return z.object({ ...rateHeader, ...(retriable && replayedHeader) });
}

/** The statuses whose refusals are kept for retries. */
const KEPT_STATUSES: readonly number[] = [402, 404, 409, 502];

/** The responses for these codes, by status. */
export function errorResponses(
  codes: readonly ErrorCode[],
  { retriable }: { retriable: boolean },
): Record<string, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(codes, (code) => STATUSES[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${CONDITIONS[code]}`).join('\n\n'),
        ...headersOf(status, retriable),
        content: { 'application/json': { schema: bodySchema(group) } },
      },
    ]),
  );
}

function errorSchema(code: ErrorCode, condition: string) {
  const name = code.replaceAll(/(?:^|_)(.)/g, (_match, letter: string) => letter.toUpperCase());
  const id = `${name.replace(/Error$/, '')}Error`;
  return z
    .object({
      code: z.literal(code).meta({ description: 'The reason, for programs. It never changes.' }),
      message: z
        .string()
        .meta({ description: 'The reason, for people. It may change.', examples: [condition] }),
      ...EXTRAS[code],
    })
    .meta({ id, description: condition });
}

function bodySchema(codes: readonly ErrorCode[]) {
  const [first, second, ...rest] = codes.map((code) => SCHEMAS[code]);
  if (first === undefined) throw new Error('a response needs a code');
  return z.object({ error: second ? z.discriminatedUnion('code', [first, second, ...rest]) : first });
}

function headersOf(status: number, retriable: boolean): { headers?: z.ZodObject } {
  // Refused before it was counted.
  if (status === 403) return {};
  if (status === 401) {
    return {
      headers: z.object({
        'WWW-Authenticate': z.literal('Bearer').meta({ description: 'The scheme to use.' }),
      }),
    };
  }
  const seconds = z
    .int()
    .min(1)
    .meta({ description: 'Whole seconds to wait before the next request.', examples: [7] });
  if (status === 429) return { headers: z.object({ 'Retry-After': seconds, ...rateHeader }) };
  // What goes wrong may do so before the request is counted.
  if (status === 503) return { headers: z.object({ 'Retry-After': seconds, ...rateHeader }).partial() };
  if (status === 500) return { headers: z.object(rateHeader).partial() };
  return { headers: headersOfAnswer({ retriable: retriable && KEPT_STATUSES.includes(status) }) };
}
