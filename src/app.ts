import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

/** How long connections on this machine may take to close, or to answer. */
const CLOSE_MS = 500;

/** Where a command that buys nothing would find the sandbox: it never looks. */
const NO_SANDBOX = 'http://127.0.0.1';
/** The file in the sandbox's folder that says where it answers. */
const SANDBOX_ADDRESS = 'address';

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

/**
 * The domain without doors, for the operator's command: beside a running service or without one. A command that `buys` needs the
 * sandbox, too, when that stands in for an upstream: the service's, or one of its own while it runs.
 */
export async function openForOperator(config: Config, log: Logger, buys: boolean): Promise<OpenServices> {
  const opened = new Opened();
  try {
    const databaseUrl = await openDatabaseServer(config, 'guest', opened);
    await migrate(databaseUrl);
    const sandboxUrl = buys
      ? ((await runningSandbox(config)) ?? (await openSandbox(config, opened)))
      : NO_SANDBOX;
    const { services } = await open(config, databaseUrl, sandboxUrl, log, opened);
    return { services, close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

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
  const stateDir = join(dataDir, 'sandbox');
  const sandbox = await startSandbox({
    port: sandboxPort,
    stateDir,
    clock: systemClock,
    requestsPerSecond: px6RequestsPerSecond,
  });
  opened.onClose(() => sandbox.close());
  await mkdir(stateDir, { recursive: true });
  await writeFile(join(stateDir, SANDBOX_ADDRESS), sandbox.url);
  return sandbox.url;
}

/** The sandbox of the service that runs on the same data directory, whatever port it was given. */
async function runningSandbox({ dataDir }: Config): Promise<string | undefined> {
  const url = await readFile(join(dataDir, 'sandbox', SANDBOX_ADDRESS), 'utf8').catch(() => undefined);
  if (url === undefined) return undefined;
  const answer = await fetch(`${url}/control/faults`, { signal: AbortSignal.timeout(CLOSE_MS) }).catch(
    () => undefined,
  );
  return answer?.ok ? url : undefined;
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
  const domain = await openServices(options, log);
  opened.onClose(() => within(CLOSE_MS, domain.close()));
  return domain;
}
