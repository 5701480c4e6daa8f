import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { ErrorCode } from '../kit/errors.ts';
import { STATUSES } from './errors.ts';
import { headersOfRefusal } from './openapi-headers.ts';

/** The errors that every route can answer with: they depend on the caller, not on the route. */
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
  key_disabled: 'The API key is disabled, or the account that it belongs to.',
  ip_not_allowed: 'The caller’s address is not on the key’s list.',
  unknown_product: 'The tier or type is not on sale.',
  order_not_found: 'The order does not exist or is not yours.',
  out_of_stock: 'Fewer proxies are in stock than were asked for.',
  not_renewable: 'The order cannot be renewed.',
  not_luxury: 'The order is not a Luxury order.',
  request_in_progress: 'A request with this Idempotency-Key, or another one on this order, is still running.',
  price_changed: 'The price is above the caller’s limit.',
  sign_in_refused: 'The sign-in code is wrong, used or too old.',
  sign_in_again: 'The change needs a sign-in of less than 15 minutes ago.',
  session_required: 'Only a session of the console may do this.',
  session_not_found: 'The session does not exist or is not yours.',
  passkey_not_found: 'The passkey does not exist or is not yours.',
  key_not_found: 'The API key does not exist or is not yours.',
  rate_limited:
    'Over the rate of this API key: 60 requests per minute, unless the operator has set another. Wait the number of seconds in `Retry-After`.',
  internal_error: 'Something went wrong on the service’s side.',
  provider_error: 'The provider failed; money that was taken is back on the balance.',
  api_disabled:
    'The API is temporarily disabled, with `Retry-After` when it is known until when. Nothing was charged, unless the request has an `Idempotency-Key` and its message says that its outcome is not known yet: repeat it with the same key.',
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
        ...headersOfRefusal(status, { retriable }),
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
