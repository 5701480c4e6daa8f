import { sql } from 'kysely';
import type { System } from '../system.ts';

// What commits is written down by triggers of the harness beside those of the program: the columns that
// change say what has happened, the transaction says together with what. An event that is left out, written
// twice, or written by another transaction than the change then has nothing to hide behind.
const TRIGGERS = `
create schema committed;
create table committed.changes (xid bigint, reseller_id bigint, type text, order_id bigint, amount bigint, reference text);
create table committed.since (reseller_id bigint primary key, sequence bigint not null);
insert into committed.since select reseller_id, max(sequence) from events group by reseller_id;
create function committed.note(reseller bigint, type text, of_order bigint, amount bigint default 0, reference text default '')
returns void language sql as $$
  insert into committed.changes values (pg_current_xact_id()::text::bigint, reseller, type, of_order, amount, reference);
$$;

create function committed.of_ledger() returns trigger language plpgsql as $$
declare
  op operations;
  mark text;
begin
  select * into op from operations where id = new.operation_id;
  select reference into mark from corrections where operation_id = new.operation_id and stage = new.stage;
  case new.debit || ' ' || new.credit
    when 'in_flight revenue' then
      perform committed.note(new.reseller_id, case op.kind when 'purchase' then 'order.created'
        when 'renewal' then 'order.renewed' else 'order.traffic_added' end, op.order_id, -new.amount, op.id::text);
    when 'in_flight reseller' then
      perform committed.note(new.reseller_id, 'purchase.failed',
        case when op.kind <> 'purchase' then op.order_id end, 0, op.id::text);
    when 'outside reseller' then
      perform committed.note(new.reseller_id, 'balance.topped_up', null, new.amount,
        (select reference from top_ups where operation_id = new.operation_id));
    when 'adjustments reseller' then perform committed.note(new.reseller_id, 'balance.adjusted', null, new.amount, mark);
    when 'reseller adjustments' then perform committed.note(new.reseller_id, 'balance.adjusted', null, -new.amount, mark);
    when 'revenue reseller' then
      perform committed.note(new.reseller_id, 'balance.refunded', op.order_id, new.amount, mark);
    else null;
  end case;
  return null;
end $$;
create trigger noted after insert on ledger for each row execute function committed.of_ledger();

create function committed.of_settings() returns trigger language plpgsql as $$
declare
  others text[] := '{paused,change_token,change_until,repair_after,unsettled_until}';
begin
  if to_jsonb(new) - others <> to_jsonb(old) - others then
    perform committed.note(new.reseller_id, 'order.settings_changed', new.order_id);
  end if;
  if new.paused <> old.paused then
    perform committed.note(new.reseller_id, case when new.paused then 'order.paused' else 'order.resumed' end, new.order_id);
  end if;
  return null;
end $$;
create trigger noted after update on luxury_settings for each row execute function committed.of_settings();

create function committed.of_password() returns trigger language plpgsql as $$
begin
  perform committed.note(new.reseller_id, 'order.password_changed', new.order_id);
  return null;
end $$;
create trigger noted after update on proxies for each row
  when (new.credentials is distinct from old.credentials) execute function committed.of_password();

create function committed.of_end() returns trigger language plpgsql as $$
begin
  perform committed.note(new.reseller_id, 'order.ended', new.id);
  return null;
end $$;
create trigger noted after update on orders for each row
  when (new.filed_status = 'expired' and old.filed_status <> 'expired') execute function committed.of_end();

create function committed.of_key() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    perform committed.note((coalesce(new, old)).reseller_id, case tg_op when 'INSERT' then 'key.created' else 'key.deleted' end, null);
    return null;
  end if;
  if new.hash <> old.hash then perform committed.note(new.reseller_id, 'key.reissued', null); end if;
  if new.disabled <> old.disabled then
    perform committed.note(new.reseller_id, case when new.disabled then 'key.disabled' else 'key.enabled' end, null);
  end if;
  if (new.name, new.allowed_ips, new.requests_per_minute) is distinct from (old.name, old.allowed_ips, old.requests_per_minute) then
    perform committed.note(new.reseller_id, 'key.changed', null);
  end if;
  return null;
end $$;
create trigger noted after insert or update or delete on api_keys for each row execute function committed.of_key();

create function committed.of_webhook() returns trigger language plpgsql as $$
begin
  perform committed.note(new.reseller_id, case when new.off_reason is null then 'webhook.enabled' else 'webhook.disabled' end, null);
  return null;
end $$;
create trigger noted after update on webhooks for each row
  when ((new.off_reason is null) <> (old.off_reason is null)) execute function committed.of_webhook();
`;

