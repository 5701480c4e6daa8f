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
import type { NoticeFacts, NoticeKind } from './notices.ts';

/** Whether a reseller is sent notices of a kind, by its column `notice_opt_outs`. */
export function wants(kind: NoticeKind, optOuts: Expression<string[]>) {
  return sql<boolean>`${sql.lit(kind)} <> all (${optOuts})`;
}

/** The facts of a notice as the database keeps them: amounts in micro-dollars, instants with their zone. */
export function noticeFacts<Kind extends NoticeKind>(
  _kind: Kind,
  facts: { [Name in keyof NoticeFacts[Kind]]: Expression<unknown> },
) {
  const parts = Object.entries<Expression<unknown>>(facts).flatMap(([name, value]) => [sql.lit(name), value]);
  return sql<object>`jsonb_build_object(${sql.join(parts)})`;
}

/** What is told of: its reseller, the facts, and when it was. */
interface Told {
  reseller_id: number;
  facts: object;
  created_at: Date;
}

/** A statement, or a part of one, that writes a notice for each row of `told` whose reseller wants it. */
export function writeNotices(db: QueryCreator<Tables>, kind: NoticeKind, told: AliasableExpression<Told>) {
  return insertSelect(
    db.insertInto('notices'),
    db
      .selectFrom(told.as('told'))
      .innerJoin('resellers', 'resellers.id', 'told.reseller_id')
      .where(({ ref }) => wants(kind, ref('resellers.notice_opt_outs'))),
    ({ ref }) => ({
      reseller_id: ref('told.reseller_id'),
      kind: sql.lit(kind),
      facts: ref('told.facts'),
      created_at: ref('told.created_at'),
    }),
  );
}

type Posted = Tables & {
  posted: { reseller_id: number; amount: number; balance: number | null; taken: number; created_at: Date };
};

/** The kinds that tell an amount and the balance after it. */
type MoneyKind = {
  [Kind in NoticeKind]: NoticeFacts[Kind] extends { amount: bigint; balance: bigint } ? Kind : never;
}[NoticeKind];

/** For a statement that moves money of a reseller, which the CTE `posted` has: the part that tells of it. */
export function noticeOfMoney(db: QueryCreator<Posted>, kind: MoneyKind) {
  const facts = noticeFacts(kind, { amount: sql.ref('amount'), balance: sql`balance - taken` });
  const told = db.selectFrom('posted').select(['reseller_id', facts.as('facts'), 'created_at']);
  return writeNotices(db, kind, told);
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
  const facts = noticeFacts('low_balance', {
    balance: sql.ref('accounts.balance'),
    threshold: sql`low_balance_threshold_usd * 1000000::bigint`,
  });
  const told = db
    .selectFrom('accounts')
    .innerJoin('resellers', 'resellers.id', 'accounts.reseller_id')
    .select(({ cast }) => [
      'accounts.reseller_id',
      facts.as('facts'),
      cast<Date>(at, 'timestamptz').as('created_at'),
    ])
    .where('accounts.reseller_id', '=', resellerId)
    .where((eb) => {
      const left = eb('accounts.balance', '+', inFlight);
      const before = eb(left, '+', eb.cast<number>(amount, 'bigint'));
      return eb.and([isLow(eb, left), eb.not(isLow(eb, before))]);
    });
  return writeNotices(db, 'low_balance', told);
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
