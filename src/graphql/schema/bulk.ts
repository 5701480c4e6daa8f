import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { z } from 'zod';
import { acceptJob, type JobQuote, quoteJob } from '../../bulk/accept.ts';
import {
  type BulkItem,
  type BulkJob,
  BulkJobNotFoundError,
  cancelJob,
  findJobs,
  type ItemState,
  type JobState,
  listItems,
  MAX_LISTED_JOBS,
} from '../../bulk/jobs.ts';
import type { AskedOf, KindName } from '../../bulk/kinds.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import type { Micros } from '../../kit/money.ts';
import { OrderNotFoundError, RequestInProgressError } from '../../orders/errors.ts';
import { PriceChangedError } from '../../purchases/errors.ts';
import { storedTerms } from '../../purchases/product.ts';
import { MAX_SELECTED } from '../../purchases/search.ts';
import { switchedTo, switchFields } from './auto-renewal.ts';
import {
  builder,
  enumOf,
  type InputFields,
  mutation,
  NodeRef,
  numberedIdField,
  numberNamed,
  type SuccessFields,
  ViewerRef,
} from './builder.ts';
import { buyerOf, callerOf, type RequestContext } from './context.ts';
import { ErrorCode, errorCodeOf } from './errors.ts';
import { firstArgument, forwardPage } from './events.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './limits.ts';
import { selectionFields, selectionOf } from './order-list.ts';
import { annotationFields, orderField } from './orders.ts';
import { autoRenewOf, purchaseFields, wantedOf } from './purchases.ts';
import { idempotencyKey, nodeId, requiredText, toEnumValue, withoutNulls } from './values.ts';

const BulkJobKind = enumOf('BulkJobKind', 'What is done to many. Values may be added.', {
  renew: 'Orders are renewed.',
  purchase: 'Orders are bought.',
  set_auto_renew: 'Renewing by itself is switched on or off.',
  update_orders: 'Labels, notes or customers are written.',
} satisfies Record<KindName, string>);

const BulkJobState = enumOf('BulkJobState', 'How far a job is.', {
  pending: 'Nothing of it was begun yet.',
  running: 'Some of it was begun.',
  done: 'It has ended: each item is done or failed.',
  cancelled:
    'It was cancelled: nothing more is begun. It has ended once what was under way has, with `endedAt`.',
} satisfies Record<JobState, string>);

const BulkItemState = enumOf('BulkItemState', 'What has become of an item.', {
  pending: 'It waits, also to be tried again.',
  running: 'It is being carried out, or it is being found out how that has ended.',
  done: 'It is done, and charged.',
  failed: 'It was refused, and nothing of it is charged.',
  cancelled: 'It was not begun when the job was cancelled.',
} satisfies Record<ItemState, string>);

const BulkItemErrorRef = builder.objectRef<NonNullable<BulkItem['error']>>('BulkItemError').implement({
  description: 'Why an item was refused, as it would have been by itself.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCode,
      description: 'The reason, for programs.',
      resolve: ({ code }) => errorCodeOf(code),
    }),
    message: t.exposeString('message', { description: 'The reason, for people. It may change.' }),
  }),
});

const BulkItemRef = builder.objectRef<BulkItem>('BulkItem').implement({
  description: 'One order of a job, or one of its purchases.',
  fields: (t) => ({
    place: t.exposeInt('place', { description: 'Its place in the job, from 1, as it was asked for.' }),
    order: orderField(
      t,
      'The order as it is now; null for a purchase that has made none.',
      ({ orderId }) => orderId,
    ),
    state: t.field({
      type: BulkItemState,
      description: 'What has become of it.',
      resolve: ({ state }) => toEnumValue(state),
    }),
    error: t.expose('error', {
      type: BulkItemErrorRef,
      nullable: true,
      description: 'Why it has failed; otherwise null.',
    }),
    chargedUsd: t.expose('charged', {
      type: 'USD',
      nullable: true,
      description: 'What was taken from the balance for it; null when it is not done, or costs nothing.',
    }),
  }),
});

