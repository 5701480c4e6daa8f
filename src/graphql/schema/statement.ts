import type { MovementKind as Kind } from '../../billing/ledger.ts';
import { type Flaw, InvalidRequestError } from '../../kit/errors.ts';
import {
  type AccountMovement,
  type ChargedWork,
  describeMovement,
  readAccountStatement,
} from '../../purchases/account-statement.ts';
import {
  MAX_SUMMED,
  MAX_SUMMED_DAYS,
  readStatementSums,
  type StatementSums,
  type Sum,
} from '../../purchases/statement-sums.ts';
import { builder, enumOf, movementId, NodeRef, parsePosition, ViewerRef } from './builder.ts';
import { forwardPage } from './events.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE, STATEMENT_COMPLEXITY, sumsOfStatement } from './limits.ts';
import { OrderRef, orderField } from './orders.ts';
import {
  fromCursor,
  orderNumber,
  TIME_ZONE,
  toCursor,
  toDomainValue,
  toEnumValue,
  withoutNulls,
} from './values.ts';

const MovementKind = enumOf(
  'MovementKind',
  'Why a balance changed. Values may be added: show the description of a movement of an unknown kind.',
  {
    purchase: 'A charge for a new order.',
    renewal: 'A charge for more days of an order.',
    traffic: 'A charge for more traffic of a Luxury order.',
    refund: 'A charge that came back, because what it was for was not delivered.',
    top_up: 'A payment that was added to the balance.',
    payment_refund:
      'A payment that was taken from the balance and given back to its payer. A positive amount: it could not be given back, and is on the balance again.',
    operation_refund: 'A part of a charge, or all of it, that the operator has given back; the order stays.',
    adjustment:
      'What the operator has added to the balance or, if it is negative, taken from it, for the reason in the description.',
  } satisfies Record<Kind, string>,
);

const ChargedWorkRef = builder.objectRef<ChargedWork>('ChargedWork').implement({
  description: 'What somebody was charged for, whether or not it was delivered.',
  fields: (t) => ({
    kind: t.field({
      type: MovementKind,
      description: 'PURCHASE, RENEWAL or TRAFFIC; values may be added.',
      resolve: ({ kind }) => toEnumValue(kind),
    }),
    orderId: t.id({
      description: 'The number that its order has, or would have if it had been delivered.',
      resolve: ({ orderId }) => String(orderId),
    }),
    product: t.field({
      type: builder.objectRef<NonNullable<ChargedWork['product']>>('ChargedProduct').implement({
        description: 'The codes of what was bought, or of what the order is that was renewed or got traffic.',
        fields: (of) => ({
          tier: of.exposeString('tier', { description: 'The code of its tier.' }),
          type: of.exposeString('type', { description: 'The code of its type.' }),
          country: of.exposeString('country', { description: 'ISO 3166-1 alpha-2, or ANY.' }),
          quantity: of.exposeInt('quantity', { description: 'How many proxies; 1 for traffic.' }),
        }),
      }),
      nullable: true,
      description: 'Null when it is not known any more.',
      resolve: ({ product }) => product,
    }),
    days: t.exposeInt('days', { nullable: true, description: 'The term; null for traffic.' }),
    gb: t.exposeInt('gb', {
      nullable: true,
      description: 'The volume in GB of 2^30 bytes; null for a term.',
    }),
    coins: t.exposeInt('coins', { description: 'Coins that took a part off the price, a cent each.' }),
  }),
});

export function toMovementNode(movement: AccountMovement) {
  const { resellerId, position, kind, amount, balanceAfter, reference } = movement;
  return {
    id: movementId(resellerId, position),
    at: new Date(Math.floor(position / 1_000)),
    kind: toEnumValue(kind),
    amountUsd: amount,
    balanceAfterUsd: balanceAfter,
    reference,
    movement,
  };
}

