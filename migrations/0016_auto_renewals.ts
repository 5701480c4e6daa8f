import { Migration } from '@mikro-orm/migrations';

/** Orders that renew themselves, and what that may spend. The version before renews none. */
export class AutoRenewals extends Migration {
  override up(): void {
    this.addSql(`
create table auto_renewals (
  reseller_id bigint not null,
  order_id bigint not null,
  max_price bigint not null check (max_price >= 0),
  until timestamptz,
  set_at timestamptz not null,
  next_look_at timestamptz,
  tried_end timestamptz,
  refused_at timestamptz,
  leased_until timestamptz,
  lease_token uuid,
  tried_mark smallint,
  period text not null,
  source text not null check (source in ('api', 'bot', 'console')),
  refusal text,
  refusal_message text,
  primary key (reseller_id, order_id),
  check (num_nonnulls(tried_end, tried_mark) in (0, 2)),
  check (num_nonnulls(refusal, refusal_message, refused_at) in (0, 3))
) with (fillfactor = 50);
create index auto_renewals_due on auto_renewals (next_look_at) where next_look_at is not null;
comment on table auto_renewals is 'Orders that are renewed by themselves: for which term, and at most for how much.';
comment on column auto_renewals.max_price is 'The most for a renewal of the whole order, in micro-dollars.';
comment on column auto_renewals.until is 'The latest end that a renewal may reach; null for any.';
comment on column auto_renewals.set_at is 'When it was switched on, or changed: refusals of before are not those of a try from then on.';
comment on column auto_renewals.next_look_at is
  'When something may be to be tried; null when nothing is, for the present end. A change of the end has it looked at.';
comment on column auto_renewals.tried_end is 'The end for which the last try was made.';
comment on column auto_renewals.tried_mark is 'How many hours before that end its mark was.';
comment on column auto_renewals.source is 'Where it was switched on: whose prices it pays.';
comment on column auto_renewals.refusal is 'The code of the last try, when it was refused; null when it was not.';

create function look_at_auto_renewal() returns trigger language plpgsql as $$
begin
  update auto_renewals set next_look_at = to_timestamp(0) where reseller_id = new.reseller_id and order_id = new.id;
  return null;
end $$;
create trigger orders_end_moved after update of expires_at, dropped_at on orders for each row
  when (new.expires_at is distinct from old.expires_at or new.dropped_at is distinct from old.dropped_at)
  execute function look_at_auto_renewal();

create table spending_limits (
  reseller_id bigint primary key references resellers (id),
  per_day bigint check (per_day >= 0),
  per_month bigint check (per_month >= 0)
);
comment on table spending_limits is 'What a reseller lets renewals by themselves spend, in micro-dollars; null for any amount.';
comment on column spending_limits.per_day is 'In a UTC day, by the instant of the charge.';
`);
  }
}
