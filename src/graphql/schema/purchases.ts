import {
  InvalidCountryError,
  InvalidOptionError,
  InvalidPeriodError,
  InvalidQuantityError,
  OutOfStockError,
  ProviderError,
  UnknownProductError,
} from '../../catalog/errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { purchase } from '../../purchases/purchase.ts';
import { type Quote, quote } from '../../purchases/quote.ts';
import type { OrderSale } from '../../purchases/sale.ts';
import { builder } from './builder.ts';
import {
  answer,
  CHARGE_ERRORS,
  CHARGED_USD,
  chargeFields,
  type InputFields,
  orderOf,
  REPLAYED,
  withoutNulls,
} from './charged-mutation.ts';
import { buyerOf } from './context.ts';
import { text } from './inputs.ts';
import { OrderRef } from './orders.ts';
import { withDomainValues } from './luxury.ts';
import { PurchaseOptions } from './purchase-options.ts';
import { VIEWER } from './viewer.ts';

const PRODUCT_ERRORS = [
  InvalidRequestError,
  UnknownProductError,
  InvalidPeriodError,
  InvalidQuantityError,
  InvalidCountryError,
  InvalidOptionError,
  ProviderError,
];

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

const PurchaseSuccess = builder.objectRef<OrderSale>('PurchaseSuccess').implement({
  description: 'The order is delivered and charged.',
  fields: (t) => ({
    order: t.field({
      type: OrderRef,
      description: 'The new order as it was at its delivery.',
      resolve: orderOf,
    }),
    chargedUsd: t.expose('charged', { type: 'USD', description: CHARGED_USD }),
    replayed: t.boolean(REPLAYED),
    viewer: t.field(VIEWER),
  }),
});

/** What both a purchase and a quote take. */
function wantedFields(t: InputFields) {
  const wanted = (description: string) =>
    t.string({ required: true, description, validate: { schema: text } });
  return {
    tier: wanted('The `code` of a tier.'),
    type: wanted('The `code` of a type within the tier.'),
    country: wanted('ISO 3166-1 alpha-2; ANY for Luxury types.'),
    period: wanted('The `code` of a term or volume of the type.'),
    quantity: t.int({ description: 'How many proxies, 1 when left out; always 1 for traffic.' }),
    options: t.field({ type: PurchaseOptions, description: 'For Luxury types only.' }),
  };
}

const QuoteInput = builder.inputType('QuoteInput', {
  description: 'The purchase to be priced.',
  fields: wantedFields,
});

const PurchaseInput = builder.inputType('PurchaseInput', {
  description: 'The product, where it is from, and how much of it.',
  fields: (t) => ({
    ...wantedFields(t),
    ...chargeFields(t),
  }),
});

builder.queryField('quote', (t) =>
  t.field({
    type: QuoteRef,
    description: 'What a purchase would cost now, what is in stock, and whether the balance covers it.',
    args: { input: t.arg({ type: QuoteInput, required: true, description: 'The purchase to be priced.' }) },
    errors: {
      types: PRODUCT_ERRORS,
      union: { name: 'QuoteResult', description: 'The quote, or why there is none.' },
    },
    resolve: (_root, { input }, context) => quote(context.services, buyerOf(context), wantedOf(input)),
  }),
);

builder.mutationField('purchase', (t) =>
  t.field({
    type: PurchaseSuccess,
    description: 'Charges the balance and returns the new proxies at once, or refuses and charges nothing.',
    extensions: { charges: true },
    args: {
      input: t.arg({
        type: PurchaseInput,
        required: true,
        description: 'The product, where it is from, and how much of it.',
      }),
    },
    errors: {
      types: [...PRODUCT_ERRORS, OutOfStockError, ...CHARGE_ERRORS],
      union: { name: 'PurchaseResult', description: 'The purchase, or why there is none.' },
    },
    resolve: (_root, { input: { maxPriceUsd, ...input } }, context) =>
      answer(
        context,
        purchase(context.services, buyerOf(context), {
          ...wantedOf(input),
          maxPrice: maxPriceUsd ?? undefined,
        }),
      ),
  }),
);

function wantedOf<Input extends { options?: object | null | undefined }>({ options, ...input }: Input) {
  return { ...withoutNulls(input), options: options ? withoutNulls(withDomainValues(options)) : undefined };
}