const MovementRef = builder.objectRef<ReturnType<typeof toMovementNode>>('Movement').implement({
  description:
    'One change of the balance: a charge, a refund, a top-up, a payment that was given back, or a correction by the operator.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Such as movement:7/1790000000000000; unique in the whole schema.',
    }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'When the balance changed. A movement is never earlier than the one before it.',
    }),
    kind: t.expose('kind', { type: MovementKind, description: 'Why the balance changed.' }),
    amountUsd: t.expose('amountUsd', {
      type: 'USD',
      description: 'What was added to the balance; negative when it was taken from it.',
    }),
    balanceAfterUsd: t.expose('balanceAfterUsd', {
      type: 'USD',
      description:
        'The balance right after the movement: that after the movement before it, plus the amount. After the newest one it is the balance.',
    }),
    order: orderField(
      t,
      'What was charged or refunded for; null for a top-up or its return, for an adjustment, and for a purchase that was not delivered, or not yet.',
      ({ movement: { work } }) => (work?.isDelivered ? work.orderId : null),
    ),
    work: t.field({
      type: ChargedWorkRef,
      nullable: true,
      description: 'What was charged for, or came back of it; null for anything else.',
      resolve: ({ movement: { work } }) => work,
    }),
    reason: t.string({
      nullable: true,
      description: 'Why the operator corrected the balance, or gave a charge back; null for anything else.',
      resolve: ({ movement: { reason } }) => reason,
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        'The name of the payment of a top-up, or that of a correction by the operator; null for anything else.',
    }),
    description: t.string({
      description:
        'What it was for, for people, such as "Premium IPv4 HTTP, US, 30 days, 5 proxies". It may change.',
      resolve: async ({ movement }, _args, { readings }) =>
        describeMovement(movement, await readings.catalog()),
    }),
  }),
});

const MovementConnection = builder.connectionObject(
  { type: MovementRef, name: 'MovementConnection', description: 'A page of an account statement.' },
  { name: 'MovementEdge', description: 'A movement’s place in the account statement.' },
);

builder.objectField(ViewerRef, 'statement', (t) =>
  t.field({
    type: MovementConnection,
    description: 'Every movement of the balance, newest first.',
    args: {
      first: t.arg.int({
        description: `How many to take from the start: 1 to ${MAX_PAGE_SIZE}, ${PAGE_SIZE} when left out.`,
      }),
      after: t.arg.string({ description: 'Only what comes after this cursor.' }),
      from: t.arg({ type: 'DateTime', description: 'Only movements of this instant and later ones.' }),
      to: t.arg({ type: 'DateTime', description: 'Only movements before this instant.' }),
      kind: t.arg({ type: MovementKind, description: 'Only movements of this kind.' }),
      orderId: t.arg.id({
        description: 'Only what was charged for this order, and what came back of it.',
        validate: { schema: orderNumber },
      }),
    },
    complexity: ({ first }) => ({ field: STATEMENT_COMPLEXITY, multiplier: first ?? PAGE_SIZE }),
    resolve: async ({ resellerId }, asked, { listed }) => {
      const query = queryOf(withoutNulls(asked));
      const { movements, hasMore } = await readAccountStatement(listed, resellerId, query);
      const cursorOf = ({ movement }: { movement: AccountMovement }) =>
        toCursor(`movement:${movement.position}`);
      return forwardPage(movements.map(toMovementNode), cursorOf, { hasMore, after: query.before });
    },
  }),
);

interface Asked {
  first?: number | undefined;
  after?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  kind?: Uppercase<Kind> | undefined;
  orderId?: string | undefined;
}

/** Throws InvalidRequestError with all that is wrong. */
function queryOf({ first: limit = PAGE_SIZE, after, from, to, kind, orderId }: Asked) {
  const flaws: Flaw[] = [];
  const refuse = (argument: keyof Asked, message: string) => flaws.push({ path: [argument], message });
  if (limit < 1 || limit > MAX_PAGE_SIZE)
    refuse('first', `must be from 1 to ${MAX_PAGE_SIZE}, the most movements of a page`);
  const before = after === undefined ? undefined : positionIn(after);
  if (after !== undefined && before === undefined)
    refuse('after', 'must be a cursor that an earlier page gave');
  if (from && to && from > to) refuse('to', 'must not be before "from"');
  if (flaws.length > 0) throw new InvalidRequestError(flaws);
  return {
    limit,
    before,
    from,
    to,
    kind: kind && toDomainValue(kind),
    orderId: orderId === undefined ? undefined : Number(orderId),
  };
}

