import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { broughtForward, type Check, isDeleted, movementsSince, type Since } from './check.ts';
import { coinsInRequest, inMicros } from './coin-checks.ts';

/** Of a settled purchase: what was charged in money, and what coins took off. */
const SETTLED_PRICE = sql<number>`case when p.state = 'settled' then p.amount + ${inMicros(
  coinsInRequest(sql.ref('p.request'), 'spent'),
)} end`;

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

/** Before the lines behind the checkpoint: the account as it was there, as if by one movement. */
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

/** What must agree between balances, transfers, account statements and the operations that were charged. */
export const LEDGER_CHECKS: readonly Check[] = [
  {
    problem: 'the balance is not what the transfers add up to',
    discrepancies: (db, since) => {
      const sums = movementsSince(db, since)
        .select(({ eb, fn }) => [
          't.reseller_id',
          fn
            .sum<string>(
              eb
                .case()
                .when('t.credit', '=', 'reseller')
                .then(eb.ref('t.amount'))
                .else(eb.neg(eb.ref('t.amount')))
                .end(),
            )
            .as('change'),
        ])
        .groupBy('t.reseller_id');
      const expected = sql<number>`coalesce(v.balance, 0) + coalesce(sums.change, 0)`;
      return db
        .selectFrom('resellers as r')
        .leftJoin('accounts as a', 'a.reseller_id', 'r.id')
        .leftJoin(broughtForward(db, since).as('v'), 'v.reseller_id', 'r.id')
        .leftJoin(sums.as('sums'), 'sums.reseller_id', 'r.id')
        .select([
          'r.id as reseller_id',
          sql<null>`null::uuid`.as('operation_id'),
          expected.as('expected'),
          'a.balance as found',
        ])
        .where('a.balance', 'is distinct from', expected);
    },
  },
  {
    problem: 'the transfer that charges the operation does not match it',
    discrepancies: (db) =>
      db
        .selectFrom('operations as o')
        .leftJoin('ledger as t', (join) =>
          join
            .onRef('t.reseller_id', '=', 'o.reseller_id')
            .onRef('t.operation_id', '=', 'o.id')
            .on('t.stage', '=', 1)
            .on('t.debit', '=', 'reseller'),
        )
        .select(['o.reseller_id', 'o.id as operation_id', 'o.amount as expected', 't.amount as found'])
        .whereRef('t.amount', 'is distinct from', 'o.amount'),
  },
  {
    problem: 'the transfer that ends the operation does not match its state',
    discrepancies: (db) =>
      db
        .selectFrom('operations as o')
        .leftJoin('ledger as t', (join) =>
          join
            .onRef('t.reseller_id', '=', 'o.reseller_id')
            .onRef('t.operation_id', '=', 'o.id')
            .on('t.stage', '=', 2),
        )
        .select(({ eb }) => [
          'o.reseller_id',
          'o.id as operation_id',
          eb.case().when('o.state', '<>', 'running').then(eb.ref('o.amount')).end().as('expected'),
          't.amount as found',
        ])
        .where(({ eb, or }) => {
          const account = eb
            .case('o.state')
            .when('settled')
            .then(sql.lit('revenue' as const))
            .when('refunded')
            .then(sql.lit('reseller' as const))
            .end();
          const amount = eb.case().when('o.state', '<>', 'running').then(eb.ref('o.amount')).end();
          return or([
            eb('t.credit', 'is distinct from', account),
            eb('t.amount', 'is distinct from', amount),
          ]);
        }),
  },
  {
    problem: 'the transfer belongs to no operation',
    // One join with both: the planner expects a single transfer without an operation, and would look for each
    // of those whose operation was deleted through all that is kept of these.
    discrepancies: (db) =>
      db
        .selectFrom('ledger as t')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('operations')
              .select(['reseller_id', 'id'])
              .unionAll(eb.selectFrom('charged_work').select(['reseller_id', 'operation_id as id']))
              .as('o'),
          (join) => join.onRef('o.reseller_id', '=', 't.reseller_id').onRef('o.id', '=', 't.operation_id'),
        )
        .select([
          't.reseller_id',
          't.operation_id',
          sql<null>`null::bigint`.as('expected'),
          't.amount as found',
        ])
        .where('t.debit', 'not in', ['outside', 'adjustments'])
        .where('t.credit', 'not in', ['outside', 'adjustments'])
        .where('o.id', 'is', null),
  },
  {
    problem: 'the transfer and the top-up that it books do not match',
    discrepancies: (db) =>
      db
        .selectFrom('top_ups as u')
        .fullJoin(
          (eb) => eb.selectFrom('ledger').selectAll().where('kind', '=', 'top_up').as('t'),
          (join) =>
            join.onRef('t.reseller_id', '=', 'u.reseller_id').onRef('t.operation_id', '=', 'u.operation_id'),
        )
        .select((eb) => [
          eb.fn.coalesce('u.reseller_id', 't.reseller_id').as('reseller_id'),
          eb.fn.coalesce('u.operation_id', 't.operation_id').as('operation_id'),
          'u.amount as expected',
          't.amount as found',
        ])
        .whereRef('t.amount', 'is distinct from', 'u.amount'),
  },
  {
    problem:
      'the purchase and its order do not match: settled, it has an order of its price; otherwise it has none',
    discrepancies: (db) =>
      db
        .selectFrom((eb) => eb.selectFrom('operations').selectAll().where('kind', '=', 'purchase').as('p'))
        .fullJoin('orders as o', (join) =>
          join
            .onRef('o.reseller_id', '=', 'p.reseller_id')
            .onRef('o.id', '=', 'p.order_id')
            .onRef('o.operation_id', '=', 'p.id'),
        )
        .select((eb) => [
          eb.fn.coalesce('p.reseller_id', 'o.reseller_id').as('reseller_id'),
          eb.fn.coalesce('p.id', 'o.operation_id').as('operation_id'),
          SETTLED_PRICE.as('expected'),
          'o.price as found',
        ])
        .where(({ eb }) => eb('o.price', 'is distinct from', SETTLED_PRICE))
        .where(({ not, ref }) => not(isDeleted(ref('o.operation_id')))),
  },
  {
    problem: 'the operation is about an order that its reseller does not have',
    discrepancies: (db) =>
      db
        .selectFrom('operations as p')
        .leftJoin('orders as o', (join) =>
          join.onRef('o.reseller_id', '=', 'p.reseller_id').onRef('o.id', '=', 'p.order_id'),
        )
        .select([
          'p.reseller_id',
          'p.id as operation_id',
          'p.amount as expected',
          sql<null>`null::bigint`.as('found'),
        ])
        .where('p.kind', '<>', 'purchase')
        .where('o.id', 'is', null),
  },
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
