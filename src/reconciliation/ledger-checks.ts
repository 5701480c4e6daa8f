import { type RawBuilder, sql } from 'kysely';

/**
 * Columns of a check's rows: reseller_id, operation_id and, where the problem is one of money, expected and found (micro-dollars,
 * null for nothing).
 */
export interface LedgerCheck {
  /** What is wrong about each row that the check gives. */
  problem: string;
  rows: RawBuilder<unknown>;
}

/**
 * What has to hold between balances, ledger lines and the work that was charged. Each check is one statement that gives the
 * rows for which it does not hold.
 */
export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  {
    problem: 'the balance is not what the transfers add up to',
    rows: sql`
      select r.id as reseller_id, null::uuid as operation_id, coalesce(fold.balance, 0) as expected, a.balance as found
      from resellers r
      left join accounts a on a.reseller_id = r.id
      left join (select reseller_id,
            sum(case when credit = 'reseller' then amount when debit = 'reseller' then -amount else 0 end) as balance
          from transfers group by 1) fold on fold.reseller_id = r.id
      where a.balance is distinct from coalesce(fold.balance, 0)`,
  },
  {
    problem: 'the transfer that charges the operation does not match it',
    rows: sql`
      select o.reseller_id, o.id as operation_id, o.amount as expected, t.amount as found
      from operations o
      left join transfers t on (t.reseller_id, t.operation_id, t.stage, t.debit) = (o.reseller_id, o.id, 1, 'reseller')
      where t.amount is distinct from o.amount`,
  },
  {
    problem: 'the transfer that ends the operation does not match its state',
    rows: sql`
      select o.reseller_id, o.id as operation_id, case when o.state <> 'running' then o.amount end as expected,
        t.amount as found
      from operations o
      left join transfers t on (t.reseller_id, t.operation_id, t.stage) = (o.reseller_id, o.id, 2)
      where (t.credit, t.amount) is distinct from
        (case o.state when 'settled' then 'revenue' when 'refunded' then 'reseller' end,
          case when o.state <> 'running' then o.amount end)`,
  },
  {
    problem: 'the transfer belongs to no operation',
    rows: sql`
      select t.reseller_id, t.operation_id, null::bigint as expected, t.amount as found
      from transfers t left join operations o on (o.reseller_id, o.id) = (t.reseller_id, t.operation_id)
      where t.debit <> 'outside' and o.id is null`,
  },
  {
    problem: 'the transfer and the top-up that it books do not match',
    rows: sql`
      select coalesce(u.reseller_id, t.reseller_id) as reseller_id, coalesce(u.operation_id, t.operation_id) as operation_id,
        u.amount as expected, t.amount as found
      from top_ups u
      full join (select * from transfers where debit = 'outside') t
        on (t.reseller_id, t.operation_id) = (u.reseller_id, u.operation_id)
      where t.amount is distinct from u.amount`,
  },
  {
    problem: 'the purchase and its order do not match: settled it has one of its price, else none',
    rows: sql`
      select coalesce(p.reseller_id, o.reseller_id) as reseller_id, coalesce(p.id, o.operation_id) as operation_id,
        case when p.state = 'settled' then p.amount end as expected, o.price as found
      from (select * from operations where kind = 'purchase') p
      full join orders o on (o.reseller_id, o.id, o.operation_id) = (p.reseller_id, p.order_id, p.id)
      where o.price is distinct from case when p.state = 'settled' then p.amount end`,
  },
  {
    problem: 'the operation is about an order that its reseller does not have',
    rows: sql`
      select p.reseller_id, p.id as operation_id, p.amount as expected, null::bigint as found
      from operations p left join orders o on (o.reseller_id, o.id) = (p.reseller_id, p.order_id)
      where p.kind <> 'purchase' and o.id is null`,
  },
];
