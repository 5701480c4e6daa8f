import type { Server, Socket } from 'node:net';
import type { Authorize } from './authorization.ts';
import { createHttpGateway } from './http-gateway.ts';
import type { GatewayLimits } from './limits.ts';
import { closed, listen, Sockets } from './sockets.ts';
import { createSocksGateway, serveSocks } from './socks-gateway.ts';
import { openStickyPorts, type PortRange } from './sticky-ports.ts';

/** A SOCKS5 client begins with the version; no HTTP method does. */
const SOCKS_FIRST_BYTE = 0x05;

export interface Gateways {
  host: string;
  ports: { http: number; socks5: number; sticky: PortRange };
  /** Stops listening and ends every connection at once. */
  close(): Promise<void>;
}

/**
 * Starts a proxy for HTTP, one for SOCKS5, and sticky ports that speak both. Port 0 takes any free port. A
 * range of sticky ports moves up when one of its ports is taken; `any` takes a few free ports. Throws the
 * system's error when a port is taken.
 */
export async function startGateways(options: {
  host: string;
  ports: { http: number; socks5: number };
  sticky: PortRange | 'any';
  authorize: Authorize;
  limits: GatewayLimits;
}): Promise<Gateways> {
  const { host, ports, authorize, limits } = options;
  const sockets = new Sockets(limits.maxConnections);
  const context = { authorize, limits, sockets };
  const stickyPorts = new WeakMap<Socket, number>();
  const http = createHttpGateway(context, (client) => stickyPorts.get(client));
  const socks = createSocksGateway(context);
  const servers: Server[] = [http, socks];

  const serveSticky = async (client: Socket, port: number) => {
    if (!sockets.accept(client)) return;
    const first = await firstByte(client, limits.handshakeMillis);
    if (first === undefined) return client.destroy();
    if (first === SOCKS_FIRST_BYTE) return serveSocks(client, port, context);
    stickyPorts.set(client, port);
    return http.emit('connection', client);
  };
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
    return { host, ports: { http: httpPort, socks5: socks5Port, sticky: { first, last } }, close };
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
