import {
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  type QueryCreator,
  type SqlBool,
  sql,
} from 'kysely';
import { firstIdAt } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { insertSelect, type Parameters, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { NoticeKind } from './notices.ts';

/** Whether a reseller is sent notices of a kind, by its column `notices`. */
export function wants(kind: Exclude<NoticeKind, 'low_balance'>, notices: Expression<string[]>) {
  return sql<boolean>`${sql.lit(kind)} = any (${notices})`;
}

type Posted = Tables & {
  posted: { reseller_id: number; amount: number; balance: number | null; taken: number; created_at: Date };
};

/**
 * For a statement that gives money to a reseller, which the CTE `posted` has: the part that writes a notice,
 * if the reseller wants it.
 */
export function noticeOfMoney(db: QueryCreator<Posted>, kind: 'topped_up' | 'refunded') {
  return insertSelect(
    db.insertInto('notices'),
    db
      .selectFrom('posted')
      .innerJoin('resellers', 'resellers.id', 'posted.reseller_id')
      .where(({ ref }) => wants(kind, ref('resellers.notices'))),
    ({ ref }) => ({
      reseller_id: ref('posted.reseller_id'),
      kind: sql.lit(kind),
      amount: ref('posted.amount'),
      balance: sql<number>`posted.balance - posted.taken`,
      created_at: ref('posted.created_at'),
    }),
  );
}

/** Whether less is left of an amount than the reseller's threshold. */
export function isLow(
  { eb, ref }: ExpressionBuilder<Tables, 'resellers'>,
  left: Expression<number | bigint | null>,
): Expression<SqlBool> {
  return eb(left, '<', sql<number>`${ref('resellers.low_balance_threshold_usd')} * 1000000::bigint`);
}

/** An amount in micro-dollars that was taken from a reseller. */
interface Taken {
  resellerId: number;
  amount: bigint;
  at: Date;
}

/**
 * Writes a notice when an amount that was taken from a reseller, or a charge that is settled, has brought the
 * balance below the threshold. Every reseller gets it. `inFlight` is what is charged for operations that run,
 * and counts as if it were on the balance: it may go back.
 *
 * Only the fall from the threshold or above to below it writes one: what is taken from a balance that is low
 * already writes none, and money that lifts the balance to the threshold makes another notice possible. This
 * needs no stored flag, and a threshold of 0 never gives a notice. The transaction has locked the account:
 * each statement sees those before it as ended, so that one of them crosses the threshold.
 */
export function noticeOfLowBalance(
  db: QueryCreator<Tables>,
  { resellerId, amount, at }: Parameters<Taken>,
  inFlight: Expression<number>,
) {
  return insertSelect(
    db.insertInto('notices'),
    db
      .selectFrom('accounts')
      .innerJoin('resellers', 'resellers.id', 'accounts.reseller_id')
      .where('accounts.reseller_id', '=', resellerId)
      .where((eb) => {
        const left = eb('accounts.balance', '+', inFlight);
        const before = eb(left, '+', eb.cast<number>(amount, 'bigint'));
        return eb.and([isLow(eb, left), eb.not(isLow(eb, before))]);
      }),
    ({ ref, cast }) => ({
      reseller_id: ref('accounts.reseller_id'),
      kind: sql.lit('low_balance' as const),
      balance: ref('accounts.balance'),
      threshold_usd: ref('resellers.low_balance_threshold_usd'),
      created_at: cast<Date>(at, 'timestamptz'),
    }),
  );
}

/** By the ledger: what was charged within the time that operations take, and not ended yet. */
const noteFall = statement<Taken & { since: string }>()((db, values) =>
  noticeOfLowBalance(
    db,
    values,
    sql<number>`(select coalesce(sum(case 'in_flight' when credit then amount when debit then -amount end), 0)::bigint
      from ledger where ledger.reseller_id = accounts.reseller_id and operation_id >= ${values.since}::uuid)`,
  ),
);

/** Writes such a notice of what was taken otherwise than by an operation. */
export async function noteLowBalance(tx: Sql, { resellerId, amount, at }: Taken): Promise<void> {
  const since = firstIdAt(new Date(at.getTime() - OPERATIONS_TAKE_MS));
  await noteFall(tx, { resellerId, amount, at, since });
}

/** In ms: operations that have not ended by then have met an upstream that was down for longer. */
const OPERATIONS_TAKE_MS = 3_600_000;

interface FactsOfOrder {
  reseller_id: number;
  order_id: number;
  percent: number | null;
  ends_at: Date | null;
}

/** A statement, or a part of one, that writes a notice for each row of `facts` whose reseller wants it. */
export function noticesOfOrders(
  db: QueryCreator<Tables>,
  kind: 'order_ends' | 'traffic_used',
  facts: AliasableExpression<FactsOfOrder>,
  now: Expression<Date>,
) {
  return insertSelect(
    db.insertInto('notices'),
    db
      .selectFrom(facts.as('fact'))
      .innerJoin('resellers', 'resellers.id', 'fact.reseller_id')
      .where(({ ref }) => wants(kind, ref('resellers.notices'))),
    ({ ref }) => ({
      reseller_id: ref('fact.reseller_id'),
      kind: sql.lit(kind),
      order_id: ref('fact.order_id'),
      percent: ref('fact.percent'),
      ends_at: ref('fact.ends_at'),
      created_at: now,
    }),
  );
}
