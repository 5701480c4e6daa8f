import type { Server, Socket } from 'node:net';

/**
 * The open sockets of one gateway, those of its clients and those to their targets: they all end with the gateway, and
 * an error on any of them ends nothing but that connection.
 */
export class Sockets {
  readonly #open = new Set<Socket>();
  #ended = false;

  adopt(socket: Socket): void {
    this.#open.add(socket);
    // Without a listener an error event would end the process. A close follows every error, and that is dealt with.
    socket.on('error', () => {});
    socket.once('close', () => this.#open.delete(socket));
    // A look-up of a name may come back after the end, with a connection that nobody waits for any more.
    if (this.#ended) socket.destroy();
  }

  destroyAll(): void {
    this.#ended = true;
    for (const socket of this.#open) socket.destroy();
  }
}

/**
 * Passes bytes on in both directions until both sides have ended, one has broken, or nothing has moved for too long.
 * When one side is gone, the other still gets what was on its way to it.
 */
export function joinSockets(client: Socket, target: Socket, idleMillis: number): void {
  if (client.destroyed || target.destroyed) {
    client.destroy();
    target.destroy();
    return;
  }
  for (const [one, other] of [
    [client, target],
    [target, client],
  ] as const) {
    one.once('close', () => other.destroySoon());
    one.setTimeout(idleMillis, () => one.destroy());
    one.pipe(other);
  }
}

export interface Gateway {
  port: number;
  /** Stops listening and ends every connection at once. */
  close(): Promise<void>;
}

/** Starts listening; throws when the port is taken. */
export async function openGateway(
  server: Server,
  host: string,
  port: number,
  sockets: Sockets,
): Promise<Gateway> {
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen({ host, port }, listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A gateway listens on a TCP port.');
  return {
    port: address.port,
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      sockets.destroyAll();
      await closed.promise;
    },
  };
}
