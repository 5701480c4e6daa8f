import { type NotNull, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { sealedValues } from '../kit/sealed-values.ts';
import { statement } from '../kit/statement.ts';
import type { Sealed, Vault } from '../kit/vault.ts';
import { type OrderName, type OrderNames, type OrderProxy, orderNames } from './order.ts';
import { proxyIdentity, sealCredentials } from './proxies.ts';

/** Logins and passwords of proxies, of whichever version. */
export const SEALED_CREDENTIALS = sealedValues({
  table: 'proxies',
  select: (db) => db.selectFrom('proxies'),
  update: (db) => db.updateTable('proxies'),
  column: 'credentials',
  key: { reseller_id: 'bigint', order_id: 'bigint', position: 'integer' },
  identityOf: ({ reseller_id, order_id, position }) => proxyIdentity(reseller_id, order_id, position),
});

/**
 * The credentials that were encrypted first. The oldest value decides: where a process once ran with a wrong
 * key by accident, the database has values of both keys, and the right one is the key of the first start. The
 * ids of operations go by time.
 */
export async function findOldestCredentials(db: Sql): Promise<Sealed | undefined> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('proxies as p', (join) =>
      join.onRef('p.reseller_id', '=', 'o.reseller_id').onRef('p.order_id', '=', 'o.id'),
    )
    .select(['p.reseller_id', 'p.order_id', 'p.position', 'p.credentials'])
    .where('p.credentials', 'is not', null)
    .$narrowType<{ credentials: NotNull }>()
    .orderBy('o.operation_id')
    .orderBy('p.position')
    .limit(1)
    .executeTakeFirst();
  return (
    row && { sealed: row.credentials, identity: proxyIdentity(row.reseller_id, row.order_id, row.position) }
  );
}

type Credentials = Pick<OrderProxy, 'login' | 'password'>;

/** Logins and passwords that no key opens: one value, of a proxy and of those after it that have none. */
export interface UnreadableCredentials extends OrderName {
  /** Of the first of these proxies. */
  position: number;
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

const selectOrders = statement<{ ids: readonly string[] }>()((db, { ids }) =>
  db
    .selectFrom('orders as o')
    .innerJoin('proxies as p', (join) =>
      join.onRef('p.reseller_id', '=', 'o.reseller_id').onRef('p.order_id', '=', 'o.id'),
    )
    .select(['o.reseller_id', 'o.id', 'o.operation_id', 'o.upstream', 'o.upstream_account', 'o.expires_at'])
    .select(['p.position', 'p.upstream_id', 'p.credentials'])
    .where(({ ref }) => sql<boolean>`${ref('o.operation_id')} = any(${ids}::uuid[])`)
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
  for (const row of await selectOrders(db, { ids: operationIds })) {
    const { reseller_id: resellerId, id: orderId, position, credentials: sealed } = row;
    if (!sealed) {
      values.at(-1)?.upstreamIds.push(row.upstream_id);
      continue;
    }
    values.push({
      resellerId,
      orderId,
      position,
      sealed,
      upstreamIds: [row.upstream_id],
      operationId: row.operation_id,
      upstream: row.upstream,
      account: row.upstream_account,
      expiresAt: row.expires_at,
    });
  }
  return values.filter(
    ({ resellerId, orderId, position, sealed }) =>
      !vault.keyOf({ sealed, identity: proxyIdentity(resellerId, orderId, position) }),
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
    const found = await findUnreadableCredentials(db, vault, ids);
    const identities = new Set(
      places.map(({ reseller_id, order_id, position }) => proxyIdentity(reseller_id, order_id, position)),
    );
    yield found.filter(({ resellerId, orderId, position }) =>
      identities.has(proxyIdentity(resellerId, orderId, position)),
    );
  }
}

/**
 * Writes what was read again, sealed with the first key, where nobody has changed it meanwhile. Returns how
 * many values were replaced.
 */
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
        position: unreadable.position,
      },
      old: unreadable.sealed,
      fresh: sealCredentials(vault, unreadable, credentials),
    })),
  );
}
