import { REFUNDS } from '../payments/refunds.ts';
import { type Check, isDeleted } from './check.ts';

/** The reference by which the payment `p` is topped up. */
export const REFERENCE = `case p.provider when 'stars' then 'stars:' else 'crypto-pay:' end || p.charge_id`;

/** What the entry `t` takes of a balance; negative where it adds to it. */
const TAKEN = `case t.debit when 'reseller' then t.amount else -t.amount end`;

/**
 * What must agree between payments, top-ups and the entries that give payments back; and between the
 * operator's corrections, the entries that book them, and operations.
 */
export const PAYMENT_CHECKS: readonly Check[] = [
  {
    problem:
      'the payment and its top-up do not match: credited, it has one of its amount; otherwise it has none',
    sql: ({ among }) => `
      select reseller_id, u.operation_id, p.amount as expected, u.amount as found
      from (
        select p.reseller_id, p.amount, ${REFERENCE} as reference from payments p
        where p.charge_id is not null and p.found is null and ${among('payments', 'p.id')}
      ) p
      full join (
        select * from top_ups u
        where u.reference ~ '^(stars|crypto-pay):' and ${among('work', 'u.reseller_id, u.operation_id')}
      ) u using (reseller_id, reference)
      where p.amount is distinct from u.amount`,
  },
  {
    problem: 'the transfers that give the payment back do not match its state',
    // What was taken and put back is the trace of an attempt that the provider refused. What an account has
    // owed is taken of the money that has come right before, and for no payment.
    sql: ({ among }) => `
      select reseller_id, operation_id, p.amount as expected, t.amount as found
      from (
        select p.id, p.reseller_id, p.refund_id as operation_id, p.amount, p.uncovered from payments p
        where p.refund_id is not null and p.found is null and ${among('payments', 'p.id')}
      ) p
      full join (
        select t.reseller_id, t.operation_id, sum(${TAKEN}) as amount, max(t.created_at) as created_at
        from ledger t
        where t.kind = 'payment_refund' and ${among('work', 't.reseller_id, t.operation_id')}
        group by t.reseller_id, t.operation_id
      ) t using (reseller_id, operation_id)
      where coalesce(t.amount, 0) <> coalesce(p.amount - coalesce(p.uncovered, 0), 0)
        and not exists (
          select 1 from ledger i
          where p.id is null and i.reseller_id = t.reseller_id and i.credit = 'reseller'
            and i.created_at = t.created_at - interval '1 microsecond'
            and ${among('work', 'i.reseller_id, i.operation_id')}
        )`,
  },
  {
    problem:
      'more is owed, or was taken for it, than payers had got back uncovered; or it is owed while there is money',
    // What the checkpoint does not cover does not have all that was uncovered.
    sql: ({ among, beginAtCheckpoint }) => `
      select a.reseller_id, null::uuid as operation_id, coalesce(u.amount, 0) as expected,
        a.owed + coalesce(t.amount, 0) as found
      from accounts a
      left join (
        select p.reseller_id, sum(p.uncovered) as amount from payments p
        where ${among('payments', 'p.id')}
        group by p.reseller_id
      ) u on u.reseller_id = a.reseller_id
      left join (
        select t.reseller_id, sum(${TAKEN}) as amount
        from ledger t
        left join payments p on p.refund_id = t.operation_id
        where t.kind = 'payment_refund' and p.id is null and ${among('work', 't.reseller_id, t.operation_id')}
        group by t.reseller_id
      ) t on t.reseller_id = a.reseller_id
      where a.owed > 0 and a.balance > 0
        or not ${beginAtCheckpoint} and a.owed + coalesce(t.amount, 0) > coalesce(u.amount, 0)`,
  },
  {
    problem:
      'the payment is neither given back nor kept, because giving it back was given up: ' +
      '"jobs list --failed" shows why, and "jobs retry" retries it',
    sql: ({ among }) => `
      select p.reseller_id, p.refund_id as operation_id
      from payments p
      where ${among('payments', 'p.id')} and p.state = 'refunding' and ${REFUNDS.isGivenUp('p.id')}`,
  },
  {
    problem: 'the transfer and the correction that it books do not match',
    sql: ({ among }) => `
      select reseller_id, operation_id, c.amount as expected, t.amount as found
      from (select * from corrections c where ${among('work', 'c.reseller_id, c.operation_id')}) c
      full join (
        select t.reseller_id, t.operation_id, t.stage, t.kind, -(${TAKEN}) as amount
        from ledger t
        where t.kind in ('adjustment', 'operation_refund')
          and ${among('work', 't.reseller_id, t.operation_id')}
      ) t using (reseller_id, operation_id, stage, kind)
      where t.amount is distinct from c.amount`,
  },
  {
    problem: 'more was given back of the operation than it has earned',
    sql: ({ among }) => `
      select t.reseller_id, t.operation_id, o.amount as expected, t.amount as found
      from (
        select t.reseller_id, t.operation_id, sum(t.amount) as amount
        from ledger t
        where t.kind = 'operation_refund'
          and ${among('work', 't.reseller_id, t.operation_id')}
        group by t.reseller_id, t.operation_id
      ) t
      left join operations o on o.id = t.operation_id and o.reseller_id = t.reseller_id and o.state = 'settled'
      where t.amount > coalesce(o.amount, 0) and not ${isDeleted('t.operation_id')}`,
  },
];
