import { type NotNull, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { statement } from '../kit/statement.ts';
import type { Vault } from '../kit/vault.ts';
import { type OrderName, type OrderNames, type OrderStatus, orderNames, toOrderNames } from './order.ts';
import { FIRST_POSITION, proxyIdentity } from './proxies.ts';

/** What a customer's complaint says of a proxy: an address, a login or both. */
export interface ProxyClues {
  host?: string | undefined;
  port?: number | undefined;
  login?: string | undefined;
  password?: string | undefined;
  resellerId?: number | undefined;
  limit: number;
  /** Is told how many encrypted values were read so far. */
  onRead?(rows: number): void;
}

/** A proxy by its position in its order. */
interface Place extends OrderName {
  position: number;
}

/** A proxy with what is not secret of it. */
interface PlainProxy extends Place {
  /** The upstream's number: of the proxy, or of the account of a Luxury order. */
  upstreamId: string;
  host: string;
  port: number;
}

export interface FoundProxy extends PlainProxy {
  /** Whether the proxy has that login and password now; null when none was given. */
  loginMatches: boolean | null;
  passwordMatches: boolean | null;
}

export interface ProxySearch {
  /** The newest order first. */
  found: FoundProxy[];
  /** Whether there are more than the limit. */
  hasMore: boolean;
  /** How many encrypted values no key of this process opens; what is looked for may be in them. */
  unreadable: number;
}

/** The most proxies of one address whose logins are compared; the gateway of Luxury orders has more. */
const MAX_AT_ADDRESS = 1_000;

/**
 * The proxies that a complaint may be about. An address finds them by an index, and their logins are compared
 * then. Where so many share the address that it is a gateway's, its logins are searched; where no login at
 * the address is right, all logins are. A proxy of the address whose login differs is found when no other is.
 * Throws InvalidRequestError when the address alone says too little.
 */
export async function findByProxy(db: Sql, vault: Vault, clues: ProxyClues): Promise<ProxySearch> {
  const { login, limit } = clues;
  const near = await nearAddress(db, clues);
  if (login === undefined) {
    if (near.length > MAX_AT_ADDRESS)
      throw new InvalidRequestError(
        `More than ${MAX_AT_ADDRESS} proxies have the address ${clues.host}; give the login or the reseller, too.`,
      );
    const found = near.map((proxy) => ({ ...proxy, loginMatches: null, passwordMatches: null }));
    return { ...newest(found, limit), unreadable: 0 };
  }
  const isShared = near.length > MAX_AT_ADDRESS;
  const compared = isShared ? [] : await compare(db, vault, near, clues);
  const right = compared.filter(({ loginMatches }) => loginMatches);
  if (right.length > 0) return { ...newest(right, limit), unreadable: 0 };
  const { found, unreadable } = await findByLogin(db, vault, {
    ...clues,
    logins: loginsOf(login),
    host: isShared ? clues.host : undefined,
    limit: limit + 1,
  });
  const places = new Set(found.map(placeOf));
  const proxies = await readPlainProxies(db, found);
  const withLogin = await compare(
    db,
    vault,
    proxies.filter((proxy) => places.has(placeOf(proxy))),
    clues,
  );
  return { ...newest(withLogin.length > 0 ? withLogin : compared, limit), unreadable };
}

/**
 * Proxies that were delivered with the address, in any order, and one more than are compared. Those of a
 * Luxury order have the gateway's address, and the port that its settings had at the purchase.
 */
async function nearAddress(db: Sql, { host, port, resellerId }: ProxyClues): Promise<PlainProxy[]> {
  if (host === undefined) return [];
  let query = db.selectFrom('proxies').select(PLAIN_COLUMNS).where('host', '=', host);
  if (port !== undefined) query = query.where('port', '=', port);
  if (resellerId !== undefined) query = query.where('reseller_id', '=', resellerId);
  return query.limit(MAX_AT_ADDRESS + 1).execute();
}

async function compare(
  db: Sql,
  vault: Vault,
  proxies: readonly PlainProxy[],
  { login = '', password }: ProxyClues,
): Promise<FoundProxy[]> {
  const stored = new Map((await readStoredLogins(db, vault, proxies)).map((one) => [placeOf(one), one]));
  const logins = loginsOf(login);
  return proxies.map((proxy) => {
    const own = stored.get(placeOf(proxy));
    return {
      ...proxy,
      loginMatches: own !== undefined && logins.includes(own.login),
      passwordMatches: password === undefined ? null : own?.password === password,
    };
  });
}

/** Logins are compared of so many orders, which takes some 10 ms of processor time to decrypt. */
export const ORDERS_WITH_LOGINS = 1_000;

interface OwnProxy {
  resellerId: number;
  host?: string | undefined;
  port?: number | undefined;
  login?: string | undefined;
  /** Where the proxies of Luxury orders are, so that their address does not tell one from another. */
  gatewayHost: string;
}

/**
 * The numbers of a reseller's orders with a proxy like that, the newest first and at most `limit`: those that
 * were delivered at the address. Without any, and of the gateway, those of the newest orders that are not
 * expired which have the login, or are at the gateway when no login is given.
 */
export async function findOwnByProxy(
  db: Sql,
  vault: Vault,
  { resellerId, host, port, login, gatewayHost, limit }: OwnProxy & { limit: number },
): Promise<number[]> {
  if (host !== undefined && host !== gatewayHost) {
    const found = await selectAtHost(db, { resellerId, host, port: port ?? null, limit });
    if (found.length > 0 || login === undefined) return found.map(({ orderId }) => orderId);
  }
  const rows = await selectNewest(db, { resellerId });
  const logins = login === undefined ? [] : loginsOf(login);
  const isMeant = (row: (typeof rows)[number]) =>
    login === undefined
      ? row.host === host
      : storedLogins(vault, row)?.some((own) => logins.includes(own.login));
  return rows
    .filter(isMeant)
    .map(({ orderId }) => orderId)
    .slice(0, limit);
}

// The offset: by itself the planner would read all proxies of the reseller.
const selectAtHost = statement<{ resellerId: number; host: string; port: number | null; limit: number }>()(
  (_db, { resellerId, host, port, limit }) => sql<{ orderId: number }>`
    select distinct order_id as "orderId" from (
      select reseller_id, order_id, port from proxies where host = ${host} offset 0
    ) at_host
    where reseller_id = ${resellerId} and (${port}::int is null or port = ${port})
    order by order_id desc limit ${limit}::int`,
);

/** The newest orders that are not expired are the newest of each other status, by its index. */
const selectNewest = statement<{ resellerId: number }>()((_db, { resellerId }) => {
  const newest = sql.lit(ORDERS_WITH_LOGINS);
  const ofStatus = RUNNING.map(
    (status) => sql`(select id from orders where reseller_id = ${resellerId}
      and filed_status = ${sql.lit(status)} order by id desc limit ${newest})`,
  );
  return sql<CredentialsRow & { host: string }>`
    select reseller_id as "resellerId", order_id as "orderId", position, host, credentials from proxies
    where reseller_id = ${resellerId} and position = ${sql.lit(FIRST_POSITION)} and order_id = any (array(
      select id from (${sql.join(ofStatus, sql` union all `)}) running order by id desc limit ${newest}))
    order by order_id desc`;
});

/** Parameters that a customer has added to a login begin with this: `login__cr.us;sessid.x`. */
const BEFORE_PARAMETERS = '__';

function loginsOf(login: string): string[] {
  return [login, login.split(BEFORE_PARAMETERS)[0] ?? login];
}

function placeOf({ resellerId, orderId, position }: Place): string {
  return `${resellerId}:${orderId}:${position}`;
}

function newest(found: readonly FoundProxy[], limit: number): Pick<ProxySearch, 'found' | 'hasMore'> {
  const sorted = found.toSorted((one, other) => other.orderId - one.orderId || one.position - other.position);
  return { found: sorted.slice(0, limit), hasMore: sorted.length > limit };
}

const PLAIN_COLUMNS = [
  'reseller_id as resellerId',
  'order_id as orderId',
  'position',
  'upstream_id as upstreamId',
  'host',
  'port',
] as const;

/** The proxies with a number of an upstream, which is all digits; each upstream has its own numbers. */
export async function findByUpstreamId(db: Sql, upstreamId: string, limit: number): Promise<PlainProxy[]> {
  return (
    db
      .selectFrom('proxies')
      .select(PLAIN_COLUMNS)
      .where('upstream_id', '=', upstreamId)
      // As in the index of these numbers.
      .where(
        (eb) =>
          eb
            .case()
            .when('upstream_id', '~', sql.lit('^[0-9]{1,18}$'))
            .then(eb.cast<bigint>('upstream_id', 'bigint'))
            .end(),
        '=',
        BigInt(upstreamId),
      )
      .limit(limit)
      .execute()
  );
}

/** The number of the order that a purchase has delivered; our references at the upstreams name purchases. */
export async function findByOperation(db: Sql, operationId: string): Promise<OrderName | undefined> {
  const row = await db
    .selectFrom('orders')
    .select(['reseller_id', 'id'])
    .where('operation_id', '=', operationId)
    .executeTakeFirst();
  return row && { resellerId: row.reseller_id, orderId: row.id };
}

const selectOfOrders = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('proxies')
    .select(PLAIN_COLUMNS)
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'order_id'), 'in', orderNames(names))),
);

