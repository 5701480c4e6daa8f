import { exitAddress } from '../gateway/exit-address.ts';
import type { PoolParameters } from './pool-parameters.ts';
import type { SubUser } from './sub-user.ts';

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

/**
 * The exit addresses of sub-users: a new one with each request, or one that is kept for some minutes. In
 * memory only.
 */
export class ExitAddresses {
  #next = FIRST_ORDINAL;
  readonly #sessions = new WeakMap<SubUser, Map<string, Session>>();

  /** An address that no other connection has. */
  fresh(): string {
    this.#next += 1;
    return exitAddress(this.#next);
  }

  /** The address of the sub-user's session of that name, the same for `minutes` from its first use. */
  kept(
    subUser: SubUser,
    session: { name: string; minutes: number; parameters: PoolParameters; nowMillis: number },
  ): string {
    const { name, minutes, nowMillis } = session;
    const sessions = this.#sessions.get(subUser) ?? new Map<string, Session>();
    this.#sessions.set(subUser, sessions);
    const pickedBy = pickedByOf(session.parameters);
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

function pickedByOf({ rotation_interval, ...places }: PoolParameters): string {
  return JSON.stringify(places);
}
