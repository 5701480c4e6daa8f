import { z } from 'zod';
import { clampedInt, idempotencyKey, text } from '../graphql/schema/inputs.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../graphql/schema/limits.ts';
import { LINE_FORMATS, MAX_LINES } from '../luxury/lines.ts';
import { ORDER_STATUSES } from '../orders/status.ts';
import { GEO_KINDS } from '../upstreams/traffic.ts';
import { RequestError } from './errors.ts';
import { purchaseOptions } from './luxury-options.ts';

/** Digits of the largest order number that is exact in every client. */
const MAX_ORDER_ID_DIGITS = 15;
/** The largest GraphQL Int: the offset is a variable of a document. */
const MAX_OFFSET = 2 ** 31 - 1;
const DIGITS = /^\d+$/;

const tier = text.meta({ description: 'A tier’s `id` from the catalog.', examples: ['prem'] });
const type = text.meta({ description: 'A type’s `id` from the catalog.', examples: ['ipv4'] });
const period = text.meta({ description: 'A period’s `id` from the catalog.', examples: ['30d'] });

export const productPath = z.object({ tier, type });

export const geoPath = z.object({
  type: text.meta({ description: 'The `id` of a type that is billed `per_gb`.', examples: ['diresi'] }),
  kind: z.enum(GEO_KINDS).meta({ description: 'What to list.' }),
});

export const geoQuery = z.object({
  country: text.optional().meta({
    description: 'ISO 3166-1 alpha-2; required for every kind except `countries`.',
    examples: ['US'],
  }),
  state: text
    .optional()
    .meta({ description: 'A state’s `code`, which narrows cities and ZIP codes.', examples: ['texas'] }),
});

export const orderPath = z.object({
  order_id: z
    .string()
    .refine((value) => DIGITS.test(value), 'must be a whole number')
    .meta({
      description: 'The order’s `id`.',
      examples: [1024],
      override: { type: 'integer', minimum: 1 },
    }),
});

export const orderListQuery = z.object({
  status: z.enum(ORDER_STATUSES).optional().meta({ description: 'Only orders of this status.' }),
  limit: decimal(1, MAX_PAGE_SIZE, PAGE_SIZE, 'How many orders to return at most.'),
  offset: decimal(0, MAX_OFFSET, 0, 'How many orders to skip, newest first.'),
});

export const idempotencyHeader = z.object({
  'Idempotency-Key': idempotencyKey.optional().meta({
    description:
      'A name for this request, 1 to 100 characters of your choice. For 24 hours a retry with the same key returns the first ' +
      'answer, with the header `Idempotent-Replayed: true`, and charges nothing; while the first request runs it is answered ' +
      '409 `request_in_progress`. A key that was used for another request is refused with 400 `invalid_request`.',
    examples: ['order-7f3c'],
    override: { maxLength: 100 },
  }),
});

export const purchaseBody = z
  .object({
    tier,
    type,
    country: text.meta({ description: 'ISO 3166-1 alpha-2; `ANY` for Luxury types.', examples: ['US'] }),
    period,
    // Generated clients would send a `default` of a body with every request, so it is described in words.
    quantity: clampedInt.optional().meta({
      description: 'How many proxies; 1 when left out. Always 1 for `per_gb` types.',
      override: { type: 'integer', minimum: 1, maximum: 50 },
    }),
    options: purchaseOptions.optional().meta({
      description: 'For Luxury types only: any other type refuses it with `invalid_option`, so leave it out.',
    }),
  })
  .meta({
    id: 'Purchase',
    description: 'What to buy.',
    override: { examples: [{ tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 }] },
  });

export const linesQuery = z.object({
  format: z.enum(LINE_FORMATS).optional().meta({
    description:
      '`hpup`: host:port:login:pass. `uphp`: login:pass@host:port. `http` and `socks`: URLs. `hpup` when left out.',
  }),
  count: decimal(1, MAX_LINES, 1, 'How many sticky lines; in rotating mode there is one.'),
  protocol: z.enum(['http', 'socks5']).optional().meta({
    description:
      'What the lines are for; `http` when left out, or `socks5` when the settings allow nothing else.',
  }),
  as: z.literal('text').optional().meta({ description: 'Answers with plain text, one proxy per line.' }),
});

export const additionBody = z.object({ period }).meta({ id: 'Addition', description: 'The volume to add.' });

export const renewalBody = z.object({ period }).meta({ id: 'Renewal', description: 'The term to add.' });

/** The order's number as the schema takes it. Throws RequestError for one that no order can have. */
export function orderIdOf({ order_id }: z.output<typeof orderPath>): string {
  const digits = order_id.replace(/^0+/, '');
  if (digits === '' || digits.length > MAX_ORDER_ID_DIGITS) {
    throw new RequestError('order_not_found', 'You have no order of that number.');
  }
  return digits;
}

/** A whole number in a query, in plain decimal digits. */
function decimal(least: number, most: number, initial: number, description: string) {
  return z
    .string()
    .refine(
      (value) => DIGITS.test(value) && Number(value) >= least && Number(value) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number)
    .default(initial)
    .meta({ description, override: { type: 'integer', minimum: least, maximum: most, default: initial } });
}
