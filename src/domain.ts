import type { Config } from './config.ts';
import { checkKey, keyError } from './key-proof.ts';
import { KeyWatch } from './kit/key-watch.ts';
import type { Log } from './kit/log.ts';
import { within } from './kit/within.ts';
import type { Metrics } from './metrics.ts';
import type { Opened } from './opened.ts';
import { type Counters, type OpenServices, openServices } from './services.ts';
import { assertSessionSettings } from './session-settings.ts';

/**
 * How long each part may take to close, in milliseconds, when the time for requests is over: then the primary
 * waits two seconds for a worker with all its parts.
 */
export const CLOSE_MS = 500;

type Optional = 'cryptoPay' | 'metrics' | 'operator' | 'roublesPerUsd' | 'tracing';

/**
 * The configuration with what was started and generated in place of what was left out. Without Crypto Pay
 * nobody can pay by it. `isSandboxed`: nothing that is bought or paid is real. `onlyOrigin`: the configured
 * PUBLIC_URL.
 */
export type CompleteConfig = {
  [Name in Exclude<keyof Config, Optional>]: NonNullable<Config[Name]>;
} & Pick<Config, Optional> & { isSandboxed: boolean; onlyOrigin: string | undefined };

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
