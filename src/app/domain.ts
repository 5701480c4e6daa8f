import { sql } from 'kysely';
import { ConfigError } from '../config/config.ts';
import type { Database } from '../kit/database.ts';
import { findKeyFlaw, type KeyFlaw } from '../kit/key-proof.ts';
import { KeyWatch } from '../kit/key-watch.ts';
import type { Log } from '../kit/log.ts';
import { operatorCommand } from '../kit/operator-command.ts';
import { LIMITS, sessionSettings } from '../kit/session-settings.ts';
import type { Vault } from '../kit/vault.ts';
import { within } from '../kit/within.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { TracingConfig } from '../tracing/open-tracing.ts';
import type { CompleteConfig } from './complete-config.ts';
import type { Opened } from './opened.ts';
import { CLOSE_MS } from './opened.ts';
import { type Counters, type OpenServices, openServices } from './services.ts';

const MESSAGES: Record<KeyFlaw, () => string> = {
  wrong: () =>
    'CREDENTIALS_KEY or CREDENTIALS_KEYS, or credentials.key in DATA_DIR where neither is set, is not the key that this database was encrypted with: set the one of its first start, or the one that replaced it',
  unknown: () =>
    'CREDENTIALS_KEYS begins with a key that this database does not know: first list it after the present one, in every process, and then before it',
  retired: () =>
    `CREDENTIALS_KEYS begins with a key that "${operatorCommand('rotate-credentials')}" has taken out of use: begin with the one that replaced it`,
};

export interface Surroundings {
  log: Log;
  metrics: Metrics;
  /** Gets what is opened. */
  opened: Opened;
}

/**
 * The domain without its doors. Calls `onKeyOutOfUse` when its first credentials key may not encrypt any
 * more, which then throws.
 */
export async function openDomain(
  config: CompleteConfig,
  { log, metrics, opened }: Omit<Surroundings, 'metrics'> & { metrics: Counters },
  { slowStatements = false, mayKeyBeLost = false, onKeyOutOfUse = (_reason: Error) => {} } = {},
): Promise<OpenServices> {
  const { databaseUrl, databaseListenUrl, publicUrl, credentialsKeys, dataImpulse, cryptoPay, telegram } =
    config;
  const { roublesPerUsd, usdPerGb, lowBalanceDays, isSandboxed } = config;
  const px6 = { ...config.px6, requestsPerSecond: config.px6RequestsPerSecond, roublesPerUsd };
  const isPooled = databaseUrl !== databaseListenUrl;
  const open = { databaseUrl, isPooled, publicUrl, slowStatements, credentialsKeys };
  const options = {
    ...open,
    px6,
    dataImpulse: { ...dataImpulse, usdPerGb },
    isSandboxed,
    lowBalanceDays,
    cryptoPay,
    telegram,
  };
  const domain = await openServices(options, log, metrics);
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
    select name, setting from pg_settings where name = any (${Object.keys(wanted)}::text[])`.execute(
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
