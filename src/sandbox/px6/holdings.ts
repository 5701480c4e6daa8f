import type { OrderPart, Px6Event, Px6Purchase } from './events.ts';
import { entriesOf, type IssuedEntry } from './issued.ts';
import { INITIAL_BALANCE_KOPECKS, INITIAL_STOCK, type Version } from './offer.ts';
import { Pool } from './pool.ts';
import { isKept, SECONDS_PER_DAY, type SoldProxy } from './sold-proxy.ts';

const FIRST_ORDER = 500_001;
const FIRST_PROXY = 1_000_001;
/** The numbers of each account are its own: none buys so many. */
const NUMBERS_OF_ACCOUNT = 100_000_000;

/** The state of the PX6 network, as one account sees it. It follows from the events alone. */
export class Holdings {
  balanceKopecks = INITIAL_BALANCE_KOPECKS;
  nextOrder: number;
  nextProxy: number;
  readonly issued: IssuedEntry[] = [];
  readonly #proxies = new Map<number, SoldProxy>();
  readonly #byLogin = new Map<string, SoldProxy>();
  readonly #byReference = new Map<string, Set<SoldProxy>>();
  readonly #purchases = new Map<number, Px6Purchase>();
  readonly #pools = new Map<string, Pool>();

  /** `place`: that of the account among all, from 0. */
  constructor(place: number) {
    this.nextOrder = FIRST_ORDER + place * NUMBERS_OF_ACCOUNT;
    this.nextProxy = FIRST_PROXY + place * NUMBERS_OF_ACCOUNT;
    for (const [country, counts] of INITIAL_STOCK) {
      for (const [version, count] of Object.entries(counts)) {
        this.#pools.set(`${version} ${country}`, new Pool(count));
      }
    }
  }

  pool(version: Version, country: string): Pool {
    const pool = this.#pools.get(`${version} ${country}`);
    if (!pool) throw new Error(`Nothing of version ${version} is sold in ${country}`);
    return pool;
  }

  poolOf({ purchase }: SoldProxy): Pool {
    return this.pool(purchase.version, purchase.country);
  }

  proxy(id: number, second: number): SoldProxy | undefined {
    const proxy = this.#proxies.get(id);
    return proxy && isKept(proxy, second) ? proxy : undefined;
  }

  withLogin(login: string): SoldProxy | undefined {
    return this.#byLogin.get(login);
  }

  /** Those under the reference, or all; the oldest first. */
  proxies(reference: string | undefined, second: number): SoldProxy[] {
    const found = reference === undefined ? this.#proxies.values() : (this.#byReference.get(reference) ?? []);
    return [...found].filter((proxy) => isKept(proxy, second));
  }

  apply(event: Px6Event): void {
    const second = Math.floor(event.at / 1_000);
    switch (event.kind) {
      case 'buy':
        this.#add(event, second);
        break;
      case 'prolong':
        this.#prolong(event.parts, event.days);
        break;
      case 'delete':
        for (const proxy of this.#reached(event.parts.flatMap((part) => part.proxies))) this.#remove(proxy);
        break;
      case 'settype':
        for (const proxy of this.#reached(event.proxies)) proxy.type = event.type;
        break;
      case 'stock':
        this.pool(event.version, event.country).stock(event.available, second);
        break;
      case 'balance':
        this.balanceKopecks = event.kopecks;
    }
    this.issued.push(...entriesOf(event, this.#purchases));
  }

  #add(purchase: Px6Purchase, startSecond: number): void {
    const { order, reference, version, country, type, days } = purchase;
    const endSecond = startSecond + days * SECONDS_PER_DAY;
    const pool = this.pool(version, country);
    const siblings = this.#byReference.get(reference) ?? new Set();
    for (const { id, login, password } of purchase.proxies) {
      const proxy: SoldProxy = { id, login, password, purchase, startSecond, endSecond, type };
      this.#proxies.set(id, proxy);
      this.#byLogin.set(login, proxy);
      siblings.add(proxy);
      pool.take(proxy);
      this.nextProxy = id + 1;
    }
    this.#byReference.set(reference, siblings);
    this.#purchases.set(order, purchase);
    this.nextOrder = order + 1;
    this.balanceKopecks -= purchase.kopecks;
  }

  #prolong(parts: OrderPart[], days: number): void {
    for (const part of parts) {
      this.balanceKopecks -= part.kopecks;
      for (const proxy of this.#reached(part.proxies)) {
        proxy.endSecond += days * SECONDS_PER_DAY;
        this.poolOf(proxy).take(proxy);
      }
    }
  }

  #remove(proxy: SoldProxy): void {
    this.poolOf(proxy).giveBack(proxy);
    this.#proxies.delete(proxy.id);
    this.#byLogin.delete(proxy.login);
    this.#byReference.get(proxy.purchase.reference)?.delete(proxy);
  }

  #reached(ids: number[]): SoldProxy[] {
    return ids.map((id) => this.#proxies.get(id)).filter((proxy) => proxy !== undefined);
  }
}
