import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { fetchAhead } from './catalog/fetch-ahead.ts';
import type { Config } from './config.ts';
import { announceLeave } from './drain.ts';
import { type Demo, prepareFirstUse } from './first-use.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createHttpHost } from './http-host.ts';
import { checkKey } from './key-proof.ts';
import { startEmbeddedPostgres } from './kit/embedded-postgres/start.ts';
import { migrate } from './kit/migrations.ts';
import { openLive } from './live/live.ts';
import { Metrics } from './metrics.ts';
import { type SandboxThread, startSandboxThread } from './sandbox/thread.ts';
import { findOrCreateCredentialsKey } from './secrets.ts';
import { type OpenServices, openServices } from './services.ts';

/** How long connections on this machine may take to close. */
const CLOSE_MS = 500;
/**
 * How long a running sandbox may take to answer when the machine is busy. Where none runs, the connection
 * fails at once.
 */
const SANDBOX_ANSWERS_WITHIN_MS = 5_000;

/** Where the sandbox answers. */
type SandboxAddresses = Omit<SandboxThread, 'close'>;
/** The file in the sandbox's folder that holds them. */
const SANDBOX_ADDRESSES = 'addresses.json';
/** Used by a command that buys nothing when no sandbox was ever started. Such a command never calls it. */
const NO_SANDBOX: SandboxAddresses = {
  url: 'http://127.0.0.1',
  px6Url: 'http://127.0.0.1',
  px6Key: 'none',
  dataImpulseUrl: 'http://127.0.0.1',
  dataImpulseLogin: 'none',
  dataImpulsePassword: 'none',
  gateway: { host: '127.0.0.1', httpPort: 1, socks5Port: 1, stickyPorts: { first: 1, last: 1 } },
};

export interface App {
  url: string;
  /** The sandbox's address; undefined when every upstream is configured. */
  sandboxUrl: string | undefined;
  /** The demo reseller, made when the service starts on its own database for the first time. */
  demo: Demo | undefined;
  /**
   * Reports that it is about to stop and goes on serving for `noticeMs`. Then takes no more requests,
   * finishes those under way and stops everything else, until `graceMs`. Both times count from the call.
   */
  close(times: { noticeMs: number; graceMs: number }): Promise<void>;
}

/** What has to be closed, in the reverse order of opening, also when opening the next thing fails. */
class Opened {
  readonly #closers: ((graceMs: number) => Promise<unknown>)[] = [];

  onClose(close: (graceMs: number) => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  /** Closes everything, even when closing one thing fails, and then throws the first failure. */
  async close(graceMs = 0): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0)) {
      await close(graceMs).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}

/**
 * Stops waiting for work that is not done in time. An operation that is cut off in this way is recovered
 * after the next start.
 */
function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, setTimeout(milliseconds, undefined, { ref: false })]);
}

/**
 * Starts the whole service, and resolves when it takes requests. When the start is aborted, closes what it
 * has opened until then and throws the signal's reason.
 */
export async function startApp(config: Config, log: Logger, aborted: AbortSignal): Promise<App> {
  const opened = new Opened();
  try {
    // Starting the database server is not cut short: nothing would stop a server that is not up yet.
    const databaseUrl = await openDatabaseServer(config, 'service', opened);
    aborted.throwIfAborted();
    const off = once(aborted, 'abort').then(() => Promise.reject(aborted.reason));
    return await Promise.race([startOn(databaseUrl, config, log, opened), off]);
  } catch (error) {
    // The person at the terminal needs the failure of the start, not a failure to close what was opened
    // before it.
    await opened.close().catch(() => {});
    throw error;
  }
}

async function startOn(databaseUrl: string, config: Config, log: Logger, opened: Opened): Promise<App> {
  await migrate(databaseUrl);
  const sandbox = await openSandbox(config, log, opened);
  const metrics = new Metrics();
  const { services, pool } = await open(config, databaseUrl, sandbox, log, metrics, opened);
  const demo = config.databaseUrl === undefined ? await prepareFirstUse(services) : undefined;
  await fetchAhead(services);

  const { live, close: closeLive } = await openLive({ databaseUrl, services, log });
  opened.onClose(() => within(CLOSE_MS, closeLive()));
  metrics.watch({ services, live, pool });
  const host = createHttpHost(services, live, config, log, metrics);
  opened.onClose((graceMs) => within(graceMs, host.close()));
  const url = await host.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: () => 'listening',
  });
  const stopHousekeeping = startHousekeeping(services, config, log);
  opened.onClose(() => within(CLOSE_MS, stopHousekeeping()));
  return {
    url,
    sandboxUrl: sandbox?.url,
    demo,
    async close({ noticeMs, graceMs }) {
      announceLeave(host);
      await setTimeout(noticeMs);
      await opened.close(graceMs - noticeMs);
    },
  };
}

