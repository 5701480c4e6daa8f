import type { MovementKind as Kind } from '../../billing/ledger.ts';
import { type Flaw, InvalidRequestError } from '../../kit/errors.ts';
import {
  type AccountMovement,
  describeMovement,
  productName,
  readAccountStatement,
} from '../../purchases/account-statement.ts';
import {
  MAX_SUMMED_DAYS,
  readStatementSums,
  type StatementSums,
  type Sum,
} from '../../purchases/statement-sums.ts';
import {
  type ArgumentFields,
  builder,
  enumOf,
  movementId,
  NodeRef,
  parsePosition,
  type SuccessFields,
  ViewerRef,
} from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE, STATEMENT_COMPLEXITY } from './limits.ts';
import { OrderRef, toNode } from './orders.ts';
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
    order: t.field({
      type: OrderRef,
      nullable: true,
      description:
        'What was charged or refunded for; null for a top-up or its return, for an adjustment, and for a purchase that was not delivered, or not yet.',
      resolve: async ({ movement: { work } }, _args, { readings }) => {
        const order = work?.isDelivered && (await readings.orders.load(work.orderId));
        return order ? toNode(order) : null;
      },
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

function statementArgs(t: ArgumentFields) {
  return {
    first: t.int({
      description: `How many to take from the start: 1 to ${MAX_PAGE_SIZE}, ${PAGE_SIZE} when left out.`,
    }),
    after: t.string({ description: 'Only what comes after this cursor.' }),
    from: t({ type: 'DateTime', description: 'Only movements of this instant and later ones.' }),
    to: t({ type: 'DateTime', description: 'Only movements before this instant.' }),
    kind: t({ type: MovementKind, description: 'Only movements of this kind.' }),
  };
}

const complexityOfPage = ({ first }: { first?: number | null | undefined }) => ({
  field: STATEMENT_COMPLEXITY,
  multiplier: first ?? PAGE_SIZE,
});

async function readPage(context: RequestContext, asked: Nullable<Asked>, orderId?: number) {
  const query = queryOf(withoutNulls(asked));
  const { resellerId } = callerOf(context);
  const { movements, hasMore } = await readAccountStatement(context.services.database.sql, resellerId, {
    ...query,
    orderId,
  });
  const edges = movements.map((movement) => ({
    node: toMovementNode(movement),
    cursor: toCursor(`movement:${movement.position}`),
  }));
  return {
    edges,
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: query.before !== undefined,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

builder.objectField(ViewerRef, 'statement', (t) =>
  t.field({
    type: MovementConnection,
    description: 'Every movement of the balance, newest first.',
    args: {
      ...statementArgs(t.arg),
      orderId: t.arg.id({
        description: 'Only what was charged for this order, and what came back of it.',
        validate: { schema: orderNumber },
      }),
    },
    complexity: complexityOfPage,
    resolve: (_viewer, { orderId, ...asked }, context) =>
      readPage(context, asked, orderId ? Number(orderId) : undefined),
  }),
);

builder.interfaceFields(OrderRef, (t) => ({
  paidUsd: t.field({
    type: 'USD',
    description: 'All that was paid for it: its purchase, renewals and traffic, less what came back of them.',
    resolve: async ({ id }, _args, { readings }) => (await readings.paid.load(Number(id))) ?? 0n,
  }),
  statement: t.field({
    type: MovementConnection,
    description: 'What was charged for it and what came back of that, newest first.',
    args: statementArgs(t.arg),
    complexity: complexityOfPage,
    resolve: ({ id }, asked, context) => readPage(context, asked, Number(id)),
  }),
}));

interface Asked {
  first?: number | undefined;
  after?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  kind?: Uppercase<Kind> | undefined;
}

type Nullable<Arguments> = { [Name in keyof Arguments]: Arguments[Name] | null };

/** Throws InvalidRequestError with all that is wrong. */
function queryOf({ first: limit = PAGE_SIZE, after, from, to, kind }: Asked) {
  const flaws: Flaw[] = [];
  const refuse = (argument: keyof Asked, message: string) => flaws.push({ path: [argument], message });
  if (limit < 1 || limit > MAX_PAGE_SIZE)
    refuse('first', `must be from 1 to ${MAX_PAGE_SIZE}, the most movements of a page`);
  const before = after === undefined ? undefined : positionIn(after);
  if (after !== undefined && before === undefined)
    refuse('after', 'must be a cursor that an earlier page gave');
  if (from && to && from > to) refuse('to', 'must not be before "from"');
  if (flaws.length > 0) throw new InvalidRequestError(flaws);
  return { limit, before, from, to, kind: kind && toDomainValue(kind) };
}

/** The movement's position; undefined for what is no cursor of a movement. */
function positionIn(cursor: string): number | undefined {
  const [list, position, ...more] = fromCursor(cursor).split(':');
  return list === 'movement' && more.length === 0 ? parsePosition(position) : undefined;
}

/** How much a sum has changed, in percent with one decimal; null without a sum to compare it with. */
function changeOf({ amount, previous }: Sum): number | null {
  const ratio = Number(amount) / Number(previous);
  return previous === 0n || ratio < 0 ? null : Math.round((ratio - 1) * 1_000) / 10;
}

/** Of what was spent: what the statement takes from the balance is positive here. */
const spentFields = <Row extends Sum>(t: SuccessFields<Row>) => ({
  movements: t.int({
    description: 'How many charges and returns of charges it has.',
    resolve: ({ movements }) => movements,
  }),
  spentUsd: t.field({
    type: 'USD',
    description: 'Charges less what came back of them; negative when more came back.',
    resolve: ({ amount }) => -amount,
  }),
  previousSpentUsd: t.field({
    type: 'USD',
    description: 'The same of the period before.',
    resolve: ({ previous }) => -previous,
  }),
  changePercent: t.float({
    nullable: true,
    description: 'How much more was spent than in the period before; null when nothing was spent in it.',
    resolve: changeOf,
  }),
});

const ProductSpending = builder.objectRef<StatementSums['byProduct'][number]>('ProductSpending').implement({
  description: 'What was spent on one product.',
  fields: (t) => ({
    tier: t.exposeString('tier', { description: 'As in an order; empty when it is not known any more.' }),
    type: t.exposeString('type', { description: 'As in an order; empty when it is not known any more.' }),
    name: t.string({
      description: 'The name of the product, for people. It may change.',
      resolve: async ({ tier, type }, _args, { readings }) =>
        tier ? productName(await readings.catalog(), tier, type) : 'Other',
    }),
    ...spentFields(t),
  }),
});

const CountrySpending = builder.objectRef<StatementSums['byCountry'][number]>('CountrySpending').implement({
  description: 'What was spent on proxies of one country.',
  fields: (t) => ({
    country: t.exposeString('country', {
      description: 'As in an order, ANY for any; empty when it is not known any more.',
    }),
    ...spentFields(t),
  }),
});

const KindSum = builder.objectRef<StatementSums['byKind'][number]>('MovementKindSum').implement({
  description: 'All movements of one kind.',
  fields: (t) => ({
    kind: t.field({ type: MovementKind, description: 'The kind.', resolve: ({ kind }) => toEnumValue(kind) }),
    movements: t.exposeInt('movements', { description: 'How many there are.' }),
    amountUsd: t.field({
      type: 'USD',
      description: 'Their sum; negative when more was taken from the balance than added.',
      resolve: ({ amount }) => amount,
    }),
    previousAmountUsd: t.field({
      type: 'USD',
      description: 'The same of the period before.',
      resolve: ({ previous }) => previous,
    }),
    changePercent: t.float({
      nullable: true,
      description: 'By how much the amount has grown; null when there was none in the period before.',
      resolve: changeOf,
    }),
  }),
});

const StatementSumsRef = builder.objectRef<StatementSums>('StatementSums').implement({
  description:
    'The statement of a period added up, beside the period before. The sums of each list are exact.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When the period begins.' }),
    to: t.expose('to', { type: 'DateTime', description: 'When it ends; not included.' }),
    previousFrom: t.field({
      type: 'DateTime',
      description:
        'When the period begins that it is compared with: for one that begins with a month, the same days as many months before; otherwise as many days, right before it.',
      resolve: ({ before }) => before.from,
    }),
    previousTo: t.field({
      type: 'DateTime',
      description: 'When that period ends; not included.',
      resolve: ({ before }) => before.to,
    }),
    spentUsd: t.field({
      type: 'USD',
      description: 'Charges less what came back of them.',
      resolve: ({ spent }) => -spent.amount,
    }),
    previousSpentUsd: t.field({
      type: 'USD',
      description: 'The same of the period before.',
      resolve: ({ spent }) => -spent.previous,
    }),
    changePercent: t.float({
      nullable: true,
      description: 'How much more was spent than in the period before; null when nothing was spent in it.',
      resolve: ({ spent }) => changeOf(spent),
    }),
    byProduct: t.expose('byProduct', {
      type: [ProductSpending],
      description: 'What was spent on each product in either period, the most first.',
    }),
    byCountry: t.expose('byCountry', {
      type: [CountrySpending],
      description: 'What was spent on each country in either period, the most first.',
    }),
    byKind: t.expose('byKind', {
      type: [KindSum],
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
        description: `When the period begins, at most ${MAX_SUMMED_DAYS} days before it ends; with its month when left out.`,
      }),
      to: t.arg({ type: 'DateTime', description: 'When it ends. Now when left out beside `from`.' }),
      timeZone: t.arg.string(TIME_ZONE),
    },
    complexity: STATEMENT_COMPLEXITY,
    resolve: ({ resellerId }, { from, to, timeZone }, { services, now }) => {
      const asked = { from: from ?? undefined, to: to ?? undefined, timeZone: timeZone ?? 'UTC' };
      return readStatementSums(services.database.sql, resellerId, asked, now);
    },
  }),
);
