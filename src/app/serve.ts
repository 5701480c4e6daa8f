import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Bot, openBot } from '../bot/bot.ts';
import { fetchAhead } from '../catalog/stock-reader.ts';
import { Directory } from '../cells/directory.ts';
import type { Config } from '../config/config.ts';
import { makeDays } from '../events/days.ts';
import type { ConnectionLimits } from '../graphql/transports/connection-limits.ts';
import { createHttpHost } from '../http/host.ts';
import { announceLeave } from '../http/open-connections.ts';
import { BACKGROUND_JOBS, startJobs } from '../jobs/jobs.ts';
import { within } from '../kit/clock.ts';
import type { Database } from '../kit/database.ts';
import { type Duty, onDuty } from '../kit/duty.ts';
import type { Log } from '../kit/log.ts';
import { setSupportContact } from '../kit/program.ts';
import { openLive } from '../live/live.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { paymentRoute } from '../payments/crypto-pay/webhook.ts';
import { RestoreWatch } from '../reconciliation/restore.ts';
import { readPlaces } from '../sessions/places.ts';
import { Dispatcher } from '../webhooks/dispatch.ts';
import type { CompleteConfig } from './complete-config.ts';
import {
  cellsBeside,
  configOfCell,
  type OpenServices,
  openCell,
  openDomain,
  recordSpans,
  type Surroundings,
} from './domain.ts';
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
  const { host: address, port, trustedProxyHops, sandboxed, onlyOrigin: origin } = config;
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
  const cells = new Map<number, Part>();
  for (const cell of await cellsBeside(domain)) {
    const own = configOfCell(config, cell);
    await mkdir(own.dataDir, { recursive: true });
    const opened = await openCell(own, { home: domain, cell }, surroundings);
    cells.set(cell, await openPart(own, opened, surroundings, { isOfCell: true }));
  }
  const botOf: BotOf = async (...person) => {
    const bot = (await directory?.ofPerson(...person))?.bot;
    if (!bot) throw new Error('a cell has no bot');
    return bot;
  };
  const home = await openPart(config, domain, surroundings, cells.size > 0 ? { botOf } : {});
  // Readings of stocks are of no reseller.
  await fetchAhead(home.services);
  const directory = cells.size > 0 ? new Directory(home, cells) : undefined;
  const parts: [Part, ...Part[]] = [home, ...cells.values()];
  metrics.watch(parts, sandboxed);
  const paymentsOf = directory && (async (id: string) => (await directory.ofPayment(id)).payments);
  const routes = [...(home.bot?.routes ?? []), paymentRoute(home.payments, paymentsOf)];
  const host = createHttpHost(
    home.services,
    home.live,
    { trustedProxyHops, origin, limits, sandboxed, routes, cells: directory },
    log,
    metrics,
  );
  opened.onClose((graceMs) => within(graceMs, host.close()));
  for (const { services, events } of parts) {
    const dispatcher = new Dispatcher({ services, dialler: domain.openDialler(), log });
    events.listen(dispatcher);
    opened.onClose(() => dispatcher.close());
  }
  if (config.metrics) {
    const listener = await serveMetrics(metrics, config.metrics);
    opened.onClose(() => within(CLOSE_MS, listener.close()));
  }
  const url = await host.listen({ host: address, port, listenTextResolver: () => 'listening' });
  metrics.expectJobs(BACKGROUND_JOBS);
  for (const part of parts) {
    part.bot?.start();
    const start = (ofProcess: boolean) =>
      startJobs({ ...part, ofProcess, book: domain.book, log }, (job) => metrics.jobFailed(job));
    const stops = [start(true)];
    if (part.isOfCell) stops.push(onDutyOf(part.services.database, log, () => start(false)));
    opened.onClose(() => within(CLOSE_MS, Promise.all(stops.map((stop) => stop()))));
  }
  return {
    url,
    async close({ noticeMs, graceMs }) {
      announceLeave(host);
      await setTimeout(noticeMs);
      await opened.close(graceMs - noticeMs);
    },
  };
}

/** Jobs of a cell in one process of all: otherwise each would ask for work in every cell. */
function onDutyOf(database: Database, log: Log, start: () => () => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async (duty: Duty) => {
    const stop = start();
    if (!duty.signal.aborted) await once(duty.signal, 'abort');
    // The duty may be lost because the database is away, to which what jobs leave behind is written.
    await stop().catch((error: unknown) => log.warn({ err: error }, 'jobs of a cell could not end in order'));
  };
  const ended = onDuty(database, { name: 'jobs', signal, log, work });
  return async () => {
    stopping.abort();
    await ended;
  };
}

/** What serves the resellers of a schema: of a cell, or of `public` with what is of no reseller. */
type Part = Awaited<ReturnType<typeof openPart>>;
type BotOf = NonNullable<Parameters<typeof openBot>[0]['botOf']>;

async function openPart(
  config: CompleteConfig,
  { services, payments, pool }: OpenServices,
  { log, opened }: Surroundings,
  { isOfCell = false, botOf }: { isOfCell?: boolean; botOf?: BotOf },
) {
  await makeDays(services.database.sql);
  const restoreWatch = new RestoreWatch(services, config.dataDir, log);
  await restoreWatch.start();
  const { databaseListenUrl: databaseUrl } = config;
  const { live, events, close } = await openLive({ databaseUrl, services, log, isOfCell });
  opened.onClose(() => within(CLOSE_MS, close()));
  const bot = openBotOf(config, { services, payments, events, log, isOfCell, botOf });
  if (bot) opened.onClose((graceMs) => within(graceMs, bot.close()));
  const listener = bot?.paymentListener ?? payments.listener;
  const served = { services, payments: { ...payments, listener }, live, events, bot };
  return { ...served, config, databaseUrl, pool, restoreWatch, isOfCell };
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

function openBotOf(
  { telegram: { token, apiUrl: url, chatUrl, webhookUrl, operatorChat }, credentialsKeys }: CompleteConfig,
  options: Omit<Parameters<typeof openBot>[0], 'config'>,
): Bot | undefined {
  if (token === undefined) return undefined;
  const webhook = webhookUrl === undefined ? undefined : { url: webhookUrl, credentialsKeys };
  return openBot({ ...options, config: { token, url, chatUrl, webhook, operatorChat } });
}
