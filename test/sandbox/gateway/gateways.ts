import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ProxyRequest, RefusalCode, Target } from '../../../src/sandbox/gateway/authorization.ts';
import { startGateways } from '../../../src/sandbox/gateway/gateways.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from '../../../src/sandbox/gateway/sockets.ts';
import { openSocket, socksConnect, tunnel } from '../support/clients.ts';
import type { Px6Proxy } from '../support/sandbox.ts';

/** The address that targets see. */
export const EXIT = '127.0.0.2';
export const LOGIN = { user: 'user', pass: 'word' };

/** One use of the gateways, as the network behind them sees it. */
class Use {
  readonly exitAddress = EXIT;
  readonly target: Target;
  readonly over = Promise.withResolvers<void>();
  counted = 0;
  timesLeft = 0;
  readonly end = new AbortController();
  readonly #allowance: { bytes: number };

  constructor(target: Target, allowance: { bytes: number }) {
    this.target = target;
    this.#allowance = allowance;
  }

  count(bytes: number): boolean {
    if (this.timesLeft > 0) throw new Error('Counted after it was left.');
    if (bytes > this.#allowance.bytes) return false;
    this.counted += bytes;
    this.#allowance.bytes -= bytes;
    return true;
  }

  cut(): void {
    this.end.abort();
  }

  close(): void {
    this.timesLeft += 1;
    this.over.resolve();
  }
}

interface TestGateways {
  gateways: Awaited<ReturnType<typeof startGateways>>;
  /** The gateways' addresses; `sticky` is the last of the sticky ports. */
  proxies: Record<Door, Px6Proxy>;
  requests: ProxyRequest[];
  uses: Use[];
  /** The next use that begins. */
  nextUse(): Promise<Use>;
  /** The refusals to answer with, until they are set to undefined. */
  refuse: { authorize?: RefusalCode | undefined; open?: RefusalCode | undefined };
  /** The bytes that may still pass, in all uses together. */
  allowance: { bytes: number };
}

type Door = 'http' | 'socks5' | 'sticky';

/** Gateways on free ports that admit every client, count bytes, and end with the test. */
export async function openGateways(
  limits: Partial<GatewayLimits> = {},
  host = '127.0.0.1',
): Promise<TestGateways> {
  const requests: ProxyRequest[] = [];
  const uses: Use[] = [];
  const refuse: TestGateways['refuse'] = {};
  const allowance = { bytes: Number.POSITIVE_INFINITY };
  let next = Promise.withResolvers<Use>();
  const gateways = await startGateways({
    host,
    ports: { http: 0, socks5: 0 },
    sticky: 'any',
    limits: { ...GATEWAY_LIMITS, ...limits },
    authorize(request) {
      requests.push(request);
      if (refuse.authorize) return refuse.authorize;
      return {
        open(target) {
          if (refuse.open) return refuse.open;
          const use = new Use(target, allowance);
          uses.push(use);
          next.resolve(use);
          next = Promise.withResolvers();
          return use;
        },
      };
    },
  });
  onTestFinished(() => gateways.close());
  const { http, socks5, sticky } = gateways.ports;
  const proxies = { http: proxyAt(http), socks5: proxyAt(socks5), sticky: proxyAt(sticky.last) };
  return { gateways, proxies, requests, uses, nextUse: () => next.promise, refuse, allowance };
}

function proxyAt(port: number): Px6Proxy {
  const sold = { id: '1', ip: EXIT, type: '', date_end: '', unixtime: 0, unixtime_end: 0, active: '1' };
  return { ...sold, ...LOGIN, host: '127.0.0.1', port: String(port) };
}

/** Every way to open a tunnel. */
export const TUNNELS = {
  CONNECT: connectThrough('http'),
  'CONNECT on a sticky port': connectThrough('sticky'),
  SOCKS5: socksThrough('socks5'),
  'SOCKS5 on a sticky port': socksThrough('sticky'),
};

function connectThrough(door: 'http' | 'sticky') {
  return async ({ proxies }: TestGateways, port: number): Promise<Socket> => {
    const { socket, status } = await tunnel(proxies[door], `127.0.0.1:${port}`);
    if (status !== 200) throw new Error(`The gateway answers ${status}`);
    return socket;
  };
}

function socksThrough(door: 'socks5' | 'sticky') {
  return ({ proxies }: TestGateways, port: number): Promise<Socket> =>
    socksConnect(proxies[door], '127.0.0.1', port);
}

/** The bytes of a SOCKS5 client: methods, login, and target. */
export const SOCKS_HELLO = [5, 1, 2];
export const SOCKS_LOGIN = [
  1,
  LOGIN.user.length,
  ...Buffer.from(LOGIN.user),
  LOGIN.pass.length,
  ...Buffer.from(LOGIN.pass),
];
export function socksTarget(port: number): number[] {
  return [5, 1, 0, 1, 127, 0, 0, 1, port >> 8, port & 0xff];
}
/** A reply without an address. */
export function socksReply(code: number): number[] {
  return [5, code, 0, 1, 0, 0, 0, 0, 0, 0];
}

/** Sends all of it, ends its side, and returns everything that is answered. */
export function talk(proxy: Px6Proxy, words: number[][]): Promise<Buffer> {
  const socket = openSocket(Number(proxy.port));
  socket.end(Buffer.from(words.flat()));
  return all(socket);
}

/** Sends the text and returns everything that is answered until the gateway ends. */
export async function ask(proxy: Px6Proxy, words: string): Promise<string> {
  const socket = openSocket(Number(proxy.port));
  socket.write(words);
  return String(await all(socket));
}

async function all(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** How many bytes arrive until the connection is closed or reset. */
export async function bytesUntilClosed(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await closed(socket.on('end', () => socket.end()));
  return bytes;
}

/** Resolves when the socket is closed, with or without an error. */
export async function closed(socket: Socket): Promise<void> {
  const closing = Promise.withResolvers<void>();
  socket.on('error', () => {}).once('close', () => closing.resolve());
  if (!socket.closed) await closing.promise;
}
