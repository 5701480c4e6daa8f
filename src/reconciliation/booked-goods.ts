import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { OrderName } from '../orders/order.ts';
import type { UpstreamName } from '../upstreams/account-book.ts';

/** What the books know of the operation behind a reference, and of the order that it has delivered. */
export interface BookedPurchase extends OrderName {
  operationId: string;
  state: 'running' | 'settled' | 'refunded';
  /** Whether a sweep is still to come, which gives back what nobody paid for. */
  isSwept: boolean;
  /** What was delivered, by the upstream's id: until when each is accounted for, null for an account. */
  delivered: Map<string, Date | null>;
  /** The traffic of a Luxury order in bytes; null for any other. */
  traffic: { totalBytes: bigint; usedBytes: bigint } | null;
}

type BookedRow = Omit<BookedPurchase, 'delivered' | 'traffic'> & {
  upstreamId: string | null;
  bookedUntil: Date | null;
  /** Null for no Luxury order. */
  totalBytes: number | bigint | null;
  usedBytes: number | bigint;
};

/** Operations that are there, and what is known of deleted ones: one that has an order was settled. */
const selectBooked = statement<{ ids: readonly string[] }>()(
  (_, { ids }) => sql<BookedRow>`
    with known as (
      select id, reseller_id, order_id, state from operations where id = any(${ids}::uuid[])
      union all
      select w.operation_id, w.reseller_id, w.order_id, case when o.id is null then 'refunded' else 'settled' end
      from charged_work w left join orders o on o.operation_id = w.operation_id
      where w.operation_id = any(${ids}::uuid[])
    )
    select p.id as "operationId", p.reseller_id as "resellerId", p.order_id as "orderId", p.state,
      exists (
        select 1 from sweeps s where s.reseller_id = p.reseller_id and s.operation_id = p.id
      ) as "isSwept",
      x.upstream_id as "upstreamId", x.booked_until as "bookedUntil",
      t.total_bytes as "totalBytes", t.used_bytes as "usedBytes"
    from known p
    left join orders o on o.operation_id = p.id
    left join proxies x on x.reseller_id = o.reseller_id and x.order_id = o.id
    left join luxury_traffic t on t.reseller_id = o.reseller_id and t.order_id = o.id`,
);

/** The operations of these ids that the books know, in one statement. */
export async function readBooked(db: Sql, ids: readonly string[]): Promise<Map<string, BookedPurchase>> {
  const found = new Map<string, BookedPurchase>();
  for (const row of await selectBooked(db, { ids })) {
    const { upstreamId, bookedUntil, totalBytes, usedBytes, ...purchase } = row;
    const traffic =
      totalBytes === null ? null : { totalBytes: BigInt(totalBytes), usedBytes: BigInt(usedBytes) };
    const booked = found.getOrInsert(row.operationId, { ...purchase, delivered: new Map(), traffic });
    if (upstreamId !== null) booked.delivered.set(upstreamId, bookedUntil);
  }
  return found;
}

/** A proxy or account that was delivered and that a customer may be using. */
export interface LiveGoods extends OrderName {
  position: number;
  operationId: string;
  /** The account at the term upstream that it was bought with. */
  account: string;
  upstreamId: string;
}

const PAGE_SIZE = 1_000;

/** What comes behind a page. */
type Place = Pick<LiveGoods, 'resellerId' | 'orderId' | 'position'>;

const selectLive = statement<{ upstream: string; orderedBefore: Date; now: Date } & Place>()(
  (_, { upstream, orderedBefore, now, resellerId, orderId, position }) => sql<LiveGoods>`
    select x.reseller_id as "resellerId", x.order_id as "orderId", x.position, o.operation_id as "operationId",
      o.upstream_account as account, x.upstream_id as "upstreamId"
    from proxies x
    join orders o on o.reseller_id = x.reseller_id and o.id = x.order_id
    where o.upstream = ${upstream} and o.created_at < ${orderedBefore} and o.dropped_at is null
      and (o.expires_at is null or o.expires_at > ${now})
      and (x.reseller_id, x.order_id, x.position) > (${resellerId}::bigint, ${orderId}::bigint, ${position}::int)
    order by x.reseller_id, x.order_id, x.position
    limit ${sql.lit(PAGE_SIZE)}`,
);

/** All that was delivered before an instant and has not ended, page by page. */
export async function* readLive(
  db: Sql,
  upstream: UpstreamName,
  { orderedBefore, now }: { orderedBefore: Date; now: Date },
): AsyncGenerator<LiveGoods[]> {
  let after: Place = { resellerId: 0, orderId: 0, position: -1 };
  for (;;) {
    const page = await selectLive(db, { upstream, orderedBefore, now, ...after });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last;
  }
}
