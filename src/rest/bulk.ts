import { z } from 'zod';
import { BulkJobNotFoundError } from '../bulk/jobs.ts';
import { numberedId, numberNamed } from '../graphql/schema/builder.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../graphql/schema/limits.ts';
import { idempotencyKey, toDomainValue } from '../graphql/schema/values.ts';
import { MAX_SELECTED } from '../purchases/search.ts';
import { decimal, integer, periodId, string, usd } from './fields.ts';
import { defineRoute } from './route.ts';

/** Numbers of jobs and orders are small enough to be exact in every client. */
const MAX_NUMBER = 10 ** 15 - 1;
/** More than any job costs, in US dollars. */
const MAX_TOTAL_USD = 1_000_000_000;
/** An amount is a whole number of micro-dollars. */
const DECIMALS = 6;

const jobFields = z.object({
  id: integer('Its number, by which it is retrieved.', 7),
  state: z.enum(['pending', 'running', 'done', 'cancelled']).meta({
    description:
      '`pending` before anything was begun; `done` when every item is done or failed. One that was `cancelled` has ended once it has `ended_at`.',
  }),
  kind: string('What is done, such as `renew`. Kinds may be added.', 'renew'),
  count: integer('How many items it has, those that were refused at once included.', 200),
  done: integer('How many of them are done.', 198),
  failed: integer('How many of them were refused.', 2),
  charged_usd: usd('What was charged for those that are done.', 376.2),
  created_at: z.iso
    .datetime()
    .meta({ description: 'When it was accepted.', examples: ['2026-01-31T12:00:00.000Z'] }),
  ended_at: z.iso
    .datetime()
    .nullable()
    .meta({
      description: 'When nothing was left to do; null until then.',
      examples: ['2026-01-31T12:03:00.000Z'],
    }),
});

const job = jobFields.meta({
  id: 'BulkJob',
  description: 'Something that is done to many orders in the background, each by itself.',
});

const item = z
  .object({
    place: integer('Its place in the job, from 1.', 1),
    order_id: integer('The order; null for a purchase that has made none.', 1024).nullable(),
    state: z
      .enum(['pending', 'running', 'done', 'failed', 'cancelled'])
      .meta({ description: 'What has become of it.' }),
    charged_usd: usd('What was charged for it; null while it is not done.', 1.9).nullable(),
    error: z
      .object({
        code: string('The reason, as that order alone would have been refused for it.', 'not_renewable'),
        message: string('The reason, for people.', 'Order 1024 cannot be renewed.'),
      })
      .nullable()
      .meta({ description: 'Why it has failed; otherwise null.' }),
  })
  .meta({ id: 'BulkItem', description: 'One order of a job.' });

const jobWithItems = jobFields
  .extend({
    items: z.array(item).meta({ description: 'In the order in which they were asked for.' }),
    has_more: z.boolean().meta({ description: 'Whether there are more behind the last one.' }),
  })
  .meta({ id: 'BulkJobWithItems', description: 'A job, and what becomes of its items.' });

interface ShownJob {
  id: string;
  state: string;
  kind: string;
}

function renderJob<Shown extends ShownJob>({ id, state, kind, ...rest }: Shown) {
  return { id: numberNamed(id), state: toDomainValue(state), kind: toDomainValue(kind), ...rest };
}

export const renewMany = defineRoute({
  operationId: 'renewMany',
  tag: 'Bulk',
  summary: 'Renew many orders',
  description:
    'Accepts a job that adds a term to each of up to 1,000 orders, and returns it at once. Orders that cannot be renewed fail, and ' +
    'the others are renewed, each charged by itself. At most five of your jobs are under way at a time. A retry with the same ' +
    'key returns the same job for as long as that is kept.',
  method: 'POST',
  path: '/v1/bulk/renewals',
  parameters: {
    header: z.object({
      'Idempotency-Key': idempotencyKey.meta({
        description: 'A name for this request, 1 to 100 characters of your choice.',
        examples: ['renewals-2026-01'],
        override: { maxLength: 100 },
      }),
    }),
    body: z
      .object({
        order_ids: z
          .array(z.int().min(1).max(MAX_NUMBER))
          .max(MAX_SELECTED, `must be at most ${MAX_SELECTED} orders`)
          .meta({ description: 'The `id` of each order.', examples: [[1024, 1025]] }),
        period: periodId,
        max_total_usd: z
          .number()
          .min(0)
          .max(MAX_TOTAL_USD)
          .meta({
            description:
              'The most to pay for all of them. Above it the answer is 409 `price_changed`, and nothing is renewed. What becomes dearer later fails.',
            examples: [380],
          }),
      })
      .meta({ id: 'BulkRenewals', description: 'The orders, and the term to add to each.' }),
  },
  response: { status: 201, description: 'Accepted.', schema: job },
  errors: ['invalid_json', 'invalid_request', 'order_not_found', 'price_changed', 'request_in_progress'],
  document: 'BulkRenew',
  variables: ({ header, body: { order_ids, period, max_total_usd } }) => ({
    input: {
      orderIds: order_ids.map(String),
      period,
      maxTotalUsd: max_total_usd.toFixed(DECIMALS),
      idempotencyKey: header['Idempotency-Key'],
    },
  }),
  render: ({ result }: { result: { job: ShownJob } }) => renderJob(result.job),
});

export const readBulkJob = defineRoute({
  operationId: 'readBulkJob',
  tag: 'Bulk',
  summary: 'Retrieve a job',
  description:
    'How far a job is, and what has become of its items, by pages. It is kept for 90 days after its end, of which the event ' +
    '`bulk.ended` tells.',
  method: 'GET',
  path: '/v1/bulk/{id}',
  parameters: {
    path: z.object({
      id: z
        .string()
        .regex(/^\d+$/, 'must be a whole number')
        .meta({
          description: 'The job’s `id`.',
          examples: [7],
          override: { type: 'integer', minimum: 1 },
        }),
    }),
    query: z.object({
      limit: decimal(1, MAX_PAGE_SIZE, PAGE_SIZE, 'How many items to return at most.'),
      after: decimal(0, MAX_SELECTED, 0, 'Only items behind this `place`.'),
    }),
  },
  response: { status: 200, description: 'The job.', schema: jobWithItems },
  errors: ['invalid_request', 'bulk_job_not_found'],
  document: 'BulkJob',
  variables: ({ path, query: { limit, after } }) => ({
    id: numberedId('bulk', path.id.replace(/^0+/, '')),
    first: limit,
    after: after === 0 ? null : String(after),
  }),
  render({ job: found }: { job: FoundJob | null }, { id }) {
    if (!found) throw new BulkJobNotFoundError(numberNamed(id));
    const { page, ...rest } = found;
    const items = page.items.map(({ order, state, charged_usd, error, ...shown }) => ({
      ...shown,
      charged_usd: charged_usd && Number(charged_usd),
      order_id: order && Number(order.order_id),
      state: toDomainValue(state),
      error: error && { ...error, code: toDomainValue(error.code) },
    }));
    return { ...renderJob(rest), items, has_more: page.pageInfo.hasNextPage };
  },
});

interface FoundJob extends ShownJob {
  page: {
    items: {
      order: { order_id: string } | null;
      state: string;
      charged_usd: string | null;
      error: { code: string; message: string } | null;
    }[];
    pageInfo: { hasNextPage: boolean };
  };
}
