import { Migration } from '@mikro-orm/migrations';

/**
 * Every transfer that changes a balance becomes a movement of the reseller's account: it has its kind, and
 * the balance and the sum of all spending after it. The instants of one account's movements rise strictly, so
 * that they are an order and a cursor.
 *
 * The ledger is copied into another table, `ledger`, so that nobody waits while a long one gets its new
 * columns. The tables are locked only to copy what was written meanwhile and to be exchanged: for one of the
 * ten seconds that a million lines take.
 * Movements that are already there are put in the order of their instants; those of the same instant are set
 * apart by microseconds.
 *
 * A process of the version before goes on with `transfers`, which is a view now: the trigger of the view
 * writes what such a process inserts to the ledger, with its kind and balance. Writing to the ledger itself
 * calls no trigger for each row. The view can go when no such process is left.
 */
export class AccountStatement extends Migration {
  override up(): void {
    for (const statement of [COPY, CONTINUE, INDEX, EXCHANGE, CONTINUE, ACCOUNTS, VIEW, TRIGGERS])
      this.addSql(statement);
  }
}

const COPY = `
create table ledger (
  reseller_id bigint not null,
  operation_id uuid not null,
  stage smallint not null,
  debit text not null,
  credit text not null,
  amount bigint not null constraint ledger_amount_check check (amount > 0),
  created_at timestamptz not null,
  kind text,
  balance_after bigint,
  spent_after bigint,
  primary key (reseller_id, operation_id, stage),
  -- As one text: the server reads a check anew for each statement, and six rows of four would take 0.05 ms.
  constraint ledger_check check (
    debit || ' ' || credit || coalesce(' ' || kind, '') in (
      'reseller in_flight purchase', 'reseller in_flight renewal', 'reseller in_flight traffic',
      'in_flight revenue', 'in_flight reseller refund', 'outside reseller top_up'
    )
    and stage = case debit when 'in_flight' then 2 else 1 end
    and num_nonnulls(kind, balance_after, spent_after) in (0, 3)
  )
);
comment on table ledger is
  'The ledger, double entry and append-only: each line moves an amount of a reseller''s money between two accounts. '
  'One stage 2 for each operation at the most: it is either earned or given back.';
comment on column ledger.created_at is
  'No two lines of a reseller that have a kind have the same instant, and a later one has a later instant.';
comment on column ledger.kind is 'Of a line that changes the balance; null for earnings.';
comment on column ledger.spent_after is 'The sum of all charges of the reseller so far, less refunds.';

-- The newest movement that was copied of each reseller; in microseconds since 1970.
create temporary table copied (
  reseller_id bigint primary key, balance bigint not null, spent bigint not null, moved_us bigint not null
) on commit drop;
`;

/**
 * Copies the lines that are not copied yet, behind those that are. An instant is at least a microsecond after
 * the one before it: the n-th is n + the largest of all (instant - number) up to it.
 */
const CONTINUE = `
with missing as (
  select t.*, round(extract(epoch from t.created_at) * 1000000)::bigint as us,
    case when t.debit = 'reseller' then -t.amount when t.credit = 'reseller' then t.amount end as change,
    case when t.debit = 'outside' then 'top_up' when t.credit = 'reseller' then 'refund'
      when t.debit = 'reseller' then coalesce(o.kind, 'purchase') end as kind
  from transfers t
  left join operations o on o.id = t.operation_id and t.debit = 'reseller'
  where not exists (
    select from ledger n
    where (n.reseller_id, n.operation_id, n.stage) = (t.reseller_id, t.operation_id, t.stage))
), numbered as (
  select missing.*, row_number() over (partition by reseller_id order by created_at, stage, operation_id) as n
  from missing where kind is not null
), moved as (
  select m.*,
    coalesce(c.balance, 0) + sum(change) over account as balance_after,
    coalesce(c.spent, 0) - sum(case kind when 'top_up' then 0 else change end) over account as spent_after,
    n + greatest(c.moved_us, max(us - n) over account) as moved_us
  from numbered m left join copied c using (reseller_id)
  window account as (partition by m.reseller_id order by m.n)
), lines as (
  insert into ledger
  select reseller_id, operation_id, stage, debit, credit, amount,
    timestamptz 'epoch' + moved_us * interval '1 microsecond', kind, balance_after, spent_after
  from moved
  union all
  select reseller_id, operation_id, stage, debit, credit, amount, created_at, null, null, null
  from missing where kind is null
)
insert into copied
select distinct on (reseller_id) reseller_id, balance_after, spent_after, moved_us
from moved order by reseller_id, n desc
on conflict (reseller_id) do update
  set balance = excluded.balance, spent = excluded.spent, moved_us = excluded.moved_us;
`;

const INDEX = `
create index ledger_movements on ledger (reseller_id, kind, created_at) where kind is not null;
comment on index ledger_movements is
  'One kind of a reseller''s movements is a range of it, and all kinds together are as many ranges, merged.';
analyze ledger;
`;

/** In the order in which a posting locks them. */
const EXCHANGE = `
lock table accounts, transfers in access exclusive mode;
`;

const ACCOUNTS = `
alter table accounts add column spent bigint not null default 0, add column moved_at timestamptz;
comment on column accounts.spent is 'The sum of all charges, less refunds, in micro-dollars.';
comment on column accounts.moved_at is 'The instant of the newest movement; null before the first one.';
update accounts set spent = c.spent, moved_at = timestamptz 'epoch' + c.moved_us * interval '1 microsecond'
from copied c where c.reseller_id = accounts.reseller_id;
`;

const VIEW = `
drop table transfers;
create view transfers as
  select reseller_id, operation_id, stage, debit, credit, amount, created_at from ledger;
comment on view transfers is 'The ledger as processes of the version before the account statement read and write it.';
`;

/**
 * The account is already changed when its line is written, in the same statement, so its balance is the one
 * after the movement. A charge's operation is written by the same statement, too, and before the line.
 */
const TRIGGERS = `
create trigger ledger_append_only before update or delete or truncate on ledger
  for each statement execute function refuse_change();

create function write_old_transfer() returns trigger language plpgsql as $$
declare
  line record;
begin
  select new.created_at as moved_at, null::bigint as balance, null::bigint as spent, case
    when new.debit = 'outside' then 'top_up'
    when new.credit = 'reseller' then 'refund'
    when new.debit = 'reseller'
      then coalesce((select kind from operations where id = new.operation_id), 'purchase')
  end as kind into line;
  if line.kind is not null then
    update accounts set
      spent = spent + case line.kind when 'top_up' then 0 when 'refund' then -new.amount else new.amount end,
      moved_at = greatest(new.created_at, moved_at + interval '1 microsecond')
    where reseller_id = new.reseller_id
    returning moved_at, balance, spent, line.kind into line;
  end if;
  insert into ledger values (new.reseller_id, new.operation_id, new.stage, new.debit, new.credit, new.amount,
    line.moved_at, line.kind, line.balance, line.spent);
  return new;
end $$;
create trigger transfers_written instead of insert on transfers
  for each row execute function write_old_transfer();
comment on function write_old_transfer is
  'For processes of the version before the account statement, which write movements without their kind and balance.';
`;
