import { sql } from 'kysely';
import { broughtForward, movementsSince } from './brought-forward.ts';
import { type Check, isDeleted } from './check.ts';
import { coinsInRequest, inMicros } from './coin-checks.ts';

/** Of a settled purchase: what was charged in money, and what coins took off. */
const SETTLED_PRICE = sql<number>`case when p.state = 'settled' then p.amount + ${inMicros(
  coinsInRequest(sql.ref('p.request'), 'spent'),
)} end`;

/** What must agree between balances, transfers and the operations that were charged. */
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
];
