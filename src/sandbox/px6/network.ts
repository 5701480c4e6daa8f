import { randomBytes } from 'node:crypto';
import type { Journal } from '../journal.ts';
import {
  entriesOf,
  INITIAL_BALANCE_KOPECKS,
  INITIAL_STOCK,
  type IssuedEntry,
  KOPECKS_PER_DAY,
  type OrderPart,
  PERIODS,
  type ProxyType,
  type Px6Event,
  Px6Failure,
  type Px6Purchase,
  type Version,
} from './events.ts';

const FIRST_ORDER = 500_001;
const FIRST_PROXY = 1_000_001;
/** The numbers of each account are its own: none buys so many. */
const NUMBERS_OF_ACCOUNT = 100_000_000;
const SECONDS_PER_DAY = 86_400;
/** How long an ended proxy can still be listed and prolonged. After that the network has dropped it. */
const ENDED_KEPT_SECONDS = 3 * SECONDS_PER_DAY;

type Px6Order = Pick<Px6Purchase, 'reference' | 'version' | 'country' | 'type' | 'days'>;

export interface SoldProxy {
  readonly id: number;
  readonly login: string;
  readonly password: string;
  readonly purchase: Px6Purchase;
  readonly startSecond: number;
  endSecond: number;
  type: ProxyType;
}

/** The network as one account sees it. Every refusal is a {@link Px6Failure}. */
export class Px6Network {
  readonly userId: number;
  readonly issued: IssuedEntry[] = [];
  balanceKopecks = INITIAL_BALANCE_KOPECKS;
  readonly #journal: Journal<Px6Event>;
  readonly #proxies = new Map<number, SoldProxy>();
  readonly #byLogin = new Map<string, SoldProxy>();
  readonly #byReference = new Map<string, Set<SoldProxy>>();
  readonly #purchases = new Map<number, Px6Purchase>();
  readonly #pools = new Map<string, Pool>();
  #nextOrder: number;
  #nextProxy: number;

