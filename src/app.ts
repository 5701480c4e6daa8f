import { once } from 'node:events';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type Config, ConfigError } from './config.ts';
import { CLOSE_MS, type CompleteConfig, openDomain } from './domain.ts';
import { ENTITIES } from './entities.ts';
import { type Demo, prepareFirstUse } from './first-use.ts';
import { checkKey } from './key-proof.ts';
import { systemClock } from './kit/clock.ts';
import { openDatabase } from './kit/database.ts';
import { hasEmbeddedPostgres } from './kit/embedded-postgres/find.ts';
import { startEmbeddedPostgres } from './kit/embedded-postgres/start.ts';
import type { Log } from './kit/log.ts';
import { migrate } from './kit/migrations.ts';
import { operatorCommand } from './kit/operator-command.ts';
import { readSchemaState, SchemaError, waitForSchema } from './kit/schema.ts';
import { connectForStart } from './kit/start-connection.ts';
import { isThisMachine } from './kit/this-machine.ts';
import { createVault } from './kit/vault.ts';
import { within } from './kit/within.ts';
import { Opened } from './opened.ts';
import { CRYPTO_PAY_WEBHOOK } from './payment-route.ts';
import { defaultPublicUrl } from './public-url.ts';
import { recordSpans } from './record-spans.ts';
import { assertRoomForWorkers } from './room-for-workers.ts';
import { SANDBOX_ROUBLES_PER_USD, SANDBOX_USD_PER_GB } from './sandbox/prices.ts';
import { type SandboxThread, startSandboxThread } from './sandbox/thread.ts';
import { findOrCreateCredentialsKey } from './secrets.ts';
import type { Served } from './serve.ts';
import type { Counters, OpenServices } from './services.ts';
import { FIRST_ACCOUNT } from './upstreams/term.ts';

/**
 * How long a running sandbox may take to answer when the machine is busy. Where none runs, the connection
 * fails at once.
 */
const SANDBOX_ANSWERS_WITHIN_MS = 5_000;

/** For an operator whose command would work on a new, empty database, and find nothing wrong with it. */
const NO_SERVICE =
  'No service has used this database yet: give the command the DATABASE_URL, or the DATA_DIR, of the service';

/** What a command of the operator is about to do. */
interface Needs {
  asksUpstreams: boolean;
  writes: boolean;
  setsUp: boolean;
  mayKeyBeLost: boolean;
}

/** The file in the data directory that says so of the balances in the embedded database. */
const PLAY_MONEY = 'play-money';

/** Where the sandbox answers. */
type SandboxAddresses = Omit<SandboxThread, 'close'>;
/** The file in the sandbox's folder that holds them. */
const SANDBOX_ADDRESSES = 'addresses.json';
/** Used when no sandbox was ever started, by a command that asks no upstream: it never calls it. */
const NO_SANDBOX: SandboxAddresses = {
  url: 'http://127.0.0.1',
  px6Url: 'http://127.0.0.1',
  px6Key: 'none',
  px6Keys: ['none', 'none', 'none', 'none'],
  dataImpulseUrl: 'http://127.0.0.1',
  dataImpulseLogin: 'none',
  dataImpulsePassword: 'none',
  cryptoPayUrl: 'http://127.0.0.1',
  cryptoPayToken: 'none',
  telegramUrl: 'http://127.0.0.1',
  telegramToken: 'none',
  gateway: { host: '127.0.0.1', httpPort: 1, socks5Port: 1, stickyPorts: { first: 1, last: 1 } },
};

/** Nobody reads the figures of a command. */
const UNCOUNTED: Counters = { called() {}, credited() {}, ended() {} };

export interface App extends Served {
  /** Where browsers reach the service. */
  publicUrl: string;
  /** The sandbox's address; undefined when every upstream is configured. */
  sandboxUrl: string | undefined;
  /** Where a person talks to the sandbox's bot; undefined when there is another one, or none. */
  chatUrl: string | undefined;
  /** The demo reseller, made when the service starts on its own database for the first time. */
  demo: Demo | undefined;
}

/**
 * Starts the whole service, and resolves when it takes requests. When the start is aborted, closes what it
 * has opened until then and throws the signal's reason.
 */
