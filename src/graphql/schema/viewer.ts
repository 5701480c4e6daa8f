import { lastPeriods, lastsUntil, type Period, paceOf } from '../../billing/spending.ts';
import type { CoinRates } from '../../catalog/catalog.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import type { Micros } from '../../kit/money.ts';
import { supportUrl } from '../../kit/program.ts';
import { builder, enumOf, NodeRef, nodeIdField, VIEWER, ViewerRef, viewerId } from './builder.ts';
import { callerOf, type RequestContext, type ViewerNode, walletOf } from './context.ts';
import { MAX_PERIODS } from './limits.ts';
import { TIME_ZONE, toDomainValue } from './values.ts';

ViewerRef.implement({
  description: 'The reseller behind the request, by its API key or by a session of the console.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(
      nodeIdField('Of the reseller, such as viewer:7', ({ resellerId }: ViewerNode) => viewerId(resellerId)),
    ),
    name: t.string({
      description: 'The name that the operator gave the reseller.',
      resolve: async (viewer, _args, context) => (await walletOf(viewer, context)).name,
    }),
    balanceUsd: t.field({
      type: 'USD',
      description: 'What can be spent now. It is topped up in the chat bot only.',
      resolve: async (viewer, _args, context) => (await walletOf(viewer, context)).balance,
    }),
    topUpUrl: t.string({
      nullable: true,
      description:
        'Where the balance is topped up: the address of the chat bot. Null when there is none, or it is not known yet.',
      resolve: (_viewer, _args, { services }) => services.chat.url ?? null,
    }),
    currency: t.string({ description: 'The currency of the balance, always USD.', resolve: () => 'USD' }),
    lowBalanceThresholdUsd: t.int({
      description: 'Whole US dollars: when the balance falls below, the chat bot sends one message.',
      resolve: async (viewer, _args, context) => (await walletOf(viewer, context)).lowBalanceThresholdUsd,
    }),
  }),
});

const CoinsRef = builder.objectRef<CoinRates & { balance: number }>('Coins').implement({
  description:
    'What purchases in the chat bot earn, and take off the price of others there. A coin is worth 0.01 USD.',
  fields: (t) => ({
    balance: t.exposeInt('balance', { description: 'How many there are to spend.' }),
    cashbackPercent: t.exposeInt('cashback', {
      description: 'Of what a purchase in the chat bot costs in money: what the buyer earns.',
    }),
    referralPercent: t.exposeInt('referral', {
      description: 'Of the same: what the one earns who has invited the buyer.',
    }),
    payablePercent: t.exposeInt('payable', {
      description: 'Of a price in the chat bot: what coins can pay.',
    }),
  }),
});

builder.objectField(ViewerRef, 'coins', (t) =>
  t.field({
    type: CoinsRef,
    description: 'The coins of the chat bot, and what earns them.',
    resolve: async ({ resellerId }, _args, context) => {
      const rates = await context.services.catalog.coinRates(callerOf(context));
      return { ...rates, balance: await context.readings.coins.load(resellerId) };
    },
  }),
);

builder.queryField('viewer', (t) => t.field(VIEWER));

builder.queryField('chatUrl', (t) =>
  t.string({
    access: 'anyone',
    nullable: true,
    description:
      'The address of the chat bot, which also signs people in to the console. Null when there is none, or it is not known yet.',
    resolve: (_root, _args, { services }) => services.chat.url ?? null,
  }),
);

builder.queryField('supportUrl', (t) =>
  t.string({
    access: 'anyone',
    nullable: true,
    description: 'Where to ask for help: an https or mailto address. Null when the operator has set none.',
    resolve: () => supportUrl() ?? null,
  }),
);

const SpendingUnit = enumOf('SpendingUnit', 'A length of time by which spending is added up.', {
  day: 'From midnight to midnight.',
  week: 'Seven days from Monday.',
  month: 'A month of the calendar.',
});

const SpendingRef = builder.objectRef<Period & { amountUsd: Micros }>('Spending').implement({
  description: 'What was spent in a day, week or month.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When it begins.' }),
    to: t.expose('to', { type: 'DateTime', description: 'When the next one begins.' }),
    amountUsd: t.expose('amountUsd', {
      type: 'USD',
      description:
        'Charges less what came back of them; negative when more of earlier charges came back than was charged.',
    }),
  }),
});

function spentIn(
  periods: readonly Period[],
  { readings: { spentBefore } }: RequestContext,
): Promise<Micros[]> {
  return Promise.all(
    periods.map(async ({ from, to }) => {
      const [before, after] = await Promise.all([
        spentBefore.load(from.getTime()),
        spentBefore.load(to.getTime()),
      ]);
      return after - before;
    }),
  );
}

builder.objectFields(ViewerRef, (t) => ({
  spending: t.field({
    type: [SpendingRef],
    description: 'What was spent in the last days, weeks or months, oldest first; the last one is under way.',
    args: {
      by: t.arg({ type: SpendingUnit, required: true, description: 'How long each of them is.' }),
      last: t.arg.int({
        required: true,
        description: `How many, the present one included: 1 to ${MAX_PERIODS}.`,
      }),
      timeZone: t.arg.string(TIME_ZONE),
    },
    complexity: ({ last }) => ({ field: 1, multiplier: last }),
    resolve: async (_viewer, { by, last, timeZone }, context) => {
      if (last < 1 || last > MAX_PERIODS)
        throw new InvalidRequestError([{ path: ['last'], message: `must be from 1 to ${MAX_PERIODS}` }]);
      const periods = lastPeriods(toDomainValue(by), last, context.now, timeZone);
      const amounts = await spentIn(periods, context);
      return periods.map((period, i) => ({ ...period, amountUsd: amounts[i] ?? 0n }));
    },
  }),
  balanceLastsUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the balance is used up at the pace of the last seven days; null when nothing was spent in them, or it lasts for more than a hundred years.',
    resolve: async (viewer, _args, context) => {
      const { now } = context;
      const [wallet, [spent = 0n]] = await Promise.all([
        walletOf(viewer, context),
        spentIn([paceOf(now)], context),
      ]);
      return lastsUntil(wallet.balance, spent, now);
    },
  }),
}));
