import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type Demo, prepareFirstUse } from './first-use.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createHttpHost } from './http-host.ts';
import { systemClock } from './kit/clock.ts';
import { migrate } from './kit/database.ts';
import { startEmbeddedPostgres } from './kit/embedded-postgres/start.ts';
import { startSandbox } from './sandbox/sandbox.ts';
import { keptCredentialsKey } from './secrets.ts';
import { type OpenServices, openServices } from './services.ts';

/** How long connections to the database and the upstreams may take to close. */
const CLOSE_MS = 500;

export interface App {
  url: string;
  /** The sandbox's address, when an upstream is not configured. */
  sandboxUrl: string | undefined;
  /** What was made for a first look, the first time that the service starts on its own database. */
  demo: Demo | undefined;
  /** Stops taking requests, gives those under way so many milliseconds, and stops everything else. */
  close(graceMs: number): Promise<void>;
}

/** Things to be closed, last opened first, also when opening the next one fails. */
class Opened {
  readonly #closers: ((graceMs: number) => Promise<unknown>)[] = [];

  onClose(close: (graceMs: number) => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  async close(graceMs = 0): Promise<void> {
    for (const close of this.#closers.splice(0)) await close(graceMs);
  }
}

/** What is still busy when its time is up is left behind: an operation that was cut off is recovered after the next start. */
function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, setTimeout(milliseconds, undefined, { ref: false })]);
}

/** Starts the whole service and is done when it answers. */
export async function startApp(config: Config, log: Logger): Promise<App> {
  const opened = new Opened();
  try {
    const databaseUrl = await openDatabaseServer(config, 'service', opened);
    await migrate(databaseUrl);
    const sandboxUrl = await openSandbox(config, opened);
    const { services } = await open(config, databaseUrl, sandboxUrl, log, opened);
    const demo = config.databaseUrl === undefined ? await prepareFirstUse(services) : undefined;

    const host = createHttpHost(services, config, log);
    opened.onClose((graceMs) => within(graceMs, host.close()));
    const url = await host.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: () => 'listening',
    });
    const stopHousekeeping = startHousekeeping(services, log);
    opened.onClose(() => within(CLOSE_MS, stopHousekeeping()));
    return { url, sandboxUrl, demo, close: (graceMs) => opened.close(graceMs) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The domain without doors, for the operator's command: beside a running service or without one. */
export async function openForOperator(config: Config, log: Logger): Promise<OpenServices> {
  const opened = new Opened();
  try {
    const databaseUrl = await openDatabaseServer(config, 'guest', opened);
    await migrate(databaseUrl);
    const sandboxUrl = config.px6 ? undefined : `http://127.0.0.1:${config.sandboxPort}`;
    const { services } = await open(config, databaseUrl, sandboxUrl, log, opened);
    return { services, close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Closed to others when it is new. One that is there keeps its mode: root's lets the database's user pass. */
async function openDatabaseServer(
  { databaseUrl, dataDir }: Config,
  role: 'service' | 'guest',
  opened: Opened,
) {
  if (databaseUrl !== undefined) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return databaseUrl;
  }
  // It makes the data directory, so that its service user can reach the database in it.
  const server = await startEmbeddedPostgres({ dataDir, role });
  opened.onClose(() => server.stop());
  return server.url;
}

async function openSandbox({ px6, dataDir, sandboxPort, px6RequestsPerSecond }: Config, opened: Opened) {
  if (px6) return undefined;
  const sandbox = await startSandbox({
    port: sandboxPort,
    stateDir: join(dataDir, 'sandbox'),
    clock: systemClock,
    requestsPerSecond: px6RequestsPerSecond,
  });
  opened.onClose(() => sandbox.close());
  return sandbox.url;
}

async function open(
  config: Config,
  databaseUrl: string,
  sandboxUrl: string | undefined,
  log: Logger,
  opened: Opened,
) {
  const { px6 = { url: `${sandboxUrl}/px6`, key: 'sandbox' } } = config;
  const credentialsKey = config.credentialsKey ?? (await keptCredentialsKey(config.dataDir));
  const options = {
    databaseUrl,
    credentialsKey,
    px6: { ...px6, requestsPerSecond: config.px6RequestsPerSecond },
  };
  const openServicesResult = await openServices(options, log);
  opened.onClose(() => within(CLOSE_MS, openServicesResult.close()));
  return openServicesResult;
}
