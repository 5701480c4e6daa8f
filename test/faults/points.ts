import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

/** How long to wait for the flow to reach a point: after this it does not pass there. */
const REACH_MS = 20_000;
const POLL_MS = 5;

/**
 * The points where the flow can be held: within a transaction, or at its commit, which then goes through
 * although nothing receives the answer.
 */
export const DATABASE_POINTS = [
  'charging',
  'charge_committing',
  'remembering',
  'settling',
  'settle_committing',
  'refunding',
  'refund_committing',
] as const;

/**
 * The same for the chat bot: where an update takes effect, a message that was sent is noted as sent, an
 * invoice of the provider is written down, a payment is credited, and the answer to a confirmed offer is
 * written down.
 */
const CHAT_POINTS = [
  'handling',
  'handle_committing',
  'noting_sent',
  'noting_invoice',
  'crediting',
  'credit_committing',
  'noting_order',
] as const;
export type ChatPoint = (typeof CHAT_POINTS)[number];
export type DatabasePoint = (typeof DATABASE_POINTS)[number] | ChatPoint | 'sweep_ending';

// Operations that began before the point was held are let through: they were taken over from a killed
// process, and must not be taken for the awaited one, however long that one takes to reach the point.
// Processes write whole milliseconds.
const TRIGGERS = `
create table held_points (point text primary key, since timestamptz not null);
create function hold_at_point() returns trigger language plpgsql as $$
begin
  if exists (select from held_points where point = tg_name and since <= new.created_at) then
    perform pg_advisory_xact_lock_shared(hashtext(tg_name));
  end if;
  return null;
end $$;
create trigger charging after insert on operations for each row execute function hold_at_point();
create constraint trigger charge_committing after insert on operations deferrable initially deferred
  for each row execute function hold_at_point();
create trigger remembering after update on operations for each row
  when (new.request is distinct from old.request) execute function hold_at_point();
create trigger settling after update on operations for each row
  when (old.state = 'running' and new.state = 'settled') execute function hold_at_point();
create constraint trigger settle_committing after update on operations deferrable initially deferred for each row
  when (old.state = 'running' and new.state = 'settled') execute function hold_at_point();
create trigger refunding after update on operations for each row
  when (old.state = 'running' and new.state = 'refunded') execute function hold_at_point();
create constraint trigger refund_committing after update on operations deferrable initially deferred for each row
  when (old.state = 'running' and new.state = 'refunded') execute function hold_at_point();
-- The argument is the column that says when what passes here began.
create function hold_at_chat_point() returns trigger language plpgsql as $$
begin
  if exists (select from held_points where point = tg_name
    and since <= (coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0])::timestamptz) then
    perform pg_advisory_xact_lock_shared(hashtext(tg_name));
  end if;
  return null;
end $$;
create trigger handling after update on bot_updates for each row
  when (new.sealed is null) execute function hold_at_chat_point('received_at');
create constraint trigger handle_committing after update on bot_updates deferrable initially deferred
  for each row when (new.sealed is null) execute function hold_at_chat_point('received_at');
create function hold_at_sweep() returns trigger language plpgsql as $$
begin
  if exists (select from held_points where point = tg_name)
    and (tg_op = 'DELETE' or old.lease_token is not null and new.lease_token is null) then
    perform pg_advisory_xact_lock_shared(hashtext(tg_name));
  end if;
  return null;
end $$;
create trigger sweep_ending after update or delete on sweeps for each row execute function hold_at_sweep();
create trigger noting_sent after delete on bot_messages for each row
  execute function hold_at_chat_point('created_at');
create trigger noting_invoice after update on payments for each row
  when (old.invoice_id is null and new.invoice_id is not null and new.state = 'open')
  execute function hold_at_chat_point('created_at');
create trigger crediting after update on payments for each row
  when (old.state in ('open', 'expired') and new.state = 'paid') execute function hold_at_chat_point('paid_at');
create constraint trigger credit_committing after update on payments deferrable initially deferred
  for each row when (old.state in ('open', 'expired') and new.state = 'paid')
  execute function hold_at_chat_point('paid_at');
create trigger noting_order after update on bot_offers for each row
  when (old.order_id is null and new.order_id is not null) execute function hold_at_chat_point('taken_at');`;

/** Holds every transaction that reaches a point, by a lock that triggers of the database wait for there. */
export interface Points {
  hold(point: DatabasePoint): Promise<void>;
  /** Whether a transaction has reached the point in time. */
  reached(point: DatabasePoint): Promise<boolean>;
  /** Ends the connection that is held there: its transaction is rolled back. */
  cut(point: DatabasePoint): Promise<void>;
  letGo(point: DatabasePoint): Promise<void>;
  /** To be called before the database may be killed. */
  close(): Promise<void>;
}

/** Creates the triggers in the database of a run. They cost nothing while no point is held. */
export async function openPoints(databaseUrl: string, opened: AsyncDisposableStack): Promise<Points> {
  const client = new Client(databaseUrl);
  await client.connect();
  const ending = new AsyncDisposableStack();
  ending.defer(() => client.end());
  opened.use(ending);
  await client.query(TRIGGERS);
  const held = async (point: DatabasePoint): Promise<number[]> => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted
        and (classid::bigint << 32 | objid::bigint) = hashtext($1)::bigint`,
      [point],
    );
    return rows.map(({ pid }) => pid);
  };
  return {
    async hold(point) {
      await client.query(
        `insert into held_points values ($1, date_trunc('milliseconds', clock_timestamp()))
          on conflict (point) do update set since = excluded.since`,
        [point],
      );
      await client.query('select pg_advisory_lock(hashtext($1))', [point]);
    },
    async reached(point) {
      const until = performance.now() + REACH_MS;
      while (performance.now() < until) {
        if ((await held(point)).length > 0) return true;
        await setTimeout(POLL_MS);
      }
      return false;
    },
    async cut(point) {
      await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await held(point)]);
    },
    async letGo(point) {
      await client.query('select pg_advisory_unlock(hashtext($1))', [point]);
    },
    close: () => ending.disposeAsync(),
  };
}
