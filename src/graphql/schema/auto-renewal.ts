import type { InputShapeFromFields } from '@pothos/core';
import { z } from 'zod';
import { type Forecast, forecastRenewals } from '../../auto-renewal/forecast.ts';
import { setAutoRenew, termsOf } from '../../auto-renewal/set-auto-renew.ts';
import { InvalidPeriodError, UnknownProductError } from '../../catalog/errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { type AutoRenewal, planTry } from '../../orders/auto-renewals.ts';
import { NotRenewableError, OrderNotFoundError } from '../../orders/errors.ts';
import {
  type AutoSpending,
  readAutoSpending,
  readSpendingLimits,
  type SpendingLimits,
  setSpendingLimits,
} from '../../purchases/spending-limits.ts';
import { builder, type InputFields, mutation, ViewerRef } from './builder.ts';
import { buyerOf, callerOf } from './context.ts';
import { FORECAST_COMPLEXITY } from './limits.ts';
import { selectionFields, selectionOf } from './order-list.ts';
import { type OrderNode, OrderRef, orderField, toNode } from './orders.ts';
import { textField, withoutNulls } from './values.ts';

const RefusalRef = builder.objectRef<NonNullable<AutoRenewal['refusal']>>('RenewalRefusal').implement({
  description: 'Why a renewal by itself was refused.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'Such as price_changed, spending_limit_reached, insufficient_balance or until_reached.',
    }),
    message: t.exposeString('message', { description: 'What was wrong, and what to do.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was tried.' }),
  }),
});

const AutoRenewRef = builder.objectRef<AutoRenewal & { order: OrderNode }>('AutoRenew').implement({
  description:
    'How an order renews itself: it is tried 48, 24, 6 and 1 hours before its end, each within half an hour, and once after it.',
  fields: (t) => ({
    period: t.exposeString('period', { description: 'The `code` of the term that is added.' }),
    maxPriceUsd: t.expose('maxPrice', {
      type: 'USD',
      description: 'The most to pay for a renewal of the whole order.',
    }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'The latest end that a renewal may reach; null for any.',
    }),
    nextTryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next; null when it is not tried any more for the present end.',
      resolve: ({ order, tried }, _args, { now }) => {
        const expiresAt = order.expiresAt === null ? null : new Date(order.expiresAt);
        const { due, nextAt } = planTry({ ...order, id: Number(order.id), expiresAt }, tried, now);
        return due ? now : nextAt;
      },
    }),
    lastRefusal: t.expose('refusal', {
      type: RefusalRef,
      nullable: true,
      description: 'Why the last try was refused; null when it was not, or there was none.',
    }),
  }),
});

builder.interfaceField(OrderRef, 'autoRenew', (t) =>
  t.field({
    type: AutoRenewRef,
    nullable: true,
    description: 'How it renews itself; null when it does not.',
    resolve: async (order, _args, { readings }) => {
      const terms = await readings.autoRenewals.load(Number(order.id));
      return terms ? { ...terms, order } : null;
    },
  }),
);

/** Of these the answer has each; a client reads the others by their ids. */
const MAX_ANSWERED = 50;

export function switchFields(t: InputFields) {
  return {
    ...selectionFields(t),
    enabled: t.boolean({
      required: true,
      description: 'false switches it off, whatever the following are.',
    }),
    period: t.string(
      textField('The `code` of a term that each of them is sold in. Required to switch it on.'),
    ),
    maxPriceUsd: t.field({
      type: 'USD',
      description:
        'The most to pay for a renewal of a whole order; above it the try is refused. Required to switch it on.',
    }),
    until: t.field({
      type: 'DateTime',
      description: 'The latest end that a renewal may reach; any when left out.',
    }),
  };
}

type Switch = InputShapeFromFields<ReturnType<typeof switchFields>>;

/** By which terms orders are to renew themselves; null when they are not to. Throws InvalidRequestError. */
export function switchedTo({ enabled, period, maxPriceUsd: maxPrice, until }: Switch, now: Date) {
  return enabled ? termsOf(withoutNulls({ period, maxPrice, until }), now) : null;
}

mutation('setAutoRenew', {
  description:
    'Has orders renew themselves, or not any more: all that are named, or none of them. What was refused before is tried anew, at once if a try is due.',
  input: {
    description: 'Orders, and how they are to renew themselves.',
    fields: switchFields,
  },
  resolve: async (_root, { input }, context) => {
    const terms = switchedTo(input, context.now);
    return { orderIds: await setAutoRenew(context.services, buyerOf(context), selectionOf(input), terms) };
  },
  success: {
    description: 'It holds for all of the orders.',
    fields: (t) => ({
      count: t.int({ description: 'How many they are.', resolve: ({ orderIds }) => orderIds.length }),
      orders: t.field({
        type: [OrderRef],
        description: `The orders as they are now, the first ${MAX_ANSWERED} of them.`,
        complexity: { field: 1, multiplier: MAX_ANSWERED },
        resolve: async ({ orderIds }, _args, { readings }) => {
          const found = await Promise.all(
            orderIds.slice(0, MAX_ANSWERED).map((id) => readings.orders.load(id)),
          );
          return found.flatMap((order) => (order ? [toNode(order)] : []));
        },
      }),
    }),
  },
  refusals: [
    InvalidRequestError,
    OrderNotFoundError,
    NotRenewableError,
    UnknownProductError,
    InvalidPeriodError,
  ],
  result: 'The orders, or why nothing is changed.',
});

