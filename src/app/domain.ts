import { join } from 'node:path';
import { sql } from 'kysely';
import { UpstreamAlerts } from '../bot/alerts.ts';
import { CatalogCache } from '../catalog/catalog.ts';
import { Countries } from '../catalog/countries.ts';
import { Geo } from '../catalog/geo.ts';
import { cellOfReseller, readCells, schemaOf } from '../cells/cells.ts';
import { ConfigError } from '../config/config.ts';
import { Bell } from '../events/bell.ts';
import { inSchema } from '../kit/address.ts';
import { DatabaseClock, systemDelay, systemTimer, within } from '../kit/clock.ts';
import { SMALL_POOL_SIZE } from '../kit/connection.ts';
import { type Database, openDatabase, readInstant } from '../kit/database.ts';
import type { Log } from '../kit/log.ts';
import { operatorCommand } from '../kit/program.ts';
import { aboutNow } from '../kit/request.ts';
import { LIMITS, sessionSettings } from '../kit/session-settings.ts';
import { createVault, findKeyFlaw, type KeyFlaw, KeyWatch, type Vault } from '../kit/vault.ts';
import { readingPlaces } from '../luxury/stats.ts';
import type { Metrics, PoolFigures } from '../metrics/metrics.ts';
import { createCryptoPay } from '../payments/crypto-pay/crypto-pay.ts';
import { NO_LISTENER, type Payments } from '../payments/payments.ts';
import { createTelegramRefunds } from '../payments/stars/stars.ts';
import type { Services } from '../purchases/services.ts';
import type { TracingConfig } from '../tracing/open-tracing.ts';
import { AccountBook } from '../upstreams/account-book.ts';
import { createDataImpulse } from '../upstreams/dataimpulse/dataimpulse.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { createPx6 } from '../upstreams/px6/px6.ts';
import { DatabaseRateSlots } from '../upstreams/px6/rate-slots.ts';
import { FIRST_ACCOUNT } from '../upstreams/term.ts';
import { WebhookAddresses } from '../webhooks/address.ts';
import { Dialler } from '../webhooks/dialler.ts';
import type { CompleteConfig } from './complete-config.ts';
import { ENTITIES } from './entities.ts';
import { CLOSE_MS, type Opened } from './opened.ts';

export type Counters = Pick<Metrics, 'called' | 'credited' | 'ended' | 'readFrom'>;

export interface OpenServices {
  services: Services;
  payments: Payments;
  /** What is known of our accounts at the upstreams. */
  book: AccountBook;
  /** For the webhooks of one schema. It opens connections only when it posts. */
  openDialler(): Dialler;
  pool: PoolFigures | undefined;
  close(): Promise<void>;
}

export interface Surroundings {
  log: Log;
  metrics: Metrics;
  opened: Opened;
}

/** The domain without its doors. `onKeyOutOfUse` is called when its first key may encrypt no more. */
export async function openDomain(
  config: CompleteConfig,
  { log, metrics, opened }: Omit<Surroundings, 'metrics'> & { metrics: Counters },
  { slowStatements = false, mayKeyBeLost = false, onKeyOutOfUse = (_reason: Error) => {} } = {},
): Promise<OpenServices> {
  const domain = await openServices(config, log, metrics, { slowStatements });
  opened.onClose(() => within(CLOSE_MS, domain.close()));
  if (!slowStatements) await assertSessionSettings(domain.services.database);
  const { database, vault } = domain.services;
  await checkKey(database, vault, { mayBeLost: mayKeyBeLost });
  // Then the first key is in use only when the command has succeeded.
  if (mayKeyBeLost) return domain;
  const watch = new KeyWatch({
    database,
    vault,
    onOutOfUse: (flaw) => onKeyOutOfUse(keyError(flaw)),
    onLookFailed: (error) =>
      log.error(
        { err: error },
        'it could not be read whether the first credentials key is in use; trying again',
      ),
  });
  opened.onClose(async () => watch.close());
  return { ...domain, services: { ...domain.services, vault: watch.vault } };
}

/** The numbers of the cells beside a domain, which has no resellers of its own where there are some. */
export async function cellsBeside({ services }: OpenServices): Promise<number[]> {
  const cells = await readCells(services.database.sql);
  if (cells.length > 0) services.isElsewhere = () => true;
  return cells;
}

/** The configuration with the tables of a cell, and a folder of its own. */
export function configOfCell(config: CompleteConfig, cell: number): CompleteConfig {
  const schema = schemaOf(cell);
  const { databaseReadUrl: copies } = config;
  return {
    ...config,
    dataDir: join(config.dataDir, schema),
    databaseUrl: inSchema(config.databaseUrl, schema),
    databaseListenUrl: inSchema(config.databaseListenUrl, schema),
    databaseReadUrl: copies === undefined ? undefined : inSchema(copies, schema),
  };
}

