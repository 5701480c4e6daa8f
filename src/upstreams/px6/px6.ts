import type { z } from 'zod';
import { systemTimer, type Timer } from '../../kit/clock.ts';
import type { Micros } from '../../kit/money.ts';
import { hasOutcome, UpstreamError } from '../failure.ts';
import { checkedReference } from '../http.ts';
import { millionths, type OnCondition, type OwnAccount, UNBOOKED } from '../own-account.ts';
import type {
  Bought,
  HeldProxy,
  IssuedProxy,
  Priority,
  ProxyAddress,
  ProxyTerm,
  TermProtocol,
  TermPurchase,
  TermUpstream,
} from '../term.ts';
import { Account, accountNamed, type Px6Account } from './accounts.ts';
import {
  checkAnswer,
  countAnswer,
  countriesAnswer,
  heldAnswer,
  pageAnswer,
  paidAnswer,
  priceAnswer,
  proxyAnswer,
  successAnswer,
  termAnswer,
  typedAnswer,
} from './answers.ts';
import { createPx6Call, failure, type Px6Call, unlessGone } from './api-call.ts';
import { RateSlotQueues, type RateSlots } from './rate-slots.ts';

interface Px6Options {
  /** Scheme, host and, if any, the folder that PX6's API lives in. */
  url: string;
  /** At least one. */
  accounts: readonly Px6Account[];
  /** The rate of requests to each account, of all processes together. */
  slots: RateSlots;
  timer?: Timer;
  onCondition?: (account: string) => OnCondition;
  /** What all processes know of an account; nothing is compared and written down when left out. */
  own?: (account: string) => OwnAccount;
  /** What a dollar costs, in millionths of a rouble; without it, costs in roubles are not known. */
  roublesPerUsd?: Micros | undefined;
}

export interface Px6 extends TermUpstream {
  /** Refuses waiting and new calls. Resolves when the calls under way have ended. */
  close(): Promise<void>;
}

/**
 * The term upstream PX6. It has no idempotency keys: buying and extending are sent once, by GET, and the
 * purchase's reference goes into the proxies' comment (`descr`), by which they are found again.
 */
export function createPx6(options: Px6Options): Px6 {
  const { url, slots, timer = systemTimer, onCondition = () => () => {} } = options;
  const accounts = options.accounts.map(({ name, key }) => {
    const own = options.own?.(name) ?? UNBOOKED;
    const isChecked = options.own !== undefined;
    return new Account({ name, key, url, timer, onCondition: onCondition(name), own, isChecked });
  });
  const costs = createCosts(options.roublesPerUsd);
  const names = accounts.map(({ name }) => name);
  const queues = new RateSlotQueues(slots, timer);
  const call = createPx6Call({ accounts, queues, timer });

  return {
    sells: (product) => PRODUCTS.has(product),
    isUp: () => accounts.some((account) => account.isUp),
    isDown: (account) => accountNamed(account, accounts).http.isDown(),
    stockOf: (product) => productOf(product).stock,
    async countriesOf(stock, priority) {
      const { list } = await call('getcountry', { version: versionOf(stock) }, countriesAnswer, { priority });
      const codes = list.filter((code) => /^[a-z]{2}$/i.test(code)).map((code) => code.toUpperCase());
      if (codes.length > MAX_COUNTRIES) throw failure('unknown', 'getcountry', 'too many countries');
      return [...new Set(codes)];
    },
    async available(stock, country, priority) {
      const params = { country: country.toLowerCase(), version: versionOf(stock) };
      const { count } = await unlessGone(call('getcount', params, countAnswer, { priority }), { count: 0 });
      return count;
    },
    accounts: names,
    ...createPurchases(call, names, costs),
    async priceOf({ product, days, quantity }) {
      if (!costs.canTell()) return undefined;
      const { version } = productOf(product);
      const params = { count: String(quantity), period: String(days), version };
      return costs.of(await call('getprice', params, priceAnswer, { priority: 'background' }));
    },
    async readBalance(account) {
      await call('getcountry', { version: '4' }, successAnswer, { account, priority: 'background' });
    },
    async close() {
      queues.close();
      await Promise.all(accounts.map(({ http }) => http.close()));
      await queues.ended();
    },
  };
}

/** ISO 3166 has 249 codes; a longer list is no list of countries. */
const MAX_COUNTRIES = 249;
/** The most that PX6 puts on one page. */
const PAGE_SIZE = 1_000;
/** A purchase fits on one page. If PX6 ever ignored the filter, so many pages would be read. */
const MAX_PAGES = 20;
/** A million proxies; a longer list of all is taken for a loop of pages. */
const MAX_PAGES_OF_ALL = 1_000;

