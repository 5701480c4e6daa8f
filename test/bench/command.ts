import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Measurable } from './child.ts';
import { cpuMillisOfFamily } from './processor-time.ts';
import type { ServiceOptions } from './servers/open-service.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The environment variables of the command that starts the service, on any free port. */
export function commandEnvironment(
  { databaseUrl, credentialsKey, px6, dataImpulse }: ServiceOptions,
  dataDir: string,
): NodeJS.ProcessEnv {
  const { host, httpPort, socks5Port, stickyPorts } = dataImpulse.gateway;
  return {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: databaseUrl,
    CREDENTIALS_KEY: Buffer.from(credentialsKey).toString('base64'),
    DATA_DIR: dataDir,
    PORT: '0',
    PX6_URL: px6.url,
    PX6_KEYS: px6.accounts.map(({ name, key }) => `${name}:${key}`).join(),
    PX6_REQUESTS_PER_SECOND: String(px6.requestsPerSecond),
    DATAIMPULSE_URL: dataImpulse.url,
    DATAIMPULSE_LOGIN: dataImpulse.login,
    DATAIMPULSE_PASSWORD: dataImpulse.password,
    DATAIMPULSE_GATEWAY: `${host}:${httpPort}:${socks5Port}:${stickyPorts.first}-${stickyPorts.last}`,
  };
}

/** Runs the command with its log discarded, and resolves when it answers. It is stopped with `opened`. */
export async function startCommand(
  env: NodeJS.ProcessEnv,
  opened: AsyncDisposableStack,
): Promise<Measurable<{ url: string }>> {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  opened.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^ *REST +(http\S+)\/v1$/.exec(line) ?? [];
    if (url) return { ready: { url }, cpuMillis: async () => cpuMillisOfFamily(child.pid ?? Number.NaN) };
  }
  throw new Error('the command ended before it was ready');
}
