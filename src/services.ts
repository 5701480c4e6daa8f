import type { Logger } from 'pino';
import { Countries } from './catalog/countries.ts';
import { ENTITIES } from './entities.ts';
import { systemClock, systemDelay } from './kit/clock.ts';
import { openDatabase } from './kit/database.ts';
import { createVault } from './kit/vault.ts';
import type { Services } from './purchases/services.ts';
import { UpstreamError } from './upstreams/failure.ts';
import { createPx6 } from './upstreams/px6/px6.ts';
import type { TermUpstream } from './upstreams/term.ts';

export interface OpenServices {
  services: Services;
  close(): Promise<void>;
}

/** Puts the domain together: the database, the vault and the upstreams. */
export async function openServices(
  options: {
    databaseUrl: string;
    credentialsKey: Buffer;
    px6: { url: string; key: string; requestsPerSecond: number };
  },
  log: Logger,
): Promise<OpenServices> {
  const database = await openDatabase({ url: options.databaseUrl, entities: ENTITIES });
  const px6 = createPx6(options.px6);
  const term = logged(px6, log);
  const clock = systemClock;
  return {
    services: {
      database,
      vault: createVault(options.credentialsKey),
      clock,
      delay: systemDelay,
      term,
      countries: new Countries(term, clock),
    },
    async close() {
      await px6.close();
      await database.close();
    },
  };
}

/** Tells the operator what an upstream failed at; the customer is told no more than that it did. */
function logged(term: TermUpstream, log: Logger): TermUpstream {
  return new Proxy(term, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => {
        const answer: unknown = method.apply(target, args);
        if (answer instanceof Promise) {
          answer.catch((error: unknown) => {
            if (error instanceof UpstreamError) {
              log.warn(
                { upstream: 'px6', call: String(name), outcome: error.outcome, reason: error.message },
                'upstream failed',
              );
            }
          });
        }
        return answer;
      };
    },
  });
}
