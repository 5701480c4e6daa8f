import type { Logger } from 'pino';
import { Countries } from './catalog/countries.ts';
import { Geo } from './catalog/geo.ts';
import { ENTITIES } from './entities.ts';
import { systemClock, systemDelay } from './kit/clock.ts';
import { openDatabase } from './kit/database.ts';
import { createVault } from './kit/vault.ts';
import type { Services } from './purchases/services.ts';
import { createDataImpulse, type DataImpulseOptions } from './upstreams/dataimpulse/dataimpulse.ts';
import { UpstreamError } from './upstreams/failure.ts';
import { createPx6 } from './upstreams/px6/px6.ts';

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
    dataImpulse: Pick<DataImpulseOptions, 'url' | 'login' | 'password' | 'gateway'>;
  },
  log: Logger,
): Promise<OpenServices> {
  const database = await openDatabase({ url: options.databaseUrl, entities: ENTITIES });
  const px6 = createPx6(options.px6);
  const dataImpulse = createDataImpulse(options.dataImpulse);
  const term = logged('px6', px6, log);
  const traffic = logged('dataimpulse', dataImpulse, log);
  const clock = systemClock;
  return {
    services: {
      database,
      vault: createVault(options.credentialsKey),
      clock,
      delay: systemDelay,
      term,
      traffic,
      countries: new Countries(term, clock),
      geo: new Geo(traffic, clock),
    },
    async close() {
      await Promise.all([px6.close(), dataImpulse.close()]);
      await database.close();
    },
  };
}

/** Tells the operator what an upstream failed at; the customer is told no more than that it did. */
function logged<Upstream extends object>(upstream: string, port: Upstream, log: Logger): Upstream {
  return new Proxy(port, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => {
        const answer: unknown = method.apply(target, args);
        if (answer instanceof Promise) {
          answer.catch((error: unknown) => {
            if (error instanceof UpstreamError) {
              log.warn(
                { upstream, call: String(name), outcome: error.outcome, reason: error.message },
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