export async function startApp(config: Config, log: Log, aborted: AbortSignal): Promise<App> {
  const opened = new Opened();
  try {
    await assertNoPlayMoney(config);
    // Starting the database server is not cut short: nothing would stop a server that is not up yet.
    const databaseUrl = await openDatabaseServer(config, 'service', opened);
    aborted.throwIfAborted();
    const off = once(aborted, 'abort').then(() => Promise.reject(aborted.reason));
    return await Promise.race([startOn(databaseUrl, config, { log, opened, aborted }), off]);
  } catch (error) {
    // The person at the terminal needs the failure of the start, not a failure to close what was opened
    // before it.
    await opened.close().catch(() => {});
    throw error;
  }
}

async function startOn(
  databaseUrl: string,
  config: Config,
  { log, opened, aborted }: { log: Log; opened: Opened; aborted: AbortSignal },
): Promise<App> {
  await prepareSchema(config.databaseListenUrl ?? databaseUrl, config, { log, aborted });
  // What a pooler has room for is its own to say.
  if (config.workers > 1 && config.databaseListenUrl === undefined)
    await assertRoomForWorkers(databaseUrl, config.workers);
  const sandbox = await openSandbox(config, log, opened);
  const complete = await completed(config, databaseUrl, sandbox);
  const demo = isPlay(config) ? await firstUse(complete) : undefined;
  const start = config.workers > 1 ? startWorkers : serveHere;
  const served = await start(complete, log, opened);
  await logEncryption(config, log).catch((error: unknown) =>
    log.warn({ err: error }, 'it could not be read whether connections to the database are encrypted'),
  );
  if (sandbox) log.warn(`the sandbox stands in for ${config.sandboxed.join(', ')}: nothing of it is real`);
  if (sandbox && complete.cryptoPay?.url === sandbox.cryptoPayUrl) await setWebhook(sandbox, served.url);
  return {
    ...served,
    publicUrl: config.publicUrl ?? defaultPublicUrl(served.url),
    sandboxUrl: sandbox?.url,
    chatUrl: complete.telegram.chatUrl,
    demo,
  };
}

/** Of the embedded database it says nothing. Behind a pooler it is about the way to the pooler. */
async function logEncryption({ databaseUrl, databaseListenUrl }: Config, log: Log): Promise<void> {
  const urls = { DATABASE_URL: databaseUrl, DATABASE_LISTEN_URL: databaseListenUrl };
  for (const [name, url] of Object.entries(urls)) {
    if (url === undefined) continue;
    const client = await connectForStart(url);
    const protocol = (client.connection.stream as Partial<TLSSocket>).getProtocol?.();
    await client.end();
    const isNear = isThisMachine(client.host) || client.host.startsWith('/');
    const level = protocol || isNear ? 'info' : 'warn';
    log[level](`connections by ${name} are ${protocol ? `encrypted by ${protocol}` : 'not encrypted'}`);
  }
}

/** Whether nothing is real: money that costs nothing buys what costs nothing, in the embedded database. */
function isPlay({ sandboxed }: Config): boolean {
  return sandboxed.includes('telegram');
}

/**
 * Throws a ConfigError when the embedded database was served with everything sandboxed before, and is not
 * now: its balances, such as the demo reseller's, would buy real goods.
 */
async function assertNoPlayMoney(config: Config): Promise<void> {
  if (isPlay(config) || config.databaseUrl !== undefined) return;
  const isThere = await access(join(config.dataDir, PLAY_MONEY)).then(
    () => true,
    () => false,
  );
  if (isThere)
    throw new ConfigError(
      'DATA_DIR has balances of play money, from when everything was sandboxed: give the service another one, since they would buy real goods',
    );
}

/** The embedded database has nobody else who would execute its migrations. */
async function prepareSchema(
  url: string,
  { migrations, databaseUrl }: Config,
  { log, aborted }: { log: Log; aborted: AbortSignal },
): Promise<void> {
  if (migrations === 'run' || databaseUrl === undefined) {
    await migrate(url, { onWaiting: (what) => log.info(`the start waits for ${what}`) });
    return;
  }
  const waiting = (missing: string[]) =>
    log.info(
      `the start waits for ${missing.length} migrations; "${operatorCommand('migrate')}" executes them`,
    );
  await waitForSchema(url, waiting, aborted);
}

