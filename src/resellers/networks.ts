import { isIP, isIPv6 } from 'node:net';

const IPV4_IN_IPV6 = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** The address in canonical form, without a zone, IPv4-mapped IPv6 as IPv4; undefined for what is none. */
export function normalizeIp(ip: string | undefined): string | undefined {
  const bare = ip?.replace(/%.*$/, '') ?? '';
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : undefined;
  // The URL parser gives the canonical spelling of an IPv6 address, which has many.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = IPV4_IN_IPV6.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${h >> 8}.${h & 255}.${l >> 8}.${l & 255}`;
}

export interface RateWindow {
  /** Requests that are admitted in any 60 seconds. */
  limit: number;
  /** Requests that are still admitted now. */
  remaining: number;
  /** Whole seconds, at least 1, until the oldest request that was counted leaves the window. */
  resetSeconds: number;
}

/** Groups of 16 bits in an IPv6 address. A site is given the first four and chooses the others. */
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

interface Limits {
  windowMs: number;
  /** How many are admitted of one network in a window. */
  ofNetwork: number;
  /** How many of all networks together. It also bounds how many networks are remembered. */
  inAll: number;
}

interface Counted {
  count: number;
  /** When this window began, by `performance.now()`. */
  since: number;
}

/**
 * Counts in the memory of this process what comes without a valid credential: by rows, anybody could fill the
 * database. The window of a network begins with what comes first.
 */
export class NetworkRate {
  readonly #limits: Limits;
  /** Requests by network, the longest known first. */
  readonly #counted = new Map<string, Counted>();
  #all: Counted = { count: 0, since: 0 };

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts `requests` of an address, all or none. Returns the rate after it, and whether they fit. */
  take(ip: string, requests: number): RateWindow & { isTaken: boolean } {
    const now = performance.now();
    this.#forget(now);
    const network = networkOf(ip);
    const counted = this.#counted.get(network) ?? { count: 0, since: now };
    const { windowMs, ofNetwork, inAll } = this.#limits;
    if (isOwnAddress(network))
      return { limit: ofNetwork, remaining: ofNetwork - requests, resetSeconds: 1, isTaken: true };
    const left = Math.min(ofNetwork - counted.count, inAll - this.#all.count);
    const isTaken = requests <= left;
    if (isTaken) {
      counted.count += requests;
      this.#all.count += requests;
      this.#counted.set(network, counted);
    }
    const { since } = inAll - this.#all.count < ofNetwork - counted.count ? this.#all : counted;
    return {
      limit: ofNetwork,
      remaining: isTaken ? left - requests : Math.max(0, Math.min(left, requests - 1)),
      resetSeconds: Math.max(1, Math.ceil((since + windowMs - now) / 1_000)),
      isTaken,
    };
  }

  #forget(now: number): void {
    const { windowMs } = this.#limits;
    if (now - this.#all.since >= windowMs) this.#all = { count: 0, since: now };
    for (const [network, { since }] of this.#counted) {
      if (now - since < windowMs) break;
      this.#counted.delete(network);
    }
  }
}

/** How fast what comes from one network is answered. */
interface Pace {
  /** How many answers are sent at once. */
  burst: number;
  /** The time between further answers, in milliseconds. */
  everyMs: number;
  /** None is later than this, in milliseconds. */
  latestMs: number;
}

/** Puts off what one network asks for, in the memory of this process, and refuses nothing. */
export class NetworkPace {
  readonly #pace: Pace;
  /** When the next answer to a network would be due without a burst, by `performance.now()`. */
  readonly #due = new Map<string, number>();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Whether the next answer to a network would be as late as one can be. */
  isBehind(network: string): boolean {
    return this.#lateness(this.#due.get(network) ?? 0, performance.now()) >= this.#pace.latestMs;
  }

  /** How late the next answer to an address is to be, in milliseconds. */
  delayOf(ip: string): number {
    const network = networkOf(ip);
    if (isOwnAddress(network)) return 0;
    const now = performance.now();
    for (const [idle, due] of this.#due) {
      if (due > now) break;
      this.#due.delete(idle);
    }
    const { everyMs, latestMs } = this.#pace;
    const due = Math.max(now, this.#due.get(network) ?? now);
    const delayMs = Math.max(0, this.#lateness(due, now));
    this.#due.delete(network);
    this.#due.set(network, delayMs > latestMs ? due : due + everyMs);
    return Math.min(delayMs, latestMs);
  }

  /** Below 0 while the burst is not used up. */
  #lateness(due: number, now: number): number {
    const { burst, everyMs } = this.#pace;
    return due - now - burst * everyMs;
  }
}

/** An IPv4 address, which many clients behind one router share, or an IPv6 network. */
export function networkOf(address: string): string {
  const ip = normalizeIp(address) ?? address;
  if (!isIPv6(ip)) return ip;
  const [before = [], after = []] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(GROUPS - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].slice(0, GROUPS_OF_NETWORK).join(':');
}

/** Who is there has the machine, or is an unnamed reverse proxy with all of its clients. */
export function isOwnAddress(network: string): boolean {
  return network === '127.0.0.1' || network === '0:0:0:0';
}
