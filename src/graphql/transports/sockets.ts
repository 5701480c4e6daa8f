import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { handleProtocols, type WebSocket as ProtocolSocket, type Server } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { DatabaseUnavailableError } from '../../kit/database-errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import type { Log } from '../../kit/log.ts';
import { type About, aboutNow, asOneRequest, Turns } from '../../kit/request.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { Connection, TransportMetrics } from './connections.ts';
import { credentialOf, type OwnSite, type PresentedCredential } from './credentials.ts';

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
  metrics: TransportMetrics;
  graphql: Server<SocketClient>;
  unauthenticated: ConnectionLimits['unauthenticated'];
  log: Log;
  onBug(error: unknown): void;
  addressOf(request: IncomingMessage): string;
  site: OwnSite;
}

/** GraphQL over WebSocket: accepts sockets, pings them and closes them. `graphql` serves their requests. */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #server: WebSocketServer;
  readonly #silent = new WeakSet<WebSocket>();
  readonly #working = new Map<Promise<unknown>, SocketClient>();
  /** How each client is closed once it has the answers that it waits for. */
  readonly #closers = new Map<WebSocket, () => Promise<void>>();
  readonly #pings: NodeJS.Timeout;

  constructor(options: SocketsOptions) {
    this.#options = options;
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

  /** Closes each socket with 1001 when its client has its answers. Resolves when all are closed. */
  async close(): Promise<void> {
    clearInterval(this.#pings);
    const closed = Promise.withResolvers<void>();
    this.#server.close(() => closed.resolve());
    for (const close of this.#closers.values()) close().catch(this.#options.onBug);
    await Promise.all([closed.promise, ...this.#working.keys()]);
  }

  #open(socket: WebSocket, request: IncomingMessage): void {
    const { graphql, log, metrics, unauthenticated, addressOf, site } = this.#options;
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
      working: (work) => {
        this.#working.set(work, client);
        work.finally(() => this.#working.delete(work));
      },
      close: (code, reason) => socket.close(code, reason),
    };
    metrics.opened('socket');
    unauthenticated.add(socket, ip);
    const about = () => ({ resellerId: client.connection?.caller.resellerId });
    const adapted = adaptSocket(socket, about, (error) => this.#refuse(socket, error));
    const closed = graphql.opened(adapted, client);
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

export interface SocketClient {
  ip: string;
  /** The page that opened the socket, as its browser says; undefined when no browser did. */
  origin: string | undefined;
  /** The credential of the upgrade request, if it had one. */
  presented: PresentedCredential | undefined;
  /** Undefined until the client is authenticated. */
  connection: Connection | undefined;
  readonly requests: SocketRequests;
  isOpen(): boolean;
  /** Called when the client has sent `connection_init`, before its credential is checked. */
  authenticating(): void;
  /** Called with work that has to end before the service stops. */
  working(work: Promise<unknown>): void;
  close(code: number, reason: string): void;
}

/**
 * GraphQL requests that one socket may have under way: enough for a page with twenty live orders, the balance
 * and the list of orders, and for the queries that it sends meanwhile.
 */
const MAX_REQUESTS = 32;
/** Requests beyond MAX_REQUESTS that are refused before the socket is closed. */
const MAX_REFUSED = 100;

/**
 * The GraphQL requests of one socket that are under way. One counts from its `subscribe` message until its
 * execution has ended; a `complete` message only asks it to end.
 */
class SocketRequests {
  #underWay = 0;
  #refused = 0;
  #admitted: Promise<unknown> = Promise.resolve();

  /** Returns the refusal when MAX_REQUESTS are under way. Throws SocketRefusal after MAX_REFUSED of those. */
  begin(): InvalidRequestError | undefined {
    if (this.#underWay < MAX_REQUESTS) {
      this.#underWay += 1;
      return undefined;
    }
    this.#refused += 1;
    const message = `A socket has at most ${MAX_REQUESTS} operations at a time; complete one first.`;
    if (this.#refused > MAX_REFUSED) throw new SocketRefusal(CLOSE.tooMany, message);
    return new InvalidRequestError(message);
  }

  end(): void {
    this.#underWay -= 1;
  }

  /** Admits one request after the other, so that a socket's admissions take one database connection. */
  admit<Left>(admit: () => Promise<Left>): Promise<Left> {
    const admitted = this.#admitted.then(admit);
    this.#admitted = admitted.catch(() => {});
    return admitted;
  }
}

/** The close codes of graphql-transport-ws, and 4429 for too many connections or requests. */
export const CLOSE = {
  unauthorized: 4401,
  forbidden: 4403,
  tooMany: 4429,
  internalError: 4500,
  /** WebSocket's code for a server that cannot serve at the moment: clients connect again. */
  tryAgainLater: 1013,
} as const;

/**
 * Thrown to close a socket. The message is the reason in the close frame, at most 123 bytes: a code of the
 * contract, or a sentence for developers where the close code says enough.
 */
export class SocketRefusal extends Error {
  readonly closeCode: number;

  constructor(closeCode: number, message: string) {
    super(message);
    this.closeCode = closeCode;
  }
}

/**
 * The bytes of a client's messages that are not handled yet: room for all the requests that it may have under
 * way, each as large as it may be. This also bounds what waits to be read by the client: one answer to each
 * ping, one result of each request.
 */
const MAX_UNANSWERED_BYTES = 1.5 * 1024 * 1024;
/** What a message takes in memory besides its text, in bytes. */
const MESSAGE_BYTES = 1024;

/** Whose messages are taken up: those of one reseller, and those before its key is known, in turns. */
const turns = new Turns<About['resellerId']>();

interface AdaptedSocket extends ProtocolSocket {
  /** Resolves when the network has taken everything that is to be sent. */
  flushed(): Promise<void>;
}

/** Adapts a socket to the protocol's implementation. `onFailure` gets the errors of handling a message. */
function adaptSocket(
  socket: WebSocket,
  about: () => About,
  onFailure: (error: unknown) => void,
): AdaptedSocket {
  let sent = Promise.resolve();
  let unansweredBytes = 0;
  return {
    protocol: socket.protocol,
    close: (code, reason) => socket.close(code, reason),
    // Messages are sent one after the other: one is under way to a slow reader, however many requests have
    // results.
    send: (text) => {
      sent = sent.then(() => send(socket, text));
      return sent;
    },
    async flushed() {
      let last: unknown;
      while (last !== sent) {
        last = sent;
        await sent;
        // A sender that awaited this message may send another one.
        await setImmediate();
      }
    },
    onMessage: (handle) =>
      socket.on('message', (data: Buffer) => {
        // A client that the service is disconnecting gets no more answers.
        if (!isOpen(socket)) return;
        const bytes = MESSAGE_BYTES + data.length;
        unansweredBytes += bytes;
        if (unansweredBytes > MAX_UNANSWERED_BYTES) return socket.terminate();
        const subject = about();
        turns.begin(subject.resellerId, () =>
          asOneRequest(() => aboutNow.run(subject, () => handle(String(data))))
            .catch(onFailure)
            .finally(() => {
              unansweredBytes -= bytes;
            }),
        );
      }),
  };
}

function isOpen(socket: WebSocket): boolean {
  return socket.readyState === socket.OPEN;
}

/** Resolves when the network has taken the text, so that sending to a slow reader waits. */
async function send(socket: WebSocket, text: string): Promise<void> {
  if (!isOpen(socket)) return;
  // If sending fails, the socket closes, and its close event is handled.
  await new Promise<void>((resolve) => {
    socket.send(text, () => resolve());
  });
}