function createPurchases(call: Px6Call, accounts: readonly string[], costs: ReturnType<typeof createCosts>) {
  async function buy(purchase: TermPurchase): Promise<IssuedProxy[]> {
    const { product, country, days, quantity, reference } = purchase;
    const onAccount = (account: string) => purchase.onAccount(account);
    const { version, type } = productOf(product);
    const params = {
      count: String(quantity),
      period: String(days),
      country: country.toLowerCase(),
      version,
      type,
      descr: checkedReference('px6', reference),
    };
    const { list, ...paid } = await call('buy', params, paidAnswer, { onAccount });
    costs.tell(paid, purchase.onCost);
    const proxies = usable(proxyAnswer, list);
    if (list.length !== quantity || proxies.length !== quantity) {
      const got = `got ${list.length}, ${proxies.length} of them usable`;
      throw failure('unknown', 'buy', `asked for ${quantity}, ${got}`);
    }
    return proxies;
  }

  async function extend(
    account: string,
    upstreamIds: readonly string[],
    days: number,
    onCost?: (cost: Micros) => void,
  ): Promise<ProxyTerm[]> {
    const params = { period: String(days), ids: upstreamIds.join(',') };
    const { list, ...paid } = await call('prolong', params, paidAnswer, { account });
    costs.tell(paid, onCost);
    const terms = named(upstreamIds, usable(termAnswer, list));
    if (terms.length !== upstreamIds.length) {
      throw failure('unknown', 'prolong', `${terms.length} of ${upstreamIds.length} ends can be read`);
    }
    return terms;
  }

  /** PX6 has no look-up by id that returns the end, but every proxy has the reference of its purchase. */
  async function find(
    purchase: Bought,
    upstreamIds: readonly string[] | 'all',
    priority?: Priority,
  ): Promise<ProxyTerm[]> {
    const bought = await boughtUnder(purchase, priority);
    const terms = usable(termAnswer, bought);
    // An entry that cannot be read does not mean that the proxy was dropped.
    if (terms.length < bought.length)
      throw failure('unknown', 'getproxy', 'the end of a proxy cannot be read');
    return upstreamIds === 'all' ? terms : named(upstreamIds, terms);
  }

  async function findByReference(bought: Bought, priority?: Priority): Promise<IssuedProxy[]> {
    return usable(proxyAnswer, await boughtUnder(bought, priority));
  }

  async function boughtUnder({ account, reference }: Bought, priority: Priority = 'urgent') {
    const found = new Map<unknown, unknown>();
    const filter = { account, descr: checkedReference('px6', reference) };
    for await (const page of pages(filter, MAX_PAGES, priority))
      for (const row of page) if (row.descr === reference) found.set(row.id, row);
    return [...found.values()];
  }

  async function* all(): AsyncGenerator<HeldProxy[]> {
    for (const account of accounts) {
      for await (const page of pages({ account }, MAX_PAGES_OF_ALL, 'background')) {
        const held = usable(heldAnswer, page);
        if (held.length < page.length) throw failure('unknown', 'getproxy', 'a proxy cannot be read');
        yield held.map(({ named, ...proxy }) => ({ ...proxy, product: productNamed(named), account }));
      }
    }
  }

  /** The pages of what an account has, ended terms included. Throws when there are more than `most`. */
  async function* pages(
    { account, ...filter }: { account: string; descr?: string },
    most: number,
    priority: Priority,
  ) {
    let read = 0;
    for (let page = 1; page <= most; page++) {
      const params = { state: 'all', ...filter, limit: String(PAGE_SIZE), page: String(page) };
      const { list, list_count } = await unlessGone(
        call('getproxy', params, pageAnswer, { account, priority }),
        { list: [] },
      );
      read += list.length;
      if (list.length > 0) yield list;
      // PX6 may cut pages shorter than asked for, and it is not documented whether its count is the page's or
      // the whole.
      const more = list.length >= PAGE_SIZE || read < (list_count ?? 0);
      if (list.length === 0 || !more) return;
    }
    throw failure('unknown', 'getproxy', `not read to the end, more than ${most} pages`);
  }

  async function cancel(account: string, upstreamIds: readonly string[]): Promise<void> {
    if (upstreamIds.length === 0) return;
    try {
      await call('delete', { ids: upstreamIds.join(',') }, successAnswer, {
        account,
        priority: 'background',
      });
    } catch (error) {
      if (!hasOutcome(error, 'gone')) throw error;
      // PX6 does not say whether one unknown id keeps it from deleting the others, so each is tried alone.
      if (upstreamIds.length > 1) for (const id of upstreamIds) await cancel(account, [id]);
    }
  }

  async function cancelPurchase({ account, reference }: Bought): Promise<void> {
    const params = { descr: checkedReference('px6', reference) };
    await unlessGone(call('delete', params, successAnswer, { account, priority: 'background' }), undefined);
  }

  /**
   * What PX6 answers does not decide: what is set already it refuses by a number that may mean anything, and
   * it does not say whether one unknown id keeps it from changing the others.
   */
  async function setProtocol(
    { account, reference }: Bought,
    upstreamIds: readonly string[],
    protocol: TermProtocol,
  ): Promise<ProxyAddress[]> {
    const type = protocol === 'http' ? 'http' : 'socks';
    try {
      const params = { ids: upstreamIds.join(','), type };
      await call('settype', params, successAnswer, { account, priority: 'awaited' });
    } catch (error) {
      if (hasOutcome(error, 'refused')) throw error;
    }
    const list = await boughtUnder({ account, reference }, 'awaited').catch((error: unknown) => {
      throw failure('unknown', 'settype', 'the types cannot be read', { cause: error });
    });
    const read = usable(typedAnswer, list);
    const proxies = named(upstreamIds, read);
    if (list.length === 0) throw failure('gone', 'settype', 'none of the proxies is there');
    if (read.length === list.length && proxies.every((proxy) => proxy.type === type)) return proxies;
    throw failure('unknown', 'settype', `it cannot be read that all ${proxies.length} have the type`);
  }

  async function check(account: string, upstreamId: string): Promise<boolean> {
    const asked = call('check', { ids: upstreamId }, checkAnswer, { account, priority: 'background' });
    return (await unlessGone(asked, { proxy_status: false })).proxy_status;
  }

  return { buy, extend, find, findByReference, all, cancel, cancelPurchase, setProtocol, check };
}

