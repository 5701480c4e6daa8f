import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import type {
  Authorize,
  AuthorizedClient,
  GatewayProtocol,
  PresentedCredentials,
  RefusalCode,
} from './authorization.ts';

export interface GatewayContext {
  authorize: Authorize;
  limits: GatewayLimits;
  sockets: Sockets;
}

export const GATEWAY_LIMITS = {
  /** A working client sends its request at once; a slow one only occupies a connection. */
  handshakeMillis: 10_000,
  /** Longer than a working host needs to accept a connection. */
  connectMillis: 10_000,
  /** Long polls and quiet chat connections stay open, and abandoned ones are closed. */
  idleMillis: 300_000,
  /**
   * All ports together. Each connection takes two file descriptors, a thousand ports listen, and a process
   * often has no more than 4,096 descriptors.
   */
  maxConnections: 1_500,
  /** Room for large cookies, but too little to fill the memory. */
  maxHeaderBytes: 16_384,
};
export type GatewayLimits = typeof GATEWAY_LIMITS;

/**
 * The open sockets of all gateways, to clients and to targets. All of them end with the gateways, and an
 * error on one ends only that connection.
 */
export class Sockets {
  readonly #open = new Set<Socket>();
  /** The ports of clients that have come to a sticky one. */
  readonly stickyPorts = new WeakMap<Socket, number>();
  readonly #clients = new Set<Socket>();
  readonly #maxClients: number;
  #ended = false;

  constructor(maxClients: number) {
    this.#maxClients = maxClients;
  }

  /**
   * Accepts a client's socket, or destroys it when there are too many. Called again for an accepted one, it
   * returns true.
   */
  accept(client: Socket): boolean {
    if (this.#clients.has(client)) return true;
    this.adopt(client);
    if (this.#clients.size >= this.#maxClients) {
      client.destroy();
      return false;
    }
    this.#clients.add(client);
    client.once('close', () => this.#clients.delete(client));
    return true;
  }

  adopt(socket: Socket): void {
    this.#open.add(socket);
    // Without a listener an `error` event would end the process. `close` follows every error and is handled.
    socket.on('error', () => {});
    socket.once('close', () => this.#open.delete(socket));
    // A DNS look-up may return after the end, with a connection that nothing waits for any more.
    if (this.#ended) socket.destroy();
  }

  destroyAll(): void {
    this.#ended = true;
    for (const socket of this.#open) socket.destroy();
  }
}

/** A socket for both address families writes IPv4 addresses in this form. */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

export function authorizeClient(
  { authorize, sockets }: GatewayContext,
  client: Socket,
  protocol: GatewayProtocol,
  credentials: PresentedCredentials | undefined,
): AuthorizedClient | RefusalCode {
  const clientIp = (client.remoteAddress ?? '').replace(MAPPED_IPV4, '');
  return authorize({ protocol, stickyPort: sockets.stickyPorts.get(client), clientIp, credentials });
}

/** Starts listening and gives the port; throws the system's error when it is taken. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  await once(server.listen({ host, port }), 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * Stops listening; done when the last connection has ended. A server that never listened is closed already.
 */
export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
