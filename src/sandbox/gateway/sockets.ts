import type { Server, Socket } from 'node:net';
import type { Authorize } from './authorization.ts';

/** What all ports of the gateways share. */
export interface GatewayContext {
  authorize: Authorize;
  limits: GatewayLimits;
  sockets: Sockets;
}

/** The limits of a gateway's clients. */
export interface GatewayLimits {
  handshakeMillis: number;
  connectMillis: number;
  idleMillis: number;
  maxConnections: number;
  maxHeaderBytes: number;
}

/**
 * The open sockets of all gateways, to clients and to targets. All of them end with the gateways, and an
 * error on one ends only that connection.
 */
export class Sockets {
  readonly #open = new Set<Socket>();
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

/** Starts listening and gives the port; throws the system's error when it is taken. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen({ host, port }, listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A gateway listens on a TCP port.');
  return address.port;
}

/**
 * Stops listening; done when the last connection has ended. A server that never listened is closed already.
 */
export function closed(server: Server): Promise<void> {
  const closing = Promise.withResolvers<void>();
  server.close(() => closing.resolve());
  return closing.promise;
}
