import type { z } from 'zod';
import type { Micros } from '../../kit/money.ts';
import { millionths } from '../own-account.ts';
import type {
  Bought,
  HeldProxy,
  IssuedProxy,
  Priority,
  ProxyTerm,
  TermPurchase,
  TermUpstream,
} from '../term.ts';
import { checkedReference } from '../wire.ts';
import { heldAnswer, pageAnswer, paidAnswer, proxyAnswer, successAnswer, termAnswer } from './answers.ts';
import { failure, isGone, type Px6Call, unlessGone } from './api-call.ts';
import { productOf, versionOf } from './products.ts';

/** The most that PX6 puts on one page. */
const PAGE_SIZE = 1_000;
/**
 * PX6 filters by reference, and a purchase fits on one page. If it ever ignored the filter, the whole account
 * would be read, up to this many pages.
 */
const MAX_PAGES = 20;
/** A million proxies; a longer list of all is taken for a loop of pages. */
const MAX_PAGES_OF_ALL = 1_000;
type Purchases = Pick<
  TermUpstream,
  'buy' | 'extend' | 'findByReference' | 'find' | 'all' | 'cancel' | 'cancelPurchase'
>;

export function createPurchases(call: Px6Call, accounts: readonly string[], costs: Px6Costs): Purchases {
  async function buy(purchase: TermPurchase): Promise<IssuedProxy[]> {
    const { product, country, days, quantity, reference } = purchase;
    const onAccount = (account: string) => purchase.onAccount(account);
    const { stock, type } = productOf(product);
    const params = {
      count: String(quantity),
      period: String(days),
      country: country.toLowerCase(),
      version: versionOf(stock),
      type,
      descr: checkedReference('px6', reference),
    };
    const { list, ...paid } = await call('buy', params, paidAnswer, { onAccount });
    tell(costs.of(paid), purchase.onCost);
    const proxies = usable(proxyAnswer, list);
    if (list.length !== quantity || proxies.length !== quantity) {
      throw failure(
        'unknown',
        'buy',
        `asked for ${quantity}, got ${list.length}, ${proxies.length} of them usable`,
      );
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
    tell(costs.of(paid), onCost);
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

  async function boughtUnder(
    { account, reference }: Bought,
    priority: Priority = 'urgent',
  ): Promise<unknown[]> {
    const found = new Map<unknown, unknown>();
    for await (const page of pages(
      { account, descr: checkedReference('px6', reference) },
      MAX_PAGES,
      priority,
    ))
      for (const row of page) if (row.descr === reference) found.set(row.id, row);
    return [...found.values()];
  }

  async function* all(): AsyncGenerator<HeldProxy[]> {
    for (const account of accounts) {
      for await (const page of pages({ account }, MAX_PAGES_OF_ALL, 'background')) {
        const held = usable(heldAnswer, page);
        if (held.length < page.length) throw failure('unknown', 'getproxy', 'a proxy cannot be read');
        yield held.map((proxy) => ({ ...proxy, account }));
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
      if (!isGone(error)) throw error;
      // PX6 does not say whether one unknown id keeps it from deleting the others, so each is tried alone.
      if (upstreamIds.length > 1) for (const id of upstreamIds) await cancel(account, [id]);
    }
  }

  async function cancelPurchase({ account, reference }: Bought): Promise<void> {
    const params = { descr: checkedReference('px6', reference) };
    await unlessGone(call('delete', params, successAnswer, { account, priority: 'background' }), undefined);
  }

  return { buy, extend, find, findByReference, all, cancel, cancelPurchase };
}

function tell(cost: Micros | undefined, onCost?: (cost: Micros) => void): void {
  if (cost !== undefined) onCost?.(cost);
}

/** The valid entries, each proxy once. */
function usable<T extends ProxyTerm>(answer: z.ZodType<T>, list: readonly unknown[]): T[] {
  const found = new Map<string, T>();
  for (const entry of list) {
    const parsed = answer.safeParse(entry);
    if (parsed.success) found.set(parsed.data.upstreamId, parsed.data);
  }
  return [...found.values()];
}

function named(upstreamIds: readonly string[], terms: ProxyTerm[]): ProxyTerm[] {
  return terms.filter(({ upstreamId }) => upstreamIds.includes(upstreamId));
}

const MICROS_PER_USD = 1_000_000n;

/** What PX6 says that something costs. */
interface Px6Price {
  price?: string | number | undefined;
  currency?: string | undefined;
}

/** Turns PX6's prices into micro-dollars. PX6 keeps an account in roubles or in dollars. */
export class Px6Costs {
  readonly #roublesPerUsd: Micros | undefined;
  #canTell = true;

  /** `roublesPerUsd` is in millionths of a rouble; without it, prices in roubles are not known. */
  constructor(roublesPerUsd: Micros | undefined) {
    this.#roublesPerUsd = roublesPerUsd;
  }

  /** Whether the last price that was read could be told in dollars: if not, to ask for one is of no use. */
  get canTell(): boolean {
    return this.#canTell;
  }

  /** Rounded to the nearest micro-dollar; undefined when there is no price, or none in dollars. */
  of({ price, currency }: Px6Price): Micros | undefined {
    const amount = millionths(price);
    if (amount === undefined || amount < 0n || currency === undefined) return undefined;
    const rate = currency === 'USD' ? MICROS_PER_USD : currency === 'RUB' ? this.#roublesPerUsd : undefined;
    this.#canTell = rate !== undefined;
    return rate === undefined ? undefined : (amount * MICROS_PER_USD + rate / 2n) / rate;
  }
}
