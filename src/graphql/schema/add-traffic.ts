import { InvalidPeriodError, ProviderError, UnknownProductError } from '../../catalog/errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { NotLuxuryError, OrderNotFoundError } from '../../orders/errors.ts';
import { addTraffic } from '../../purchases/add-traffic.ts';
import type { TrafficSale } from '../../purchases/sale.ts';
import { builder } from './builder.ts';
import {
  answer,
  CHARGE_ERRORS,
  CHARGED_USD,
  chargeFields,
  REPLAYED,
  withoutNulls,
} from './charged-mutation.ts';
import { buyerOf } from './context.ts';
import { ORDER_ID, requiredText } from './inputs.ts';
import { LuxuryOrderRef } from './luxury.ts';
import { toNode } from './orders.ts';
import { TrafficRef } from './luxury.ts';
import { VIEWER } from './viewer.ts';

const AddTrafficSuccess = builder.objectRef<TrafficSale>('AddTrafficSuccess').implement({
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
    chargedUsd: t.expose('charged', { type: 'USD', description: CHARGED_USD }),
    replayed: t.boolean(REPLAYED),
    viewer: t.field(VIEWER),
  }),
});

const AddTrafficInput = builder.inputType('AddTrafficInput', {
  description: 'A Luxury order, and the volume to add to it.',
  fields: (t) => ({
    orderId: t.id(ORDER_ID),
    period: t.string(requiredText('The `code` of a volume that the order’s type is sold in.')),
    ...chargeFields(t),
  }),
});

builder.mutationField('addTraffic', (t) =>
  t.field({
    type: AddTrafficSuccess,
    description:
      'Adds GB to a Luxury order: the same login, for longer. An exhausted order works again at once.',
    extensions: { charges: true },
    args: {
      input: t.arg({ type: AddTrafficInput, required: true, description: 'The order and the volume.' }),
    },
    errors: {
      types: [
        InvalidRequestError,
        OrderNotFoundError,
        NotLuxuryError,
        UnknownProductError,
        InvalidPeriodError,
        ProviderError,
        ...CHARGE_ERRORS,
      ],
      union: { name: 'AddTrafficResult', description: 'The addition, or why there is none.' },
    },
    resolve: (_root, { input: { maxPriceUsd, orderId, ...input } }, context) =>
      answer(
        context,
        addTraffic(context.services, buyerOf(context), {
          ...withoutNulls(input),
          orderId: Number(orderId),
          maxPrice: maxPriceUsd ?? undefined,
        }),
      ),
  }),
);
