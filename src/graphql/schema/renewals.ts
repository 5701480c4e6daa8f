import { InvalidPeriodError, ProviderError, UnknownProductError } from '../../catalog/errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { NotRenewableError, OrderNotFoundError } from '../../orders/errors.ts';
import { renew } from '../../purchases/renew.ts';
import type { OrderSale } from '../../purchases/sale.ts';
import { builder } from './builder.ts';
import {
  answer,
  CHARGE_ERRORS,
  CHARGED_USD,
  chargeFields,
  orderOf,
  REPLAYED,
  withoutNulls,
} from './charged-mutation.ts';
import { buyerOf } from './context.ts';
import { ORDER_ID, requiredText } from './inputs.ts';
import { OrderRef } from './orders.ts';
import { VIEWER } from './viewer.ts';

const RenewSuccess = builder.objectRef<OrderSale>('RenewSuccess').implement({
  description: 'The order is extended, and its renewal is charged.',
  fields: (t) => ({
    order: t.field({
      type: OrderRef,
      description: 'The order as it was when it was renewed, with its new end. Its proxies do not change.',
      resolve: orderOf,
    }),
    chargedUsd: t.expose('charged', { type: 'USD', description: CHARGED_USD }),
    replayed: t.boolean(REPLAYED),
    viewer: t.field(VIEWER),
  }),
});

const RenewInput = builder.inputType('RenewInput', {
  description: 'An order, and the term to add to it.',
  fields: (t) => ({
    orderId: t.id(ORDER_ID),
    period: t.string(requiredText('The `code` of a term that the order’s type is sold in; it is added to the current term.')),
    ...chargeFields(t),
  }),
});

builder.mutationField('renew', (t) =>
  t.field({
    type: RenewSuccess,
    description:
      'Adds a term to an order: the same proxies, with the same credentials, for longer. An order that has ended may go on ' +
      'from its old end: then the time since is a part of the term. `expiresAt` is the end that you have.',
    extensions: { charges: true },
    args: { input: t.arg({ type: RenewInput, required: true, description: 'The order and the term.' }) },
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
