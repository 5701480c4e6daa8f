import { type Expression, sql } from 'kysely';
import { REFUNDS } from '../payments/refund-payment.ts';
import type { Check } from './check.ts';

/** The reference by which a payment is topped up. */
export const referenceOf = (provider: Expression<string>, chargeId: Expression<string | null>) =>
  sql<string>`case ${provider} when 'stars' then 'stars:' else 'crypto-pay:' end || ${chargeId}`;

/** What must agree between payments, top-ups and the transfers that give payments back. */
export const PAYMENT_CHECKS: readonly Check[] = [
  {
    problem:
      'the payment and its top-up do not match: credited, it has one of its amount; otherwise it has none',
    discrepancies: (db) =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('payments')
            .selectAll()
            .select(({ ref }) => referenceOf(ref('provider'), ref('charge_id')).as('reference'))
            .where('charge_id', 'is not', null)
            .where('found', 'is', null)
            .as('p'),
        )
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('top_ups')
              .selectAll()
              .where(({ ref }) => sql<boolean>`${ref('reference')} ~ '^(stars|crypto-pay):'`)
              .as('u'),
          (join) =>
            join.onRef('u.reference', '=', 'p.reference').onRef('u.reseller_id', '=', 'p.reseller_id'),
        )
        .select((eb) => [
          eb.fn.coalesce('p.reseller_id', 'u.reseller_id').as('reseller_id'),
          'u.operation_id',
          'p.amount as expected',
          'u.amount as found',
        ])
        .whereRef('p.amount', 'is distinct from', 'u.amount'),
  },
  {
    problem: 'the transfers that give the payment back do not match its state',
    discrepancies: (db) =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('payments')
            .selectAll()
            .where('refund_id', 'is not', null)
            .where('found', 'is', null)
            .as('p'),
        )
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('ledger')
              .select(({ fn, ref }) => [
                'reseller_id',
                'operation_id',
                fn
                  .sum<string>(
                    sql<number>`case ${ref('debit')} when 'reseller' then ${ref('amount')} else -${ref('amount')} end`,
                  )
                  .as('amount'),
              ])
              .where('kind', '=', 'payment_refund')
              .groupBy(['reseller_id', 'operation_id'])
              .as('t'),
          (join) =>
            join.onRef('t.reseller_id', '=', 'p.reseller_id').onRef('t.operation_id', '=', 'p.refund_id'),
        )
        .select((eb) => [
          eb.fn.coalesce('p.reseller_id', 't.reseller_id').as('reseller_id'),
          eb.fn.coalesce('t.operation_id', 'p.refund_id').as('operation_id'),
          'p.amount as expected',
          't.amount as found',
        ])
        // What was taken and put back is the trace of an attempt that the provider refused.
        .where(
          ({ ref }) =>
            sql<boolean>`coalesce(${ref('t.amount')}, 0) <> coalesce(${ref('p.amount')} - coalesce(${ref('p.uncovered')}, 0), 0)`,
        ),
  },
  {
    problem:
      'the payment is neither given back nor kept, because giving it back was given up: ' +
      '"jobs list --failed" shows why, and "jobs retry" retries it',
    discrepancies: (db) =>
      db
        .selectFrom('payments')
        .select(['reseller_id', 'refund_id as operation_id'])
        .where('state', '=', sql.lit('refunding'))
        .where(({ cast }) => REFUNDS.isGivenUp(cast('id', 'text'))),
  },
];