/**
 * Has the sandbox's Crypto Pay report payments to the service, as the settings of an app at the real one do.
 */
async function setWebhook({ url }: SandboxAddresses, serviceUrl: string): Promise<void> {
  const body = JSON.stringify({ url: `${serviceUrl}${CRYPTO_PAY_WEBHOOK}` });
  const answer = await fetch(`${url}/control/cryptopay/webhook`, { method: 'PUT', body });
  if (!answer.ok) throw new Error(`The sandbox took no webhook address: HTTP ${answer.status}`);
}

async function startWorkers(config: CompleteConfig, log: Log, opened: Opened): Promise<Served> {
  const primary = await import('./primary.ts');
  return primary.startWorkers(config, log, opened);
}

async function serveHere(config: CompleteConfig, log: Log, opened: Opened): Promise<Served> {
  // A primary and the operator's command load no doors: half a second of processor time, and 40 MiB.
  const { serve } = await import('./serve.ts');
  const { Metrics } = await import('./metrics.ts');
  return serve(config, { log, metrics: new Metrics(), opened });
}

/** Before the service takes requests, in one process, however many serve. */
async function firstUse({
  databaseUrl,
  credentialsKeys,
  dataDir,
}: CompleteConfig): Promise<Demo | undefined> {
  const database = await openDatabase({ url: databaseUrl, entities: ENTITIES });
  try {
    // A start that fails must not have made a demo reseller: nobody would have seen its key.
    await checkKey(database, createVault(...credentialsKeys));
    await writeFile(join(dataDir, PLAY_MONEY), '');
    return await prepareFirstUse(database, systemClock.now());
  } finally {
    await database.close();
  }
}

/**
 * The domain without its doors, for the operator's command, beside a running service or alone. A command that
 * `asksUpstreams` also needs the sandbox, where that stands in for an upstream: that of the running service
 * or, without one, its own until the command ends. Executes no migrations: the service may be of another
 * version. Only a database without any schema is set up, by a command that `setsUp`.
 */
export async function openForOperator(
  config: Config,
  log: Log,
  { asksUpstreams, writes, setsUp, mayKeyBeLost }: Needs,
): Promise<OpenServices> {
  const opened = new Opened();
  try {
    if (!setsUp && config.databaseUrl === undefined && !(await hasEmbeddedPostgres(config.dataDir)))
      throw new SchemaError(NO_SERVICE);
    await recordSpans(config.tracing, log, opened);
    const served = await openDatabaseServer(config, 'guest', opened);
    // Its statements may take minutes, which a pooler's role does not let them.
    const databaseUrl = config.databaseListenUrl ?? served;
    const { isEmpty, missing } = await readSchemaState(databaseUrl);
    if (isEmpty && !setsUp) throw new SchemaError(NO_SERVICE);
    if (isEmpty && config.migrations === 'run') await migrate(databaseUrl);
    else if (missing.length > 0) {
      throw new SchemaError(
        `The database lacks ${missing.length} migrations of this program, from ${missing[0]} on: "${operatorCommand('migrate')}" executes them`,
      );
    }
    const sandbox = asksUpstreams
      ? ((await runningSandbox(config)) ?? (await openSandbox(config, log, opened)))
      : ((await lastSandbox(config)) ?? NO_SANDBOX);
    const complete = await completed(config, databaseUrl, sandbox);
    const surroundings = { log, metrics: UNCOUNTED, opened };
    const domain = await openDomain(complete, surroundings, { slowStatements: true, mayKeyBeLost });
    if (!writes) return { ...domain, close: () => opened.close() };
    // It is not loaded for a command that reads, as little else is: somebody waits for that.
    const { botPaymentListener } = await import('./bot/notices/payment-listener.ts');
    const { vault, clock } = domain.services;
    // What the command writes to people is sent by the service.
    const listener = botPaymentListener({ vault, clock, onWritten() {} });
    return { ...domain, payments: { ...domain.payments, listener }, close: () => opened.close() };
  } catch (error) {
    // The person at the terminal needs the failure of the start, not a failure to close what was opened
    // before it.
    await opened.close().catch(() => {});
    throw error;
  }
}