/**
 * The domain without its doors, for the operator's command, beside a running service or alone. A command that
 * `buys` also needs the sandbox, where that stands in for an upstream: that of the running service or,
 * without one, its own until the command ends.
 */
export async function openForOperator(config: Config, log: Logger, buys: boolean): Promise<OpenServices> {
  const opened = new Opened();
  try {
    const databaseUrl = await openDatabaseServer(config, 'guest', opened);
    await migrate(databaseUrl);
    const sandbox = buys
      ? ((await runningSandbox(config)) ?? (await openSandbox(config, log, opened)))
      : ((await lastSandbox(config)) ?? NO_SANDBOX);
    const { services, pool } = await open(config, databaseUrl, sandbox, log, new Metrics(), opened, true);
    return { services, pool, close: () => opened.close() };
  } catch (error) {
    // The person at the terminal needs the failure of the start, not a failure to close what was opened
    // before it.
    await opened.close().catch(() => {});
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
  // The embedded server makes the data directory, since its service user has to reach the database in it.
  const server = await startEmbeddedPostgres({ dataDir, role });
  opened.onClose(() => server.stop());
  return server.url;
}

async function openSandbox(
  { px6, dataImpulse, dataDir, sandboxPort, px6RequestsPerSecond }: Config,
  log: Logger,
  opened: Opened,
): Promise<SandboxAddresses | undefined> {
  if (px6 && dataImpulse) return undefined;
  const stateDir = join(dataDir, 'sandbox');
  const { close, ...addresses } = await startSandboxThread({
    port: sandboxPort,
    stateDir,
    requestsPerSecond: px6RequestsPerSecond,
    onDeath: ({ message }) => log.error({ reason: message }, 'the sandbox has died; start the service again'),
  });
  opened.onClose(() => within(CLOSE_MS, close()));
  await mkdir(stateDir, { recursive: true });
  await writeFile(join(stateDir, SANDBOX_ADDRESSES), JSON.stringify(addresses));
  return addresses;
}

/**
 * The addresses of the sandbox that was last started on this data directory, whether or not it still runs.
 */
async function lastSandbox({ dataDir }: Config): Promise<SandboxAddresses | undefined> {
  const text = await readFile(join(dataDir, 'sandbox', SANDBOX_ADDRESSES), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as SandboxAddresses);
}

/** The sandbox of the service that runs on the same data directory, found whatever its port is. */
async function runningSandbox(config: Config): Promise<SandboxAddresses | undefined> {
  const addresses = await lastSandbox(config);
  const answer =
    addresses &&
    (await fetch(`${addresses.url}/control/faults`, {
      signal: AbortSignal.timeout(SANDBOX_ANSWERS_WITHIN_MS),
    }).catch(() => undefined));
  return answer?.ok ? addresses : undefined;
}

async function open(
  config: Config,
  databaseUrl: string,
  sandbox: SandboxAddresses | undefined,
  log: Logger,
  metrics: Metrics,
  opened: Opened,
  slowStatements = false,
) {
  // Undefined means that every upstream is configured, so that these addresses are not used.
  const at = sandbox ?? NO_SANDBOX;
  const { px6 = { url: at.px6Url, key: at.px6Key }, dataImpulse = dataImpulseOf(at) } = config;
  const credentialsKey = config.credentialsKey ?? (await findOrCreateCredentialsKey(config.dataDir));
  const options = {
    databaseUrl,
    slowStatements,
    credentialsKey,
    px6: { ...px6, requestsPerSecond: config.px6RequestsPerSecond },
    dataImpulse,
  };
  const domain = await openServices(options, log, metrics);
  opened.onClose(() => within(CLOSE_MS, domain.close()));
  await checkKey(domain.services.database, domain.services.vault);
  return domain;
}

function dataImpulseOf({ dataImpulseUrl, dataImpulseLogin, dataImpulsePassword, gateway }: SandboxAddresses) {
  return { url: dataImpulseUrl, login: dataImpulseLogin, password: dataImpulsePassword, gateway };
}
