import type { InputShapeFromFields } from '@pothos/core';
import { termsOf } from '../../auto-renewal/set-auto-renew.ts';
import { InsufficientBalanceError } from '../../billing/errors.ts';
import {
  InvalidCountryError,
  InvalidOptionError,
  InvalidPeriodError,
  InvalidQuantityError,
  OutOfStockError,
  ProviderError,
  UnknownProductError,
} from '../../catalog/errors.ts';
import { DatabaseUnavailableError } from '../../kit/database-errors.ts';
import { DomainError, InvalidRequestError } from '../../kit/errors.ts';
import { OPTION_NAMES } from '../../luxury/settings.ts';
import {
  NotLuxuryError,
  NotRenewableError,
  OrderNotFoundError,
  RequestInProgressError,
} from '../../orders/errors.ts';
import { addTraffic } from '../../purchases/add-traffic.ts';
import { PriceChangedError, UndecidedError } from '../../purchases/errors.ts';
import type { Answered } from '../../purchases/flow.ts';
import { purchase, type Quote, quote } from '../../purchases/purchase.ts';
import { renew } from '../../purchases/renew.ts';
import type { OrderSale, Sale } from '../../purchases/sale.ts';
import { builder, type InputFields, mutation } from './builder.ts';
import { buyerOf, type RequestContext } from './context.ts';
import { choiceWords, settingFields, toChange } from './luxury-settings.ts';
import { newestCursor, OrderEdge } from './order-list.ts';
import { annotationFields, LuxuryOrderRef, type OrderNode, OrderRef, TrafficRef, toNode } from './orders.ts';
import { idempotencyKey, ORDER_ID, requiredText, withoutNulls } from './values.ts';

const CHARGE_ERRORS = [
  InvalidRequestError,
  UnknownProductError,
  InvalidPeriodError,
  ProviderError,
  InsufficientBalanceError,
  PriceChangedError,
  RequestInProgressError,
];

function chargeFields(t: InputFields) {
  return {
    maxPriceUsd: t.field({
      type: 'USD',
      description:
        'The most to pay in total; above it the answer is PriceChangedError and nothing is charged.',
    }),
    idempotencyKey: t.string({
      description:
        'A name for this request, 1 to 100 characters, shared with the REST header Idempotency-Key: for 24 hours a repetition returns the first answer and charges nothing.',
      validate: { schema: idempotencyKey },
    }),
  };
}

/** The order of a sale as it was at the time of the sale, also in a repeated answer. */
function orderOf({ order, proxies, totalBytes }: OrderSale): OrderNode {
  return { ...toNode(order), proxies, ...(totalBytes !== undefined && { totalBytes }) };
}

/**
 * Records in the context whether the answer is that of an earlier request, for the header of HTTP, and
 * whether the request has charged, on which the messages of errors depend.
 */
async function answer<Delivered extends Sale>(
  context: RequestContext,
  work: Promise<Answered<Delivered>>,
): Promise<Delivered> {
  try {
    const { sale, replayed } = await work;
    context.replayed = replayed;
    context.charge = 'done';
    return sale;
  } catch (error) {
    context.replayed = error instanceof Error && 'replayed' in error;
    // The message of a DomainError states what is charged, and DatabaseUnavailableError is thrown only before
    // the charge.
    if (!(error instanceof DomainError || error instanceof DatabaseUnavailableError))
      context.charge = isRepeatable(error, context) ? 'undecided' : 'possible';
    throw error;
  }
}

/** A document may have charged before, for another field, which would be charged again. */
function isRepeatable(error: unknown, { charge }: RequestContext): boolean {
  return error instanceof UndecidedError && (charge === undefined || charge === 'undecided');
}

const PurchaseOptions = builder.inputType('PurchaseOptions', {
  description: 'The settings that a Luxury order starts with; other types take none.',
  fields: (t) => settingFields(t, OPTION_NAMES, choiceWords),
});

const QuoteRef = builder.objectRef<Quote>('Quote').implement({
  description: 'What a purchase would cost at this moment. It reserves nothing.',
  fields: (t) => ({
    unitPriceUsd: t.expose('unitPrice', {
      type: 'USD',
      description: 'The price of one proxy or one volume.',
    }),
    priceUsd: t.expose('total', { type: 'USD', description: 'For the whole quantity, in total.' }),
    available: t.exposeInt('available', {
      description:
        'Proxies in stock in the country at the last count; for traffic, exit addresses to choose from.',
    }),
    balanceUsd: t.expose('balance', { type: 'USD', description: 'The caller’s balance now.' }),
    affordable: t.boolean({
      description: 'Whether the balance covers the price.',
      resolve: ({ balance, total }) => balance >= total,
    }),
  }),
});

const WANTED_ERRORS = [InvalidQuantityError, InvalidCountryError, InvalidOptionError];

function wantedFields(t: InputFields) {
  return {
    tier: t.string(requiredText('The `code` of a tier.')),
    type: t.string(requiredText('The `code` of a type within the tier.')),
    country: t.string(requiredText('ISO 3166-1 alpha-2; ANY for Luxury types.')),
    period: t.string(requiredText('The `code` of a term or volume of the type.')),
    quantity: t.int({ description: 'How many proxies, 1 when left out; always 1 for traffic.' }),
    options: t.field({ type: PurchaseOptions, description: 'For Luxury types only.' }),
  };
}

const QuoteInput = builder.inputType('QuoteInput', {
  description: 'The purchase to be priced.',
  fields: wantedFields,
});

