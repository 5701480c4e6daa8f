import { type Expression, expressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { type ChargeKind, MOVEMENT_KINDS, type MovementKind } from '../billing/ledger.ts';
import {
  type Movement,
  type MovementRange,
  type MovementRow,
  movementsAt,
  newestMovements,
  newestMovementsOf,
  takenBy,
} from '../billing/movements.ts';
import { wayOf } from '../billing/top-ups.ts';
import { productIn, type Tier } from '../catalog/catalog.ts';
import { instantText } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { jsonText, statement, unnest } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';

export interface AccountMovement extends Movement {
  /** Null for a top-up, its return and an adjustment. */
  work: ChargedWork | null;
}

/** What an operation was charged for, as its request says it. */
export interface ChargedWork {
  kind: ChargeKind;
  /** The number that its order has, or would have if it had been delivered. */
  orderId: number;
  /** Whether that order exists. */
  isDelivered: boolean;
  /** What was bought; of a renewal and of added traffic, what their order is. Null when neither is known. */
  product: { tier: string; type: string; country: string; quantity: number } | null;
  /** The term in days, or the volume in GB. */
  days: number | null;
  gb: number | null;
  /** Coins that took a part off the price. */
  coins: number;
  /** What its reseller has written on the order by now. */
  label: string | null;
  customer: string | null;
}

/** Newest first. */
export interface StatementPage {
  movements: AccountMovement[];
  /** Whether the range has older movements. */
  hasMore: boolean;
}

export interface StatementQuery {
  kind?: MovementKind | undefined;
  /** Only what was charged for this order, and came back of it. */
  orderId?: number | undefined;
  from?: Date | undefined;
  /** Not included. */
  to?: Date | undefined;
  /** Only movements before this position, which come after it in the list. */
  before?: number | undefined;
  limit: number;
}

const selectNewest = statement<MovementRange>()((db, values) => withWork(db, newestMovements(values)));
const selectOfOrder = statement<MovementRange & { orderId: number }>()((db, values) =>
  withWork(db, newestMovementsOf(values, operationsOf(db, values))),
);
const selectAt = statement<{ resellerId: number; instants: readonly string[] }>()((db, values) =>
  withWork(db, movementsAt(values)),
);

/** A page of a reseller's movements, in one SQL statement that costs the same at any number of them. */
export async function readAccountStatement(
  sqlClient: Sql,
  resellerId: number,
  { kind, orderId, from, to, before, limit }: StatementQuery,
): Promise<StatementPage> {
  const ends = [...(to ? [to.getTime() * 1_000] : []), ...(before === undefined ? [] : [before])];
  const range = {
    resellerId,
    kinds: kind ? [kind] : MOVEMENT_KINDS,
    from: from?.toISOString() ?? '-infinity',
    before: ends.length > 0 ? instantText(Math.min(...ends)) : 'infinity',
    // One more than the page has: it shows whether there are more.
    rows: limit + 1,
  };
  const rows = await (orderId === undefined
    ? selectNewest(sqlClient, range)
    : selectOfOrder(sqlClient, { ...range, orderId }));
  return { movements: rows.slice(0, limit).map(toAccountMovement), hasMore: rows.length > limit };
}

/** The movements of a reseller at some positions, in no order. Those that do not exist are missing. */
export async function findMovements(
  sqlClient: Sql,
  resellerId: number,
  positions: readonly number[],
): Promise<AccountMovement[]> {
  const rows = await selectAt(sqlClient, { resellerId, instants: positions.map(instantText) });
  return rows.map(toAccountMovement);
}

/** The operations that were charged for an order, those that are deleted included; some are twice in it. */
function operationsOf(
  db: Kysely<Tables>,
  { resellerId, orderId }: { resellerId: Expression<number>; orderId: Expression<number> },
) {
  return db
    .selectFrom('orders as b')
    .select('b.operation_id')
    .where('b.reseller_id', '=', resellerId)
    .where('b.id', '=', orderId)
    .unionAll(
      db
        .selectFrom('operations as o')
        .select('o.id as operation_id')
        .where('o.reseller_id', '=', resellerId)
        .where('o.order_id', '=', orderId)
        .where('o.kind', '<>', sql.lit('purchase' as const)),
    )
    .unionAll(
      db
        .selectFrom('charged_work as c')
        .select('c.operation_id')
        .where('c.reseller_id', '=', resellerId)
        .where('c.order_id', '=', orderId),
    );
}

const selectPaid = statement<{ resellerId: number; orderIds: readonly number[] }>()(
  (db, { resellerId, orderIds }) => {
    const orderId = sql.ref<number>('i.order_id');
    return db
      .selectFrom(unnest<{ order_id: number }, 'i'>('i', { order_id: [orderIds, 'bigint'] }))
      .select('i.order_id as orderId')
      .select(takenBy(resellerId, operationsOf(db, { resellerId, orderId })).as('paid'));
  },
);

/** What was paid for each order, less what came back, in one SQL statement. */
export async function readPaid(
  sqlClient: Sql,
  resellerId: number,
  orderIds: readonly number[],
): Promise<Map<number, Micros>> {
  const rows = await selectPaid(sqlClient, { resellerId, orderIds });
  return new Map(rows.map(({ orderId, paid }) => [orderId, BigInt(paid ?? 0)]));
}

/**
 * Joins the operation and its order to each movement. The planner does not know how few movements these are,
 * nor how many orders there will be: the limits leave it no other way than to read an index once for each.
 */
export function withWork(db: Kysely<Tables>, movements: RawBuilder<MovementRow>) {
  return db
    .selectFrom(movements.as('m'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('operations as o')
          .select(['o.kind as work', 'o.order_id as orderId'])
          .select(({ ref }) => requestColumns(ref('o.request')))
          .whereRef('o.id', '=', 'm.operationId')
          // Read only where there is no operation any more.
          .unionAll(
            eb
              .selectFrom('charged_work as c')
              .select(['c.kind as work', 'c.order_id as orderId', 'c.tier', 'c.type', 'c.country'])
              .select(['c.quantity', 'c.days', 'c.gb', 'c.coins'])
              .whereRef('c.operation_id', '=', 'm.operationId'),
          )
          .limit(sql.lit(1))
          .as('w'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('orders as d')
          .select(['d.id', 'd.tier', 'd.type', 'd.country', 'd.quantity', 'd.label', 'd.customer'])
          .whereRef('d.reseller_id', '=', 'm.resellerId')
          .whereRef('d.id', '=', 'w.orderId')
          .limit(sql.lit(1))
          .as('d'),
      (join) => join.onTrue(),
    )
    .selectAll('m')
    .select(({ fn }) => [
      'w.work',
      'w.orderId',
      'd.id as deliveredId',
      'd.label',
      'd.customer',
      fn.coalesce('w.tier', 'd.tier').as('tier'),
      fn.coalesce('w.type', 'd.type').as('type'),
      fn.coalesce('w.country', 'd.country').as('country'),
      fn.coalesce('w.quantity', 'd.quantity').as('quantity'),
      'w.days',
      'w.gb',
      'w.coins',
    ])
    .orderBy('m.position', 'desc');
}

/** What an operation was charged for, in the columns of the table that keeps it when it is deleted. */
export function requestColumns(request: Expression<unknown>) {
  const { cast, fn, lit } = expressionBuilder<Tables>();
  const integer = (...path: string[]) => cast<number | null>(jsonText(request, ...path), 'integer');
  return [
    jsonText(request, 'tier').as('tier'),
    jsonText(request, 'type').as('type'),
    jsonText(request, 'country').as('country'),
    integer('quantity').as('quantity'),
    integer('days').as('days'),
    integer('gb').as('gb'),
    fn<number | null>('nullif', [integer('coins', 'spent'), lit(0)]).as('coins'),
  ] as const;
}

function toAccountMovement(row: Awaited<ReturnType<typeof selectAt>>[number]): AccountMovement {
  const { work: kind, orderId, deliveredId, tier, type, country, quantity, ...rest } = row;
  const { days, gb, coins, label, customer, ...moved } = rest;
  const movement = { ...moved, amount: BigInt(moved.amount), balanceAfter: BigInt(moved.balanceAfter) };
  if (!kind || orderId === null) return { ...movement, work: null };
  const isKnown = tier !== null && type !== null && country !== null;
  const product = isKnown ? { tier, type, country, quantity: quantity ?? 1 } : null;
  const isDelivered = deliveredId !== null;
  const work = { kind, orderId, isDelivered, product, days, gb, coins: coins ?? 0, label, customer };
  return { ...movement, work };
}

/** What a movement was for, for people: a list of facts and no sentence. Names are those of the catalog. */
export function describeMovement(
  { kind, amount, work, reference, reason }: AccountMovement,
  catalog: readonly Tier[],
): string {
  if (kind === 'top_up') {
    const way = wayOf(reference ?? '');
    return way ? `Top-up with ${way.words}` : 'Top-up';
  }
  if (kind === 'payment_refund')
    return amount < 0n ? 'Payment given back to its payer' : 'Payment that could not be given back';
  if (kind === 'adjustment') return `Adjustment: ${reason ?? ''}`;
  const subject = work && facts(describeWork(work, catalog), describeCoins(work));
  if (kind === 'refund') return subject ? `Refund, not delivered: ${subject}` : 'Refund';
  if (kind === 'operation_refund') return `Given back: ${subject ?? 'a charge'}. ${reason ?? ''}`;
  return subject ?? 'Charge';
}

function describeWork(work: ChargedWork, catalog: readonly Tier[]): string {
  const { kind, orderId, product } = work;
  const where = product?.country === 'ANY' ? 'any country' : product?.country;
  const count = product && work.gb === null ? counted(product.quantity, 'proxy', 'proxies') : undefined;
  const goods = [product ? productName(catalog, product.tier, product.type) : undefined, where];
  switch (kind) {
    case 'renewal':
      return facts(`Renewal of order ${orderId}`, ...goods, volumeOf(work), count);
    case 'traffic':
      return facts(`Traffic for order ${orderId}`, ...goods, volumeOf(work));
    case 'purchase':
      return product ? facts(...goods, volumeOf(work), count) : 'Purchase';
  }
}

/** The coins that took a part off the price: the movement itself is what was charged besides. */
function describeCoins({ coins }: ChargedWork): string | undefined {
  return coins > 0 ? `with ${counted(coins, 'coin', 'coins')}` : undefined;
}

/** Such as "Luxury Residential" or "Telegram SOCKS5"; the identifiers of what has left the catalog. */
export function productName(catalog: readonly Tier[], tierId: string, typeId: string): string {
  const tier = catalog.find(({ id }) => id === tierId)?.name ?? tierId;
  const type = productIn(catalog, tierId, typeId)?.name ?? typeId;
  return type.startsWith(tier) ? type : `${tier} ${type}`;
}

function volumeOf({ days, gb }: ChargedWork): string | undefined {
  if (days !== null) return counted(days, 'day', 'days');
  return gb === null ? undefined : `${gb} GB`;
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function facts(...some: readonly (string | undefined)[]): string {
  return some.filter((fact) => fact !== undefined).join(', ');
}
