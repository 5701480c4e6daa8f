import { COIN } from '../billing/accounts.ts';
import { type Books, type Check, isDeleted } from './check.ts';

/** What an account holds: its entries, what it holds now, and what it held at the checkpoint. */
interface Asset {
  /** Entries that change a balance: what they add to it, and what to all that was spent. */
  entries: string;
  accounts: string;
  checkpoint: string;
  /** What one of it is worth, in micro-dollars. */
  worth: bigint;
}

const MONEY: Asset = {
  entries: `
    select reseller_id, operation_id, created_at, balance_after as balance, spent_after as spent,
      case debit when 'reseller' then -amount else amount end as change,
      case when 'outside' in (debit, credit) or 'adjustments' in (debit, credit) then 0
        when debit = 'reseller' then amount else -amount end as spending
    from ledger where 'reseller' in (debit, credit)`,
  accounts: 'select reseller_id, balance, spent from accounts',
  checkpoint: 'select reseller_id, moved_at, balance, spent from verified_accounts',
  worth: 1n,
};

const COINS: Asset = {
  entries: `
    select reseller_id, operation_id, created_at, balance_after as balance, 0 as spent,
      case debit when 'reseller' then -coins else coins end as change, 0 as spending
    from coin_transfers`,
  accounts: `
    select r.id as reseller_id, coalesce(a.balance, 0) as balance, 0 as spent
    from resellers r left join coin_accounts a on a.reseller_id = r.id`,
  checkpoint: `
    select reseller_id, coins_moved_at as moved_at, coins as balance, 0 as spent from verified_accounts`,
  worth: COIN,
};

/** The entries of an asset that the checkpoint does not cover. */
const newEntries = ({ entries, checkpoint }: Asset, { among, beginAtCheckpoint }: Books) => `
  select t.* from (${entries}) t
  where ${among('work', 't.reseller_id, t.operation_id')} and not exists (
    select 1 from (${checkpoint}) v
    where ${beginAtCheckpoint} and v.reseller_id = t.reseller_id and v.moved_at >= t.created_at
  )`;

/**
 * The entries of each account in their order. Before them comes the account as it was at the checkpoint, as
 * if by one entry, and behind them the account as it is: it must be what the newest entry left. The server
 * sorts what does not fit its memory on its disk, and keeps one row of each reseller.
 */
const brokenSequence = (asset: Asset, books: Books) => `
  select reseller_id, operation_id, expected * ${asset.worth} as expected, found * ${asset.worth} as found
  from (
    select reseller_id, operation_id, coalesce(lag(balance) over account, 0) + change as expected,
      balance as found, coalesce(lag(spent) over account, 0) + spending as expected_spent, spent,
      created_at = lag(created_at) over account as is_tied
    from (
      ${newEntries(asset, books)}
      union all
      select reseller_id, null, coalesce(moved_at, '-infinity'), balance, spent, balance, spent
      from (${asset.checkpoint}) v where ${books.beginAtCheckpoint}
      union all
      select reseller_id, null, 'infinity', balance, spent, 0, 0 from (${asset.accounts}) a
    ) entries
    window account as (partition by reseller_id order by created_at, operation_id)
  ) followed
  where found is distinct from expected or spent is distinct from expected_spent or is_tied`;

