import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { within } from '../kit/clock.ts';
import { startEmbeddedPostgres } from '../kit/embedded-postgres/start.ts';
import type { Log } from '../kit/log.ts';
import { CRYPTO_PAY_WEBHOOK } from '../payments/crypto-pay/webhook.ts';
import { type SandboxThread, startSandboxThread } from '../sandbox/thread.ts';
import { CLOSE_MS, type Opened } from './opened.ts';

/** How long a running sandbox may take to answer when the machine is busy. */
const SANDBOX_ANSWERS_WITHIN_MS = 5_000;

export type SandboxAddresses = Omit<SandboxThread, 'close'>;
/** The file in the sandbox's folder that holds them. */
const SANDBOX_ADDRESSES = 'addresses.json';
/** Used when no sandbox was ever started, by a command that asks no upstream: it never calls it. */
export const NO_SANDBOX: SandboxAddresses = {
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

/** The database that is configured, or the embedded server: started, or, for a guest, found where it runs. */
export async function openDatabaseServer(
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

export async function openSandbox(
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

/** The addresses of the sandbox that was last started on this data directory; it may have ended. */
export async function lastSandbox({ dataDir }: Config): Promise<SandboxAddresses | undefined> {
  const text = await readFile(join(dataDir, 'sandbox', SANDBOX_ADDRESSES), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as SandboxAddresses);
}

/** The sandbox of the service that runs on the same data directory, found whatever its port is. */
export async function runningSandbox(config: Config): Promise<SandboxAddresses | undefined> {
  const addresses = await lastSandbox(config);
  const answer =
    addresses &&
    (await fetch(`${addresses.url}/control/faults`, {
      signal: AbortSignal.timeout(SANDBOX_ANSWERS_WITHIN_MS),
    }).catch(() => undefined));
  return answer?.ok ? addresses : undefined;
}

/** Has the sandbox's Crypto Pay report payments to the service, as the settings of a real app do. */
export async function setWebhook({ url }: SandboxAddresses, serviceUrl: string): Promise<void> {
  const body = JSON.stringify({ url: `${serviceUrl}${CRYPTO_PAY_WEBHOOK}` });
  const answer = await fetch(`${url}/control/cryptopay/webhook`, { method: 'PUT', body });
  if (!answer.ok) throw new Error(`The sandbox took no webhook address: HTTP ${answer.status}`);
}
