import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { addReseller } from '../billing/resellers.ts';
import { importCatalog } from '../catalog/import-catalog.ts';
import { migrateAll, readCells } from '../cells/cells.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { isThisMachine } from '../kit/address.ts';
import { systemClock } from '../kit/clock.ts';
import { connectForStart, connectionsWith, POOL_SIZE, SMALL_POOL_SIZE } from '../kit/connection.ts';
import { type Database, openDatabase } from '../kit/database.ts';
import type { Log } from '../kit/log.ts';
import { waitForSchema } from '../kit/migrations.ts';
import type { Micros } from '../kit/money.ts';
import { operatorCommand } from '../kit/program.ts';
import { createVault } from '../kit/vault.ts';
import { createKey } from '../resellers/keys.ts';
import { createSignInCode } from '../sessions/sign-in.ts';
import { type CompleteConfig, completed, defaultPublicUrl, isPlay } from './complete-config.ts';
import { checkKey } from './domain.ts';
import { ENTITIES } from './entities.ts';
import type { Opened, Served } from './opened.ts';
import { openDatabaseServer, openSandbox, type SandboxAddresses, setWebhook } from './own-servers.ts';

const SAMPLE_CATALOG = new URL('../catalog/sample-catalog.json', import.meta.url);
const DEMO_BALANCE: Micros = 100_000_000n;

/** A reseller to try the service with. */
export interface Demo {
  /** Known only here: the database has its hash. */
  apiKey: string;
  /** Signs in to the console, once. */
  signInCode: string;
  balance: Micros;
}

/** The file in the data directory that says so of the balances in the embedded database. */
const PLAY_MONEY = 'play-money';

interface Prepared {
  config: CompleteConfig;
  /** Undefined when every upstream is configured. */
  sandbox: SandboxAddresses | undefined;
  /** Made when the service starts on its own database for the first time. */
  demo: Demo | undefined;
}

export interface App extends Served {
  publicUrl: string;
  /** The sandbox's address; undefined when every upstream is configured. */
  sandboxUrl: string | undefined;
  /** Where a person talks to the sandbox's bot; undefined when there is another one, or none. */
  chatUrl: string | undefined;
  demo: Demo | undefined;
}

/** The URL of the database that the service is to be started on. Throws ConfigError. */
export async function openStartDatabase(config: Config, opened: Opened): Promise<string> {
  assertNoPlayMoney(config);
  return openDatabaseServer(config, 'service', opened);
}

/** Sees to it that the database has every table, and that something stands in for what is not configured. */
export async function prepare(
  databaseUrl: string,
  config: Config,
  { log, opened, aborted }: { log: Log; opened: Opened; aborted: AbortSignal },
): Promise<Prepared> {
  await prepareSchema(config.databaseListenUrl ?? databaseUrl, config, { log, aborted });
  // What a pooler has room for is its own to say.
  if (config.workers > 1 && config.databaseListenUrl === undefined)
    await assertRoomForWorkers(databaseUrl, config.workers);
  const sandbox = await openSandbox(config, log, opened);
  const complete = await completed(config, databaseUrl, sandbox);
  const demo = isPlay(config) ? await firstUse(complete) : undefined;
  return { config: complete, sandbox, demo };
}

/** The service that is served, as the log and the person at the terminal are told of it. */
export async function describeApp(
  config: Config,
  { config: complete, sandbox, demo }: Prepared,
  served: Served,
  log: Log,
): Promise<App> {
  await logEncryption(config, log).catch((error: unknown) =>
    log.warn({ err: error }, 'it could not be read whether connections to the database are encrypted'),
  );
  if (sandbox) log.warn(`the sandbox stands in for ${config.sandboxed.join(', ')}: nothing of it is real`);
  if (sandbox && complete.cryptoPay?.url === sandbox.cryptoPayUrl) await setWebhook(sandbox, served.url);
  return {
    ...served,
    publicUrl: complete.onlyOrigin ?? defaultPublicUrl(served.url),
    sandboxUrl: sandbox?.url,
    chatUrl: complete.telegram.chatUrl,
    demo,
  };
}

/** Says nothing of the embedded database. Behind a pooler it is about the way to the pooler. */
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

/**
 * Throws a ConfigError when the embedded database was served with everything sandboxed before, and is not
 * now: its balances, such as the demo reseller's, would buy real goods.
 */
function assertNoPlayMoney(config: Config): void {
  if (isPlay(config) || config.databaseUrl !== undefined) return;
  if (existsSync(join(config.dataDir, PLAY_MONEY)))
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
    await migrateAll(url, (what) => log.info(`the start waits for ${what}`));
    return;
  }
  const waiting = (missing: string[]) =>
    log.info(
      `the start waits for ${missing.length} migrations; "${operatorCommand('migrate')}" executes them`,
    );
  await waitForSchema(url, waiting, aborted);
}

/**
 * Throws ConfigError when the database server has fewer connections than so many workers may take. They take
 * them under load only, and then requests would fail.
 */
export async function assertRoomForWorkers(databaseUrl: string, workers: number): Promise<void> {
  const client = await connectForStart(databaseUrl);
  const read = client.query<{ room: number; cells: number }>(
    `select current_setting('max_connections')::int as room, (select count(*)::int from cells) as cells`,
  );
  const { rows } = await read.finally(() => client.end());
  const { room = 0, cells = 0 } = rows[0] ?? {};
  const needed = workers * (connectionsWith(POOL_SIZE) + cells * connectionsWith(SMALL_POOL_SIZE));
  if (room >= needed) return;
  throw new ConfigError(
    `WORKERS=${workers} needs ${needed} connections, and the database server has ${room}: raise its max_connections, or set fewer.`,
  );
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
 * Prepares an empty database for a first look: imports the sample catalog where there is no catalog, and
 * makes a demo reseller with a balance, a key and a code to sign in by where there is no reseller. Returns
 * undefined when there was one.
 */
async function prepareFirstUse(database: Database, at: Date): Promise<Demo | undefined> {
  // Then nobody starts it for a first look.
  if ((await readCells(database.sql)).length > 0) return undefined;
  const tier = await database.sql.selectFrom('tiers').select('id').limit(1).executeTakeFirst();
  if (!tier) await importCatalog(database, await readFile(SAMPLE_CATALOG, 'utf8'));
  const reseller = await database.sql.selectFrom('resellers').select('id').limit(1).executeTakeFirst();
  if (reseller) return undefined;
  const resellerId = await addReseller(database, { name: 'Demo', balance: DEMO_BALANCE, at });
  const { apiKey } = await createKey(database, { resellerId, at });
  const { code: signInCode } = await createSignInCode(database, { resellerId, at });
  return { apiKey, signInCode, balance: DEMO_BALANCE };
}
