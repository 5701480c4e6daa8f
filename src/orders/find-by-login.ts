import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Vault } from '../kit/vault.ts';
import type { OrderName } from './order.ts';
import { type OrderNames, orderNames, toOrderNames } from './order-names.ts';
import type { OrderStatus } from './status.ts';
import { type CredentialsRow, type StoredLogin, storedLogins } from './stored-logins.ts';

/** Rows that are read and opened at once: some 20 ms of processor time. */
const ROWS_AT_ONCE = 5_000;
/** Orders whose customers may complain come first. */
const STATUSES = ['active', 'exhausted', 'paused', 'expired'] as const satisfies readonly OrderStatus[];

export interface LoginQuery {
  /** One of them is looked for. */
  logins: readonly string[];
  resellerId?: number | undefined;
  /** Where the proxies were delivered. */
  host?: string | undefined;
  /** The most that are looked for. */
  limit: number;
  /** Is told how many values were read so far. */
  onRead?(rows: number): void;
}

/** Where a login was found, and how many values no key of this process opens. */
export interface LoginSearch {
  found: StoredLogin[];
  unreadable: number;
}

/**
 * The proxies with a login, of any reseller. The database has logins encrypted only, and nothing that is
 * computed from them, so they are all read and decrypted: those of orders that run first, and the others only
 * when none of these has it. A million takes some seconds.
 */
export async function findByLogin(
  db: Sql,
  vault: Vault,
  { logins, limit, onRead, ...where }: LoginQuery,
): Promise<LoginSearch> {
  const search: LoginSearch = { found: [], unreadable: 0 };
  let read = 0;
  for (const status of STATUSES) {
    for await (const rows of storedCredentials(db, { status, ...where })) {
      for (const row of rows) {
        const stored = storedLogins(vault, row);
        if (!stored) search.unreadable += 1;
        else search.found.push(...stored.filter(({ login }) => logins.includes(login)));
      }
      read += rows.length;
      onRead?.(read);
      if (search.found.length >= limit) break;
    }
    if (search.found.length > 0) break;
  }
  return { ...search, found: search.found.slice(0, limit) };
}

/** Orders that are filed under a status. */
type Where = Pick<LoginQuery, 'resellerId' | 'host'> & { status: OrderStatus };

/** All rows with credentials of such orders. */
async function* storedCredentials(db: Sql, where: Where): AsyncGenerator<CredentialsRow[]> {
  const read = (after: Place) => selectStored(db, after, where);
  let next = read({ resellerId: 0, orderId: 0, position: 0 });
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    // The database reads the next rows while these are decrypted.
    const isLast = !last || rows.length < ROWS_AT_ONCE;
    if (!isLast)
      next = read({ resellerId: last.reseller_id, orderId: last.order_id, position: last.position });
    // Nobody waits for them when what was looked for is among these.
    next.catch(() => {});
    yield rows;
    if (isLast) return;
  }
}

interface Place extends OrderName {
  position: number;
}

function selectStored(db: Sql, after: Place, { status, resellerId, host }: Where): Promise<CredentialsRow[]> {
  let query = db
    .selectFrom('orders as o')
    .innerJoin('proxies as p', (join) =>
      join.onRef('p.reseller_id', '=', 'o.reseller_id').onRef('p.order_id', '=', 'o.id'),
    )
    .select(['p.reseller_id', 'p.order_id', 'p.position'])
    .select(sql<Buffer>`p.credentials`.as('credentials'))
    // A literal, because the indexes are partial by status.
    .where('o.filed_status', '=', sql.lit(status))
    .where('p.credentials', 'is not', null)
    // The orders behind the place, and of its order the proxies behind it.
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('o.reseller_id', 'o.id'), '>=', tuple(after.resellerId, after.orderId)),
    )
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('p.reseller_id', 'p.order_id', 'p.position'),
        '>',
        tuple(after.resellerId, after.orderId, after.position),
      ),
    );
  if (resellerId !== undefined) query = query.where('o.reseller_id', '=', resellerId);
  if (host !== undefined) query = query.where('p.host', '=', host);
  return query.orderBy('o.reseller_id').orderBy('o.id').orderBy('p.position').limit(ROWS_AT_ONCE).execute();
}

const selectOfOrders = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('proxies')
    .select(['reseller_id', 'order_id', 'position'])
    .select(sql<Buffer>`credentials`.as('credentials'))
    .where('credentials', 'is not', null)
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'order_id'), 'in', orderNames(names))),
);

/** The credentials of orders, in any order; those that no key of this process opens are left out. */
export async function readStoredLogins(
  db: Sql,
  vault: Vault,
  orders: readonly OrderName[],
): Promise<StoredLogin[]> {
  const rows = await selectOfOrders(db, toOrderNames(orders));
  return rows.flatMap((row) => storedLogins(vault, row) ?? []);
}