/** For the operator's command: returns the names of the migrations that it has executed. */
export async function migrateForOperator(
  config: Config,
  onWaiting: (what: string) => void,
): Promise<string[]> {
  const opened = new Opened();
  try {
    const served = await openDatabaseServer(config, 'guest', opened);
    return await migrate(config.databaseListenUrl ?? served, { onWaiting });
  } finally {
    await opened.close();
  }
}

async function openDatabaseServer(
  { databaseUrl, dataDir, workers }: Config,
  role: 'service' | 'guest',
  opened: Opened,
) {
  if (databaseUrl !== undefined) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return databaseUrl;
  }
  // The embedded server makes the data directory, since its service user has to reach the database in it.
  const server = await startEmbeddedPostgres({ dataDir, role, workers });
  opened.onClose(() => server.stop());
  return server.url;
}

async function openSandbox(
  { sandboxed, dataDir, sandboxPort, px6RequestsPerSecond }: Config,
  log: Log,
  opened: Opened,
): Promise<SandboxAddresses | undefined> {
  if (sandboxed.length === 0) return undefined;
  const stateDir = join(dataDir, 'sandbox');
  const { close, ...addresses } = await startSandboxThread({
    port: sandboxPort,
    stateDir,
    requestsPerSecond: px6RequestsPerSecond,
    onDeath: ({ message }) => log.error({ reason: message }, 'the sandbox has died; start the service again'),
  });
  opened.onClose(() => within(CLOSE_MS, close()));
  await writeFile(join(stateDir, SANDBOX_ADDRESSES), JSON.stringify(addresses), { mode: 0o600 });
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

/** `sandbox` is undefined when every upstream is configured, so that its addresses are not used. */
async function completed(
  config: Config,
  databaseUrl: string,
  sandbox: SandboxAddresses = NO_SANDBOX,
): Promise<CompleteConfig> {
  const { px6 = px6Of(sandbox), dataImpulse = dataImpulseOf(sandbox) } = config;
  const credentialsKeys = config.credentialsKeys ?? [await findOrCreateCredentialsKey(config.dataDir)];
  const host = isIPv6(config.host) ? `[${config.host}]` : config.host;
  const publicUrl = config.publicUrl ?? defaultPublicUrl(`http://${host}:${config.port}`);
  const telegram = telegramOf(config, sandbox);
  const { cryptoPayUrl, cryptoPayToken } = sandbox;
  const cryptoPay = isPlay(config) ? { url: cryptoPayUrl, token: cryptoPayToken } : config.cryptoPay;
  const databaseListenUrl = config.databaseListenUrl ?? databaseUrl;
  return {
    ...config,
    databaseUrl,
    databaseListenUrl,
    publicUrl,
    onlyOrigin: config.publicUrl,
    isSandboxed: !(config.px6 || config.dataImpulse || config.cryptoPay || config.telegram.token),
    px6,
    // Of real money the sandbox knows nothing.
    roublesPerUsd: config.roublesPerUsd ?? (config.px6 ? undefined : SANDBOX_ROUBLES_PER_USD),
    dataImpulse,
    usdPerGb: config.usdPerGb ?? (config.dataImpulse ? {} : SANDBOX_USD_PER_GB),
    credentialsKeys,
    telegram,
    cryptoPay,
  };
}

/** The sandbox's bot is for a first look: people top up there without paying. */
function telegramOf(config: Config, sandbox: SandboxAddresses): Config['telegram'] {
  const { telegram } = config;
  if (!isPlay(config) || sandbox === NO_SANDBOX) return telegram;
  const { telegramToken: token, telegramUrl: apiUrl, url } = sandbox;
  return { ...telegram, token, apiUrl, chatUrl: `${url}/chat` };
}

function px6Of({ px6Url: url, px6Key: key }: SandboxAddresses) {
  return { url, accounts: [{ name: FIRST_ACCOUNT, key }] };
}

function dataImpulseOf({ dataImpulseUrl, dataImpulseLogin, dataImpulsePassword, gateway }: SandboxAddresses) {
  return { url: dataImpulseUrl, login: dataImpulseLogin, password: dataImpulsePassword, gateway };
}