const BulkItemConnection = builder.connectionObject(
  { type: BulkItemRef, name: 'BulkItemConnection', description: 'A page of what a job does.' },
  { name: 'BulkItemEdge', description: 'An item’s place in its job.' },
);

const itemCursor = z.string().regex(/^[1-9]\d{0,3}$/, 'must be a cursor that an earlier page gave');

const BulkJobRef = builder.objectRef<BulkJob>('BulkJob').implement({
  description:
    'Something that is done to many orders in the background, each by itself, in their order: ask for it again to see how far it is. Its end is the event `bulk.ended`. It is kept for 90 days after that.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: numberedIdField(t, 'bulk'),
    kind: t.field({
      type: BulkJobKind,
      description: 'What is done.',
      resolve: ({ kind }) => toEnumValue(kind),
    }),
    state: t.field({
      type: BulkJobState,
      description: 'How far it is.',
      resolve: ({ state }) => toEnumValue(state),
    }),
    count: t.exposeInt('count', {
      description: 'How many items it has, those that were refused when it was accepted included.',
    }),
    done: t.exposeInt('done', { description: 'How many of them are done.' }),
    failed: t.exposeInt('failed', { description: 'How many of them were refused.' }),
    chargedUsd: t.expose('charged', {
      type: 'USD',
      description: 'What was charged for those that are done, never more than `maxTotalUsd`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When nothing was left to do; null until then.',
    }),
    items: t.field({
      type: BulkItemConnection,
      description: 'What becomes of each order or purchase, as they were asked for.',
      args: {
        first: firstArgument(t.arg),
        after: t.arg.string({
          description: 'Only what comes after this cursor, the place of an item.',
          validate: { schema: itemCursor },
        }),
        failed: t.arg.boolean({ description: 'true: only those that were refused.' }),
      },
      complexity: ({ first }) => ({ field: 1, multiplier: first ?? PAGE_SIZE }),
      resolve: async ({ resellerId, id: jobId }, { first, after, failed }, { services }) => {
        const page = { after: Number(after ?? 0), failed: failed ?? false, limit: first ?? PAGE_SIZE };
        const { items, hasMore } = await listItems(services.database.sql, { resellerId, jobId, ...page });
        return forwardPage(items, ({ place }) => String(place), { hasMore, after });
      },
    }),
  }),
});

builder.objectField(ViewerRef, 'bulkJobs', (t) =>
  t.field({
    type: [BulkJobRef],
    description: `What was done to many, the newest first; the last ${MAX_LISTED_JOBS}.`,
    complexity: { field: 1, multiplier: MAX_LISTED_JOBS },
    resolve: ({ resellerId }, _args, { services }) => findJobs(services.database.sql, { resellerId }),
  }),
);

function keyField(t: InputFields) {
  return {
    idempotencyKey: t.string({
      required: true,
      description:
        'A name for this request, 1 to 100 characters: while its job is kept, a repetition returns that job and does nothing more.',
      validate: { schema: idempotencyKey },
    }),
  };
}

function chargeFields(t: InputFields) {
  return {
    maxTotalUsd: t.field({
      type: 'USD',
      required: true,
      description:
        'The most to pay for all of it. Above it the answer is PriceChangedError and nothing is done. What becomes dearer later fails with PRICE_CHANGED.',
    }),
    ...keyField(t),
  };
}

const jobField = (t: SuccessFields<{ jobId: number }>) => ({
  job: t.field({
    type: BulkJobRef,
    description: 'The job as it is now.',
    resolve: async ({ jobId }, _args, { readings }) => {
      const job = await readings.bulkJobs.load(jobId);
      if (!job) throw new BulkJobNotFoundError(jobId);
      return job;
    },
  }),
});

