import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Turns } from '../kit/request.ts';
import { isOwnAddress, networkOf } from '../resellers/networks.ts';

/** Connections of one process: far more than its database pool can serve, but bounded. */
const MAX_CONNECTIONS = 10_000;
/** Connections of one network, such as a company behind one address: it takes ten to hold them all. */
const MAX_OF_NETWORK = 1_000;
/**
 * How long a connection is kept after an answer, in milliseconds, while none of its requests has had a valid
 * credential: a browser fetches a page with all of its files in less.
 */
const STRANGER_KEEP_ALIVE_MS = 5_000;
/**
 * Requests under way on one connection: clients wait for an answer before they send the next request, or send
 * a few ahead. A connection with more is cut: one piece of 64 KiB can hold a thousand.
 */
const MAX_PIPELINED = 16;

interface Connection {
  socket: Socket;
  network: string;
  /** How many requests are under way on it. */
  underWay: number;
}

interface ConnectionsOptions {
  /** Behind a reverse proxy all connections are the proxy's own, which has bounds for each client. */
  isBehindProxy: boolean;
  /** The address of the client behind a request. */
  addressOf(request: IncomingMessage): string;
  /** Whether so much has come from a network that it gets no new connection. */
  isFlooding(network: string): boolean;
  /** Called when the client of a request has gone away before its answer began. */
  onAbandoned(request: IncomingMessage, network: string): void;
  /** Called when a connection is closed or refused, since there are too many. */
  onDisplaced(): void;
}

/**
 * The open connections of an HTTP server. When there are too many, in all or of one network, the one that has
 * been idle for the longest gives way, first of those without a valid credential; a new one is refused only
 * where all are in use.
 */
export class OpenConnections {
  readonly #options: ConnectionsOptions;
  readonly #open = new Map<Socket, Connection>();
  readonly #ofNetwork = new Map<string, number>();
  /** Connections without a request under way, the longest idle first: strangers, and known credentials. */
  readonly #idle = { stranger: new Set<Connection>(), known: new Set<Connection>() };
  readonly #known = new WeakSet<Socket>();
  readonly #turns = new Turns<string>();

  /** To be made when the server has all of its listeners: what is cut reaches none, what waits all later. */
  constructor(server: Server, options: ConnectionsOptions) {
    this.#options = options;
    // One more than are kept, so that the new one may take the place of an idle one. A worker drops what is
    // over that, too: otherwise its primary would offer it again, without end.
    Object.assign(server, { maxConnections: MAX_CONNECTIONS + 1, dropMaxConnection: true });
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('upgrade', ({ socket }: IncomingMessage) => this.#begin(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!this.#begin(request.socket)) return;
      const serve = () => {
        if (!request.socket.destroyed)
          for (const listener of listeners) listener.call(server, request, response);
      };
      const network = networkOf(options.addressOf(request));
      response.once('close', () => {
        this.#end(request.socket);
        if (!response.headersSent) options.onAbandoned(request, network);
      });
      if (isOwnAddress(network)) serve();
      else this.#turns.begin(network, serve);
    });
  }

  /**
   * The header `Keep-Alive` of an answer without a valid credential, by which clients know when not to use
   * the connection any more; undefined where the server's own holds.
   */
  keepAliveOf(socket: Socket): string | undefined {
    if (this.#options.isBehindProxy || this.#known.has(socket)) return undefined;
    return `timeout=${STRANGER_KEEP_ALIVE_MS / 1_000}`;
  }

  /** To be called when a request has been answered; `isKnown`: its credential was valid. */
  answered(socket: Socket, isKnown: boolean): void {
    if (isKnown) this.#known.add(socket);
    else if (this.keepAliveOf(socket) !== undefined && (this.#open.get(socket)?.underWay ?? 0) <= 1)
      socket.setTimeout(STRANGER_KEEP_ALIVE_MS);
  }

  #add(socket: Socket): void {
    const { isBehindProxy, isFlooding, onDisplaced } = this.#options;
    const network = networkOf(socket.remoteAddress ?? '');
    const isBounded = !isBehindProxy && !isOwnAddress(network);
    const isCrowded = isBounded && (this.#ofNetwork.get(network) ?? 0) >= MAX_OF_NETWORK;
    const isFlood = isBounded && isFlooding(network);
    if (isFlood || isCrowded || this.#open.size >= MAX_CONNECTIONS) {
      onDisplaced();
      const idle = isFlood ? undefined : this.#longestIdle(isCrowded ? network : undefined);
      (idle?.socket ?? socket).destroy();
      if (!idle) return;
      this.#delete(idle);
    }
    const connection = { socket, network, underWay: 0 };
    this.#open.set(socket, connection);
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1);
    this.#idle.stranger.add(connection);
    socket.once('close', () => this.#delete(connection));
  }

  #longestIdle(network: string | undefined): Connection | undefined {
    for (const idle of [this.#idle.stranger, this.#idle.known])
      for (const connection of idle)
        if (network === undefined || connection.network === network) return connection;
    return undefined;
  }

  /** False when the request is not to be served: its connection is cut, or was before. */
  #begin(socket: Socket): boolean {
    const connection = this.#open.get(socket);
    if (!connection || socket.destroyed) return false;
    connection.underWay += 1;
    this.#setInUse(connection);
    if (connection.underWay <= MAX_PIPELINED) return true;
    cut(socket);
    return false;
  }

  #end(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.underWay -= 1;
    if (connection.underWay === 0) this.#idle[this.#known.has(socket) ? 'known' : 'stranger'].add(connection);
  }

  #setInUse(connection: Connection): void {
    this.#idle.stranger.delete(connection);
    this.#idle.known.delete(connection);
  }

  #delete(connection: Connection): void {
    this.#setInUse(connection);
    if (!this.#open.delete(connection.socket)) return;
    const others = (this.#ofNetwork.get(connection.network) ?? 1) - 1;
    if (others > 0) this.#ofNetwork.set(connection.network, others);
    else this.#ofNetwork.delete(connection.network);
  }
}

/**
 * Node goes on to make requests of what has arrived, though the connection is closed: a second of work for a
 * few megabytes. It has no public way to stop that. For this answer, 2, its parser takes the rest for bytes
 * of another protocol.
 */
function cut(socket: Socket): void {
  const { parser } = socket as { parser?: { onIncoming?: () => number } };
  if (parser) parser.onIncoming = () => 2;
  socket.destroy();
}

/** The hosts that are about to stop. */
const leaving = new WeakSet<FastifyInstance>();

/** From now on the host is not ready and asks clients to use another connection, but serves them. */
export function announceLeave(host: FastifyInstance): void {
  leaving.add(host);
}

export function isLeaving(host: FastifyInstance): boolean {
  return leaving.has(host);
}

/**
 * Changes what closing the host does: it stops listening at once, and waits for the requests under way and
 * nothing else. Otherwise it would also wait for idle connections, and for those that have sent only a part
 * of a request, for as long as their clients keep them open.
 */
export function drainOnClose(host: FastifyInstance): void {
  const { server } = host;
  let underWay = 0;
  let closing = false;
  const cutIdle = () => {
    if (closing && underWay === 0) server.closeAllConnections();
  };
  server.on('request', (_request, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      cutIdle();
    });
  });
  host.addHook('onSend', (_request, reply, payload, done) => {
    if (leaving.has(host)) reply.header('connection', 'close');
    done(null, payload);
  });
  // The host closes the server itself later, when streams and sockets have ended, and waits for the
  // connections then.
  host.addHook('preClose', async () => {
    leaving.add(host);
    closing = true;
    server.close();
    cutIdle();
  });
}