/**
 * A cell, whose schema the addresses in `config` name: a database of its own, and what all cells share, such
 * as the ways to the upstreams. Throws ConfigError.
 */
export async function openCell(
  config: CompleteConfig,
  { home, cell }: { home: OpenServices; cell: number },
  { metrics, opened }: { metrics: Counters; opened: Opened },
  { slowStatements = false, mayKeyBeLost = false } = {},
): Promise<OpenServices> {
  const { database, pool } = await openDatabaseOf(config, metrics, {
    slowStatements,
    poolSize: SMALL_POOL_SIZE,
  });
  opened.onClose(() => within(CLOSE_MS, database.close()));
  await assertSchema(database, schemaOf(cell));
  await checkKey(database, home.services.vault, { mayBeLost: mayKeyBeLost });
  const services: Services = {
    ...home.services,
    database,
    bell: new Bell(),
    catalog: new CatalogCache(database),
    isElsewhere: (resellerId: number) => cellOfReseller(resellerId) !== cell,
  };
  return { ...home, pool, services, payments: { ...home.payments, database } };
}

/** A pooler may pass nothing of it on: then every cell would have the tables of another. */
async function assertSchema(database: Database, wanted: string): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(database.sql);
  if (rows[0]?.schema !== wanted)
    throw new ConfigError(
      `Connections for ${wanted} have the schema ${rows[0]?.schema}: what stands before the database has to pass on search_path, which they set by "options".`,
    );
}

/** What the domain is put together from. Tests leave some of it out. */
type ServicesConfig = Partial<CompleteConfig> &
  Pick<CompleteConfig, 'databaseUrl' | 'publicUrl' | 'credentialsKeys' | 'px6' | 'dataImpulse'>;

/**
 * Puts the domain together: the database, the vault, the upstreams and the ways to pay. `slowStatements`:
 * whether statements may take minutes.
 */
export async function openServices(
  config: ServicesConfig,
  log: Log,
  metrics: Counters,
  { slowStatements = false } = {},
): Promise<OpenServices> {
  const { isSandboxed = false, lowBalanceDays = 3, webhookNetworks = [] } = config;
  const { database, pool } = await openDatabaseOf(config, metrics, { slowStatements });
  const clock = new DatabaseClock(() => readInstant(database.sqlOnce), isSandboxed);
  await clock.measure();
  if (clock.differs)
    log.warn({ ms: clock.aheadMs }, 'the clock of this machine is ahead of the database’s by so much');
  const alerts = new UpstreamAlerts({ database, clock, log });
  const { requestsPerSecond, ...px6Options } = config.px6;
  const slots = new DatabaseRateSlots(database, requestsPerSecond);
  const book = new AccountBook({
    database,
    clock,
    lowBalanceDays,
    onFailure: (error) => log.warn({ err: error }, 'the balance of an upstream could not be written down'),
  });
  const px6 = createPx6({
    ...px6Options,
    slots,
    own: (account) => book.of('px6', account),
    onCondition: (account) => alerts.of('px6', account),
  });
  const dataImpulse = createDataImpulse({
    ...config.dataImpulse,
    own: book.of('dataimpulse', FIRST_ACCOUNT),
    onCondition: alerts.of('dataimpulse'),
  });
  const term = observed('px6', px6, metrics, log);
  const traffic = observed('dataimpulse', dataImpulse, metrics, log);
  const cryptoPay =
    config.cryptoPay && createCryptoPay({ ...config.cryptoPay, onCondition: alerts.of('cryptopay') });
  const { telegram } = config;
  const stars =
    telegram?.token === undefined
      ? undefined
      : createTelegramRefunds({ url: telegram.apiUrl, token: telegram.token });
  const webhookAddresses = new WebhookAddresses({ isSandboxed, allowedNetworks: webhookNetworks });
  return {
    pool,
    book,
    openDialler: () => new Dialler({ addresses: webhookAddresses, timer: systemTimer }),
    payments: {
      database,
      clock,
      starsPerUsd: (stars && telegram?.starsPerUsd) ?? 0,
      cryptoPay: cryptoPay && observed('cryptopay', cryptoPay, metrics, log),
      stars: stars && observed('telegram', stars, metrics, log),
      listener: NO_LISTENER,
      onCredited: (payment) => metrics.credited(payment),
      onUnexpected: (error) => log.error({ err: error }, 'a payment is not as it was asked for'),
    },
    services: {
      database,
      bell: new Bell(),
      vault: createVault(...config.credentialsKeys),
      clock,
      publicUrl: config.publicUrl,
      chat: { url: undefined },
      delay: systemDelay,
      lowBalanceDays,
      term,
      traffic,
      catalog: new CatalogCache(database),
      countries: new Countries(term, clock),
      geo: new Geo(traffic, clock),
      reads: readingPlaces(),
      webhookAddresses,
      onEnded: metrics.ended.bind(metrics),
    },
    async close() {
      await Promise.all([px6.close(), dataImpulse.close(), cryptoPay?.close(), stars?.close()]);
      await Promise.all([alerts.close(), book.flush()]);
      await database.close();
    },
  };
}

