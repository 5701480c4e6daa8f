import { sql } from 'kysely';
import { type Check, isDeleted } from './check.ts';

/** What must agree between the operator's corrections, the transfers that book them, and operations. */
export const CORRECTION_CHECKS: readonly Check[] = [
  {
    problem: 'the transfer and the correction that it books do not match',
    discrepancies: (db) =>
      db
        .selectFrom('corrections as c')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('ledger')
              .select(({ ref }) => [
                'reseller_id',
                'operation_id',
                'stage',
                'kind',
                sql<number>`case ${ref('debit')} when 'reseller' then -${ref('amount')} else ${ref('amount')} end`.as(
                  'amount',
                ),
              ])
              .where('kind', 'in', [sql.lit('adjustment' as const), sql.lit('operation_refund' as const)])
              .as('t'),
          (join) =>
            join
              .onRef('t.reseller_id', '=', 'c.reseller_id')
              .onRef('t.operation_id', '=', 'c.operation_id')
              .onRef('t.stage', '=', 'c.stage')
              .onRef('t.kind', '=', 'c.kind'),
        )
        .select(({ fn }) => [
          fn.coalesce('c.reseller_id', 't.reseller_id').as('reseller_id'),
          fn.coalesce('c.operation_id', 't.operation_id').as('operation_id'),
          'c.amount as expected',
          't.amount as found',
        ])
        .whereRef('t.amount', 'is distinct from', 'c.amount'),
  },
  {
    problem: 'more was given back of the operation than it has earned',
    discrepancies: (db) =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('ledger')
            .select(({ fn }) => ['reseller_id', 'operation_id', fn.sum<string>('amount').as('amount')])
            .where('kind', '=', sql.lit('operation_refund' as const))
            .groupBy(['reseller_id', 'operation_id'])
            .as('t'),
        )
        .leftJoin('operations as o', (join) =>
          join
            .onRef('o.id', '=', 't.operation_id')
            .onRef('o.reseller_id', '=', 't.reseller_id')
            .on('o.state', '=', sql.lit('settled' as const)),
        )
        .select(['t.reseller_id', 't.operation_id', 'o.amount as expected', 't.amount as found'])
        .where(({ ref }) => sql<boolean>`${ref('t.amount')} > coalesce(${ref('o.amount')}, 0)`)
        .where(({ not, ref }) => not(isDeleted(ref('t.operation_id')))),
  },
];
