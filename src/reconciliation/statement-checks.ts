import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { broughtForward, movementsSince } from './brought-forward.ts';
import type { Check, Since } from './check.ts';

/** Of the lines that change a balance: what they add to it, and what to all that was spent. */
const movements = (db: Sql, since: Since) =>
  movementsSince(db, since).select(({ ref }) => [
    't.reseller_id',
    't.operation_id',
    't.created_at',
    't.balance_after',
    't.spent_after',
    sql<number>`case ${ref('t.debit')} when 'reseller' then -${ref('t.amount')} else ${ref('t.amount')} end`.as(
      'change',
    ),
    sql<number>`case when ${ref('t.debit')} in ('outside', 'adjustments') or ${ref('t.credit')} in ('outside', 'adjustments') then 0
      when ${ref('t.debit')} = 'reseller' then ${ref('t.amount')} else -${ref('t.amount')} end`.as(
      'spending',
    ),
  ]);

/** Before the lines behind the verified point: the account as it was there, as if by one movement. */
const openings = (db: Sql, since: Since) =>
  db
    .selectFrom(broughtForward(db, since).as('v'))
    .select(({ fn }) => [
      'v.reseller_id',
      sql<string>`null::uuid`.as('operation_id'),
      fn.coalesce('v.moved_at', sql<Date>`timestamptz '-infinity'`).as('created_at'),
      'v.balance as balance_after',
      'v.spent as spent_after',
      sql<number>`v.balance`.as('change'),
      sql<number>`v.spent`.as('spending'),
    ]);

/** The account as it stands, behind its movements: it must be what the newest one left. */
const accounts = (db: Sql) =>
  db
    .selectFrom('accounts')
    .select([
      'reseller_id',
      sql<string>`null::uuid`.as('operation_id'),
      sql<Date>`timestamptz 'infinity'`.as('created_at'),
      'balance as balance_after',
      'spent as spent_after',
      sql<number>`0`.as('change'),
      sql<number>`0`.as('spending'),
    ]);

/** What must agree within the account statements. */
export const STATEMENT_CHECKS: readonly Check[] = [
  {
    problem: 'the statement does not add up: the balance does not follow from the movement before',
    discrepancies: (db, since) => {
      // The server sorts what does not fit its memory on its disk, and keeps one row of each reseller.
      const before = (column: string) =>
        sql`lag(${sql.ref(column)}) over (partition by reseller_id order by created_at, operation_id)`;
      const amountBefore = (column: string) => sql<number>`coalesce(${before(column)}, 0)`;
      const followed = db
        .selectFrom(movements(db, since).unionAll(openings(db, since)).unionAll(accounts(db)).as('m'))
        .select([
          'reseller_id',
          'operation_id',
          sql<number>`${amountBefore('balance_after')} + change`.as('expected'),
          'balance_after as found',
          sql<number>`${amountBefore('spent_after')} + spending`.as('expected_spent'),
          'spent_after',
          sql<boolean>`created_at = ${before('created_at')}`.as('is_tied'),
        ]);
      return db
        .selectFrom(followed.as('followed'))
        .select(['reseller_id', 'operation_id', 'expected', 'found'])
        .where(({ eb, or, ref }) =>
          or([
            eb('found', 'is distinct from', ref('expected')),
            eb('spent_after', 'is distinct from', ref('expected_spent')),
            eb('is_tied', '=', true),
          ]),
        );
    },
  },
  {
    problem: 'the movement is of another kind than its operation',
    discrepancies: (db) =>
      db
        .selectFrom('ledger as t')
        .innerJoin('operations as o', 'o.id', 't.operation_id')
        .select(['t.reseller_id', 't.operation_id'])
        .where('t.debit', '=', 'reseller')
        .where((eb) => eb(sql<string>`${eb.ref('t.kind')}`, 'is distinct from', eb.ref('o.kind'))),
  },
];
