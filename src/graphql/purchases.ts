import { InsufficientBalanceError } from '../billing/errors.ts';
import {
  InvalidCountryError,
  InvalidOptionError,
  InvalidPeriodError,
  InvalidQuantityError,
  OutOfStockError,
  ProviderError,
  UnknownProductError,
} from '../catalog/errors.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { NotRenewableError, OrderNotFoundError } from '../orders/errors.ts';
import type { Answered } from '../purchases/carry-out.ts';
import { PriceChangedError, RequestInProgressError } from '../purchases/errors.ts';
import { purchase } from '../purchases/purchase.ts';
import { type Quote, quote } from '../purchases/quote.ts';
import { renew } from '../purchases/renew.ts';
import type { Sale } from '../purchases/sale.ts';
import { builder } from './builder.ts';
import { buyerOf, type RequestContext } from './context.ts';
import { idempotencyKey, orderNumber, text } from './inputs.ts';
import { type OrderNode, OrderRef, toNode } from './orders.ts';
import { PurchaseOptions } from './purchase-options.ts';

const PRODUCT_ERRORS = [
  InvalidRequestError,
  UnknownProductError,
  InvalidPeriodError,
  InvalidQuantityError,
  InvalidCountryError,
  InvalidOptionError,
  ProviderError,
];
const CHARGE_ERRORS = [InsufficientBalanceError, PriceChangedError, RequestInProgressError];

const QuoteRef = builder.objectRef<Quote>('Quote').implement({
  description: 'What a purchase would cost at this moment. It reserves nothing.',
  fields: (t) => ({
    unitPriceUsd: t.expose('unitPrice', {
      type: 'USD',
      description: 'The price of one proxy or one volume.',
    }),
    priceUsd: t.expose('total', { type: 'USD', description: 'The price of all of it.' }),
    available: t.exposeInt('available', { description: 'How many proxies are in stock in the country.' }),
    balanceUsd: t.expose('balance', { type: 'USD', description: 'What can be spent now.' }),
    affordable: t.boolean({
      description: 'Whether the balance covers the price.',
      resolve: ({ balance, total }) => balance >= total,
    }),
  }),
});

const PurchaseSuccess = builder.objectRef<Sale>('PurchaseSuccess').implement({
  description: 'Delivered and paid.',
  fields: (t) => ({
    order: t.field({ type: OrderRef, description: 'The new order.', resolve: orderOf }),
    chargedUsd: t.expose('charged', { type: 'USD', description: 'What was taken from the balance.' }),
  }),
});

const RenewSuccess = builder.objectRef<Sale>('RenewSuccess').implement({
  description: 'Extended and paid.',
  fields: (t) => ({
    order: t.field({
      type: OrderRef,
      description: 'The order with its new end; its proxies are the same.',
      resolve: orderOf,
    }),
    chargedUsd: t.expose('charged', { type: 'USD', description: 'What was taken from the balance.' }),
  }),
});

function orderOf({ order, proxies }: Sale): OrderNode {
  return { ...toNode(order), proxies };
}

const KEY =
  'A name for this request, 1 to 100 characters, shared with the REST header Idempotency-Key: for 24 hours a repetition returns the first answer and charges nothing.';
const MAX_PRICE =
  'The most to pay in total; above it the answer is PriceChangedError and nothing is charged.';

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** What a purchase is of, and a quote alike. */
function wantedFields(t: InputFields) {
  const wanted = (description: string) =>
    t.string({ required: true, description, validate: { schema: text } });
  return {
    tier: wanted('The tier’s identifier.'),
    type: wanted('The type’s identifier.'),
    country: wanted('ISO 3166-1 alpha-2; ANY for Luxury types.'),
    period: wanted('The identifier of a term or volume of the type.'),
    quantity: t.int({ description: 'How many proxies, 1 when left out; always 1 for traffic.' }),
    options: t.field({ type: PurchaseOptions, description: 'For Luxury types only.' }),
  };
}