interface Bulk<Fields extends InputFieldMap, Name extends KindName> {
  description: string;
  input: { description: string; fields(t: InputFields): Fields };
  /** Throws InvalidRequestError. */
  asked(input: InputShapeFromFields<Fields>, now: Date): AskedOf<Name>;
  /** Besides those of every job. */
  refusals: (typeof OrderNotFoundError | typeof PriceChangedError)[];
}

/** Adds the mutation that accepts jobs of a kind. Returns its input, and how the same is quoted. */
function bulk<Fields extends InputFieldMap, Name extends KindName>(
  name: string,
  kind: Name,
  { description, input: type, asked, refusals }: Bulk<Fields, Name>,
) {
  const input = mutation(name, {
    description: `${description} At most five jobs of a reseller are under way at a time.`,
    input: type,
    resolve: async (_root, { input }, context) => {
      const { idempotencyKey: key, maxTotalUsd: maxTotal } = input as Terms;
      const terms = { idempotencyKey: key, ...(maxTotal !== undefined && { maxTotal }) };
      const { services, now } = context;
      const accepted = await acceptJob(services, buyerOf(context), kind, asked(input, now), terms);
      context.replayed = accepted.replayed;
      return accepted;
    },
    success: {
      description: 'The job is accepted, and goes on by itself.',
      fields: (t) => ({
        ...jobField(t),
        replayed: t.exposeBoolean('replayed', {
          description: 'Whether this is the job of an earlier request with the same idempotency key.',
        }),
      }),
    },
    refusals: [InvalidRequestError, ...refusals, RequestInProgressError],
    result: 'The job, or why there is none.',
  });
  const quote = (given: InputShapeFromFields<Fields>, context: RequestContext) =>
    quoteJob(context.services, buyerOf(context), kind, asked(given, context.now));
  return { input, quote };
}

interface Terms {
  idempotencyKey: string;
  maxTotalUsd?: Micros;
}

const renew = bulk('bulkRenew', 'renew', {
  description:
    'Adds a term to many orders. Those that cannot be renewed fail, and the others are renewed, each charged by itself.',
  input: {
    description: 'Which orders, by `orderIds` or `filter`, and the term to add to each.',
    fields: (t) => ({
      ...selectionFields(t),
      period: t.string(requiredText('The `code` of a term; orders whose type is not sold in it fail.')),
      ...chargeFields(t),
    }),
  },
  asked: ({ period, ...input }) => ({ selection: selectionOf(input), period }),
  refusals: [OrderNotFoundError, PriceChangedError],
});

const BulkPurchaseItem = builder.inputType('BulkPurchaseItem', {
  description: 'One purchase of many: the product, where it is from, and how much of it.',
  fields: purchaseFields,
});

const purchase = bulk('bulkPurchase', 'purchase', {
  description:
    'Makes many purchases. Those that are not possible fail, and the others are made, each charged by itself.',
  input: {
    description: 'What to buy.',
    fields: (t) => ({
      purchases: t.field({
        type: [BulkPurchaseItem],
        required: true,
        description: `The purchases, at most ${MAX_SELECTED}.`,
      }),
      ...chargeFields(t),
    }),
  },
  asked: ({ purchases }, now) => ({
    purchases: purchases.map(({ autoRenew, ...wanted }, i) => {
      const terms = autoRenewOf(autoRenew, now, ['purchases', String(i)]);
      return { ...wantedOf(wanted), ...(terms && { autoRenew: storedTerms(terms) }) };
    }),
  }),
  refusals: [PriceChangedError],
});

const setAutoRenew = bulk('bulkSetAutoRenew', 'set_auto_renew', {
  description:
    'Has many orders renew themselves, or not any more. Those that cannot fail, and it holds for the others.',
  input: {
    description: 'Which orders, by `orderIds` or `filter`, and how each is to renew itself.',
    fields: (t) => ({ ...switchFields(t), ...keyField(t) }),
  },
  asked(input, now) {
    const terms = switchedTo(input, now);
    return { selection: selectionOf(input), terms: terms && storedTerms(terms) };
  },
  refusals: [OrderNotFoundError],
});

