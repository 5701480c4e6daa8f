import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Live } from '../live/live.ts';
import type { Services } from '../purchases/services.ts';
import { bearerToken } from '../resellers/bearer-token.ts';
import { CLOSE, type SocketClient, SocketRefusal } from './admit-socket.ts';
import type { Connections } from './connections.ts';
import { createSocketServer } from './socket-server.ts';

/** The largest message of a client, in bytes: as much as the body of a request. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** What may wait for a client to read it, in bytes; far more than a client that reads ever lets wait. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** How often each client has to show that it lives: often enough for reverse proxies, which close what is silent for a minute. */
const PING_EVERY_MS = 12_000;
/** How long a client that is told to close may take to agree. */
const CLOSE_WITHIN_MS = 1_000;
/** Sockets that have not yet said whose they are, of one address and in all: each costs memory before it proves anything. */
const MAX_STRANGERS_OF_ADDRESS = 20;
const MAX_STRANGERS = 500;
const GOING_AWAY = 1001;

export interface SocketsOptions {
  services: Services;
  live: Live;
  connections: Connections;
  log: FastifyBaseLogger;
  onBug(error: unknown): void;
  /** The address of the client behind a request. */
  addressOf(request: IncomingMessage): string;
}

/** The door for GraphQL over WebSocket. */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #graphql: ReturnType<typeof createSocketServer>;
  readonly #server: WebSocketServer;
  /** Addresses of the sockets that have not said yet whose they are. */
  readonly #strangers = new Map<WebSocket, string>();
  readonly #silent = new WeakSet<WebSocket>();
  readonly #working = new Set<Promise<unknown>>();
  readonly #pings: NodeJS.Timeout;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#graphql = createSocketServer({
      ...options,
      onWork: (work) => {
        this.#working.add(work);
        work.finally(() => this.#working.delete(work));
      },
    });
    const limits = { maxPayload: MAX_MESSAGE_BYTES, closeTimeout: CLOSE_WITHIN_MS, handleProtocols };
    this.#server = new WebSocketServer({ ...limits, noServer: true });
    this.#pings = setInterval(() => this.#ping(), PING_EVERY_MS).unref();
  }

  /** For the event of the same name of Node's HTTP server. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => {});
    const address = this.#options.addressOf(request);
    const ofAddress = [...this.#strangers.values()].filter((other) => other === address).length;
    if (ofAddress >= MAX_STRANGERS_OF_ADDRESS || this.#strangers.size >= MAX_STRANGERS) {
      stream.end('HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#open(socket, request, address));
  }

  /** Tells all clients that the service goes away, and waits for them and for what they had it do. */
  async close(): Promise<void> {
    clearInterval(this.#pings);
    const closed = Promise.withResolvers<void>();
    this.#server.close(() => closed.resolve());
    for (const socket of this.#server.clients) socket.close(GOING_AWAY, 'going away');
    await Promise.all([closed.promise, ...this.#working]);
  }

  #open(socket: WebSocket, request: IncomingMessage, ip: string): void {
    const { log } = this.#options;
    const openedAt = performance.now();
    const client: SocketClient = {
      ip,
      apiKey: bearerToken(request.rawHeaders),
      connection: undefined,
      isOpen: () => isOpen(socket),
      welcome: (connection) => {
        client.connection = connection;
        this.#strangers.delete(socket);
      },
      close: (code, reason) => socket.close(code, reason),
    };
    this.#strangers.set(socket, ip);
    const closed = this.#graphql.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (handle) =>
          socket.on('message', (data) => {
            // Nothing more is done for a client that was told to go.
            if (isOpen(socket)) handle(String(data)).catch((error) => this.#refuse(socket, error));
          }),
      },
      client,
    );
    socket.on('pong', () => this.#silent.delete(socket));
    // What is wrong with a client's frames or its network ends in a close, which is where it is dealt with.
    socket.on('error', () => {});
    socket.once('close', (code, reason) => {
      this.#strangers.delete(socket);
      closed(code, String(reason)).catch(this.#options.onBug);
      log.info({ socket: code, ms: Math.round(performance.now() - openedAt) }, 'socket closed');
    });
  }

  #refuse(socket: WebSocket, error: unknown): void {
    if (error instanceof SocketRefusal) {
      socket.close(error.closeCode, error.message);
    } else {
      this.#options.onBug(error);
      socket.close(CLOSE.internalError, 'internal_error');
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

function isOpen(socket: WebSocket): boolean {
  return socket.readyState === socket.OPEN;
}

/** Done when the network has taken the text, so that whoever sends to a slow reader waits. */
async function send(socket: WebSocket, text: string): Promise<void> {
  if (!isOpen(socket)) return;
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
    socket.terminate();
    return;
  }
  // When it fails, the socket closes, which is where it is dealt with.
  await new Promise<void>((resolve) => {
    socket.send(text, () => resolve());
  });
}