export async function readPlainProxies(db: Sql, orders: readonly OrderName[]): Promise<PlainProxy[]> {
  return selectOfOrders(db, toOrderNames(orders));
}

/** Rows that are read and opened at once: some 20 ms of processor time. */
const ROWS_AT_ONCE = 5_000;
/** Orders whose customers may complain come first. */
const RUNNING = ['active', 'exhausted', 'paused'] as const satisfies readonly OrderStatus[];
const STATUSES = [...RUNNING, 'expired'] as const;

/** A proxy is found whose login is any of these; the host is where it was delivered. */
type LoginQuery = Pick<ProxyClues, 'resellerId' | 'host' | 'limit' | 'onRead'> & { logins: string[] };

/**
 * The proxies with a login, of any reseller. The database has logins encrypted only, and nothing that is
 * computed from them, so they are all read and decrypted: those of orders that run first, and the others only
 * when none of these has it. A million takes some seconds.
 */
async function findByLogin(
  db: Sql,
  vault: Vault,
  { logins, limit, onRead, ...where }: LoginQuery,
): Promise<Pick<ProxySearch, 'unreadable'> & { found: StoredLogin[] }> {
  const found: StoredLogin[] = [];
  let unreadable = 0;
  let read = 0;
  for (const status of STATUSES) {
    for await (const rows of storedCredentials(db, { status, ...where })) {
      for (const row of rows) {
        const stored = storedLogins(vault, row);
        if (!stored) unreadable += 1;
        else found.push(...stored.filter(({ login }) => logins.includes(login)));
      }
      read += rows.length;
      onRead?.(read);
      if (found.length >= limit) break;
    }
    if (found.length > 0) break;
  }
  return { found: found.slice(0, limit), unreadable };
}