async function openDatabaseOf(
  config: Pick<ServicesConfig, 'databaseUrl' | 'databaseListenUrl' | 'databaseReadUrl'>,
  metrics: Counters,
  { slowStatements, poolSize }: { slowStatements: boolean; poolSize?: number },
): Promise<{ database: Database; pool: PoolFigures | undefined }> {
  const { databaseUrl, databaseListenUrl = databaseUrl, databaseReadUrl } = config;
  let pool: PoolFigures | undefined;
  const database = await openDatabase({
    url: databaseUrl,
    isPooled: databaseUrl !== databaseListenUrl,
    entities: ENTITIES,
    copies: databaseReadUrl ? { url: databaseReadUrl, onRead: (from) => metrics.readFrom(from) } : undefined,
    slowStatements,
    poolSize,
    onPoolCreated: (created) => {
      pool = created as PoolFigures;
    },
  });
  return { database, pool };
}

/** Measures the calls of an upstream and logs why they failed, which no customer is told. */
function observed<Upstream extends object>(
  upstream: string,
  port: Upstream,
  metrics: Pick<Counters, 'called'>,
  log: Log,
): Upstream {
  return new Proxy(port, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => {
        const startedAt = performance.now();
        const answer: unknown = method.apply(target, args);
        if (!(answer instanceof Promise)) return answer;
        const call = String(name);
        const ended = (outcome: string) =>
          metrics.called({ upstream, call, outcome, seconds: (performance.now() - startedAt) / 1_000 });
        answer.then(
          () => ended('done'),
          (error: unknown) => {
            if (!(error instanceof UpstreamError)) return;
            ended(error.outcome);
            const { outcome, message: reason } = error;
            log.warn({ ...aboutNow.getStore(), upstream, call, outcome, reason }, 'upstream failed');
          },
        );
        return answer;
      };
    },
  });
}

const MESSAGES: Record<KeyFlaw, () => string> = {
  wrong: () =>
    'CREDENTIALS_KEY or CREDENTIALS_KEYS, or credentials.key in DATA_DIR where neither is set, is not the key that this database was encrypted with: set the one of its first start, or the one that replaced it',
  unknown: () =>
    'CREDENTIALS_KEYS begins with a key that this database does not know: first list it after the present one, in every process, and then before it',
  retired: () =>
    `CREDENTIALS_KEYS begins with a key that "${operatorCommand('rotate-credentials')}" has taken out of use: begin with the one that replaced it`,
};

/** For a process whose keys may not be used, or not any more. */
function keyError(flaw: KeyFlaw): ConfigError {
  return new ConfigError(MESSAGES[flaw]());
}

/**
 * Checks that the vault has the key that the database was encrypted with, and that its first key may encrypt.
 * Throws ConfigError otherwise.
 *
 * With `mayBeLost` it may be another key than that of the database.
 */
export async function checkKey(database: Database, vault: Vault, { mayBeLost = false } = {}): Promise<void> {
  const flaw = await findKeyFlaw(database, vault);
  if (flaw === 'wrong' && mayBeLost) return;
  if (flaw) throw keyError(flaw);
}

/**
 * Throws ConfigError when sessions do not have the settings that the service needs, as behind a pooler whose
 * role has none: statements would have no limit of time, and a process that fell silent would keep its rows.
 */
export async function assertSessionSettings(database: Database): Promise<void> {
  const wanted = sessionSettings(LIMITS);
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any (${Object.keys(wanted)}::text[])
      and not (name = 'plan_cache_mode' and exists (select from pg_extension where extname = 'citus'))`.execute(
    database.sql,
  );
  // DateStyle also tells in which order dates are read.
  const differing = rows.filter(({ name, setting }) => setting.split(',')[0] !== wanted[name]);
  if (differing.length === 0) return;
  const found = differing.map(({ name, setting }) => `${name} is ${setting}, not ${wanted[name]}`);
  throw new ConfigError(
    `Sessions of DATABASE_URL have other settings than the service needs: ${found.join('; ')}. Behind a pooler its role has to have them: see deploy/roles.sql.`,
  );
}

/** Records the spans of this process, if a collector is named; those that wait are sent when it closes. */
export async function recordSpans(
  config: TracingConfig | undefined,
  log: Log,
  opened: Opened,
): Promise<void> {
  if (!config) return;
  // Without a collector the packages are not loaded: some 100 ms of processor time, and 18 MB.
  const { FLUSH_WITHIN_MS, openTracing } = await import('../tracing/open-tracing.ts');
  const close = openTracing(config, log);
  opened.onClose(() => within(FLUSH_WITHIN_MS, close()));
}
