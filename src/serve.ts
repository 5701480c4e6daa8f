import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { fetchAhead } from './catalog/fetch-ahead.ts';
import type { Config } from './config.ts';
import { announceLeave } from './drain.ts';
import type { ConnectionLimits } from './graphql/transports/connection-limits.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createHttpHost } from './http-host.ts';
import { checkKey } from './key-proof.ts';
import { within } from './kit/within.ts';
import { openLive } from './live/live.ts';
import type { Metrics } from './metrics.ts';
import type { Opened } from './opened.ts';
import { type OpenServices, openServices } from './services.ts';
import type { Pacer } from './upstreams/px6/pacer.ts';

/** How long connections on this machine may take to close. */
export const CLOSE_MS = 500;

/** The configuration with what was started and generated in place of what was left out. */
export type CompleteConfig = { [Name in keyof Config]: NonNullable<Config[Name]> };

interface Surroundings {
  log: Logger;
  metrics: Metrics;
  /** Gets what is opened here. */
  opened: Opened;
  /** Those that workers share; this process has its own when they are left out. */
  pacer?: Pacer;
  limits?: ConnectionLimits;
}

/** A service that takes requests. */
export interface Served {
  url: string;
  /**
   * Reports that it is about to stop and goes on serving for `noticeMs`. Then takes no more requests,
   * finishes those under way and stops everything else, until `graceMs`. Both times count from the call.
   */
  close(times: { noticeMs: number; graceMs: number }): Promise<void>;
}

/** The domain without its doors. */
export async function openDomain(
  config: CompleteConfig,
  { log, metrics, opened, pacer }: Surroundings,
  { slowStatements = false } = {},
): Promise<OpenServices> {
  const { databaseUrl, credentialsKey, dataImpulse } = config;
  const px6 = { ...config.px6, requestsPerSecond: config.px6RequestsPerSecond, ...(pacer && { pacer }) };
  const options = { databaseUrl, slowStatements, credentialsKey, px6, dataImpulse };
  const domain = await openServices(options, log, metrics);
  opened.onClose(() => within(CLOSE_MS, domain.close()));
  await checkKey(domain.services.database, domain.services.vault);
  return domain;
}

/**
 * Opens the domain and its doors, and does the background jobs, in this process. Closing closes all that is
 * `opened`.
 */
export async function serve(config: CompleteConfig, surroundings: Surroundings): Promise<Served> {
  const { databaseUrl, host: address, port, trustedProxyHops } = config;
  const { log, metrics, opened, limits } = surroundings;
  const { services, pool } = await openDomain(config, surroundings);
  await fetchAhead(services);
  const { live, close: closeLive } = await openLive({ databaseUrl, services, log });
  opened.onClose(() => within(CLOSE_MS, closeLive()));
  metrics.watch({ services, live, pool });
  const host = createHttpHost(services, live, { trustedProxyHops, limits }, log, metrics);
  opened.onClose((graceMs) => within(graceMs, host.close()));
  const url = await host.listen({ host: address, port, listenTextResolver: () => 'listening' });
  const stopHousekeeping = startHousekeeping(services, config, log);
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