/** The movement's position; undefined for what is no cursor of a movement. */
function positionIn(cursor: string): number | undefined {
  const [list, position, ...more] = fromCursor(cursor).split(':');
  return list === 'movement' && more.length === 0 ? parsePosition(position) : undefined;
}

builder.interfaceFields(OrderRef, (t) => ({
  paidUsd: t.field({
    type: 'USD',
    description: 'All that was paid for it: its purchase, renewals and traffic, less what came back of them.',
    resolve: async ({ id }, _args, { readings }) => (await readings.paid.load(Number(id))) ?? 0n,
  }),
}));

const StatementSumRef = builder.objectRef<Sum>('StatementSum').implement({
  description: 'Movements that have a product, a country or a kind in common; what they have not is null.',
  fields: (t) => ({
    tier: t.exposeString('tier', { nullable: true, description: 'As in an order.' }),
    type: t.exposeString('type', { nullable: true, description: 'As in an order.' }),
    country: t.exposeString('country', { nullable: true, description: 'As in an order, ANY for any.' }),
    kind: t.field({
      type: MovementKind,
      nullable: true,
      description: 'Why the balance changed.',
      resolve: ({ kind }) => kind && toEnumValue(kind),
    }),
    movements: t.exposeInt('movements', { description: 'How many there are.' }),
    amountUsd: t.expose('amount', {
      type: 'USD',
      description: 'What they added to the balance; negative when more was taken from it.',
    }),
    previousAmountUsd: t.expose('previous', { type: 'USD', description: 'The same of the period before.' }),
  }),
});

const spent = (sums: readonly Sum[], of: 'amount' | 'previous') =>
  sums.reduce((total, sum) => total - sum[of], 0n);

const StatementSumsRef = builder.objectRef<StatementSums>('StatementSums').implement({
  description: 'The statement of a period added up, beside the period before.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When the period begins.' }),
    to: t.expose('to', { type: 'DateTime', description: 'When it ends; not included.' }),
    previousFrom: t.field({
      type: 'DateTime',
      description:
        'When the period begins that it is compared with: for one from the first of a month, the same days as many months before; otherwise as many days, right before it.',
      resolve: ({ before }) => before.from,
    }),
    previousTo: t.field({
      type: 'DateTime',
      description: 'When that period ends; not included.',
      resolve: ({ before }) => before.to,
    }),
    spentUsd: t.field({
      type: 'USD',
      description: 'Charges less what came back of them; negative when more came back.',
      resolve: ({ byProduct }) => spent(byProduct, 'amount'),
    }),
    previousSpentUsd: t.field({
      type: 'USD',
      description: 'The same of the period before.',
      resolve: ({ byProduct }) => spent(byProduct, 'previous'),
    }),
    byProduct: t.expose('byProduct', {
      type: [StatementSumRef],
      description: 'Charges, and what came back of them, of each product in either period, the most first.',
    }),
    byCountry: t.expose('byCountry', { type: [StatementSumRef], description: 'The same of each country.' }),
    byKind: t.expose('byKind', {
      type: [StatementSumRef],
      description: 'All movements of either period by their kind, top-ups included.',
    }),
  }),
});

builder.objectField(ViewerRef, 'statementSums', (t) =>
  t.field({
    type: StatementSumsRef,
    description:
      'Where the money went: the statement of a period by product, country and kind. Last month when no period is given.',
    args: {
      from: t.arg({
        type: 'DateTime',
        description: `When the period begins, at most ${MAX_SUMMED_DAYS} days before it ends, and such that it and the one before have at most ${MAX_SUMMED} movements; with its month when left out.`,
      }),
      to: t.arg({ type: 'DateTime', description: 'When it ends. Now when left out beside `from`.' }),
      timeZone: t.arg.string(TIME_ZONE),
    },
    complexity: sumsOfStatement,
    resolve({ resellerId }, { timeZone, ...period }, { listed, now }, { operation }) {
      if (operation.operation === 'subscription')
        throw new InvalidRequestError([
          { path: ['statementSums'], message: 'is for queries: ask when an event says so' },
        ]);
      return readStatementSums(listed, resellerId, { timeZone, ...withoutNulls(period) }, now);
    },
  }),
);
