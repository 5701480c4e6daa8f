import { createServer, type Server, type Socket } from 'node:net';
import type { Authorize } from './authorization.ts';
import { createHttpGateway } from './http-gateway.ts';
import { closed, type GatewayLimits, listen, Sockets } from './sockets.ts';
import { createSocksGateway, serveSocks } from './socks-gateway.ts';

/** A SOCKS5 client begins with the version; no HTTP method does. */
const SOCKS_FIRST_BYTE = 0x05;

/**
 * Starts a proxy for HTTP, one for SOCKS5, and sticky ports that speak both. Port 0 takes any free port.
 * Throws the system's error when a port is taken.
 */
export async function startGateways(options: {
  host: string;
  ports: { http: number; socks5: number };
  sticky: PortRange | 'any';
  authorize: Authorize;
  limits: GatewayLimits;
}) {
  const { host, ports, authorize, limits } = options;
  const sockets = new Sockets(limits.maxConnections);
  const context = { authorize, limits, sockets };
  const http = createHttpGateway(context);
  const socks = createSocksGateway(context);
  const servers: Server[] = [http, socks];

  const serveSticky = async (client: Socket, port: number) => {
    if (!sockets.accept(client)) return;
    sockets.stickyPorts.set(client, port);
    const first = await firstByte(client, limits.handshakeMillis);
    if (first === undefined) return client.destroy();
    return first === SOCKS_FIRST_BYTE ? serveSocks(client, context) : http.emit('connection', client);
  };
  /** Stops listening and ends every connection at once. */
  const close = async () => {
    const all = Promise.all(servers.map(closed));
    sockets.destroyAll();
    await all;
  };
  try {
    const httpPort = await listen(http, host, ports.http);
    const socks5Port = await listen(socks, host, ports.socks5);
    const sticky = await openStickyPorts(options.sticky, host, serveSticky);
    servers.push(...sticky.servers);
    const { first, last } = sticky;
    return { ports: { http: httpPort, socks5: socks5Port, sticky: { first, last } }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reads the first byte and puts it back. Undefined when none comes in time. */
async function firstByte(client: Socket, withinMillis: number): Promise<number | undefined> {
  const news = Promise.withResolvers<void>();
  const tooSlow = setTimeout(news.resolve, withinMillis);
  for (const event of ['readable', 'close'] as const) client.once(event, news.resolve);
  await news.promise;
  clearTimeout(tooSlow);
  for (const event of ['readable', 'close'] as const) client.off(event, news.resolve);
  const byte: Buffer | null = client.read(1);
  if (byte) client.unshift(byte);
  return byte?.[0];
}

/** The first sticky port, the same as at DataImpulse. */
const FIRST_STICKY_PORT = 10_000;
const LAST_STICKY_PORT = 30_000;
/** The number of ports of `any`: enough to test sessions by their ports. */
const ANY_PORTS = 8;
/** Above this, a search from a random port might run out of ports. */
const LAST_RANDOM_PORT = 29_000;

export interface PortRange {
  first: number;
  last: number;
}

/**
 * Listens on that range of ports or, when one of them is taken, on the next free range of the same length
 * above. `any` takes a few free ports. Throws an `Error` with code `EADDRINUSE` when no range is free, and
 * leaves nothing open then.
 */
async function openStickyPorts(
  wanted: PortRange | 'any',
  host: string,
  serve: (client: Socket, port: number) => void,
): Promise<PortRange & { servers: Server[] }> {
  const range = wanted === 'any' ? randomRange() : wanted;
  const distance = range.last - range.first;
  let { first } = range;
  while (first + distance <= LAST_STICKY_PORT) {
    const outcome = await openRange(first, first + distance, host, serve);
    if (typeof outcome === 'object') return { first, last: first + distance, servers: outcome };
    first = outcome + 1;
  }
  throw Object.assign(new Error(`No ${distance + 1} ports in a row are free from ${range.first} on`), {
    code: 'EADDRINUSE',
  });
}

/** A random range: sandboxes that start at the same time would otherwise try the same ports. */
function randomRange(): PortRange {
  const first = FIRST_STICKY_PORT + Math.floor(Math.random() * (LAST_RANDOM_PORT - FIRST_STICKY_PORT));
  return { first, last: first + ANY_PORTS - 1 };
}

/** All servers of the range, or the last of its ports that is taken. */
async function openRange(
  first: number,
  last: number,
  host: string,
  serve: (client: Socket, port: number) => void,
): Promise<Server[] | number> {
  const servers = Array.from({ length: last - first + 1 }, (_, index) =>
    createServer({ allowHalfOpen: true, noDelay: true }, (client) => serve(client, first + index)),
  );
  const outcomes = await Promise.allSettled(
    servers.map((server, index) => listen(server, host, first + index)),
  );
  const failures = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined));
  const failed = failures.findLastIndex((failure) => failure !== undefined);
  if (failed < 0) return servers;
  await Promise.all(servers.map(closed));
  const other = failures.find((failure) => failure !== undefined && failure.code !== 'EADDRINUSE');
  if (other !== undefined) throw other;
  return first + failed;
}
