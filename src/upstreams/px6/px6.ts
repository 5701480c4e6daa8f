import type { OnCondition } from '../condition.ts';
import type { TermUpstream } from '../term.ts';
import { systemTimer, type Timer } from '../timer.ts';
import { Account, Accounts, type Px6Account } from './accounts.ts';
import { createPx6Call } from './api-call.ts';
import { findProduct } from './products.ts';
import { createPurchases } from './purchases.ts';
import { createStockReads } from './stock.ts';
import { TurnLines } from './turn-lines.ts';
import type { Turns } from './turns.ts';

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
    options.accounts.map(
      ({ name, key }) => new Account({ name, key, url, timer, onCondition: onCondition(name) }),
    ),
  );
  const names = accounts.all.map(({ name }) => name);
  const lines = new TurnLines(turns, timer);
  const call = createPx6Call({ accounts, lines, timer });

  return {
    sells: (product) => findProduct(product) !== undefined,
    isUp: () => accounts.all.some(({ http }) => http.isUp()),
    ...createStockReads(call),
    accounts: names,
    ...createPurchases(call, names),
    async close() {
      lines.close();
      await Promise.all(accounts.all.map(({ http }) => http.close()));
      await lines.ended();
    },
  };
}
