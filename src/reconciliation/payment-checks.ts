import { type Expression, sql } from 'kysely';
import { REFUNDS } from '../payments/refunds.ts';
import { type Check, isDeleted } from './check.ts';

/** The reference by which a payment is topped up. */
export const referenceOf = (provider: Expression<string>, chargeId: Expression<string | null>) =>
  sql<string>`case ${provider} when 'stars' then 'stars:' else 'crypto-pay:' end || ${chargeId}`;

/** What a line takes of a balance; negative where it adds to it. */
const TAKEN = sql<number>`case l.debit when 'reseller' then l.amount else -l.amount end`;

/**
 * What must agree between payments, top-ups and the transfers that give payments back; and between the
 * operator's corrections, the transfers that book them, and operations.
 */
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
              .selectFrom('ledger as l')
              .select(({ fn }) => ['l.reseller_id', 'l.operation_id', fn.sum<string>(TAKEN).as('amount')])
              .select(({ fn }) => fn.max('l.created_at').as('created_at'))
              .where('l.kind', '=', 'payment_refund')
              .groupBy(['l.reseller_id', 'l.operation_id'])
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
        )
        // What an account has owed is taken of the money that has come right before, and for no payment.
        .where(({ exists, not, ref, selectFrom }) =>
          not(
            exists(
              selectFrom('ledger as i')
                .select('i.operation_id')
                .where(ref('p.id'), 'is', null)
                .whereRef('i.reseller_id', '=', 't.reseller_id')
                .where('i.credit', '=', 'reseller')
                .where('i.created_at', '=', sql<Date>`${ref('t.created_at')} - interval '1 microsecond'`),
            ),
          ),
        ),
  },
  {
    problem:
      'more is owed, or was taken for it, than payers had got back uncovered; or it is owed while there is money',
    discrepancies: (db, since) =>
      db
        .selectFrom('accounts as a')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('payments')
              .select(({ fn }) => ['reseller_id', fn.sum<string>('uncovered').as('amount')])
              .groupBy('reseller_id')
              .as('u'),
          (join) => join.onRef('u.reseller_id', '=', 'a.reseller_id'),
        )
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('ledger as l')
              .leftJoin('payments as p', 'p.refund_id', 'l.operation_id')
              .select(({ fn }) => ['l.reseller_id', fn.sum<string>(TAKEN).as('amount')])
              .where('l.kind', '=', sql.lit('payment_refund' as const))
              .where('p.id', 'is', null)
              .groupBy('l.reseller_id')
              .as('t'),
          (join) => join.onRef('t.reseller_id', '=', 'a.reseller_id'),
        )
        .select([
          'a.reseller_id',
          sql<null>`null::uuid`.as('operation_id'),
          sql<string>`coalesce(u.amount, 0)`.as('expected'),
          sql<string>`a.owed + coalesce(t.amount, 0)`.as('found'),
        ])
        .where(({ and, eb, lit, or }) =>
          or([
            and([eb('a.owed', '>', lit(0)), eb('a.balance', '>', lit(0))]),
            // What is new does not have all of them.
            and([
              lit(since === 'beginning'),
              sql<boolean>`a.owed + coalesce(t.amount, 0) > coalesce(u.amount, 0)`,
            ]),
          ]),
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
