import type { Micros } from '../../kit/money.ts';
import { type OnCondition, type OwnAccount, UNBOOKED } from '../own-account.ts';
import type { TermUpstream } from '../term.ts';
import { systemTimer, type Timer } from '../timer.ts';
import { Account, Accounts, type Px6Account } from './accounts.ts';
import { countAnswer, countriesAnswer, priceAnswer, successAnswer } from './answers.ts';
import { createPx6Call, failure, type Px6Call, unlessGone } from './api-call.ts';
import { findProduct, productOf, versionOf } from './products.ts';
import { createPurchases, Px6Costs } from './purchases.ts';
import { TurnLines, type Turns } from './turns.ts';

interface Px6Options {
  /** Scheme, host and, if any, the folder that PX6's API lives in. */
  url: string;
  /** At least one. */
  accounts: readonly Px6Account[];
  /** The rate of requests to each account, of all processes together. */
  turns: Turns;
  timer?: Timer;
  /** Who hears of the condition of an account. */
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
  const { url, turns, timer = systemTimer, onCondition = () => () => {} } = options;
  const accounts = new Accounts(
    options.accounts.map(({ name, key }) => {
      const own = options.own?.(name) ?? UNBOOKED;
      const isChecked = options.own !== undefined;
      return new Account({ name, key, url, timer, onCondition: onCondition(name), own, isChecked });
    }),
  );
  const costs = new Px6Costs(options.roublesPerUsd);
  const names = accounts.all.map(({ name }) => name);
  const lines = new TurnLines(turns, timer);
  const call = createPx6Call({ accounts, lines, timer });

  return {
    sells: (product) => findProduct(product) !== undefined,
    isUp: () => accounts.all.some((account) => account.isUp),
    isDown: (account) => accounts.named(account).http.isDown(),
    ...createStockReads(call),
    accounts: names,
    ...createPurchases(call, names, costs),
    async priceOf({ product, days, quantity }) {
      if (!costs.canTell) return undefined;
      const { stock } = productOf(product);
      const params = { count: String(quantity), period: String(days), version: versionOf(stock) };
      return costs.of(await call('getprice', params, priceAnswer, { priority: 'background' }));
    },
    async readBalance(account) {
      await call('getcountry', { version: '4' }, successAnswer, { account, priority: 'background' });
    },
    async close() {
      lines.close();
      await Promise.all(accounts.all.map(({ http }) => http.close()));
      await lines.ended();
    },
  };
}

/** ISO 3166 has 249 codes; a longer list is no list of countries. */
const MAX_COUNTRIES = 249;

/** PX6 lists the countries of a product in one call, and counts one country per call. */
function createStockReads(call: Px6Call): Pick<TermUpstream, 'stockOf' | 'countriesOf' | 'available'> {
  return {
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
  };
}