builder.queryField('quote', (t) =>
  t.field({
    type: QuoteRef,
    description: 'What a purchase would cost now, what is in stock, and whether the balance covers it.',
    args: { input: t.arg({ type: QuoteInput, required: true, description: 'The purchase to be priced.' }) },
    errors: {
      types: [InvalidRequestError, UnknownProductError, InvalidPeriodError, ProviderError, ...WANTED_ERRORS],
      union: { name: 'QuoteResult', description: 'The quote, or why there is none.' },
    },
    resolve: (_root, { input }, context) => quote(context.services, buyerOf(context), wantedOf(input)),
  }),
);

const AutoRenewInput = builder.inputType('AutoRenewInput', {
  description: 'How an order is to renew itself.',
  fields: (t) => ({
    period: t.string(requiredText('The `code` of a term of the type.')),
    maxPriceUsd: t.field({
      type: 'USD',
      required: true,
      description: 'The most to pay for a renewal of the whole order.',
    }),
    until: t.field({
      type: 'DateTime',
      description: 'The latest end that a renewal may reach; any when left out.',
    }),
  }),
});

/** What is bought, and what becomes of it then. */
export function purchaseFields(t: InputFields) {
  return {
    ...wantedFields(t),
    ...annotationFields(t),
    autoRenew: t.field({
      type: AutoRenewInput,
      description: 'Has the order renew itself from its delivery on. Not for Luxury types.',
    }),
  };
}

/** `at` is where the input has the purchase. Throws InvalidRequestError. */
export function autoRenewOf(
  given: typeof AutoRenewInput.$inferInput | null | undefined,
  now: Date,
  at: readonly string[] = [],
) {
  return given ? termsOf({ ...given, maxPrice: given.maxPriceUsd }, now, [...at, 'autoRenew']) : undefined;
}

mutation('purchase', {
  description: 'Charges the balance and returns the new proxies at once, or refuses and charges nothing.',
  charges: true,
  input: {
    description: 'The product, where it is from, and how much of it.',
    fields: (t) => ({ ...purchaseFields(t), ...chargeFields(t) }),
  },
  resolve: (_root, { input: { maxPriceUsd, autoRenew: given, ...input } }, context) => {
    const autoRenew = autoRenewOf(given, context.now);
    const wanted = { ...wantedOf(input), autoRenew, maxPrice: maxPriceUsd ?? undefined };
    return answer(context, purchase(context.services, buyerOf(context), wanted));
  },
  success: {
    description: 'The order is delivered and charged.',
    fields: (t) => ({
      order: t.field({
        type: OrderRef,
        description: 'The new order as it was at its delivery.',
        resolve: orderOf,
      }),
      orderEdge: t.field({
        type: OrderEdge,
        description: 'The same order with its place in `orders`, for a client that prepends it to its pages.',
        resolve: (sale) => ({ node: orderOf(sale), cursor: newestCursor(sale.order.id) }),
      }),
    }),
  },
  refusals: [...CHARGE_ERRORS, ...WANTED_ERRORS, OutOfStockError],
  result: 'The purchase, or why there is none.',
});

export function wantedOf<Input extends { options?: object | null | undefined }>({
  options,
  ...input
}: Input) {
  return { ...withoutNulls(input), options: options ? toChange(withoutNulls(options)) : undefined };
}

type Addition = InputShapeFromFields<ReturnType<typeof chargeFields>> & { orderId: string; period: string };

function additionOf({ maxPriceUsd, orderId, ...input }: Addition) {
  return { ...withoutNulls(input), orderId: Number(orderId), maxPrice: maxPriceUsd ?? undefined };
}

mutation('renew', {
  description:
    'Adds a term to an order: the same proxies, with the same credentials, for longer. An order that has ended may go on ' +
    'from its old end: then the time since is a part of the term. `expiresAt` is the end that you have.',
  charges: true,
  input: {
    description: 'An order, and the term to add to it.',
    argument: 'The order and the term.',
    fields: (t) => ({
      orderId: t.id(ORDER_ID),
      period: t.string(
        requiredText(
          'The `code` of a term that the order’s type is sold in; it is added to the current term.',
        ),
      ),
      ...chargeFields(t),
    }),
  },
  resolve: (_root, { input }, context) =>
    answer(context, renew(context.services, buyerOf(context), additionOf(input))),
  success: {
    description: 'The order is extended, and its renewal is charged.',
    fields: (t) => ({
      order: t.field({
        type: OrderRef,
        description: 'The order as it was when it was renewed, with its new end. Its proxies do not change.',
        resolve: orderOf,
      }),
    }),
  },
  refusals: [...CHARGE_ERRORS, OrderNotFoundError, NotRenewableError],
  result: 'The renewal, or why there is none.',
});

mutation('addTraffic', {
  description:
    'Adds GB to a Luxury order: the same login, for longer. An exhausted order works again at once.',
  charges: true,
  input: {
    description: 'A Luxury order, and the volume to add to it.',
    argument: 'The order and the volume.',
    fields: (t) => ({
      orderId: t.id(ORDER_ID),
      period: t.string(requiredText('The `code` of a volume that the order’s type is sold in.')),
      ...chargeFields(t),
    }),
  },
  resolve: (_root, { input }, context) =>
    answer(context, addTraffic(context.services, buyerOf(context), additionOf(input))),
  success: {
    description: 'The traffic is added and charged.',
    fields: (t) => ({
      order: t.field({
        type: LuxuryOrderRef,
        description:
          'The order as it was when the traffic was added. Its login, password and settings do not change.',
        resolve: ({ order, traffic }) => ({ ...toNode(order), traffic }),
      }),
      traffic: t.expose('traffic', {
        type: TrafficRef,
        description: 'The order’s traffic including this addition, as it was when the traffic was added.',
      }),
    }),
  },
  refusals: [...CHARGE_ERRORS, OrderNotFoundError, NotLuxuryError],
  result: 'The addition, or why there is none.',
});
