import { type Kysely, type Selectable, sql } from 'kysely';
import type { ChargeKind } from '../billing/movements.ts';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';
import { firstIdAt } from '../kit/uuid.ts';
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
  /** The term in days, or the volume in GB. */
  days: number | null;
  gb: number | null;
  /** The code that it was refused with; null unless it was refunded, and of operations of older versions. */
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
  from?: Date | undefined;
  /** Not included. */
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
  'o.request',
  'o.refusal',
  'o.refusal_cause',
  'o.created_at',
  'o.decided_at',
] as const;
type NameOf<Column> = Column extends `o.${infer Name}` ? Name : never;
type Row = Pick<Selectable<Tables['operations']>, NameOf<(typeof LISTED_COLUMNS)[number]>>;

/**
 * Operations, newest first. Those of an order have an index; those of one reseller are found by their charges
 * in the ledger, and all by their ids, which go by time. A state that is rare may read many of these.
 */
export async function listOperations(db: Sql, query: OperationsQuery): Promise<ListedOperation[]> {
  const { resellerId, orderId, limit, offset } = query;
  if (orderId === undefined && resellerId !== undefined) return listCharged(db, resellerId, query);
  let found = selected(db, query);
  if (orderId !== undefined) {
    found = found
      .where('o.order_id', '=', orderId)
      // Operations are indexed by reseller and order, so this looks for the order with each reseller.
      .where('o.reseller_id', 'in', (eb) => eb.selectFrom('resellers').select('resellers.id'));
    if (resellerId !== undefined) found = found.where('o.reseller_id', '=', resellerId);
  }
  const rows = await found.orderBy('o.id', 'desc').limit(limit).offset(offset).execute();
  return rows.map(toListedOperation);
}

/**
 * The charges of each kind are a range of an index, so each kind is read apart: with several kinds at once,
 * all that a reseller ever bought would be sorted.
 */
async function listCharged(db: Sql, resellerId: number, query: OperationsQuery): Promise<ListedOperation[]> {
  const { limit, offset, kind: only, state, from, to } = query;
  const lists = await Promise.all(
    (only ? [only] : OPERATION_KINDS).map((kind) => {
      let charged = selected(db, { state })
        .innerJoin('ledger as l', 'l.operation_id', 'o.id')
        .where('l.reseller_id', '=', resellerId)
        .where('l.kind', '=', sql.lit(kind));
      if (from) charged = charged.where('l.created_at', '>=', from);
      if (to) charged = charged.where('l.created_at', '<', to);
      return charged
        .orderBy('l.created_at', 'desc')
        .limit(limit + offset)
        .execute();
    }),
  );
  return lists
    .flat()
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(offset, offset + limit)
    .map(toListedOperation);
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
  return rows.map(toListedOperation);
}

function selected(db: Kysely<Tables>, { kind, state, from, to }: Omit<OperationsQuery, 'limit' | 'offset'>) {
  let query = db.selectFrom('operations as o').select(LISTED_COLUMNS);
  if (kind) query = query.where('o.kind', '=', kind);
  if (state) query = query.where('o.state', '=', sql.lit(state));
  if (from) query = query.where('o.id', '>=', firstIdAt(from));
  if (to) query = query.where('o.id', '<', firstIdAt(to));
  return query;
}

export function toListedOperation(row: Row): ListedOperation {
  const {
    days = null,
    gb = null,
    coins,
  } = row.request as {
    days?: number;
    gb?: number;
    coins?: { spent: number };
  };
  return {
    id: row.id,
    resellerId: row.reseller_id,
    kind: row.kind,
    state: row.state,
    orderId: row.order_id,
    amount: BigInt(row.amount),
    coins: coins?.spent ?? 0,
    days,
    gb,
    refusal: row.refusal,
    refusalCause: row.refusal_cause,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
  };
}
