import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { type Parameters, statement } from '../kit/statement.ts';
import { MOVEMENT_KINDS, type MovementKind } from './ledger.ts';

/** One change of a reseller's balance: a line of the account statement. */
export interface Movement {
  resellerId: number;
  /** The operation; of a top-up or a payment refund an id that no operation has. */
  operationId: string;
  /**
   * Its instant in microseconds since 1970. Those of one reseller's movements rise strictly, so it is their
   * order, and it names one of them.
   */
  position: number;
  kind: MovementKind;
  /** Negative when it was taken from the balance. */
  amount: Micros;
  balanceAfter: Micros;
  /** The reference of a correction, or of a top-up's payment; null for others. */
  reference: string | null;
  /** Why the operator has corrected, in the operator's words; null for other movements. */
  reason: string | null;
}

/** A movement as the parts of statements below return it. */
export interface MovementRow extends Omit<Movement, 'amount' | 'balanceAfter'> {
  amount: number | bigint;
  balanceAfter: number | bigint;
}

/** The part of a reseller's movements that a page shows. */
export interface MovementRange {
  resellerId: number;
  kinds: readonly MovementKind[];
  /** Instants as texts, with microseconds; the first belongs to the range and the second does not. */
  from: string;
  before: string;
  rows: number;
}

/**
 * The newest movements of a range, newest first. The index has the kinds one after the other, so several
 * kinds are one range of it for each, merged: whatever a page skips costs nothing.
 */
export function newestMovements({
  resellerId,
  kinds,
  from,
  before,
  rows,
}: Parameters<MovementRange>): RawBuilder<MovementRow> {
  const ranges = MOVEMENT_KINDS.map(
    (kind) => sql`(
      select reseller_id, operation_id, stage, created_at, kind, debit, amount, balance_after from ledger
      where reseller_id = ${resellerId} and kind = ${sql.lit(kind)} and ${sql.lit(kind)} = any (${kinds}::text[])
        and created_at >= ${from}::timestamptz and created_at < ${before}::timestamptz
      order by created_at desc limit ${rows}::int)`,
  );
  return sql`(
    select ${sql.raw(COLUMNS)} from (
      ${sql.join(ranges, sql` union all `)} order by created_at desc limit ${rows}::int
    ) t order by t.created_at desc)`;
}

/** The newest movements of a range that some operations have made, newest first. */
export function newestMovementsOf(
  { resellerId, kinds, from, before, rows }: Parameters<MovementRange>,
  operations: Expression<unknown>,
): RawBuilder<MovementRow> {
  return sql`(
    select ${sql.raw(COLUMNS)} from ledger t
    where t.reseller_id = ${resellerId} and t.operation_id = any (array(${operations}))
      and t.kind = any (${kinds}::text[])
      and t.created_at >= ${from}::timestamptz and t.created_at < ${before}::timestamptz
    order by t.created_at desc limit ${rows}::int)`;
}

/** What operations have taken from the balance, less what came back. */
export function takenBy(resellerId: Expression<number>, operations: Expression<unknown>) {
  return sql<number | bigint | null>`(
    select sum(case t.debit when 'reseller' then t.amount else -t.amount end)::bigint from ledger t
    where t.reseller_id = ${resellerId} and t.operation_id = any (array(${operations})) and t.kind is not null)`;
}

/** Movements of some ranges, to be added up: any of them, as many as `rows` at the most. */
export function movementsWithin({
  resellerId,
  begins,
  ends,
  rows,
}: Parameters<{ resellerId: number; begins: readonly Date[]; ends: readonly Date[]; rows: number }>) {
  return sql<MovementRow>`(
    select ${sql.raw(COLUMNS)} from unnest(${begins}::timestamptz[], ${ends}::timestamptz[]) r (begins, ends)
    join ledger t on t.reseller_id = ${resellerId} and t.kind in (${sql.raw(LISTED)})
      and t.created_at >= r.begins and t.created_at < r.ends
    limit ${rows}::int)`;
}

/** The movements at some instants, which are texts with microseconds. */
export function movementsAt({
  resellerId,
  instants,
}: Parameters<{ resellerId: number; instants: readonly string[] }>): RawBuilder<MovementRow> {
  return sql`(
    select ${sql.raw(COLUMNS)} from ledger t
    where t.reseller_id = ${resellerId} and t.kind in (${sql.raw(LISTED)})
      and t.created_at = any (${instants}::timestamptz[]))`;
}

const selectReferred = statement<{ resellerId: number; reference: string }>()(
  (_db, { resellerId, reference }) => sql<{ position: number }>`
    select (extract(epoch from l.created_at) * 1000000)::bigint as position
    from (
      select operation_id, 1 as stage from top_ups where reference = ${reference} or name = ${reference}
      union all select operation_id, stage from corrections where reference = ${reference}
    ) referred
    join ledger l using (operation_id, stage)
    where l.reseller_id = ${resellerId}
    order by position desc`,
);