const updateOrders = bulk('bulkUpdateOrders', 'update_orders', {
  description: 'Writes the same on many orders. What is left out stays.',
  input: {
    description:
      'Which orders, by `orderIds` or `filter`, and what to write on each; null or an empty text takes it away.',
    fields: (t) => ({ ...selectionFields(t), ...annotationFields(t), ...keyField(t) }),
  },
  asked: ({ label, note, customer, ...input }) => ({
    selection: selectionOf(input),
    annotations: { label, note, customer },
  }),
  refusals: [OrderNotFoundError],
});

mutation('cancelBulkJob', {
  description:
    'Has nothing more of a job begun. What is under way goes on to its end, and what is done stays.',
  input: { description: 'Which job.', fields: (t) => ({ id: t.id(nodeId('bulk', 'job')) }) },
  resolve: async (_root, { input }, context) => {
    const { resellerId } = callerOf(context);
    const jobId = numberNamed(input.id);
    await cancelJob(context.services.database.sql, { resellerId, jobId, at: context.now });
    return { jobId };
  },
  success: { description: 'The job is cancelled, or had ended before.', fields: jobField },
  refusals: [InvalidRequestError, BulkJobNotFoundError],
  result: 'The job, or why it is not cancelled.',
});

const BulkQuoteInput = builder.inputType('BulkQuoteInput', {
  description:
    'One of these, as it would be sent to the mutation. Its `maxTotalUsd` and `idempotencyKey` are not looked at.',
  fields: (t) => ({
    renew: t.field({ type: renew.input, description: 'For bulkRenew.' }),
    purchase: t.field({ type: purchase.input, description: 'For bulkPurchase.' }),
    setAutoRenew: t.field({ type: setAutoRenew.input, description: 'For bulkSetAutoRenew.' }),
    updateOrders: t.field({ type: updateOrders.input, description: 'For bulkUpdateOrders.' }),
  }),
});

const BulkQuoteRef = builder.objectRef<JobQuote>('BulkQuote').implement({
  description: 'What a job would be if it were accepted now. It reserves nothing.',
  fields: (t) => ({
    count: t.int({
      description: 'How many items it would have, the refused ones included.',
      resolve: ({ items }) => items.length,
    }),
    totalUsd: t.expose('total', {
      type: 'USD',
      description: 'What the others cost in total: the least that `maxTotalUsd` has to be.',
    }),
    refused: t.field({
      type: [BulkItemRef],
      description: 'Those that would fail from the start, and why.',
      complexity: { field: 1, multiplier: MAX_PAGE_SIZE },
      resolve: ({ items }) =>
        items.flatMap(({ orderId = null, refusal }, i): BulkItem[] => {
          if (!refusal) return [];
          // As values: an instance of Error would be taken for a failure of the field.
          const { code, message } = refusal;
          return [{ place: i + 1, orderId, state: 'failed', error: { code, message }, charged: null }];
        }),
    }),
  }),
});

builder.queryField('bulkQuote', (t) =>
  t.field({
    type: BulkQuoteRef,
    description:
      'What something would cost that is done to many, and of what it would be refused. Charges nothing.',
    args: { input: t.arg({ type: BulkQuoteInput, required: true, description: 'What would be done.' }) },
    errors: {
      types: [InvalidRequestError, OrderNotFoundError],
      union: { name: 'BulkQuoteResult', description: 'The quote, or why there is none.' },
    },
    resolve: (_root, { input }, context) => {
      const given = withoutNulls(input);
      if (Object.values(given).filter(Boolean).length === 1) {
        if (given.renew) return renew.quote(given.renew, context);
        if (given.purchase) return purchase.quote(given.purchase, context);
        if (given.setAutoRenew) return setAutoRenew.quote(given.setAutoRenew, context);
        if (given.updateOrders) return updateOrders.quote(given.updateOrders, context);
      }
      throw new InvalidRequestError('Give one of "renew", "purchase", "setAutoRenew" and "updateOrders".');
    },
  }),
);
