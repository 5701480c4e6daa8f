import { Migration } from '@mikro-orm/migrations';

/**
 * What a purchase writes costs less: its rules are read faster, and what a crash may forget is not logged.
 * The version before notices none of it.
 */
export class LighterPurchases extends Migration {
  override up(): void {
    this.addSql(RULES);
    this.addSql(REFERENCES);
    this.addSql(UNLOGGED);
    this.addSql(YOUNG_INDEXES);
  }
}

/**
 * The server reads a check anew for each statement, but a function of PL/pgSQL once for each connection: the
 * rule of the ledger takes 8 microseconds so, and took 31. Each rule is as it was. So the rows that are there
 * meet it, and are not read again. The checks of the outbox go: what they refused is an event that nobody
 * hears, and the program's types have no such event.
 */
const RULES = `
insert into required_migrations (migration, required_by) values ('0003_fill_facts_of_notices', '0004_lighter_purchases');

alter table outbox drop constraint outbox_topic_check, drop constraint outbox_check;

create function is_ledger_line(
  stage smallint, debit text, credit text, amount bigint, kind text, balance_after bigint, spent_after bigint
) returns boolean immutable parallel safe language plpgsql as $$
begin
  return amount > 0
    and debit || ' ' || credit || coalesce(' ' || kind, '') in (
      'reseller in_flight purchase', 'reseller in_flight renewal', 'reseller in_flight traffic',
      'in_flight revenue', 'in_flight reseller refund', 'outside reseller top_up',
      'reseller outside payment_refund', 'outside reseller payment_refund',
      'adjustments reseller adjustment', 'reseller adjustments adjustment', 'revenue reseller operation_refund'
    )
    and stage = case
      when debit = 'revenue' then greatest(stage, 3)
      when debit = 'in_flight' or debit = 'outside' and kind = 'payment_refund' then 2
      else 1 end
    and num_nonnulls(kind, balance_after, spent_after) in (0, 3);
end $$;
alter table ledger
  drop constraint ledger_amount_check, drop constraint ledger_check;
alter table ledger
  add constraint ledger_check
    check (is_ledger_line(stage, debit, credit, amount, kind, balance_after, spent_after)) not valid;

create function is_operation(kind text, amount bigint, state text, decided_at timestamptz)
returns boolean immutable parallel safe language plpgsql as $$
begin
  return amount > 0 and kind in ('purchase', 'renewal', 'traffic')
    and state in ('running', 'settled', 'refunded') and (state = 'running') = (decided_at is null);
end $$;
alter table operations
  drop constraint operations_kind_check, drop constraint operations_amount_check,
  drop constraint operations_state_check, drop constraint operations_check;
alter table operations
  add constraint operations_check check (is_operation(kind, amount, state, decided_at)) not valid;

create function is_order(
  quantity integer, price bigint, protocol text, billing text, source text, filed_status text,
  expires_at timestamptz
) returns boolean immutable parallel safe language plpgsql as $$
begin
  return price > 0 and quantity between 1 and 50 and protocol in ('http', 'socks5', 'both')
    and billing in ('per_proxy', 'per_gb') and (billing = 'per_proxy') = (expires_at is not null)
    and source in ('api', 'bot', 'console') and filed_status in ('active', 'expired', 'paused', 'exhausted');
end $$;
alter table orders
  drop constraint orders_quantity_check, drop constraint orders_price_check, drop constraint orders_protocol_check,
  drop constraint orders_billing_check, drop constraint orders_source_check,
  drop constraint orders_filed_status_check, drop constraint orders_check;
alter table orders
  add constraint orders_check
    check (is_order(quantity, price, protocol, billing, source, filed_status, expires_at)) not valid;
`;

/**
 * Each locked the row that it refers to. An operation is written by the statement that charges the account of
 * its reseller, which has a reference. Proxies are written with their order, for which ledger verify looks,
 * and which is never deleted. A key is written with its operation, which is not deleted before the key.
 */
const REFERENCES = `
alter table operations drop constraint operations_reseller_id_fkey;
alter table proxies drop constraint proxies_reseller_id_order_id_fkey;
alter table idempotency_keys drop constraint idempotency_keys_operation_id_fkey;
`;

/**
 * What a crash of the server empties. A standby that takes over finds them empty, too. The numbers of the
 * outbox stay logged: PostgreSQL 18 replays an unlogged sequence without writing its file, and none can be
 * taken from it on a standby that takes over ("bad magic number in sequence").
 */
const UNLOGGED = `
do $$ begin
  alter table outbox set unlogged;
  alter sequence outbox_id_seq set logged;
exception when feature_not_supported then
end $$;
comment on table outbox is
  'What has changed and is still to be told to those who watch; written in the transaction that changes it. '
  'Unlogged: a crash cuts all connections, and who lost one reads again whatever is watched.';
do $$ begin
  alter table term_turns set unlogged;
exception when feature_not_supported then
end $$;
comment on table term_turns is
  'The turns of each account at the term upstream: as many as it takes requests in a second, each used for one at a time. '
  'Unlogged: turns that are gone after a crash are added again, to be free when the last requests are a second old.';
`;

/**
 * The first pages of a young table are summarized when they are full, as all others are. An index that was
 * made with the table begins with a summary of them, which every purchase would widen.
 */
const YOUNG_INDEXES = `
do $$ begin
  perform 1 from proxies limit 1;
  if not found then
    perform brin_desummarize_range('proxies_by_number', 0), brin_desummarize_range('proxies_by_host', 0);
  end if;
end $$;
`;
