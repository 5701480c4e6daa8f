import {
  type Authorize,
  exitAddress,
  type ProxyRequest,
  type RefusalCode,
  type Target,
} from '../gateway/authorization.ts';
import { poolSize } from './locations.ts';
import type { DataImpulseNetwork } from './network.ts';
import type { PoolParameters } from './pool-parameters.ts';
import { leftBytes, type SubUser } from './sub-users.ts';

/** How long a sticky port or a session keeps its exit address when neither account nor login sets it. */
const DEFAULT_SESSION_MINUTES = 30;

interface Caller {
  subUser: SubUser;
  parameters: LoginParameters;
}

/** The rules of the network's gateway: which clients it serves, from which exit address, and until when. */
export function authorizeByDataImpulse(network: DataImpulseNetwork): Authorize {
  const exits = new ExitAddresses();
  return (request) => {
    const caller = recognized(network, request);
    if (!caller) return 'NO_USER';
    const { subUser } = caller;
    const barred = accountRefusal(network, subUser, request);
    if (barred) return refused(subUser, barred);
    return {
      open(target) {
        // Checked again: time may have passed between the client's login and its target.
        if (recognized(network, request)?.subUser !== subUser) return 'NO_USER';
        const parameters = narrowed(subUser.parameters, caller.parameters);
        const refusal =
          accountRefusal(network, subUser, request) ?? targetRefusal(subUser, parameters, target);
        if (refusal) return refused(subUser, refusal, target);
        network.traffic.countRequest(subUser);
        const end = new AbortController();
        network.connections.add(subUser.id, end);
        return {
          exitAddress: exitOf(request, caller, parameters),
          end,
          // Bytes after the cut are not passed on, so they are not counted.
          count: (bytes) => !end.signal.aborted && network.traffic.use(subUser, bytes),
          close: () => network.connections.remove(subUser.id, end),
        };
      },
    };
  };

  function refused(subUser: SubUser, code: RefusalCode, target?: Target): RefusalCode {
    network.traffic.countError(subUser, code, target);
    return code;
  }

  function exitOf(
    { stickyPort }: ProxyRequest,
    { subUser, parameters: own }: Caller,
    parameters: PoolParameters,
  ) {
    if (stickyPort === undefined && own.session === undefined) return exits.fresh();
    return exits.kept(subUser, {
      name: `${stickyPort ?? ''} ${own.session ?? ''}`,
      minutes: own.sessionMinutes ?? parameters.rotation_interval ?? DEFAULT_SESSION_MINUTES,
      parameters,
      nowMillis: network.now(),
    });
  }
}

/** Finds the account by login and password or, without these, by the client's address. */
function recognized(
  network: DataImpulseNetwork,
  { credentials, clientIp }: ProxyRequest,
): Caller | undefined {
  const { login, parameters } = readLogin(credentials?.login ?? '');
  const { subUsers } = network;
  const subUser = credentials ? subUsers.withLogin(login) : subUsers.withIp(clientIp.toLowerCase());
  const known = subUser && (!credentials || subUser.password === credentials.password);
  return known ? { subUser, parameters } : undefined;
}

/**
 * Why the account may not be used in this way now. Its sticky range is not checked: the sandbox takes ports
 * that are free when it starts, and an older account may have been made with others.
 */
function accountRefusal(
  { connections }: DataImpulseNetwork,
  subUser: SubUser,
  { protocol }: ProxyRequest,
): RefusalCode | undefined {
  if (subUser.blocked) return 'USER_BLOCKED';
  if (!subUser.protocols.includes(protocol)) return 'PORT_NOT_ALLOWED';
  if (leftBytes(subUser) === 0) return 'TRAFFIC_EXHAUSTED';
  return connections.count(subUser.id) >= subUser.threads ? 'THREADS_EXHAUSTED' : undefined;
}

function targetRefusal(
  subUser: SubUser,
  parameters: PoolParameters,
  target: Target,
): RefusalCode | undefined {
  const host = target.host.toLowerCase().replace(/\.$/, '');
  if (subUser.blockedHosts.some((name) => `.${host}`.endsWith(`.${name}`))) return 'HOST_BLOCKED';
  return poolSize(subUser.pool, parameters) === 0 ? 'NO_RAY' : undefined;
}

