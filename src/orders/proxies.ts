import { type Expression, type QueryCreator, type Selectable, sql } from 'kysely';
import type { EntityManager, Sql } from '../kit/database.ts';
import { insertSelect, type Parameters, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { Vault } from '../kit/vault.ts';
import { ProxyEntity } from './entities.ts';
import { OrderNotFoundError } from './errors.ts';
import { type Order, type OrderColumn, type OrderName, type OrderProxy, STORED_FACTS } from './order.ts';

/** The position of an order's first proxy. Its row has the credentials of all proxies of the order. */
export const FIRST_POSITION = 0;

/** The row that encrypted credentials are bound to. */
export function proxyIdentity(resellerId: number, orderId: number, position: number): string {
  return `proxy:${resellerId}:${orderId}:${position}`;
}

/**
 * Encrypts the credentials of all proxies of an order, by their positions, as one value for the row of the
 * first proxy. Measured: to open 20 values for 5 proxies each takes 0.08 ms of processor time, and 100 values
 * for one proxy each 0.36.
 */
export function sealCredentials(
  vault: Vault,
  { resellerId, orderId }: OrderName,
  proxies: readonly Pick<OrderProxy, 'login' | 'password'>[],
): Buffer {
  const texts = proxies.flatMap(({ login, password }) => [login, password]);
  return vault.seal(JSON.stringify(texts), proxyIdentity(resellerId, orderId, FIRST_POSITION));
}

const PROXY_COLUMNS = ['order_id', 'position', 'host', 'port', 'credentials'] as const;
type ProxyRow = Pick<Selectable<Tables['proxies']>, (typeof PROXY_COLUMNS)[number]>;

const selectProxies = statement<{ resellerId: number; orderIds: number[] }>()(
  (db, { resellerId, orderIds }) =>
    db
      .selectFrom('proxies')
      .select(PROXY_COLUMNS)
      .where('reseller_id', '=', resellerId)
      .where('order_id', '=', ({ fn }) => fn.any(orderIds))
      .orderBy('order_id')
      .orderBy('position'),
);

/**
 * The proxies of many orders of one reseller as they were delivered, by their positions, in one statement.
 * The present host and port of a Luxury order follow from its settings, too: see `readCurrentProxies`.
 */
export async function readProxies(
  db: Sql,
  vault: Vault,
  resellerId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderProxy[]>> {
  const rows = await selectProxies(db, { resellerId, orderIds: [...orderIds] });
  return openProxies(vault, resellerId, orderIds, rows);
}

/** Decrypts rows that are sorted by order and position; an order without any has none. Throws at a flaw. */
export function openProxies(
  vault: Vault,
  resellerId: number,
  orderIds: readonly number[],
  rows: readonly ProxyRow[],
): Map<number, OrderProxy[]> {
  const proxies = new Map<number, OrderProxy[]>(orderIds.map((id) => [id, []]));
  const opened = new Map<number, string[]>();
  for (const { order_id: orderId, position, host, port, credentials } of rows) {
    if (credentials) {
      const text = vault.open(credentials, proxyIdentity(resellerId, orderId, position));
      opened.set(orderId, JSON.parse(text) as string[]);
    }
    const [login, password] = opened.get(orderId)?.slice(2 * position, 2 * position + 2) ?? [];
    if (login === undefined || password === undefined)
      throw new Error(`The proxy at position ${position} of order ${orderId} has no credentials`);
    proxies.get(orderId)?.push({ host, port, login, password });
  }
  return proxies;
}

/** Sets in the unit of work new credentials of an order of one proxy, without reading its row. */
export function rewriteCredentials(
  em: EntityManager,
  vault: Vault,
  { resellerId, orderId }: OrderName,
  credentials: Pick<OrderProxy, 'login' | 'password'>,
): void {
  const proxy = em.getReference(ProxyEntity, [resellerId, orderId, FIRST_POSITION]);
  proxy.credentials = sealCredentials(vault, { resellerId, orderId }, [credentials]);
}

interface DeliveredProxy extends OrderProxy {
  upstreamId: string;
  /** The end of this proxy; left out where the order is paid by traffic. */
  expiresAt?: Date;
}

/** The order, and each fact of its proxies as a list by their positions, as `writeOrder` takes them. */
export type NewOrder = ReturnType<typeof createOrder>;

/** @param origin the purchase that delivers it, and the upstream of its proxies with our account there. */
export function createOrder(
  vault: Vault,
  order: Order,
  origin: { operationId: string; upstream: string; upstreamAccount: string },
  proxies: readonly DeliveredProxy[],
) {
  const { resellerId, id: orderId } = order;
  return {
    ...order,
    ...origin,
    upstreamIds: proxies.map(({ upstreamId }) => upstreamId),
    hosts: proxies.map(({ host }) => host),
    ports: proxies.map(({ port }) => port),
    bookedUntil: proxies.map(({ expiresAt = null }) => expiresAt),
    credentials: sealCredentials(vault, { resellerId, orderId }, proxies),
  };
}

/** Writes the order and its proxies as a part of a statement, for the row of `movement` if there is one. */
export function writeOrder(
  db: QueryCreator<Tables & { movement: { reseller_id: number; order_id: number } }>,
  order: Parameters<NewOrder>,
) {
  const facts = STORED_FACTS.map(({ name, column }) => [column, order[name as keyof Order]]);
  return db
    .with('ordered', (cte) =>
      insertSelect(cte.insertInto('orders'), cte.selectFrom('movement'), () => ({
        ...(Object.fromEntries(facts) as Record<Exclude<OrderColumn, 'dropped_at'>, Expression<never>>),
        operation_id: order.operationId,
        upstream: order.upstream,
        upstream_account: order.upstreamAccount,
      })),
    )
    .with(
      'delivered',
      () => sql`(
        insert into proxies
          (reseller_id, order_id, position, upstream_id, host, port, booked_until, credentials)
        select reseller_id, order_id, p.place - 1, p.upstream_id, p.host, p.port, p.booked_until,
          case when p.place = 1 then ${order.credentials}::bytea end
        from movement, unnest(
          ${order.upstreamIds}::text[], ${order.hosts}::text[], ${order.ports}::int[],
          ${order.bookedUntil}::timestamptz[]
        ) with ordinality as p (upstream_id, host, port, booked_until, place)
      )`,
    );
}

/** The names by which an order and its proxies are found at the upstream. */
interface PurchaseNames {
  /** The account that it was bought with, and our reference: the id of the operation that bought it. */
  bought: { account: string; reference: string };
  /** The upstream's ids of the proxies, by their positions in the order. */
  upstreamIds: string[];
  /** The accounted end of each proxy, by the upstream's id, in milliseconds since 1970. */
  bookedUntil: Record<string, number>;
}

const selectPurchase = statement<OrderName>()((db, { resellerId, orderId }) =>
  db
    .selectFrom('orders as o')
    .leftJoin('proxies as p', (join) =>
      join.onRef('p.reseller_id', '=', 'o.reseller_id').onRef('p.order_id', '=', 'o.id'),
    )
    .select(['o.operation_id', 'o.upstream_account', 'p.upstream_id', 'p.booked_until'])
    .where('o.reseller_id', '=', resellerId)
    .where('o.id', '=', orderId)
    .orderBy('p.position'),
);

/** Throws OrderNotFoundError. */
export async function readPurchase(db: Sql, order: OrderName): Promise<PurchaseNames> {
  const rows = await selectPurchase(db, order);
  const [first] = rows;
  if (!first) throw new OrderNotFoundError(order.orderId);
  const proxies = rows.flatMap(({ upstream_id: id, booked_until }) =>
    id === null ? [] : [{ id, booked_until }],
  );
  return {
    bought: { account: first.upstream_account, reference: first.operation_id },
    upstreamIds: proxies.map(({ id }) => id),
    bookedUntil: Object.fromEntries(
      proxies.map(({ id, booked_until }) => [id, booked_until?.getTime() ?? 0]),
    ),
  };
}

/** Skips order numbers up to `past`, and all that were ever taken. Returns the last that is skipped. */
export async function skipOrderNumbers(db: Sql, past: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select setval('order_ids', greatest(last_value, ${past})) as last from order_ids`.execute(db);
  return Number(rows[0]?.last);
}

/** The last number that an order may have got, for all that this database knows. */
export async function lastOrderNumber(db: Sql): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last_value as last from order_ids`.execute(db);
  return Number(rows[0]?.last);
}
