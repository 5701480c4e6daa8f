import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { DatabaseUnavailableError } from '../../kit/connection-errors.ts';
import type { Log } from '../../kit/log.ts';
import type { Services } from '../../purchases/services.ts';
import type { SocketClient } from './authenticate-socket.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { Connections } from './connections.ts';
import { credentialOf } from './credentials.ts';
import type { OwnSite } from './same-origin.ts';
import { adaptSocket, isOpen } from './socket-adapter.ts';
import { CLOSE, SocketRefusal } from './socket-refusal.ts';
import { SocketRequests } from './socket-requests.ts';
import { createSocketServer } from './socket-server.ts';
import type { TransportMetrics } from './transport-metrics.ts';

/** The largest message of a client, in bytes: as much as the body of a request. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/**
 * How often clients are pinged: reverse proxies usually close a connection that is silent for a minute. A
 * client that has not answered by the next ping is disconnected.
 */
const PING_EVERY_MS = 12_000;
/** How long a client may take to answer a close frame. */
const CLOSE_WITHIN_MS = 1_000;
const GOING_AWAY = 1001;

interface SocketsOptions {
  services: Services;
  metrics: TransportMetrics;
  connections: Connections;
  unauthenticated: ConnectionLimits['unauthenticated'];
  log: Log;
  onBug(error: unknown): void;
  /** The address of the client behind a request. */
  addressOf(request: IncomingMessage): string;
  site: OwnSite;
}

/**
 * GraphQL over WebSocket: accepts sockets, pings them and closes them. `createSocketServer` serves their
 * requests.
 */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #graphql: ReturnType<typeof createSocketServer>;
  readonly #server: WebSocketServer;
  readonly #silent = new WeakSet<WebSocket>();
  readonly #working = new Map<Promise<unknown>, SocketClient>();
  /** How each client is closed once it has the answers that it waits for. */
  readonly #closers = new Map<WebSocket, () => Promise<void>>();
  readonly #pings: NodeJS.Timeout;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#graphql = createSocketServer({
      ...options,
      onWork: (work, client) => {
        this.#working.set(work, client);
        work.finally(() => this.#working.delete(work));
      },
    });
    const limits = { maxPayload: MAX_MESSAGE_BYTES, closeTimeout: CLOSE_WITHIN_MS };
    // The messages of a socket are read one at a time, so that a request that one message ends has ended
    // before the next message is read, and other sockets get a turn.
    const inTurn = { allowSynchronousEvents: false };
    this.#server = new WebSocketServer({ ...limits, ...inTurn, noServer: true, handleProtocols });
    this.#pings = setInterval(() => this.#ping(), PING_EVERY_MS).unref();
  }

  /** The listener for the `upgrade` event of Node's HTTP server. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => {});
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#open(socket, request));
  }

  /**
   * Closes each socket with 1001 when its client has the answers that it waits for. Resolves when all are
   * closed.
   */
  async close(): Promise<void> {
    clearInterval(this.#pings);
    const closed = Promise.withResolvers<void>();
    this.#server.close(() => closed.resolve());
    for (const close of this.#closers.values()) close().catch(this.#options.onBug);
    await Promise.all([closed.promise, ...this.#working.keys()]);
  }

  #open(socket: WebSocket, request: IncomingMessage): void {
    const { log, metrics, unauthenticated, addressOf, site } = this.#options;
    const ip = addressOf(request);
    const openedAt = performance.now();
    const client: SocketClient = {
      ip,
      origin: request.headers.origin,
      presented: credentialOf(request, ip, site),
      connection: undefined,
      requests: new SocketRequests(),
      isOpen: () => isOpen(socket),
      authenticating: () => unauthenticated.delete(socket),
      close: (code, reason) => socket.close(code, reason),
    };
    metrics.opened('socket');
    unauthenticated.add(socket, ip);
    const about = () => ({ resellerId: client.connection?.caller.resellerId });
    const adapted = adaptSocket(socket, about, (error) => this.#refuse(socket, error));
    const closed = this.#graphql.opened(adapted, client);
    this.#closers.set(socket, async () => {
      await this.#answered(client, adapted.flushed);
      socket.close(GOING_AWAY, 'going away');
    });
    socket.on('pong', () => this.#silent.delete(socket));
    // An error of frames or network is followed by `close`, which is handled below.
    socket.on('error', () => {});
    socket.once('close', (code, reason) => {
      unauthenticated.delete(socket);
      this.#closers.delete(socket);
      metrics.closed('socket');
      closed(code, String(reason)).catch(this.#options.onBug);
      log.info({ socket: code, ms: Math.round(performance.now() - openedAt) }, 'socket closed');
    });
  }

  async #answered(client: SocketClient, flushed: () => Promise<void>): Promise<void> {
    for (;;) {
      const work = [...this.#working].filter(([, whose]) => whose === client).map(([started]) => started);
      if (work.length === 0) return;
      await Promise.allSettled(work);
      await flushed();
    }
  }

  #refuse(socket: WebSocket, error: unknown): void {
    if (error instanceof SocketRefusal) {
      if (error.closeCode === CLOSE.tooMany) this.#options.metrics.rateLimited();
      socket.close(error.closeCode, error.message);
    } else {
      this.#options.onBug(error);
      if (error instanceof DatabaseUnavailableError) socket.close(CLOSE.tryAgainLater, 'api_disabled');
      else socket.close(CLOSE.internalError, 'internal_error');
    }
  }

  #ping(): void {
    for (const socket of this.#server.clients) {
      if (this.#silent.has(socket)) {
        socket.terminate();
      } else {
        this.#silent.add(socket);
        socket.ping();
      }
    }
  }
}
