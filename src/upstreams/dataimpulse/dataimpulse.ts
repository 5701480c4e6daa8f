import { type Clock, systemClock } from '../../kit/clock.ts';
import type { Micros } from '../../kit/money.ts';
import type { OnCondition } from '../condition.ts';
import { createHttpClient } from '../http.ts';
import { type OwnAccount, UNBOOKED } from '../own-account.ts';
import { systemTimer, type Timer } from '../timer.ts';
import type { Gateway, TrafficUpstream } from '../traffic.ts';
import { createAccounts } from './accounts.ts';
import { createDataImpulseCall } from './api-call.ts';
import { createConfigure } from './configure.ts';
import { createGeo } from './geo.ts';
import { createListing } from './listing.ts';
import { createOwnBalance } from './own-balance.ts';
import { isPool } from './pools.ts';
import { createRequestSender } from './request-sender.ts';
import { createStats } from './stats.ts';

/**
 * Room for a thousand accounts with their settings and blocked hosts, or for all ZIP codes of a large
 * country.
 */
const MAX_ANSWER_BYTES = 2_097_152;

export interface DataImpulseOptions {
  /** Scheme, host and, if any, the folder that the API lives in: `https://api.dataimpulse.com/reseller`. */
  url: string;
  login: string;
  password: string;
  /** Where DataImpulse's network takes the customers' connections. */
  gateway: Gateway;
  timer?: Timer;
  /** Decides when the token ends and which are the last seven days. */
  clock?: Clock;
  onCondition?: OnCondition;
  /** What all processes know of our account. */
  own?: OwnAccount;
  /** What a GB costs us, by product. */
  usdPerGb?: Readonly<Record<string, Micros>>;
}

export interface DataImpulse extends TrafficUpstream {
  /** Refuses waiting and new calls. Resolves when the calls under way have ended. */
  close(): Promise<void>;
}

/**
 * The traffic upstream DataImpulse, over its API for resellers. It has no idempotency keys: every call is
 * sent once, except those that it refused without doing any work. The purchase's reference is stored in the
 * account's label, by which the account is found again.
 */
export function createDataImpulse(options: DataImpulseOptions): DataImpulse {
  const { url, login, password, gateway, timer = systemTimer, clock = systemClock } = options;
  const { onCondition = () => {}, own = UNBOOKED, usdPerGb = {} } = options;
  const maxAnswerBytes = MAX_ANSWER_BYTES;
  const http = createHttpClient({ upstream: 'dataimpulse', url, timer, maxAnswerBytes, onCondition });
  const sender = createRequestSender({ url, http, timer });
  const call = createDataImpulseCall({ login, password, sender, timer, clock });

  return {
    sells: isPool,
    costOf(product, gb) {
      const price = usdPerGb[product];
      return price === undefined ? undefined : price * BigInt(gb);
    },
    ownGb: createOwnBalance(call, own, onCondition),
    isUp: http.isUp,
    isDown: http.isDown,
    gateway,
    geo: createGeo(call),
    ...createAccounts(call, gateway, onCondition),
    ...createListing(call),
    configure: createConfigure(call),
    stats: createStats(call, clock),
    close: sender.close,
  };
}
