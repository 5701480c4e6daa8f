import { Migration } from '@mikro-orm/migrations';

/** Messages to resellers of more kinds than low balances. */
export class Notices extends Migration {
  override up(): void {
    this.addSql(NOTICES);
  }
}

// The checks are not validated on the old rows, which are all of one kind: that would read the table while
// nobody may be charged.
const NOTICES = `
alter table resellers add column notices text[] not null default '{}';
comment on column resellers.notices is
  'The kinds of notices that the reseller is sent. That of a low balance is sent to everybody and is not named.';

alter table notices
  alter column balance drop not null,
  alter column threshold_usd drop not null,
  add column amount bigint,
  add column order_id bigint,
  add column percent smallint,
  add column ends_at timestamptz,
  drop constraint notices_kind_check,
  add constraint notices_of_a_kind check (case kind
    when 'low_balance' then balance is not null and threshold_usd is not null
    when 'topped_up' then balance is not null and amount > 0
    when 'refunded' then balance is not null and amount > 0
    when 'order_ends' then order_id is not null and ends_at is not null
    when 'traffic_used' then order_id is not null and percent in (80, 95, 100)
    else false end) not valid;
create unique index notices_of_ends on notices (reseller_id, order_id, ends_at) where kind = 'order_ends';
comment on table notices is 'Messages to resellers that come by themselves.';
comment on column notices.amount is 'What was added to the balance.';
comment on column notices.percent is 'How much of the bought traffic is used, at least.';
comment on column notices.ends_at is 'The end of the order; one that is renewed has another.';
`;
