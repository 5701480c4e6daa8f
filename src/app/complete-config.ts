import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Micros } from '../kit/money.ts';
import type { VaultKeys } from '../kit/vault.ts';
import { SANDBOX_ROUBLES_PER_USD, SANDBOX_USD_PER_GB } from '../sandbox/prices.ts';
import { FIRST_ACCOUNT } from '../upstreams/term.ts';
import { NO_SANDBOX, type SandboxAddresses } from './own-servers.ts';

const KEY_BYTES = 32;

/** The configuration with what was started and generated in place of what was left out. */
export interface CompleteConfig extends Omit<Config, 'databaseUrl' | 'roublesPerUsd' | 'usdPerGb'> {
  databaseUrl: string;
  /** Differs from `databaseUrl` where that leads to a pooler. */
  databaseListenUrl: string;
  publicUrl: string;
  /** The configured PUBLIC_URL: the only address at which people sign in. */
  onlyOrigin: string | undefined;
  credentialsKeys: VaultKeys;
  px6: NonNullable<Config['px6']> & { requestsPerSecond: number; roublesPerUsd?: Micros | undefined };
  dataImpulse: NonNullable<Config['dataImpulse']> & { usdPerGb?: Readonly<Record<string, Micros>> };
  /** `chatUrl`: where people talk to the bot; undefined: at Telegram. */
  telegram: Config['telegram'] & { chatUrl: string | undefined };
  /** Whether nothing that is bought or paid is real. */
  isSandboxed: boolean;
}

/** Whether nothing is real: money that costs nothing buys what costs nothing, in the embedded database. */
export function isPlay({ sandboxed }: Config): boolean {
  return sandboxed.includes('telegram');
}

/** `sandbox` is undefined when every upstream is configured, so that its addresses are not used. */
export async function completed(
  config: Config,
  databaseUrl: string,
  sandbox: SandboxAddresses = NO_SANDBOX,
): Promise<CompleteConfig> {
  const { roublesPerUsd, usdPerGb, ...others } = config;
  const requestsPerSecond = config.px6RequestsPerSecond;
  const host = isIPv6(config.host) ? `[${config.host}]` : config.host;
  return {
    ...others,
    databaseUrl,
    databaseListenUrl: config.databaseListenUrl ?? databaseUrl,
    publicUrl: config.publicUrl ?? defaultPublicUrl(`http://${host}:${config.port}`),
    onlyOrigin: config.publicUrl,
    credentialsKeys: config.credentialsKeys ?? [await findOrCreateCredentialsKey(config.dataDir)],
    // Of real money the sandbox knows nothing.
    px6: config.px6
      ? { ...config.px6, requestsPerSecond, roublesPerUsd }
      : {
          url: sandbox.px6Url,
          accounts: [{ name: FIRST_ACCOUNT, key: sandbox.px6Key }],
          requestsPerSecond,
          roublesPerUsd: roublesPerUsd ?? SANDBOX_ROUBLES_PER_USD,
        },
    dataImpulse: config.dataImpulse
      ? { ...config.dataImpulse, usdPerGb: usdPerGb ?? {} }
      : {
          url: sandbox.dataImpulseUrl,
          login: sandbox.dataImpulseLogin,
          password: sandbox.dataImpulsePassword,
          gateway: sandbox.gateway,
          usdPerGb: usdPerGb ?? SANDBOX_USD_PER_GB,
        },
    cryptoPay: isPlay(config)
      ? { url: sandbox.cryptoPayUrl, token: sandbox.cryptoPayToken }
      : config.cryptoPay,
    // The sandbox's bot is for a first look: people top up there without paying.
    telegram:
      isPlay(config) && sandbox !== NO_SANDBOX
        ? {
            ...config.telegram,
            token: sandbox.telegramToken,
            apiUrl: sandbox.telegramUrl,
            chatUrl: `${sandbox.url}/chat`,
          }
        : { ...config.telegram, chatUrl: undefined },
    isSandboxed: !(config.px6 || config.dataImpulse || config.cryptoPay || config.telegram.token),
  };
}

/**
 * Where browsers reach the service when PUBLIC_URL does not say: where it listens. A loopback address is
 * named `localhost`, because browsers have no passkeys for IP addresses.
 */
export function defaultPublicUrl(listening: string): string {
  return listening.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost');
}

/** The key that encrypts credentials. It is kept in the data directory, and generated when there is none. */
async function findOrCreateCredentialsKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'credentials.key');
  const fresh = randomBytes(KEY_BYTES).toString('base64');
  // With "wx", one of two processes that start at once writes the key, and a key that has encrypted something
  // is never overwritten.
  await writeFile(path, fresh, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes; restore it from a backup.`);
  return key;
}
