import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Vault } from '../kit/vault.ts';
import { findByAddress, type PlainProxy, readPlainProxies } from './find-by-address.ts';
import { findByLogin, readStoredLogins } from './find-by-login.ts';
import type { OrderName } from './order.ts';

/** What a customer's complaint says of a proxy: an address, a login or both. */
export interface ProxyClues {
  host?: string | undefined;
  port?: number | undefined;
  login?: string | undefined;
  password?: string | undefined;
  resellerId?: number | undefined;
  /** The most proxies that are wanted. */
  limit: number;
  /** Is told how many encrypted values were read so far. */
  onRead?(rows: number): void;
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
    return {
      ...newest(
        near.map((proxy) => ({ ...proxy, ...UNKNOWN })),
        limit,
      ),
      unreadable: 0,
    };
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

const UNKNOWN = { loginMatches: null, passwordMatches: null };

async function nearAddress(db: Sql, { host, port, resellerId }: ProxyClues): Promise<PlainProxy[]> {
  return host === undefined ? [] : findByAddress(db, { host, port, resellerId }, MAX_AT_ADDRESS + 1);
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

/** Parameters that a customer has added to a login begin with this: `login__cr.us;sessid.x`. */
const BEFORE_PARAMETERS = '__';

function loginsOf(login: string): string[] {
  return [login, login.split(BEFORE_PARAMETERS)[0] ?? login];
}

function placeOf({ resellerId, orderId, position }: OrderName & { position: number }): string {
  return `${resellerId}:${orderId}:${position}`;
}

function newest(found: readonly FoundProxy[], limit: number): Pick<ProxySearch, 'found' | 'hasMore'> {
  const sorted = found.toSorted((one, other) => other.orderId - one.orderId || one.position - other.position);
  return { found: sorted.slice(0, limit), hasMore: sorted.length > limit };
}
