import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { readOperationRefunds, readRefundsOfOperations } from '../billing/corrections.ts';
import type { ChargeKind } from '../billing/ledger.ts';
import { DAY_MS, firstIdAt } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { type JobFailure, readJobFailuresOf } from '../kit/job-failures.ts';
import type { Micros } from '../kit/money.ts';
import { unnest } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { readStored } from '../kit/text.ts';
import type { Order, OrderName } from '../orders/order.ts';
import { FIRST_ACCOUNT } from '../upstreams/term.ts';
import { OPERATIONS_KEPT_DAYS } from './delete-old-operations.ts';
import { OperationNotFoundError } from './errors.ts';
import { RECOVERY, SWEEP } from './jobs.ts';
import { coinsOf, type Operation } from './operation.ts';

export const OPERATION_KINDS = ['purchase', 'renewal', 'traffic'] as const satisfies readonly ChargeKind[];
export const OPERATION_STATES = ['running', 'settled', 'refunded'] as const;
type OperationState = (typeof OPERATION_STATES)[number];

export interface ListedOperation {
  id: string;
  resellerId: number;
  kind: Operation['kind'];
  state: OperationState;
  /** The number that its order has, or would have if it had been delivered. */
  orderId: number;
  /** What was charged in money. */
  amount: Micros;
  /** Coins that took a part off the price. */
  coins: number;
  /** What the upstream took, also for work that was refunded; null when that is not known. */
  cost: Micros | null;
  /** What went back to the balance: all when it was refunded, and what the operator gave back since. */
  givenBack: Micros;
  /** The term in days, or the volume in GB. */
  days: number | null;
  gb: number | null;
  /** The code that it was refused with; null unless it was refunded. */
  refusal: string | null;
  /** Why, in one line for the operator. */
  refusalCause: string | null;
  createdAt: Date;
  decidedAt: Date | null;
}

export interface OperationsQuery {
  resellerId?: number | undefined;
  orderId?: number | undefined;
  kind?: Operation['kind'] | undefined;
  state?: OperationState | undefined;
  /** The first instant of starting that is included; ids begin with it. */
  from?: Date | undefined;
  /** The first instant of starting that is not included any more. */
  to?: Date | undefined;
  limit: number;
  offset: number;
}

/** The columns that a listed operation is read from. */
const LISTED_COLUMNS = [
  'o.id',
  'o.reseller_id',
  'o.kind',
  'o.state',
  'o.order_id',
  'o.amount',
  'o.cost',
  'o.request',
  'o.refusal',
  'o.refusal_cause',
  'o.created_at',
  'o.decided_at',
] as const;
type NameOf<Column> = Column extends `o.${infer Name}` ? Name : never;
type Row = Pick<Selectable<Tables['operations']>, NameOf<(typeof LISTED_COLUMNS)[number]>>;

/**
 * Operations, newest first: by their ids, which begin with the instant at which they were started. Those of
 * an order have an index. A filter that lets little through may read many of the others.
 */
export async function listOperations(db: Sql, query: OperationsQuery): Promise<ListedOperation[]> {
  const { resellerId, orderId, kind, state, from, to, limit, offset } = query;
  if (resellerId !== undefined && orderId === undefined && state === undefined)
    return listCharged(db, resellerId, query);
  let found = db.selectFrom('operations as o').select(LISTED_COLUMNS);
  if (resellerId !== undefined) found = found.where('o.reseller_id', '=', resellerId);
  if (orderId !== undefined)
    found = found
      .where('o.order_id', '=', orderId)
      // Operations are indexed by reseller and order, so this looks for the order with each reseller.
      .where('o.reseller_id', 'in', (eb) => eb.selectFrom('resellers').select('resellers.id'));
  if (kind) found = found.where('o.kind', '=', kind);
  if (state) found = found.where('o.state', '=', sql.lit(state));
  if (from) found = found.where('o.id', '>=', firstIdAt(from));
  if (to) found = found.where('o.id', '<', firstIdAt(to));
  const rows = await found.orderBy('o.id', 'desc').limit(limit).offset(offset).execute();
  return toListedOperations(db, rows);
}

/**
 * Operations of one reseller, found by their charges, as the key of the ledger begins with reseller and id.
 * Each is looked up by itself: a join could read the operations of all others, as old ones are deleted.
 */
