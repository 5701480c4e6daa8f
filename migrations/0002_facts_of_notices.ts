import { Migration } from '@mikro-orm/migrations';

/**
 * What a notice tells stands in one column, and resellers opt out of kinds of notices. Triggers write the
 * columns that the version before reads from those of this version, and the other way.
 */
export class FactsOfNotices extends Migration {
  override up(): void {
    this.addSql(FACTS);
    this.addSql(OPT_OUTS);
  }
}

/** The check that goes refused other kinds, and nothing that the version before writes. */
const FACTS = `
insert into required_migrations (migration, required_by) values ('0001_baseline', '0002_facts_of_notices');

alter table notices drop constraint notices_of_a_kind;
alter table notices add column facts jsonb not null default '{}';
comment on column notices.facts is 'What the notice tells, by its kind. Amounts are in micro-dollars.';
comment on column notices.balance is
  'Of the version before, from facts; so are threshold_usd, amount and percent.';
comment on column notices.order_id is 'From facts, as ends_at is: each end of an order is told of once.';

create function facts_of_notice(n notices) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'balance', n.balance, 'threshold', n.threshold_usd * 1000000::bigint, 'amount', n.amount,
    'orderId', n.order_id, 'percent', n.percent, 'endsAt', n.ends_at))
$$;

create function complete_notice() returns trigger language plpgsql as $$
begin
  if new.facts = '{}' then
    new.facts := facts_of_notice(new);
  elsif new.kind in ('low_balance', 'topped_up', 'refunded', 'order_ends', 'traffic_used') then
    new.balance := new.facts ->> 'balance';
    new.threshold_usd := (new.facts ->> 'threshold')::bigint / 1000000;
    new.amount := new.facts ->> 'amount';
    new.order_id := new.facts ->> 'orderId';
    new.percent := new.facts ->> 'percent';
    new.ends_at := new.facts ->> 'endsAt';
  end if;
  return new;
end $$;
create trigger notices_complete before insert on notices for each row execute function complete_notice();
`;

/** The kinds that the version before knows and a reseller chose from: what is not chosen is opted out of. */
const OPT_OUTS = `
alter table resellers add column notice_opt_outs text[] not null
  default '{topped_up,refunded,order_ends,traffic_used}';
comment on column resellers.notice_opt_outs is
  'The kinds of notices that the reseller is not sent: those of the default until it has a chat.';
comment on column resellers.notices is 'Of the version before: which of four kinds the reseller is sent.';

create function other_notices(kinds text[]) returns text[] language sql immutable as $$
  select array(select unnest('{topped_up,refunded,order_ends,traffic_used}'::text[]) except select unnest(kinds))
$$;

create function keep_notice_opt_outs() returns trigger language plpgsql as $$
begin
  if new.notice_opt_outs <> old.notice_opt_outs then
    new.notices := other_notices(new.notice_opt_outs);
  elsif new.notices <> old.notices then
    new.notice_opt_outs := other_notices(new.notices) ||
      array(select unnest(old.notice_opt_outs) except select unnest(other_notices('{}')));
  end if;
  return new;
end $$;
create trigger resellers_notice_opt_outs before update of notices, notice_opt_outs on resellers
  for each row execute function keep_notice_opt_outs();
`;
