import { join } from 'node:path';
import type { Clock } from '../../kit/clock.ts';
import { type AuthorizedClient, exitAddress, type ProxyRequest } from '../gateway/authorization.ts';
import { Journal } from '../journal.ts';
import { eventSchema, type Version } from './events.ts';
import { Px6Network } from './network.ts';

const MAX_CALLS = 10_000;
const WINDOW_MILLIS = 1_000;

export interface Px6Arrival {
  key: string;
  method: string;
  /** In milliseconds since 1970. */
  at: number;
  isAdmitted: boolean;
}

interface AccountsOptions {
  /** A key for each account. What an account has bought, its money and its rate are its own. */
  keys: readonly string[];
  stateDir: string;
  clock: Clock;
  /** `Infinity` lets everything through. */
  requestsPerSecond: number;
}

/** The accounts at the stand-in for PX6, and what came to them. */
export class Px6Accounts {
  readonly networks: readonly Px6Network[];
  readonly arrivals: Px6Arrival[] = [];
  readonly #keys: readonly string[];
  readonly #clock: Clock;
  readonly #requestsPerSecond: number;

  constructor({ keys, stateDir, clock, requestsPerSecond }: AccountsOptions) {
    this.#keys = keys;
    this.#clock = clock;
    this.#requestsPerSecond = requestsPerSecond;
    this.networks = keys.map((_key, place) => {
      const path = join(stateDir, `${place === 0 ? 'px6' : `px6-${place + 1}`}.jsonl`);
      return new Px6Network(new Journal(path, eventSchema, clock), place);
    });
  }

  withKey(key: string): Px6Network | undefined {
    return this.networks[this.#keys.indexOf(key)];
  }

  /**
   * Notes a request. False when its key, or all unknown keys together, have made as many as they may within
   * the last second; those that were refused do not count.
   */
  admit(key: string, method: string): boolean {
    const arrival = { key: this.withKey(key) ? key : '', method, at: this.#clock.now().getTime() };
    const isAdmitted =
      this.#requestsPerSecond === Number.POSITIVE_INFINITY ||
      this.#madeBefore(arrival) < this.#requestsPerSecond;
    this.arrivals.push({ ...arrival, isAdmitted });
    if (this.arrivals.length > MAX_CALLS) this.arrivals.shift();
    return isAdmitted;
  }

  setStock(version: Version, country: string, available: number): void {
    for (const network of this.networks) network.setStock(version, country, available);
  }

  close(): void {
    for (const network of this.networks) network.close();
  }

  #madeBefore({ key, at }: Pick<Px6Arrival, 'key' | 'at'>): number {
    const older = this.arrivals.findLastIndex((one) => at - one.at >= WINDOW_MILLIS);
    return this.arrivals.slice(older + 1).filter((one) => one.key === key && one.isAdmitted).length;
  }
}

/** Undefined for what is no login of a PX6 proxy that speaks the protocol. Their traffic is not counted. */
export function authorizeByPx6(
  networks: readonly Px6Network[],
): (request: ProxyRequest) => AuthorizedClient | undefined {
  return ({ protocol, stickyPort, credentials }) => {
    if (!credentials || stickyPort !== undefined) return undefined;
    const type = protocol === 'http' ? 'http' : 'socks';
    const { login, password } = credentials;
    const proxy = networks.map((network) => network.opened(login, password, type)).find((found) => found);
    if (!proxy) return undefined;
    const connection = { exitAddress: exitAddress(proxy.id), count: () => true, close() {} };
    return { open: () => ({ ...connection, end: new AbortController() }) };
  };
}
