import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { SANDBOX_ROUBLES_PER_USD, SANDBOX_USD_PER_GB } from '../sandbox/prices.ts';
import { FIRST_ACCOUNT } from '../upstreams/term.ts';
import { NO_SANDBOX, type SandboxAddresses } from './own-servers.ts';

const KEY_BYTES = 32;

type Optional = 'cryptoPay' | 'metrics' | 'operator' | 'roublesPerUsd' | 'tracing';

/**
 * The configuration with what was started and generated in place of what was left out. Without Crypto Pay
 * nobody can pay by it. `isSandboxed`: nothing that is bought or paid is real. `onlyOrigin`: the configured
 * PUBLIC_URL.
 */
export type CompleteConfig = {
  [Name in Exclude<keyof Config, Optional>]: NonNullable<Config[Name]>;
} & Pick<Config, Optional> & { isSandboxed: boolean; onlyOrigin: string | undefined };

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