  /** `place`: among the accounts, from 0. */
  constructor(journal: Journal<Px6Event>, place = 0) {
    this.userId = place + 1;
    this.#nextOrder = FIRST_ORDER + place * NUMBERS_OF_ACCOUNT;
    this.#nextProxy = FIRST_PROXY + place * NUMBERS_OF_ACCOUNT;
    for (const [country, counts] of INITIAL_STOCK) {
      for (const [version, count] of Object.entries(counts)) {
        this.#pools.set(`${version} ${country}`, new Pool(count));
      }
    }
    this.#journal = journal;
    journal.replay((event) => this.#apply(event));
  }

  available(version: Version, country: string): number {
    return Math.max(0, this.#pool({ version, country }).available(this.second()));
  }

  buy(order: Px6Order, quantity: number): { order: number; kopecks: number; proxies: SoldProxy[] } {
    if (quantity > this.available(order.version, order.country)) throw new Px6Failure(300);
    const kopecks = priceOf(order.version, order.days, quantity);
    this.#requireMoney(kopecks);
    const [number, firstProxy] = [this.#nextOrder, this.#nextProxy];
    if (quantity === 0) return { order: number, kopecks, proxies: [] };
    const proxies = Array.from({ length: quantity }, (_, index) => newCredentials(firstProxy + index));
    this.#journal.record({ kind: 'buy', order: number, ...order, kopecks, proxies });
    return { order: number, kopecks, proxies: this.find(proxies.map(({ id }) => id)) };
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
    for (const [pool, members] of Map.groupBy(ended, ({ purchase }) => this.#pool(purchase))) {
      if (members.length > pool.available(second)) throw new Px6Failure(300);
    }
    const parts = partsOf(proxies, days);
    const kopecks = parts.reduce((sum, part) => sum + part.kopecks, 0);
    this.#requireMoney(kopecks);
    if (proxies.length > 0) this.#journal.record({ kind: 'prolong', days, parts });
    return { kopecks, proxies };
  }

  remove(proxies: readonly SoldProxy[]): void {
    this.#journal.record({ kind: 'delete', parts: partsOf(proxies, 0) });
  }

  setType(proxies: readonly SoldProxy[], type: ProxyType): void {
    this.#journal.record({ kind: 'settype', type, proxies: proxies.map(({ id }) => id) });
  }

  setStock(version: Version, country: string, available: number): void {
    this.#journal.record({ kind: 'stock', version, country, available });
  }

  setBalance(kopecks: number): void {
    this.#journal.record({ kind: 'balance', kopecks });
  }

  find(ids: readonly number[]): SoldProxy[] {
    const found = this.findAny(ids);
    if (found.length < ids.length) throw new Px6Failure(404);
    return found;
  }

  findAny(ids: readonly number[]): SoldProxy[] {
    return this.#kept(this.#known(ids));
  }

  /** Proxies sold under the reference, or all; the oldest first. */
  list(reference?: string): SoldProxy[] {
    const all = reference === undefined ? this.#proxies.values() : this.#byReference.get(reference);
    return this.#kept([...(all ?? [])]);
  }

  isActive(proxy: SoldProxy): boolean {
    return !hasEnded(proxy, this.second());
  }

  opened(login: string, password: string, type: ProxyType): SoldProxy | undefined {
    const proxy = this.#byLogin.get(login);
    const opens = proxy && proxy.password === password && proxy.type === type && this.isActive(proxy);
    return opens ? proxy : undefined;
  }

  second(): number {
    return Math.floor(this.#journal.now() / 1_000);
  }

  #requireMoney(kopecks: number): void {
    if (kopecks > this.balanceKopecks) throw new Px6Failure(400);
  }

  #pool({ version, country }: Pick<Px6Purchase, 'version' | 'country'>): Pool {
    const pool = this.#pools.get(`${version} ${country}`);
    if (!pool) throw new Error(`Nothing of version ${version} is sold in ${country}`);
    return pool;
  }

  #known(ids: readonly number[]): SoldProxy[] {
    return ids.map((id) => this.#proxies.get(id)).filter((proxy) => proxy !== undefined);
  }

  /** The proxies that PX6 would still list and prolong. */
  #kept(proxies: SoldProxy[]): SoldProxy[] {
    const second = this.second();
    return proxies.filter(({ endSecond }) => second < endSecond + ENDED_KEPT_SECONDS);
  }

  #apply(event: Px6Event): void {
    const second = Math.floor(event.at / 1_000);
    switch (event.kind) {
      case 'buy':
        this.#add(event, second);
        break;
      case 'prolong':
        this.#prolong(event.parts, event.days);
        break;
      case 'delete':
        for (const proxy of this.#known(event.parts.flatMap((part) => part.proxies))) this.#remove(proxy);
        break;
      case 'settype':
        for (const proxy of this.#known(event.proxies)) proxy.type = event.type;
        break;
      case 'stock':
        this.#pool(event).stock(event.available, second);
        break;
      case 'balance':
        this.balanceKopecks = event.kopecks;
    }
    this.issued.push(...entriesOf(event, this.#purchases));
  }

  #add(purchase: Px6Purchase, startSecond: number): void {
    const { order, reference, type, days } = purchase;
    const endSecond = startSecond + days * SECONDS_PER_DAY;
    const siblings = this.#byReference.get(reference) ?? new Set();
    for (const { id, login, password } of purchase.proxies) {
      const proxy: SoldProxy = { id, login, password, purchase, startSecond, endSecond, type };
      this.#proxies.set(id, proxy);
      this.#byLogin.set(login, proxy);
      siblings.add(proxy);
      this.#pool(purchase).take(proxy);
      this.#nextProxy = id + 1;
    }
    this.#byReference.set(reference, siblings);
    this.#purchases.set(order, purchase);
    this.#nextOrder = order + 1;
    this.balanceKopecks -= purchase.kopecks;
  }

  #prolong(parts: OrderPart[], days: number): void {
    for (const part of parts) {
      this.balanceKopecks -= part.kopecks;
      for (const proxy of this.#known(part.proxies)) {
        proxy.endSecond += days * SECONDS_PER_DAY;
        this.#pool(proxy.purchase).take(proxy);
      }
    }
  }

  #remove(proxy: SoldProxy): void {
    this.#pool(proxy.purchase).giveBack(proxy);
    this.#proxies.delete(proxy.id);
    this.#byLogin.delete(proxy.login);
    this.#byReference.get(proxy.purchase.reference)?.delete(proxy);
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

/** The proxies of one version in one country. What is sold and has not ended is not for sale. */
class Pool {
  #capacity: number;
  readonly #sold = new Set<SoldProxy>();
  #sweptSecond = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  available(second: number): number {
    this.#sweep(second);
    return this.#capacity - this.#sold.size;
  }

  stock(available: number, second: number): void {
    this.#sweep(second);
    this.#capacity = available + this.#sold.size;
  }

  take(proxy: SoldProxy): void {
    this.#sold.add(proxy);
  }

  giveBack(proxy: SoldProxy): void {
    this.#sold.delete(proxy);
  }

  /** Removes the proxies that have ended. Ends are whole seconds, so one check in each second misses none. */
  #sweep(second: number): void {
    if (second === this.#sweptSecond) return;
    this.#sweptSecond = second;
    for (const proxy of this.#sold) if (hasEnded(proxy, second)) this.#sold.delete(proxy);
  }
}

function hasEnded(proxy: SoldProxy, second: number): boolean {
  return proxy.endSecond <= second;
}
