import { setTimeout } from 'node:timers/promises';
import { fetchAhead } from './catalog/fetch-ahead.ts';
import { CLOSE_MS, type CompleteConfig, openDomain, type Surroundings } from './domain.ts';
import { announceLeave } from './drain.ts';
import type { ConnectionLimits } from './graphql/transports/connection-limits.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createHttpHost } from './http-host.ts';
import { within } from './kit/within.ts';
import { openLive } from './live/live.ts';

/** A service that takes requests. */
export interface Served {
  url: string;
  /**
   * Reports that it is about to stop and goes on serving for `noticeMs`. Then takes no more requests,
   * finishes those under way and stops everything else, until `graceMs`. Both times count from the call.
   */
  close(times: { noticeMs: number; graceMs: number }): Promise<void>;
}

/**
 * Opens the domain and its doors, and does the background jobs, in this process. `limits` are those of all
 * workers; those of this process when left out. Closing closes all that is `opened`.
 */
export async function serve(
  config: CompleteConfig,
  surroundings: Surroundings & { limits?: ConnectionLimits },
): Promise<Served> {
  const { databaseUrl, host: address, port, trustedProxyHops } = config;
  const { log, metrics, opened, limits } = surroundings;
  const { services, payments, pool } = await openDomain(config, surroundings);
  await fetchAhead(services);
  const { live, close: closeLive } = await openLive({ databaseUrl, services, log });
  opened.onClose(() => within(CLOSE_MS, closeLive()));
  metrics.watch({ services, live, pool });
  const host = createHttpHost(services, live, { trustedProxyHops, limits, payments }, log, metrics);
  opened.onClose((graceMs) => within(graceMs, host.close()));
  const url = await host.listen({ host: address, port, listenTextResolver: () => 'listening' });
  const stopHousekeeping = startHousekeeping({ services, payments }, config, log);
  opened.onClose(() => within(CLOSE_MS, stopHousekeeping()));
  return {
    url,
    async close({ noticeMs, graceMs }) {
      announceLeave(host);
      await setTimeout(noticeMs);
      await opened.close(graceMs - noticeMs);
    },
  };
}