/** The valid entries, each proxy once. */
function usable<T extends { upstreamId: string }>(answer: z.ZodType<T>, list: readonly unknown[]): T[] {
  const found = new Map<string, T>();
  for (const entry of list) {
    const parsed = answer.safeParse(entry);
    if (parsed.success) found.set(parsed.data.upstreamId, parsed.data);
  }
  return [...found.values()];
}

function named<T extends { upstreamId: string }>(upstreamIds: readonly string[], proxies: T[]): T[] {
  return proxies.filter(({ upstreamId }) => upstreamIds.includes(upstreamId));
}

const MICROS_PER_USD = 1_000_000n;

/** Turns PX6's prices into micro-dollars. PX6 keeps an account in roubles or in dollars. */
function createCosts(roublesPerUsd: Micros | undefined) {
  let canTell = true;

  /** Rounded to the nearest micro-dollar; undefined when there is no price, or none in dollars. */
  function of({ price, currency }: z.infer<typeof priceAnswer>): Micros | undefined {
    const amount = millionths(price);
    if (amount === undefined || amount < 0n || currency === undefined) return undefined;
    const rate = currency === 'USD' ? MICROS_PER_USD : currency === 'RUB' ? roublesPerUsd : undefined;
    canTell = rate !== undefined;
    return rate === undefined ? undefined : (amount * MICROS_PER_USD + rate / 2n) / rate;
  }

  function tell(paid: z.infer<typeof priceAnswer>, onCost?: (cost: Micros) => void): void {
    const cost = of(paid);
    if (cost !== undefined) onCost?.(cost);
  }

  /** `canTell`: whether the last price could be told in dollars; if not, to ask for one is of no use. */
  return { of, tell, canTell: () => canTell };
}

/** PX6 counts what is free by `version`: proxies of both protocols are taken from the same stock. */
const VERSIONS: ReadonlyMap<string, string> = new Map([
  ['ipv4', '4'],
  ['ipv4-shared', '3'],
  ['ipv6', '6'],
]);

/** A product by the stock that it is taken from and by PX6's names. */
interface Px6Product {
  stock: string;
  version: string;
  type: 'http' | 'socks';
}

const PRODUCTS: ReadonlyMap<string, Px6Product> = new Map(
  [...VERSIONS].flatMap(([stock, version]): [string, Px6Product][] => [
    [`${stock}:http`, { stock, version, type: 'http' }],
    [`${stock}:socks5`, { stock, version, type: 'socks' }],
  ]),
);

/** The product names of PX6 that the catalog may use. */
export const PX6_PRODUCTS: readonly string[] = [...PRODUCTS.keys()];

/** Our name of what PX6 calls by its version and type; undefined when we do not buy that. */
function productNamed({ version, type }: { version?: string | undefined; type?: string | undefined }) {
  return [...PRODUCTS].find(([, product]) => product.version === version && product.type === type)?.[0];
}

function productOf(product: string): Px6Product {
  return found(PRODUCTS.get(product), product);
}

function versionOf(stock: string): string {
  return found(VERSIONS.get(stock), stock);
}

function found<T>(value: T | undefined, name: string): T {
  if (value !== undefined) return value;
  throw new UpstreamError('refused', `px6: does not sell ${JSON.stringify(name.slice(0, 40))}`);
}
