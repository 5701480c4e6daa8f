import type { OnCondition } from '../condition.ts';
import { createHttpClient } from '../http.ts';
import type { TermUpstream } from '../term.ts';
import { systemTimer, type Timer } from '../timer.ts';
import { createPx6Call } from './api-call.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { findProduct } from './products.ts';
import { createPurchases } from './purchases.ts';
import { createStockReads } from './stock.ts';

/** PX6's limit for one key, of all processes together. */
const REQUESTS_PER_SECOND = 3;

interface Px6Options {
  /** Scheme, host and, if any, the folder that PX6's API lives in. */
  url: string;
  key: string;
  /** A whole number, 3 when left out; lower when several processes share the key. */
  requestsPerSecond?: number;
  /** The pacer of all processes that share the key; one of this process when left out. */
  pacer?: Pacer;
  timer?: Timer;
  onCondition?: OnCondition;
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
  const { url, key, requestsPerSecond = REQUESTS_PER_SECOND, timer = systemTimer } = options;
  const { onCondition = () => {} } = options;
  const http = createHttpClient({ upstream: 'px6', url, timer, onCondition });
  const pacer = options.pacer ?? createPacer({ perWindow: requestsPerSecond, timer });
  const call = createPx6Call({ url, key, http, pacer, timer, onCondition });

  return {
    sells: (product) => findProduct(product) !== undefined,
    isUp: http.isUp,
    ...createStockReads(call),
    ...createPurchases(call),
    async close() {
      pacer.close();
      await http.close();
    },
  };
}
