import type { Sql } from '../kit/database.ts';
import { sealedValues } from '../kit/sealed-values.ts';
import { statement } from '../kit/statement.ts';
import type { Vault } from '../kit/vault.ts';
import type { Credentials } from '../upstreams/traffic.ts';
import { type OrderName, type OrderNames, orderNames } from './order.ts';
import { FIRST_POSITION, proxyIdentity, sealCredentials } from './proxies.ts';

export const SEALED_CREDENTIALS = sealedValues({
  table: 'proxies',
  select: (db) => db.selectFrom('proxies'),
  update: (db) => db.updateTable('proxies'),
  column: 'credentials',
  key: { reseller_id: 'bigint', order_id: 'bigint', position: 'integer' },
  identityOf: ({ reseller_id, order_id, position }) => proxyIdentity(reseller_id, order_id, position),
});

/** Logins and passwords of an order that no key opens: one value. */
export interface UnreadableCredentials extends OrderName {
  sealed: Buffer;
  /** The proxies, by their positions. */
  upstreamIds: string[];
  /** The reference that they were bought under. */
  operationId: string;
  upstream: string;
  /** The account at the upstream that they were bought with. */
  account: string;
  /** Null for a Luxury order. */
  expiresAt: Date | null;
}

const selectOrders = statement<{ ids: string[] }>()((db, { ids }) =>
  db
    .selectFrom('orders as o')
    .innerJoin('proxies as p', (join) =>
      join.onRef('p.reseller_id', '=', 'o.reseller_id').onRef('p.order_id', '=', 'o.id'),
    )
    .select(['o.reseller_id as resellerId', 'o.id as orderId', 'o.operation_id as operationId', 'o.upstream'])
    .select(['o.upstream_account as account', 'o.expires_at as expiresAt'])
    .select(['p.upstream_id as upstreamId', 'p.credentials as sealed'])
    .where('o.operation_id', '=', ({ fn }) => fn.any(ids))
    .orderBy('o.reseller_id')
    .orderBy('o.id')
    .orderBy('p.position'),
);

/** The credentials that no key opens, of the orders that were bought under these references. */
export async function findUnreadableCredentials(
  db: Sql,
  vault: Vault,
  operationIds: readonly string[],
): Promise<UnreadableCredentials[]> {
  const values: UnreadableCredentials[] = [];
  // The first proxy of an order has a value.
  for (const { sealed, upstreamId, ...order } of await selectOrders(db, { ids: [...operationIds] })) {
    if (sealed) values.push({ ...order, sealed, upstreamIds: [upstreamId] });
    else values.at(-1)?.upstreamIds.push(upstreamId);
  }
  return values.filter(
    ({ resellerId, orderId, sealed }) =>
      !vault.keyOf({ sealed, identity: proxyIdentity(resellerId, orderId, FIRST_POSITION) }),
  );
}

const selectReferences = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('orders')
    .select('operation_id')
    .distinct()
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'id'), 'in', orderNames(names))),
);

/** The credentials of all orders that no key opens, in parts. */
export async function* unreadableCredentials(db: Sql, vault: Vault): AsyncGenerator<UnreadableCredentials[]> {
  for await (const places of SEALED_CREDENTIALS.findUnreadable(db, vault)) {
    const references = await selectReferences(db, {
      resellerIds: places.map(({ reseller_id }) => reseller_id),
      orderIds: places.map(({ order_id }) => order_id),
    });
    const ids = references.map(({ operation_id }) => operation_id);
    yield await findUnreadableCredentials(db, vault, ids);
  }
}

/** Writes what was read again, unless somebody has changed it meanwhile. Returns how many were replaced. */
export function replaceUnreadable(
  db: Sql,
  vault: Vault,
  values: readonly { unreadable: UnreadableCredentials; credentials: readonly Credentials[] }[],
): Promise<number> {
  return SEALED_CREDENTIALS.replace(
    db,
    values.map(({ unreadable, credentials }) => ({
      place: {
        reseller_id: unreadable.resellerId,
        order_id: unreadable.orderId,
        position: FIRST_POSITION,
      },
      old: unreadable.sealed,
      fresh: sealCredentials(vault, unreadable, credentials),
    })),
  );
}
