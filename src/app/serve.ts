import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Bot, openBot } from '../bot/bot.ts';
import { fetchAhead } from '../catalog/stock-reader.ts';
import type { Config } from '../config/config.ts';
import { makeDays } from '../events/days.ts';
import type { Events } from '../events/events.ts';
import type { ConnectionLimits } from '../graphql/transports/connection-limits.ts';
import { createHttpHost } from '../http/host.ts';
import { announceLeave } from '../http/open-connections.ts';
import { BACKGROUND_JOBS, startJobs } from '../jobs/jobs.ts';
import { within } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { setSupportContact } from '../kit/program.ts';
import { openLive } from '../live/live.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { paymentRoute } from '../payments/crypto-pay/webhook.ts';
import type { Payments } from '../payments/payments.ts';
import type { Services } from '../purchases/services.ts';
import { RestoreWatch } from '../reconciliation/restore.ts';
import { readPlaces } from '../sessions/places.ts';
import { Dispatcher } from '../webhooks/dispatch.ts';
import type { CompleteConfig } from './complete-config.ts';
import { openDomain, recordSpans, type Surroundings } from './domain.ts';
import { CLOSE_MS, type Served } from './opened.ts';

/** Exit status of a process whose key was taken out of use; what it leaves is taken over. */
const KEY_OUT_OF_USE = 1;

/**
 * Opens the domain and its doors, and does the background jobs, in this process. `limits` are those of all
 * workers; those of this process when left out. Closing closes all that is `opened`.
 */
export async function serve(
  config: CompleteConfig,
  surroundings: Surroundings & { limits?: ConnectionLimits },
): Promise<Served> {
  const { databaseListenUrl, host: address, port, trustedProxyHops, sandboxed, onlyOrigin: origin } = config;
  const { log, metrics, opened, limits } = surroundings;
  setSupportContact(config.supportContact);
  if (config.placesDatabase) await readPlaces(config.placesDatabase);
  // First, so that what closing does is recorded, too.
  await recordSpans(config.tracing, log, opened);
  const onKeyOutOfUse = (reason: Error) => {
    log.fatal({ err: reason }, 'this process ends: what it encrypted from now on nobody could read');
    process.exit(KEY_OUT_OF_USE);
  };
  const domain = await openDomain(config, surroundings, { onKeyOutOfUse });
  await makeDays(domain.services.database.sql);
  const { services, payments: unheard, book, dialler, pool } = domain;
  const restoreWatch = new RestoreWatch(services, config.dataDir, log);
  await restoreWatch.start();
  await fetchAhead(services);
  const { live, events, close } = await openLive({ databaseUrl: databaseListenUrl, services, log });
  opened.onClose(() => within(CLOSE_MS, close()));
  const bot = botOf(config, { services, payments: unheard, events }, log);
  const payments = { ...unheard, listener: bot?.paymentListener ?? unheard.listener };
  if (bot) opened.onClose((graceMs) => within(graceMs, bot.close()));
  metrics.watch({ services, live, events, bot, pool, sandboxed });
  const host = createHttpHost(
    services,
    live,
    { trustedProxyHops, origin, limits, sandboxed, routes: [...(bot?.routes ?? []), paymentRoute(payments)] },
    log,
    metrics,
  );
  opened.onClose((graceMs) => within(graceMs, host.close()));
  const dispatcher = new Dispatcher({ services, dialler, log });
  events.listen(dispatcher);
  opened.onClose(() => dispatcher.close());
  if (config.metrics) {
    const listener = await serveMetrics(metrics, config.metrics);
    opened.onClose(() => within(CLOSE_MS, listener.close()));
  }
  const url = await host.listen({ host: address, port, listenTextResolver: () => 'listening' });
  bot?.start();
  metrics.expectJobs(BACKGROUND_JOBS);
  const stopJobs = startJobs(
    {
      services,
      payments,
      book,
      restoreWatch,
      databaseUrl: databaseListenUrl,
      config,
      log,
    },
    (job) => metrics.jobFailed(job),
  );
  opened.onClose(() => within(CLOSE_MS, stopJobs()));
  return {
    url,
    async close({ noticeMs, graceMs }) {
      announceLeave(host);
      await setTimeout(noticeMs);
      await opened.close(graceMs - noticeMs);
    },
  };
}

/** How old served figures may be, in milliseconds: Prometheus asks for them every 15 s. */
const FIGURES_KEPT_MS = 5_000;

/** Serves `/metrics` on a listener of its own: strangers need not reach what the business earns. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: NonNullable<Config['metrics']>,
): Promise<{ url: string; close(): Promise<unknown> }> {
  let made: { at: number; text: Promise<string> } | undefined;
  const server = createServer(async ({ method = '', url }, response) => {
    response.setHeader('cache-control', 'no-store');
    const isAsked = url?.replace(/\?.*$/s, '') === '/metrics' && ['GET', 'HEAD'].includes(method);
    if (!isAsked) return response.writeHead(404).end('GET /metrics\n');
    const now = performance.now();
    if (!made || now - made.at >= FIGURES_KEPT_MS) made = { at: now, text: metrics.text() };
    const text = await made.text.catch(() => undefined);
    if (text === undefined) made = undefined;
    return response
      .writeHead(text === undefined ? 503 : 200, { 'content-type': metrics.contentType })
      .end(text ?? 'The figures could not be read; the log of the service may say why.\n');
  });
  server.listen({ host, port });
  await once(server, 'listening');
  const { address, port: at } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${at}/metrics`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function botOf(
  { telegram: { token, apiUrl: url, chatUrl, webhookUrl, operatorChat }, credentialsKeys }: CompleteConfig,
  opened: { services: Services; payments: Payments; events: Events },
  log: Log,
): Bot | undefined {
  if (token === undefined) return undefined;
  const webhook = webhookUrl === undefined ? undefined : { url: webhookUrl, credentialsKeys };
  return openBot({
    ...opened,
    config: { token, url, chatUrl, webhook, operatorChat },
    log,
  });
}