/** The positions of a reseller's movements with this reference, or of a payment of this name. */
export async function findByReference(db: Sql, resellerId: number, reference: string): Promise<number[]> {
  return (await selectReferred(db, { resellerId, reference })).map(({ position }) => position);
}

/** What the operator says of a correction; null for other movements. */
const corrected = (column: string) => `case when t.kind in ('adjustment', 'operation_refund') then (
    select c.${column} from corrections c where c.operation_id = t.operation_id and c.stage = t.stage
  ) end`;
const COLUMNS = `t.reseller_id as "resellerId", t.operation_id as "operationId",
  (extract(epoch from t.created_at) * 1000000)::bigint as position, t.kind,
  case t.debit when 'reseller' then -t.amount else t.amount end as amount, t.balance_after as "balanceAfter",
  coalesce(
    case when t.kind = 'top_up' then (select u.reference from top_ups u where u.operation_id = t.operation_id) end,
    ${corrected('reference')}
  ) as reference,
  ${corrected('reason')} as reason`;

/** Literals: the planner knows which kinds are rare. */
const LISTED = MOVEMENT_KINDS.map((kind) => `'${kind}'`).join(', ');
/** Every kind of movement, for SQL: each is a range of the index of movements. */
export const KINDS = `unnest(array[${LISTED}]) kinds (kind)`;

/** The newest movement of the reseller, of those entries `l` for which the condition holds. */
export const newestMovement = (resellerId: string, condition = 'true') => `
  select newest.* from ${KINDS}
  cross join lateral (
    select l.created_at, l.balance_after, l.spent_after from ledger l
    where l.reseller_id = ${resellerId} and l.kind = kinds.kind and ${condition}
    order by l.created_at desc limit 1
  ) newest
  order by newest.created_at desc limit 1`;

const selectHeld = statement<{ resellerId: number; instants: readonly string[] }>()(
  (_db, { resellerId, instants }) => sql<{ balance: number | bigint | null; spent: number | bigint | null }>`
    select m.balance_after as balance, m.spent_after as spent
    from (select ${resellerId}::bigint as id) r
    cross join unnest(${instants}::timestamptz[]) with ordinality i (before, place)
    left join lateral (${sql.raw(newestMovement('r.id', 'l.created_at < i.before'))}) m on true
    order by i.place`,
);

/**
 * What a reseller had spent before each of some instants: the sum of its charges less what came back of them,
 * as it stands with the last of them. One statement with a few reads of the index for each instant.
 */
export async function readSpent(
  sqlClient: Sql,
  resellerId: number,
  instants: readonly Date[],
): Promise<Micros[]> {
  const rows = await selectHeld(sqlClient, {
    resellerId,
    instants: instants.map((instant) => instant.toISOString()),
  });
  return rows.map(({ spent }) => BigInt(spent ?? 0));
}

/**
 * The balance of a reseller at both ends of a period, and its movements by kind, whose amounts are negative
 * when they were taken. Reads the index of each kind once for a balance, and for the sums what the period has
 * of it: there are none without a beginning, since a balance may have millions of movements.
 */
export async function readPeriod(
  db: Sql,
  resellerId: number,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
) {
  if (!from) return { opening: 0n, closing: await readBalanceBefore(db, resellerId, to), sums: null };
  let within = db
    .selectFrom('ledger')
    .select(({ ref, fn, eb }) => [
      ref('kind').$notNull().as('kind'),
      fn.countAll<string>().as('movements'),
      fn
        .sum<string>(eb.case('debit').when('reseller').then(eb.neg('amount')).else(ref('amount')).end())
        .as('amount'),
    ])
    .where('reseller_id', '=', resellerId)
    .where('kind', 'in', MOVEMENT_KINDS)
    .where('created_at', '>=', from);
  if (to) within = within.where('created_at', '<', to);
  const opening = await readBalanceBefore(db, resellerId, from);
  const rows = await within.groupBy('kind').orderBy('kind').execute();
  const sums = rows.map((row) => ({
    kind: row.kind,
    movements: Number(row.movements),
    amount: BigInt(row.amount),
  }));
  return { opening, closing: sums.reduce((sum, { amount }) => sum + amount, opening), sums };
}

/** Without an instant that of now. */
async function readBalanceBefore(db: Sql, resellerId: number, instant?: Date): Promise<Micros> {
  const [held] = await selectHeld(db, { resellerId, instants: [instant?.toISOString() ?? 'infinity'] });
  return BigInt(held?.balance ?? 0);
}

const selectReferralCoins = statement<{ resellerId: number }>()((db, { resellerId }) =>
  db
    .selectFrom('coin_transfers')
    .select(({ fn }) => fn.sum<number | null>('coins').as('coins'))
    .where('reseller_id', '=', resellerId)
    .where('kind', '=', sql.lit('referral' as const)),
);

/** The coins that a reseller has ever earned by what those have paid who came by the reseller's code. */
export async function readReferralCoins(sqlClient: Sql, resellerId: number): Promise<number> {
  const [row] = await selectReferralCoins(sqlClient, { resellerId });
  return Number(row?.coins ?? 0);
}