/** Types that the triggers see. A low balance follows from other events, and marks of time are told once. */
export const SEEN_TYPES: ReadonlySet<string> = new Set([
  ...['order.created', 'order.renewed', 'order.traffic_added', 'purchase.failed', 'balance.topped_up'],
  ...['balance.adjusted', 'balance.refunded', 'order.settings_changed', 'order.paused', 'order.resumed'],
  ...['order.password_changed', 'order.ended', 'webhook.disabled', 'webhook.enabled'],
  ...['created', 'reissued', 'disabled', 'enabled', 'changed', 'deleted'].map((what) => `key.${what}`),
]);

/** A change that has to have an event. */
export interface Change {
  /** The number of the transaction. */
  xid: number;
  resellerId: number;
  type: string;
  orderId: number | null;
  /** By how much it moved the balance, in micro-dollars. */
  amount: bigint;
  /** Of the operation or the correction; empty where there is none. */
  reference: string;
}

/** An event as the log has it. */
export interface Logged extends Omit<Change, 'reference'> {
  sequence: number;
  balance: bigint;
  /** When the order ended, as it was then, in milliseconds since 1970; null for none. */
  endsAt: number | null;
  facts: Record<string, unknown>;
}

/** Has the database of a run note from now on what commits. */
export async function noteChanges({ services }: System): Promise<void> {
  const db = services.database.sql;
  await db.transaction().execute((tx) => sql.raw(TRIGGERS).execute(tx));
}

/** What has committed since `noteChanges`, and up to where the logs of before go. */
export async function readCommitted({ services }: System): Promise<{
  changes: Change[];
  since: Map<number, number>;
}> {
  const db = services.database.sql;
  const changes = await sql<Record<keyof Change, never>>`
    select xid, reseller_id as "resellerId", type, order_id as "orderId", amount, coalesce(reference, '') as reference
    from committed.changes`.execute(db);
  const since = await sql<{ reseller_id: number; sequence: number }>`select * from committed.since`.execute(
    db,
  );
  return {
    changes: changes.rows.map((row) => plain(row) as Change),
    since: new Map(since.rows.map((row) => [Number(row.reseller_id), Number(row.sequence)])),
  };
}

/** The logs of all resellers, each in its order. */
export async function readLogs({ services }: System): Promise<Map<number, Logged[]>> {
  const { rows } = await sql<Record<string, unknown>>`
    select xid, reseller_id as "resellerId", type, order_id as "orderId", amount, sequence, balance, ends_at, facts
    from events where type <> 'carried' order by reseller_id, sequence`.execute(services.database.sql);
  const logged = rows.map((row) => ({
    ...(plain(row) as Logged),
    sequence: Number(row['sequence']),
    balance: BigInt(String(row['balance'])),
    endsAt: row['ends_at'] ? (row['ends_at'] as Date).getTime() : null,
    facts: JSON.parse(String(row['facts'] || '{}')) as Record<string, unknown>,
  }));
  return Map.groupBy(logged, ({ resellerId }) => resellerId);
}

function plain(row: Record<string, unknown>): object {
  return {
    ...row,
    xid: Number(row['xid']),
    resellerId: Number(row['resellerId']),
    orderId: row['orderId'] === null ? null : Number(row['orderId']),
    amount: BigInt(String(row['amount'])),
  };
}