const QuoteInput = builder.inputType('QuoteInput', {
  description: 'What would be bought.',
  fields: wantedFields,
});

const PurchaseInput = builder.inputType('PurchaseInput', {
  description: 'What to buy.',
  fields: (t) => ({
    ...wantedFields(t),
    maxPriceUsd: t.field({ type: 'USD', description: MAX_PRICE }),
    idempotencyKey: t.string({ description: KEY, validate: { schema: idempotencyKey } }),
  }),
});

const RenewInput = builder.inputType('RenewInput', {
  description: 'Which order to extend, and by how much.',
  fields: (t) => ({
    orderId: t.id({ required: true, description: 'The order’s number.', validate: { schema: orderNumber } }),
    period: t.string({
      required: true,
      description: 'The identifier of a term of the order’s type; it is added to the current term.',
      validate: { schema: text },
    }),
    maxPriceUsd: t.field({ type: 'USD', description: MAX_PRICE }),
    idempotencyKey: t.string({ description: KEY, validate: { schema: idempotencyKey } }),
  }),
});

builder.queryField('quote', (t) =>
  t.field({
    type: QuoteRef,
    description: 'What a purchase would cost now, what is in stock, and whether the balance covers it.',
    args: { input: t.arg({ type: QuoteInput, required: true, description: 'What would be bought.' }) },
    errors: {
      types: PRODUCT_ERRORS,
      union: { name: 'QuoteResult', description: 'The quote, or why there is none.' },
    },
    resolve: (_root, { input }, context) => quote(context.services, buyerOf(context), withoutNulls(input)),
  }),
);

builder.mutationField('purchase', (t) =>
  t.field({
    type: PurchaseSuccess,
    description: 'Charges the balance and returns the new proxies at once, or refuses and charges nothing.',
    extensions: { charges: true },
    args: { input: t.arg({ type: PurchaseInput, required: true, description: 'What to buy.' }) },
    errors: {
      types: [...PRODUCT_ERRORS, OutOfStockError, ...CHARGE_ERRORS],
      union: { name: 'PurchaseResult', description: 'The purchase, or why there is none.' },
    },
    resolve: (_root, { input: { maxPriceUsd, ...input } }, context) =>
      answer(
        context,
        purchase(context.services, buyerOf(context), {
          ...withoutNulls(input),
          maxPrice: maxPriceUsd ?? undefined,
        }),
      ),
  }),
);

builder.mutationField('renew', (t) =>
  t.field({
    type: RenewSuccess,
    description: 'Adds a term to an order: the same proxies, with the same credentials, for longer.',
    extensions: { charges: true },
    args: { input: t.arg({ type: RenewInput, required: true, description: 'Which order to extend.' }) },
    errors: {
      types: [
        InvalidRequestError,
        OrderNotFoundError,
        NotRenewableError,
        UnknownProductError,
        InvalidPeriodError,
        ProviderError,
        ...CHARGE_ERRORS,
      ],
      union: { name: 'RenewResult', description: 'The renewal, or why there is none.' },
    },
    resolve: (_root, { input: { maxPriceUsd, orderId, ...input } }, context) =>
      answer(
        context,
        renew(context.services, buyerOf(context), {
          ...withoutNulls(input),
          orderId: Number(orderId),
          maxPrice: maxPriceUsd ?? undefined,
        }),
      ),
  }),
);

/** Notes on the request whether its answer is an earlier one's, which its door tells the client in a header. */
async function answer(context: RequestContext, work: Promise<Answered>): Promise<Sale> {
  try {
    const { sale, replayed } = await work;
    context.replayed = replayed;
    return sale;
  } catch (error) {
    context.replayed = error instanceof Error && 'replayed' in error;
    throw error;
  }
}

type WithoutNulls<T> = { [K in keyof T]: null extends T[K] ? Exclude<T[K], null> | undefined : T[K] };

/** An input field that is null asks for the same as one that is left out. */
function withoutNulls<T extends object>(input: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as WithoutNulls<T>;
}
