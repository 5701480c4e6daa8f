import { sql } from 'kysely';
import type { IssuedEntry } from '../../src/sandbox/control.ts';
import type { System } from './system.ts';

export interface BookedOperation {
  id: string;
  resellerId: number;
  kind: 'purchase' | 'renewal' | 'traffic';
  orderId: string;
  amount: bigint;
  state: 'running' | 'settled' | 'refunded';
  days: number;
  gb: number;
  key: string | null;
  createdAt: Date;
  /** Null while it runs. */
  decidedAt: Date | null;
}

/** An order in the database at the end of a run. */
export interface BookedOrder {
  id: string;
  resellerId: number;
  operationId: string;
  upstream: 'px6' | 'dataimpulse';
  quantity: number;
  upstreamIds: string[];
  /** Whole GB of a Luxury order, all that was ever paid for. */
  totalGb: number;
  /** Of extensions, and of proxies that were given back. */
  writtenOffDays: number;
  writtenOffGb: number;
}

/** An event as the log has it. Amounts are in micro-dollars. */
export interface LoggedEvent {
  resellerId: number;
  /** Who talks to the bot for the reseller; null without anybody. */
  user: number | null;
  type: string;
  cause: string;
  amount: bigint;
  balance: bigint;
  orderId: string;
  facts: { percent?: number; hours_left?: number; threshold?: number; operation_id?: string };
}

/** After which balances, by the amounts of a log, a reseller is to be told that it is low. */
export function fallsIn(log: readonly LoggedEvent[], threshold: bigint): bigint[] {
  return log
    .filter(({ amount, balance }) => amount < 0n && balance < threshold && balance - amount >= threshold)
    .map(({ balance }) => balance);
}

/** What the database and the upstreams have recorded at the end of a run. */
export interface Books {
  operations: BookedOperation[];
  orders: BookedOrder[];
  balances: Map<number, bigint>;
  /** What the operator has added to each balance, less what was taken. */
  corrected: Map<number, bigint>;
  issued: IssuedEntry[];
  /** The events of each reseller in their order. */
  events: LoggedEvent[];
}

export async function readBooks({ services, control }: System): Promise<Books> {
  const db = services.database.sql;
  const operations = await sql<Record<string, string>>`
    select o.id, o.reseller_id, o.kind, o.order_id, o.amount, o.state, o.created_at, o.decided_at, o.request->>'days' as days, o.request->>'gb' as gb, k.key
    from operations o left join idempotency_keys k on k.operation_id = o.id`.execute(db);
  const orders = await sql<Record<string, string> & { upstream_ids: string[] }>`
    select o.id, o.reseller_id, o.operation_id, o.upstream, o.quantity,
      (select array_agg(upstream_id) from proxies p where (p.reseller_id, p.order_id) = (o.reseller_id, o.id)) as upstream_ids,
      (select total_bytes >> 30 from luxury_traffic t where (t.reseller_id, t.order_id) = (o.reseller_id, o.id)) as total_gb,
      ${writtenOff('proxy_days')} as written_off_days, ${writtenOff('gb')} as written_off_gb
    from orders o`.execute(db);
  const balances = await sql<Record<string, string>>`select reseller_id, balance from accounts`.execute(db);
  const corrected = await sql<Record<string, string>>`
    select reseller_id, sum(amount) as amount from corrections group by reseller_id`.execute(db);
  const events = await sql<Record<string, string>>`
    select reseller_id, user_id, type, cause, amount, balance, order_id, facts
    from events left join bot_people using (reseller_id) where type <> 'carried'
    order by reseller_id, sequence`.execute(db);
  const { entries } = (await (await fetch(`${control}/control/issued`)).json()) as { entries: IssuedEntry[] };
  return {
    operations: operations.rows.map((row) => ({
      id: String(row['id']),
      resellerId: Number(row['reseller_id']),
      kind: row['kind'] as BookedOperation['kind'],
      orderId: String(row['order_id']),
      amount: BigInt(row['amount'] ?? 0),
      state: row['state'] as BookedOperation['state'],
      days: Number(row['days'] ?? 0),
      gb: Number(row['gb'] ?? 0),
      key: row['key'] ?? null,
      createdAt: new Date(row['created_at'] ?? 0),
      decidedAt: row['decided_at'] ? new Date(row['decided_at']) : null,
    })),
    orders: orders.rows.map((row) => ({
      id: String(row['id']),
      resellerId: Number(row['reseller_id']),
      operationId: String(row['operation_id']),
      upstream: row['upstream'] as BookedOrder['upstream'],
      quantity: Number(row['quantity']),
      upstreamIds: row.upstream_ids,
      totalGb: Number(row['total_gb'] ?? 0),
      writtenOffDays: Number(row['written_off_days']),
      writtenOffGb: Number(row['written_off_gb']),
    })),
    balances: new Map(balances.rows.map((row) => [Number(row['reseller_id']), BigInt(row['balance'] ?? 0)])),
    corrected: new Map(corrected.rows.map((row) => [Number(row['reseller_id']), BigInt(row['amount'] ?? 0)])),
    issued: entries,
    events: events.rows.map((row) => ({
      resellerId: Number(row['reseller_id']),
      user: row['user_id'] === null ? null : Number(row['user_id']),
      type: String(row['type']),
      cause: String(row['cause']),
      amount: BigInt(row['amount'] ?? 0),
      balance: BigInt(row['balance'] ?? 0),
      orderId: String(row['order_id']),
      facts: row['facts'] ? (JSON.parse(row['facts']) as LoggedEvent['facts']) : {},
    })),
  };
}

function writtenOff(unit: 'proxy_days' | 'gb') {
  return sql`(select coalesce(sum(h.quantity), 0) from house_items h join operations p on p.id = h.operation_id
    where h.unit = ${unit} and (p.reseller_id, p.order_id) = (o.reseller_id, o.id))`;
}