const SpendingLimitRef = builder.objectRef<SpendingLimits & AutoSpending>('SpendingLimit').implement({
  description:
    'What renewals by themselves may spend, by UTC days and months, and have spent. What was refunded is not spent.',
  fields: (t) => ({
    perDayUsd: t.expose('perDay', {
      type: 'USD',
      nullable: true,
      description: 'In a day; null for any amount.',
    }),
    perMonthUsd: t.expose('perMonth', {
      type: 'USD',
      nullable: true,
      description: 'In a month; null for any amount.',
    }),
    spentTodayUsd: t.expose('today', { type: 'USD', description: 'Since the day began.' }),
    spentThisMonthUsd: t.expose('thisMonth', { type: 'USD', description: 'Since the month began.' }),
  }),
});

builder.objectField(ViewerRef, 'spendingLimit', (t) =>
  t.field({
    type: SpendingLimitRef,
    description: 'What renewals by themselves may spend.',
    resolve: async ({ resellerId }, _args, { services: { database }, now }) => ({
      ...(await readSpendingLimits(database.sql, resellerId)),
      ...(await readAutoSpending(database.sql, resellerId, now)),
    }),
  }),
);

mutation('setSpendingLimit', {
  description: 'Sets what renewals by themselves may spend, from the next one on.',
  input: {
    description: 'Both limits as they are to be. Null, and what is left out, is no limit; 0 allows nothing.',
    argument: 'The limits.',
    fields: (t) => ({
      perDayUsd: t.field({ type: 'USD', description: 'In a UTC day.' }),
      perMonthUsd: t.field({ type: 'USD', description: 'In a UTC month.' }),
    }),
  },
  resolve: async (_root, { input: { perDayUsd = null, perMonthUsd = null } }, context) => {
    const { resellerId } = callerOf(context);
    const limits = { perDay: perDayUsd, perMonth: perMonthUsd };
    await setSpendingLimits(context.services.database.sql, resellerId, limits);
    return {};
  },
  success: { description: 'The limits hold; `viewer.spendingLimit` has them.', fields: () => ({}) },
  refusals: [InvalidRequestError],
  result: 'The limits, or why they are not set.',
});

const ForecastDayRef = builder.objectRef<Forecast['days'][number]>('RenewalForecastDay').implement({
  description: 'What renews itself on a day, if the balance covers it.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The UTC day.' }),
    count: t.exposeInt('count', { description: 'How many renewals there are.' }),
    totalUsd: t.expose('total', { type: 'USD', description: 'What they cost at today’s prices.' }),
    balanceUsd: t.expose('balance', {
      type: 'USD',
      description: 'The balance after them, if no money comes; negative by what is missing.',
    }),
  }),
});

const LostOrderRef = builder.objectRef<Forecast['lost'][number]>('LostOrder').implement({
  description: 'An order that ends although it is to renew itself.',
  fields: (t) => ({
    order: orderField(t, 'The order.', ({ orderId }) => orderId),
    code: t.exposeString('code', { description: 'Why its last try is refused, as in `RenewalRefusal`.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Its end.' }),
  }),
});

const ForecastRef = builder.objectRef<Forecast>('RenewalForecast').implement({
  description:
    'What renewals by themselves cost from now on at today’s prices, with those that follow from them.',
  fields: (t) => ({
    days: t.expose('days', { type: [ForecastDayRef], description: 'UTC days from today on.' }),
    coveredUntil: t.expose('coveredUntil', {
      type: 'Date',
      nullable: true,
      description: 'The last day whose renewals the balance covers; null when not even today’s.',
    }),
    lost: t.expose('lost', {
      type: [LostOrderRef],
      description: 'Orders that end with what is set and the balance there is, the soonest 100.',
      complexity: { field: 1, multiplier: 20 },
    }),
    lostCount: t.exposeInt('lostCount', { description: 'How many they are.' }),
  }),
});

const MAX_FORECAST_DAYS = 90;
const forecastDays = z
  .int()
  .min(1, `must be from 1 to ${MAX_FORECAST_DAYS}`)
  .max(MAX_FORECAST_DAYS, `must be from 1 to ${MAX_FORECAST_DAYS}`);

builder.queryField('renewalForecast', (t) =>
  t.field({
    type: ForecastRef,
    description: 'What renewals by themselves will cost, and what they will not save.',
    args: {
      days: t.arg.int({
        required: true,
        defaultValue: 30,
        description: `How many UTC days, today included: 1 to ${MAX_FORECAST_DAYS}.`,
        validate: { schema: forecastDays },
      }),
    },
    complexity: FORECAST_COMPLEXITY,
    resolve: (_root, { days }, context) => forecastRenewals(context.services, buyerOf(context), days),
  }),
);
