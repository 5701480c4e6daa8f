import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Check } from './check.ts';

/** Of the lines that change a balance: what they add to it, and what to all that was spent. */
const movements = (db: Sql) =>
  db
    .selectFrom('ledger')
    .where((eb) => eb.or([eb('debit', '=', 'reseller'), eb('credit', '=', 'reseller')]))
    .select(({ ref }) => [
      'reseller_id',
      'operation_id',
      'created_at',
      'balance_after',
      'spent_after',
      sql<number>`case ${ref('debit')} when 'reseller' then -${ref('amount')} else ${ref('amount')} end`.as(
        'change',
      ),
      sql<number>`case ${ref('debit')} when 'outside' then 0 when 'reseller' then ${ref('amount')} else -${ref('amount')} end`.as(
        'spending',
      ),
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
    discrepancies: (db) => {
      // The server sorts what does not fit its memory on its disk, and keeps one row of each reseller.
      const before = (column: string) =>
        sql`lag(${sql.ref(column)}) over (partition by reseller_id order by created_at, operation_id)`;
      const amountBefore = (column: string) => sql<number>`coalesce(${before(column)}, 0)`;
      const followed = db
        .selectFrom(movements(db).unionAll(accounts(db)).as('m'))
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
