import { type Expression, type Kysely, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';

/** What the books know of the operation behind a reference, and of the order that it has delivered. */
export interface BookedPurchase {
  operationId: string;
  resellerId: number;
  orderId: number;
  state: 'running' | 'settled' | 'refunded';
  /** Whether a sweep is still to come, which gives back what nobody paid for. */
  isSwept: boolean;
  /** What was delivered, by the upstream's id: until when each is accounted for, null for an account. */
  delivered: Map<string, Date | null>;
  /** The traffic of a Luxury order in bytes; null for any other. */
  traffic: { totalBytes: bigint; usedBytes: bigint } | null;
}

const selectBooked = statement<{ ids: readonly string[] }>()((db, { ids }) =>
  db
    .selectFrom(operationsOf(db, ids).as('p'))
    .leftJoin('orders as o', 'o.operation_id', 'p.id')
    .leftJoin('proxies as x', (join) =>
      join.onRef('x.reseller_id', '=', 'o.reseller_id').onRef('x.order_id', '=', 'o.id'),
    )
    .leftJoin('luxury_traffic as t', (join) =>
      join.onRef('t.reseller_id', '=', 'o.reseller_id').onRef('t.order_id', '=', 'o.id'),
    )
    .select(({ exists, selectFrom }) => [
      'p.id',
      'p.reseller_id',
      'p.order_id',
      'p.state',
      'x.upstream_id',
      'x.booked_until',
      't.total_bytes',
      't.used_bytes',
      exists(
        selectFrom('sweeps as s')
          .select('s.operation_id')
          .whereRef('s.reseller_id', '=', 'p.reseller_id')
          .whereRef('s.operation_id', '=', 'p.id'),
      ).as('is_swept'),
    ]),
);

/** Operations, and what is known of deleted ones: one of these that has an order was settled. */
function operationsOf(db: Kysely<Tables>, ids: Expression<readonly string[]>) {
  const isAsked = (id: Expression<string>) => sql<boolean>`${id} = any(${ids}::uuid[])`;
  return db
    .selectFrom('operations')
    .select(['id', 'reseller_id', 'order_id', 'state'])
    .where(({ ref }) => isAsked(ref('id')))
    .unionAll(
      db
        .selectFrom('charged_work as w')
        .select(({ exists, selectFrom }) => [
          'w.operation_id as id',
          'w.reseller_id',
          'w.order_id',
          sql<BookedPurchase['state']>`case when ${exists(
            selectFrom('orders as o').select('o.id').whereRef('o.operation_id', '=', 'w.operation_id'),
          )} then 'settled' else 'refunded' end`.as('state'),
        ])
        .where(({ ref }) => isAsked(ref('w.operation_id'))),
    );
}

/** The operations of these ids that the books know, in one statement. */
export async function readBooked(db: Sql, ids: readonly string[]): Promise<Map<string, BookedPurchase>> {
  const found = new Map<string, BookedPurchase>();
  for (const row of await selectBooked(db, { ids })) {
    const booked = found.get(row.id) ?? {
      operationId: row.id,
      resellerId: row.reseller_id,
      orderId: row.order_id,
      state: row.state,
      isSwept: Boolean(row.is_swept),
      delivered: new Map<string, Date | null>(),
      traffic:
        row.total_bytes === null
          ? null
          : { totalBytes: BigInt(row.total_bytes), usedBytes: BigInt(row.used_bytes ?? 0) },
    };
    if (row.upstream_id !== null) booked.delivered.set(row.upstream_id, row.booked_until);
    found.set(row.id, booked);
  }
  return found;
}

/** A proxy or account that was delivered and that a customer may be using. */
export interface LiveGoods {
  resellerId: number;
  orderId: number;
  position: number;
  operationId: string;
  /** The account at the term upstream that it was bought with. */
  account: string;
  upstreamId: string;
}

const PAGE_SIZE = 1_000;

const selectLive = statement<{
  upstream: string;
  orderedBefore: Date;
  now: Date;
  resellerId: number;
  orderId: number;
  position: number;
}>()((db, { upstream, orderedBefore, now, resellerId, orderId, position }) =>
  db
    .selectFrom('proxies as x')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.reseller_id', '=', 'x.reseller_id').onRef('o.id', '=', 'x.order_id'),
    )
    .select(['x.reseller_id', 'x.order_id', 'x.position', 'o.operation_id', 'x.upstream_id'])
    .select('o.upstream_account')
    .where('o.upstream', '=', upstream)
    .where('o.created_at', '<', orderedBefore)
    .where('o.dropped_at', 'is', null)
    .where(({ eb, or }) => or([eb('o.expires_at', 'is', null), eb('o.expires_at', '>', now)]))
    .where(
      ({ refTuple }) =>
        sql<boolean>`${refTuple('x.reseller_id', 'x.order_id', 'x.position')}
          > (${resellerId}::bigint, ${orderId}::bigint, ${position}::int)`,
    )
    .orderBy('x.reseller_id')
    .orderBy('x.order_id')
    .orderBy('x.position')
    .limit(sql.lit(PAGE_SIZE)),
);

/** All that was delivered before an instant and has not ended, page by page. */
export async function* readLive(
  db: Sql,
  upstream: 'px6' | 'dataimpulse',
  { orderedBefore, now }: { orderedBefore: Date; now: Date },
): AsyncGenerator<LiveGoods[]> {
  let after = { resellerId: 0, orderId: 0, position: -1 };
  for (;;) {
    const rows = await selectLive(db, { upstream, orderedBefore, now, ...after });
    const page = rows.map((row) => ({
      resellerId: row.reseller_id,
      orderId: row.order_id,
      position: row.position,
      operationId: row.operation_id,
      account: row.upstream_account,
      upstreamId: row.upstream_id,
    }));
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last;
  }
}
