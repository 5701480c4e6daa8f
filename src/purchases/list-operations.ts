import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { readRefundsOfOperations } from '../billing/corrections.ts';
import type { ChargeKind } from '../billing/movements.ts';
import { firstIdAt } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { readStored } from '../kit/json.ts';
import type { Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';
import { coinsOf } from './coins.ts';
import type { Operation } from './operation.ts';

export const OPERATION_KINDS = ['purchase', 'renewal', 'traffic'] as const satisfies readonly ChargeKind[];
export const OPERATION_STATES = ['running', 'settled', 'refunded'] as const;
type OperationState = (typeof OPERATION_STATES)[number];

/** An operation as the operator sees it. */
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
  /** By the instant at which it was started, which its id begins with. */
  from?: Date | undefined;
  /** The same; not included. */
  to?: Date | undefined;
  limit: number;
  offset: number;
}

/** The columns that a listed operation is read from. */
export const LISTED_COLUMNS = [
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
 * Those of one reseller, by their charges: the key of the ledger begins with the reseller and the id. Each
 * operation is looked up by itself, since old ones are deleted: joined, those of all others could be read.
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
  { resellerId, orderId }: { resellerId: number; orderId: number },
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
export function toListedOperation(row: Row, correctedBy: Micros = 0n): ListedOperation {
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
