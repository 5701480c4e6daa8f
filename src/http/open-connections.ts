import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isOwnAddress, networkOf } from '../resellers/network-rate.ts';

/** Connections of one process: far more than its database pool can serve, but bounded. */
const MAX_CONNECTIONS = 10_000;
/**
 * Connections of one network, such as a company behind one address: a tenth, so that it takes ten networks to
 * hold them all.
 */
const MAX_OF_NETWORK = 1_000;
/**
 * How long a connection is kept after an answer, in milliseconds, while none of its requests has had a valid
 * credential: a browser fetches a page with all of its files in less.
 */
const STRANGER_KEEP_ALIVE_MS = 5_000;

interface Connection {
  socket: Socket;
  network: string;
}

/**
 * The open connections of an HTTP server. When there are too many, in all or of one network, the one that has
 * been idle for the longest gives way, first of those without a valid credential; a new one is refused only
 * where all are in use.
 */
export class OpenConnections {
  readonly #open = new Map<Socket, Connection>();
  readonly #ofNetwork = new Map<string, number>();
  /** Those without a request under way, the longest idle first: strangers, and whose credential is known. */
  readonly #idle = { stranger: new Set<Connection>(), known: new Set<Connection>() };
  readonly #known = new WeakSet<Socket>();
  readonly #onDisplaced: () => void;
  readonly #isBehindProxy: boolean;

  /** Behind a reverse proxy all connections are the proxy's own, which has its own bounds. */
  constructor(server: Server, options: { isBehindProxy: boolean; onDisplaced(): void }) {
    this.#isBehindProxy = options.isBehindProxy;
    this.#onDisplaced = options.onDisplaced;
    // One more than are kept, so that the new one may take the place of an idle one. A worker drops what is
    // over that, too: otherwise its primary would offer it again, without end.
    Object.assign(server, { maxConnections: MAX_CONNECTIONS + 1, dropMaxConnection: true });
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#began(socket);
      response.once('close', () => this.#ended(socket));
    });
    server.on('upgrade', ({ socket }: IncomingMessage) => this.#began(socket));
  }

  /**
   * The header `Keep-Alive` of an answer without a valid credential, by which clients know when not to use
   * the connection any more; undefined where the server's own holds.
   */
  keepAliveOf(socket: Socket): string | undefined {
    if (this.#isBehindProxy || this.#known.has(socket)) return undefined;
    return `timeout=${STRANGER_KEEP_ALIVE_MS / 1_000}`;
  }

  /** To be called when a request has been answered; `isKnown`: its credential was valid. */
  answered(socket: Socket, isKnown: boolean): void {
    if (isKnown) this.#known.add(socket);
    else if (this.keepAliveOf(socket) !== undefined) socket.setTimeout(STRANGER_KEEP_ALIVE_MS);
  }

  #add(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    const connection = { socket, network };
    const others = this.#ofNetwork.get(network) ?? 0;
    const isCrowded = !this.#isBehindProxy && !isOwnAddress(network) && others >= MAX_OF_NETWORK;
    if (isCrowded || this.#open.size >= MAX_CONNECTIONS) {
      this.#onDisplaced();
      const idle = this.#longestIdle(isCrowded ? network : undefined);
      (idle?.socket ?? socket).destroy();
      if (!idle) return;
      this.#delete(idle);
    }
    this.#open.set(socket, connection);
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1);
    this.#idle.stranger.add(connection);
    socket.once('close', () => this.#delete(connection));
  }

  #longestIdle(network: string | undefined): Connection | undefined {
    const idle = [this.#idle.stranger, this.#idle.known];
    for (const some of idle)
      for (const connection of some)
        if (network === undefined || connection.network === network) return connection;
    return undefined;
  }

  #began(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    this.#idle.stranger.delete(connection);
    this.#idle.known.delete(connection);
  }

  #ended(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection) this.#idle[this.#known.has(socket) ? 'known' : 'stranger'].add(connection);
  }

  #delete(connection: Connection): void {
    const { socket, network } = connection;
    this.#began(socket);
    if (!this.#open.delete(socket)) return;
    const others = (this.#ofNetwork.get(network) ?? 1) - 1;
    if (others > 0) this.#ofNetwork.set(network, others);
    else this.#ofNetwork.delete(network);
  }
}
