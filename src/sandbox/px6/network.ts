import { randomBytes } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';
import type { Journal } from '../journal.ts';
import type { OrderPart, Px6Event, Px6Purchase } from './events.ts';
import { Px6Failure } from './failure.ts';
import { Holdings } from './holdings.ts';
import type { IssuedEntry } from './issued.ts';
import { KOPECKS_PER_DAY, PERIODS, type ProxyType, type Version } from './offer.ts';
import { hasEnded, type SoldProxy } from './sold-proxy.ts';

type Px6Order = Pick<Px6Purchase, 'reference' | 'version' | 'country' | 'type' | 'days'>;

/**
 * The PX6 network itself, as one account sees it: what it has, sells and takes back. Every call decides,
 * writes its decision to the journal and only then changes the state, without waiting in between, so that
 * neither a crash nor a concurrent call can see half of it. Every refusal is a {@link Px6Failure}.
 */
export class Px6Network {
  readonly userId: number;
  readonly #holdings: Holdings;
  readonly #journal: Journal<Px6Event>;
  readonly #clock: Clock;

  /** `place`: among the accounts, from 0. */
  constructor(journal: Journal<Px6Event>, clock: Clock, place = 0) {
    this.userId = place + 1;
    this.#holdings = new Holdings(place);
    this.#journal = journal;
    this.#clock = clock;
    journal.replay((event) => this.#holdings.apply(event));
  }

  get balanceKopecks(): number {
    return this.#holdings.balanceKopecks;
  }

  get issued(): readonly IssuedEntry[] {
    return this.#holdings.issued;
  }

  available(version: Version, country: string): number {
    return Math.max(0, this.#holdings.pool(version, country).available(this.second()));
  }

  /** Sells `quantity` proxies, all or none. */
  buy(order: Px6Order, quantity: number): { order: number; kopecks: number; proxies: SoldProxy[] } {
    if (quantity > this.available(order.version, order.country)) throw new Px6Failure(300);
    const kopecks = priceOf(order.version, order.days, quantity);
    this.#requireMoney(kopecks);
    const { nextOrder, nextProxy } = this.#holdings;
    if (quantity === 0) return { order: nextOrder, kopecks, proxies: [] };
    const proxies = Array.from({ length: quantity }, (_, index) => newCredentials(nextProxy + index));
    this.#record({ kind: 'buy', at: this.#now(), order: nextOrder, ...order, kopecks, proxies });
    return { order: nextOrder, kopecks, proxies: this.find(proxies.map(({ id }) => id)) };
  }

  /**
   * Adds days to all the proxies or to none, to their ends. A proxy that has ended goes on from its old end,
   * as PX6 does not rule out, and takes a new place in the stock, since its old one is for sale again.
   */
  prolong(ids: readonly number[], days: number): { kopecks: number; proxies: SoldProxy[] } {
    const proxies = this.find(ids);
    if (proxies.some(({ purchase }) => !PERIODS[purchase.version].includes(days))) throw new Px6Failure(210);
    const second = this.second();
    const ended = proxies.filter((proxy) => hasEnded(proxy, second));
    for (const [pool, members] of Map.groupBy(ended, (proxy) => this.#holdings.poolOf(proxy))) {
      if (members.length > pool.available(second)) throw new Px6Failure(300);
    }
    const parts = partsOf(proxies, days);
    const kopecks = parts.reduce((sum, part) => sum + part.kopecks, 0);
    this.#requireMoney(kopecks);
    if (proxies.length > 0) this.#record({ kind: 'prolong', at: this.#now(), days, parts });
    return { kopecks, proxies };
  }

  /** Takes the proxies back; nothing is paid back. */
  remove(proxies: readonly SoldProxy[]): void {
    this.#record({ kind: 'delete', at: this.#now(), parts: partsOf(proxies, 0) });
  }

  setType(proxies: readonly SoldProxy[], type: ProxyType): void {
    this.#record({ kind: 'settype', at: this.#now(), type, proxies: proxies.map(({ id }) => id) });
  }

  setStock(version: Version, country: string, available: number): void {
    this.#record({ kind: 'stock', at: this.#now(), version, country, available });
  }

  setBalance(kopecks: number): void {
    this.#record({ kind: 'balance', at: this.#now(), kopecks });
  }

  /** All of the named proxies. Throws a {@link Px6Failure} with 404 when one of them does not exist. */
  find(ids: readonly number[]): SoldProxy[] {
    return ids.map((id) => {
      const proxy = this.#holdings.proxy(id, this.second());
      if (!proxy) throw new Px6Failure(404);
      return proxy;
    });
  }

  /** The named proxies that there are. */
  findAny(ids: readonly number[]): SoldProxy[] {
    return ids.map((id) => this.#holdings.proxy(id, this.second())).filter((proxy) => proxy !== undefined);
  }

  list(reference?: string): SoldProxy[] {
    return this.#holdings.proxies(reference, this.second());
  }

  isActive(proxy: SoldProxy): boolean {
    return !hasEnded(proxy, this.second());
  }

  /** The proxy that these credentials open now, if any. */
  opened(login: string, password: string, type: ProxyType): SoldProxy | undefined {
    const proxy = this.#holdings.withLogin(login);
    const opens = proxy && proxy.password === password && proxy.type === type && this.isActive(proxy);
    return opens ? proxy : undefined;
  }

  /** The present instant in seconds since 1970. */
  second(): number {
    return Math.floor(this.#now() / 1_000);
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  #requireMoney(kopecks: number): void {
    if (kopecks > this.#holdings.balanceKopecks) throw new Px6Failure(400);
  }

  #record(event: Px6Event): void {
    this.#journal.append(event);
    this.#holdings.apply(event);
  }
}

export function priceOf(version: Version, days: number, quantity: number): number {
  return KOPECKS_PER_DAY[version] * days * quantity;
}

function newCredentials(id: number): Px6Purchase['proxies'][number] {
  // The id makes the login unique, the random tail keeps it from being guessed.
  return { id, login: `u${id}${randomBytes(3).toString('hex')}`, password: randomBytes(6).toString('hex') };
}

function partsOf(proxies: readonly SoldProxy[], days: number): OrderPart[] {
  const orders = Map.groupBy(proxies, ({ purchase }) => purchase);
  return [...orders].map(([purchase, members]) => ({
    order: purchase.order,
    proxies: members.map(({ id }) => id),
    kopecks: priceOf(purchase.version, days, members.length),
  }));
}