async function listCharged(db: Sql, resellerId: number, query: OperationsQuery): Promise<ListedOperation[]> {
  const { kind, from, to, limit, offset } = query;
  let charged = db
    .selectFrom('ledger as l')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('operations as o')
          .select(LISTED_COLUMNS)
          .whereRef('o.id', '=', 'l.operation_id')
          // The planner makes no join of this.
          .limit(sql.lit(1))
          .as('o'),
      (join) => join.onTrue(),
    )
    .select(LISTED_COLUMNS)
    .where('l.reseller_id', '=', resellerId)
    .where('l.stage', '=', sql.lit(1))
    // As literals, so that the planner knows which kind is rare, and finds that by its own index.
    .where(
      'l.kind',
      'in',
      (kind ? [kind] : OPERATION_KINDS).map((one) => sql.lit(one)),
    );
  if (from) charged = charged.where('l.operation_id', '>=', firstIdAt(from));
  if (to) charged = charged.where('l.operation_id', '<', firstIdAt(to));
  const rows = await charged.orderBy('l.operation_id', 'desc').limit(limit).offset(offset).execute();
  return toListedOperations(db, rows);
}

/** All operations on some order, oldest first: its purchase, its renewals and its additions. */
export async function operationsOfOrder(
  db: Sql,
  { resellerId, orderId }: OrderName,
): Promise<ListedOperation[]> {
  const rows = await db
    .selectFrom('operations as o')
    .select(LISTED_COLUMNS)
    .where('o.reseller_id', '=', resellerId)
    .where('o.order_id', '=', orderId)
    .orderBy('o.id')
    .execute();
  return toListedOperations(db, rows);
}

/** Reads what was given back of all of them in one statement. */
async function toListedOperations(db: Sql, rows: readonly Row[]): Promise<ListedOperation[]> {
  const refunds = await readRefundsOfOperations(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toListedOperation(row, refunds.get(row.id)?.amount));
}

const LISTED = z.object({
  days: z.number().nullable().default(null),
  gb: z.number().nullable().default(null),
});

/** `correctedBy` is what the operator gave back. */
function toListedOperation(row: Row, correctedBy: Micros = 0n): ListedOperation {
  const { days, gb } = readStored(LISTED, 'request of an operation', row.request);
  return {
    id: row.id,
    resellerId: row.reseller_id,
    kind: row.kind,
    state: row.state,
    orderId: row.order_id,
    amount: BigInt(row.amount),
    coins: coinsOf(row)?.spent ?? 0,
    cost: row.cost === null ? null : BigInt(row.cost),
    // Of a refunded operation nothing is left that the operator could give back.
    givenBack: row.state === 'refunded' ? BigInt(row.amount) : correctedBy,
    days,
    gb,
    refusal: row.refusal,
    refusalCause: row.refusal_cause,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
  };
}

/** Whose operation it is; undefined when there is none. */
export async function resellerOfOperation(db: Sql, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('operations').select('reseller_id').where('id', '=', id).executeTakeFirst();
  return row?.reseller_id;
}

const ASKED = z.object({ upstream: z.string(), account: z.string(), upstreamId: z.string() }).partial();

/** All that is known of one operation. */
interface ShownOperation extends ListedOperation {
  /** Whether its order exists. */
  isDelivered: boolean;
  /** Under which its answer is kept, for a day; null when there is none. */
  idempotencyKey: string | null;
  /** When it is settled or refunded at the latest, as long as it runs. */
  decideBy: Date;
  upstream: {
    /** Null of a renewal or an addition whose order is not there. */
    name: string | null;
    /** Our account there. */
    account: string | null;
    /** The upstream's own ids: of the proxies, or of the customer's account. */
    ids: string[];
  };
  /** Null while no attempt has failed. */
  recovery: JobFailure | null;
  sweep: {
    /** `none` while it runs. */
    state: 'none' | 'due' | 'given_up' | 'done';
    round: number | null;
    dueAt: Date | null;
    /** Null while no attempt at this round has failed. */
    failure: JobFailure | null;
  };
  /** Each with what it cost besides the operation; null when that is not known. */
  writtenOff: { unit: 'proxy_days' | 'gb'; quantity: number; cost: Micros | null; notedAt: Date }[];
  /** GB that the upstream has taken back, of all operations on the order. */
  takenBackGb: number;
}