/** Separates a login from its parameters: `login__cr.us,ca;sessid.x`. */
const SEPARATOR = '__';
const MAX_SESSION_MINUTES = 120;

interface LoginParameters {
  /** Some of the pool's parameters, instead of the account's own. */
  pool: Partial<Pick<PoolParameters, 'countries' | 'states' | 'cities' | 'zipcodes' | 'asns'>>;
  /** Connections with the same one share an exit address. */
  session: string | undefined;
  sessionMinutes: number | undefined;
}

const LISTS = { cr: 'countries', state: 'states', city: 'cities', zip: 'zipcodes', asn: 'asns' } as const;

function readLogin(text: string): { login: string; parameters: LoginParameters } {
  const start = text.indexOf(SEPARATOR);
  const login = start < 0 ? text : text.slice(0, start);
  const parameters: LoginParameters = { pool: {}, session: undefined, sessionMinutes: undefined };
  if (start < 0) return { login, parameters };
  for (const part of text.slice(start + SEPARATOR.length).split(';')) {
    const [, key, value] = /^([a-z]+)\.(.+)$/.exec(part) ?? [];
    if (key === undefined || value === undefined) continue;
    if (key === 'sessid') parameters.session = value;
    else if (key === 'sessttl') parameters.sessionMinutes = minutes(value);
    else if (isList(key)) parameters.pool[LISTS[key]] = value.toLowerCase().split(',');
  }
  return { login, parameters };
}

/** Where the client asks for another country, the account's own places and networks do not apply. */
function narrowed(own: PoolParameters, { pool }: LoginParameters): PoolParameters {
  if (Object.keys(pool).length === 0) return own;
  const elsewhere = { states: [], cities: [], zipcodes: [], asns: [] };
  return { ...own, ...(pool.countries && elsewhere), ...pool };
}

function isList(key: string): key is keyof typeof LISTS {
  return Object.hasOwn(LISTS, key);
}

function minutes(text: string): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= MAX_SESSION_MINUTES ? number : undefined;
}

const MILLIS_PER_MINUTE = 60_000;
/** Far above the numbers of PX6's proxies, so that no address is used by both networks. */
const FIRST_ORDINAL = 7_000_000;
/** Sessions of one sub-user, more than there are sticky ports. Beyond that the oldest one is dropped. */
const MAX_SESSIONS = 25_000;

interface Session {
  address: string;
  sinceMillis: number;
  /** The filter that the address was picked by. A request with another filter needs another address. */
  pickedBy: string;
}

/** A new exit address with each request, or one that is kept for some minutes. In memory only. */
class ExitAddresses {
  #next = FIRST_ORDINAL;
  readonly #sessions = new WeakMap<SubUser, Map<string, Session>>();

  fresh(): string {
    this.#next += 1;
    return exitAddress(this.#next);
  }

  /** The exit address of a named session: one address for `minutes` from the first use of the name. */
  kept(
    subUser: SubUser,
    session: { name: string; minutes: number; parameters: PoolParameters; nowMillis: number },
  ): string {
    const { name, minutes, nowMillis } = session;
    const sessions = this.#sessions.get(subUser) ?? new Map<string, Session>();
    this.#sessions.set(subUser, sessions);
    const { rotation_interval, ...places } = session.parameters;
    const pickedBy = JSON.stringify(places);
    const known = sessions.get(name);
    const holds = known?.pickedBy === pickedBy && nowMillis - known.sinceMillis < minutes * MILLIS_PER_MINUTE;
    if (holds) return known.address;
    // Deleted first, so that a map in the order of insertion has the oldest first.
    sessions.delete(name);
    const [oldest] = sessions.size < MAX_SESSIONS ? [] : sessions.keys();
    if (oldest !== undefined) sessions.delete(oldest);
    const address = this.fresh();
    sessions.set(name, { address, sinceMillis: nowMillis, pickedBy });
    return address;
  }
}