type Where = Pick<LoginQuery, 'resellerId' | 'host'> & { status: OrderStatus };

async function* storedCredentials(db: Sql, where: Where): AsyncGenerator<CredentialsRow[]> {
  const read = (after: Place) => selectStored(db, after, where);
  let next = read({ resellerId: 0, orderId: 0, position: 0 });
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    // The database reads the next rows while these are decrypted.
    const isLast = !last || rows.length < ROWS_AT_ONCE;
    if (!isLast) next = read(last);
    // Nobody waits for them when what was looked for is among these.
    next.catch(() => {});
    yield rows;
    if (isLast) return;
  }
}

function selectStored(db: Sql, after: Place, { status, resellerId, host }: Where): Promise<CredentialsRow[]> {
  let query = db
    .selectFrom('orders as o')
    .innerJoin('proxies as p', (join) =>
      join.onRef('p.reseller_id', '=', 'o.reseller_id').onRef('p.order_id', '=', 'o.id'),
    )
    .select(['p.reseller_id as resellerId', 'p.order_id as orderId', 'p.position'])
    .select('p.credentials')
    // A literal, because the indexes are partial by status.
    .where('o.filed_status', '=', sql.lit(status))
    .where('p.credentials', 'is not', null)
    .$narrowType<{ credentials: NotNull }>()
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

const selectCredentials = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('proxies')
    .select(['reseller_id as resellerId', 'order_id as orderId', 'position', 'credentials'])
    .where('credentials', 'is not', null)
    .$narrowType<{ credentials: NotNull }>()
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'order_id'), 'in', orderNames(names))),
);

/** The credentials of orders, in any order; those that no key of this process opens are left out. */
async function readStoredLogins(db: Sql, vault: Vault, orders: readonly OrderName[]): Promise<StoredLogin[]> {
  const rows = await selectCredentials(db, toOrderNames(orders));
  return rows.flatMap((row) => storedLogins(vault, row) ?? []);
}

interface CredentialsRow extends Place {
  credentials: Buffer;
}

interface StoredLogin extends Place {
  login: string;
  password: string;
}

/**
 * The credentials in a row: of its proxy and of those after it that have no value of their own. Undefined
 * when no key of this process opens them.
 */
function storedLogins(vault: Vault, row: CredentialsRow): StoredLogin[] | undefined {
  const { resellerId, orderId, position: first, credentials } = row;
  let texts: string[];
  try {
    texts = JSON.parse(vault.open(credentials, proxyIdentity(resellerId, orderId, first)));
  } catch {
    return undefined;
  }
  return texts.flatMap((login, i) => {
    const password = texts[i + 1];
    if (i % 2 === 1 || password === undefined) return [];
    return [{ resellerId, orderId, position: first + i / 2, login, password }];
  });
}