/** What must agree between balances, entries, account statements and the operations that were charged. */
export const LEDGER_CHECKS: readonly Check[] = [
  {
    problem: 'the balance is not what the transfers add up to',
    sql: (books) => `
      select r.id as reseller_id, null::uuid as operation_id,
        coalesce(v.balance, 0) + coalesce(t.change, 0) as expected, a.balance as found
      from resellers r
      left join accounts a on a.reseller_id = r.id
      left join verified_accounts v on v.reseller_id = r.id and ${books.beginAtCheckpoint}
      left join (
        select reseller_id, sum(change) as change from (${newEntries(MONEY, books)}) t group by reseller_id
      ) t on t.reseller_id = r.id
      where a.balance is distinct from coalesce(v.balance, 0) + coalesce(t.change, 0)`,
  },
  {
    problem: 'the transfer that charges the operation does not match it',
    sql: ({ among }) => `
      select o.reseller_id, o.id as operation_id, o.amount as expected, t.amount as found
      from operations o
      left join ledger t on t.reseller_id = o.reseller_id and t.operation_id = o.id and t.stage = 1
        and t.debit = 'reseller'
      where ${among('work', 'o.reseller_id, o.id')} and t.amount is distinct from o.amount`,
  },
  {
    problem: 'the transfer that ends the operation does not match its state',
    sql: ({ among }) => `
      select o.reseller_id, o.id as operation_id,
        case when o.state <> 'running' then o.amount end as expected, t.amount as found
      from operations o
      left join ledger t on t.reseller_id = o.reseller_id and t.operation_id = o.id and t.stage = 2
      where ${among('work', 'o.reseller_id, o.id')} and (
        t.credit is distinct from
          case o.state when 'settled' then 'revenue' when 'refunded' then 'reseller' end
        or t.amount is distinct from case when o.state <> 'running' then o.amount end
      )`,
  },
  {
    problem: 'the transfer belongs to no operation',
    // One join with both: the planner expects a single entry without an operation, and would look for each of
    // those whose operation was deleted through all that is kept of these.
    sql: ({ among }) => `
      select t.reseller_id, t.operation_id, null::bigint as expected, t.amount as found
      from ledger t
      left join (
        select reseller_id, id from operations union all select reseller_id, operation_id from charged_work
      ) o on o.reseller_id = t.reseller_id and o.id = t.operation_id
      where ${among('work', 't.reseller_id, t.operation_id')} and o.id is null
        and t.debit not in ('outside', 'adjustments') and t.credit not in ('outside', 'adjustments')`,
  },
  {
    problem: 'the transfer and the top-up that it books do not match',
    sql: ({ among }) => `
      select reseller_id, operation_id, u.amount as expected, t.amount as found
      from (select * from top_ups u where ${among('work', 'u.reseller_id, u.operation_id')}) u
      full join (
        select * from ledger t
        where ${among('work', 't.reseller_id, t.operation_id')} and t.kind = 'top_up'
      ) t using (reseller_id, operation_id)
      where t.amount is distinct from u.amount`,
  },
  {
    problem:
      'the purchase and its order do not match: settled, it has an order of its price; otherwise it has none',
    sql: ({ among }) => `
      select reseller_id, operation_id, p.price as expected, o.price as found
      from (
        select p.reseller_id, p.id as operation_id, p.order_id,
          case p.state when 'settled'
            then p.amount + coalesce((p.request #>> '{coins,spent}')::bigint, 0) * ${COIN} end as price
        from operations p
        where p.kind = 'purchase' and ${among('work', 'p.reseller_id, p.id')}
      ) p
      full join (
        select o.reseller_id, o.operation_id, o.id as order_id, o.price from orders o
        where ${among('orders', 'o.reseller_id, o.id')}
      ) o using (reseller_id, operation_id, order_id)
      where o.price is distinct from p.price and not ${isDeleted('o.operation_id')}`,
  },
  {
    problem: 'the operation is about an order that its reseller does not have',
    sql: ({ among }) => `
      select p.reseller_id, p.id as operation_id, p.amount as expected, null::bigint as found
      from operations p
      left join orders o on o.reseller_id = p.reseller_id and o.id = p.order_id
      where ${among('work', 'p.reseller_id, p.id')} and p.kind <> 'purchase' and o.id is null`,
  },
  {
    problem: 'the statement does not add up: the balance does not follow from the movement before',
    sql: (books) => brokenSequence(MONEY, books),
  },
  {
    problem: 'the movement is of another kind than its operation',
    sql: ({ among }) => `
      select t.reseller_id, t.operation_id
      from ledger t
      join operations o on o.id = t.operation_id
      where ${among('work', 't.reseller_id, t.operation_id')} and t.debit = 'reseller'
        and t.kind is distinct from o.kind`,
  },
  {
    problem: 'the coins do not add up: the balance does not follow from the line before',
    sql: (books) => brokenSequence(COINS, books),
  },
  {
    problem: 'the coins of the operation were not moved as it was charged and has ended',
    sql: ({ among }) => `
      select reseller_id, operation_id, e.coins * ${COIN} as expected, t.coins * ${COIN} as found
      from (
        select due.reseller_id, o.id as operation_id, due.kind, due.coins
        from operations o
        cross join lateral (values
          (o.reseller_id, 'spending', (o.request #>> '{coins,spent}')::bigint, true),
          (o.reseller_id, 'refund', (o.request #>> '{coins,spent}')::bigint, o.state = 'refunded'),
          (o.reseller_id, 'cashback', (o.request #>> '{coins,cashback}')::bigint, o.state = 'settled'),
          ((o.request #>> '{coins,referral,resellerId}')::bigint, 'referral',
            (o.request #>> '{coins,referral,coins}')::bigint, o.state = 'settled')
        ) due (reseller_id, kind, coins, is_due)
        where o.request ? 'coins' and due.is_due and due.coins > 0 and ${among('work', 'o.reseller_id, o.id')}
      ) e
      full join (
        select * from coin_transfers t where ${among('work', 't.reseller_id, t.operation_id')}
      ) t using (reseller_id, operation_id, kind)
      where t.coins is distinct from e.coins and not ${isDeleted('t.operation_id')}`,
  },
  {
    problem: 'the purchase has coins although it is not one of the chat bot, or has none although it is',
    sql: ({ among }) => `
      select o.reseller_id, o.id as operation_id
      from operations o
      where ${among('work', 'o.reseller_id, o.id')} and o.kind = 'purchase'
        and (o.request ? 'coins') <> (o.request ->> 'source' = 'bot')`,
  },
];