/** Throws OperationNotFoundError. */
export async function showOperation(db: Sql, id: string): Promise<ShownOperation> {
  const row = await db
    .selectFrom('operations as o')
    .leftJoin('orders as d', (join) =>
      join.onRef('d.reseller_id', '=', 'o.reseller_id').onRef('d.id', '=', 'o.order_id'),
    )
    .leftJoin('luxury_traffic as t', (join) =>
      join.onRef('t.reseller_id', '=', 'o.reseller_id').onRef('t.order_id', '=', 'o.order_id'),
    )
    .leftJoin('sweeps as s', (join) =>
      join.onRef('s.reseller_id', '=', 'o.reseller_id').onRef('s.operation_id', '=', 'o.id'),
    )
    .leftJoin('idempotency_keys as k', 'k.operation_id', 'o.id')
    .select([
      ...LISTED_COLUMNS,
      'o.decide_by',
      'd.id as delivered_id',
      'd.upstream',
      'd.upstream_account',
      't.upstream_id',
      't.taken_back_gb',
      's.round',
      's.due_at',
      'k.key',
    ])
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new OperationNotFoundError(id);
  const { reseller_id: resellerId, order_id: orderId } = row;
  const [proxies, writtenOff, failures, refunds] = await Promise.all([
    db
      .selectFrom('proxies')
      .select('upstream_id')
      .where('reseller_id', '=', resellerId)
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('house_items')
      .select(['unit', 'quantity', 'cost', 'noted_at'])
      .where('reseller_id', '=', resellerId)
      .where('operation_id', '=', id)
      .execute(),
    readJobFailuresOf(db, id),
    readOperationRefunds(db, id),
  ]);
  const failureOf = (name: string) => failures.find(({ job }) => job === name) ?? null;
  const asked = readStored(ASKED, 'request of an operation', row.request);
  // A Luxury order has one account at the upstream; of one that was not delivered the request may know it.
  const account = row.upstream_id ?? asked.upstreamId;
  return {
    ...toListedOperation(row, refunds.amount),
    isDelivered: row.delivered_id !== null,
    idempotencyKey: row.key,
    decideBy: row.decide_by,
    upstream: {
      name: row.upstream ?? asked.upstream ?? null,
      account: row.upstream_account ?? asked.account ?? (asked.upstream === 'px6' ? FIRST_ACCOUNT : null),
      ids: account ? [account] : proxies.map(({ upstream_id }) => upstream_id),
    },
    recovery: failureOf(RECOVERY.name),
    sweep: {
      state: sweepState(row),
      round: row.round,
      dueAt: row.due_at,
      failure: failureOf(SWEEP.name),
    },
    writtenOff: writtenOff.map(({ unit, quantity, cost, noted_at: notedAt }) => ({
      unit,
      quantity,
      cost: cost === null ? null : BigInt(cost),
      notedAt,
    })),
    takenBackGb: row.taken_back_gb ?? 0,
  };
}

/** A sweep has a row from the end of its operation until the end of its last round. */
function sweepState(row: { state: string; round: number | null; due_at: Date | null }) {
  if (row.state === 'running') return 'none';
  if (row.round === null) return 'done';
  return row.due_at === null ? 'given_up' : 'due';
}

/**
 * What each of these orders has brought in so far, by its number: the charges of its purchase, renewals and
 * additions that were delivered, less what the operator gave back of them. Orders that ended so long ago that
 * some of these may be deleted are missing. A few reads of indexes for each order.
 */
export async function readPaidForOrders(
  db: Sql,
  orders: readonly Pick<Order, 'id' | 'resellerId' | 'expiresAt'>[],
  now: Date,
): Promise<Map<number, Micros>> {
  const kept = new Date(now.getTime() - OPERATIONS_KEPT_DAYS * DAY_MS);
  const known = orders.filter(({ expiresAt }) => expiresAt === null || expiresAt >= kept);
  const resellers = known.map(({ resellerId }) => resellerId);
  const ids = known.map(({ id }) => id);
  const rows = await db
    .selectFrom(
      unnest<{ reseller_id: number; id: number }, 'asked'>('asked', {
        reseller_id: [resellers, 'bigint'],
        id: [ids, 'bigint'],
      }),
    )
    .innerJoin('operations as o', (join) =>
      join
        .onRef('o.reseller_id', '=', 'asked.reseller_id')
        .onRef('o.order_id', '=', 'asked.id')
        .on('o.state', '=', 'settled'),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('corrections as c')
          .select(({ fn }) => fn.sum<string | null>('c.amount').as('given_back'))
          .whereRef('c.operation_id', '=', 'o.id')
          .as('r'),
      (join) => join.onTrue(),
    )
    .select(({ eb, fn, ref, lit }) => [
      'asked.id',
      fn
        .sum<string>(eb(ref('o.amount'), '-', fn.coalesce(ref('r.given_back'), lit(0)).$castTo<number>()))
        .as('paid'),
    ])
    .groupBy('asked.id')
    .having(({ eb, fn }) => fn<boolean>('bool_or', [eb('o.kind', '=', sql.lit('purchase'))]))
    .execute();
  return new Map(rows.map(({ id, paid }) => [Number(id), BigInt(paid)]));
}
