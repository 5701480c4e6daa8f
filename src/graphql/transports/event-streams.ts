import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { Log } from '../../kit/log.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import type { GraphqlRequest } from '../execution/documents.ts';
import { type ResultStream, refusedResult, sequenceOf, subscribe, textOf } from '../execution/execute.ts';
import { logPlace } from '../schema/values.ts';
import type { Connection, Connections, TransportMetrics } from './connections.ts';
import type { HttpAdmission } from './credentials.ts';

interface EventStreamsOptions {
  metrics: TransportMetrics;
  connections: Connections;
  onBug(error: unknown, request: FastifyRequest): void;
}

/** Subscriptions over HTTP, by GraphQL over SSE in "distinct connections mode": one for each stream. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #open = new Map<EventStream, Promise<void>>();
  #closing = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  /** Serves a subscription until it ends. Throws the refusal when no stream has begun. */
  async serve(
    subscription: GraphqlRequest,
    { caller, presented }: Pick<HttpAdmission, 'caller' | 'presented'>,
    request: FastifyRequest,
    reply: FastifyReply,
    frames = GRAPHQL_FRAMES,
  ): Promise<FastifyReply> {
    const { connections, metrics, onBug: report } = this.#options;
    if (!caller || !presented) throw new UnauthorizedError();
    const onBug = (error: unknown) => report(error, request);
    const stream = new EventStream(reply.raw, frames);
    const connection: Connection = {
      caller,
      presented,
      refuse: (error) => stream.end(refusedResult(error, { onBug })),
    };
    await connections.add(connection);
    try {
      // Any other text is none that a stream of the log has given.
      const lastEventId = logPlace.safeParse(request.headers['last-event-id']).data;
      const started = await subscribe(subscription, connections.clientOf(connection, onBug, lastEventId));
      reply.hijack();
      const openedAt = performance.now();
      const sent = stream.send(started, reply.getHeaders() as OutgoingHttpHeaders);
      this.#open.set(stream, sent);
      metrics.opened('stream');
      if (this.#closing) stream.end();
      await sent.finally(() => {
        this.#open.delete(stream);
        metrics.closed('stream');
      });
      const log: Log = request.log;
      log.info({ ms: Math.round(performance.now() - openedAt) }, 'stream closed');
    } finally {
      connections.delete(connection);
    }
    return reply;
  }

  /** Ends all streams without a `complete` event: their clients reach another process. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const stream of this.#open.keys()) stream.end();
    await Promise.all(this.#open.values());
  }
}

/** How often a silent stream sends a comment: reverse proxies close what is silent for a minute. */
const COMMENT_EVERY_MS = 15_000;
/** How long a client may take to read the rest of a stream that was ended; a socket has as long to close. */
const END_WITHIN_MS = 1_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Tells reverse proxies not to buffer events.
  'x-accel-buffering': 'no',
  // An idle connection after the stream would keep the service from stopping.
  connection: 'close',
};

/** How a stream writes results. */
export interface Frames {
  of(result: ExecutionResult): string;
  /** What follows the last result. */
  end: string;
}

const GRAPHQL_FRAMES: Frames = {
  of(result) {
    const sequence = sequenceOf(result);
    return `${sequence === undefined ? '' : `id: ${sequence}\n`}event: next\ndata: ${textOf(result)}\n\n`;
  },
  end: 'event: complete\ndata:\n\n',
};

/**
 * One subscription as server-sent events: `next` for each result, `complete` at the end. A result is fetched
 * only after the network has taken the one before, so that a slow client gets the latest state and no results
 * are queued. A client that reads nothing between two comments is disconnected.
 */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #frames: Frames;
  readonly #closed: Promise<unknown>;
  #results: ResultStream | undefined;
  #comments: NodeJS.Timeout | undefined;
  /** How much had been handed to the network at the last comment. */
  #sentBytes = 0;

  constructor(response: ServerResponse, frames = GRAPHQL_FRAMES) {
    this.#response = response;
    this.#frames = frames;
    this.#closed = new Promise((resolve) => {
      response.once('close', resolve);
    });
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  /** Sends the results, or the one that refuses the subscription. Resolves when the stream has ended. */
  async send(started: ResultStream | ExecutionResult, headers: OutgoingHttpHeaders): Promise<void> {
    if (this.isOpen) this.#response.writeHead(200, { ...headers, ...HEADERS }).flushHeaders();
    this.#comments = setInterval(() => this.#comment(), COMMENT_EVERY_MS);
    try {
      if (Symbol.asyncIterator in started) await this.#sendAll(started);
      else this.end(started);
      await this.#closed;
    } finally {
      clearInterval(this.#comments);
    }
  }

  /**
   * Ends the stream: with a last result and `complete`, or without both, so that the client connects again.
   * The connection is closed within END_WITHIN_MS even if the client does not read.
   */
  end(last?: ExecutionResult): void {
    if (!this.#response.headersSent) this.#response.destroy();
    const timeout = setTimeout(() => this.#response.destroy(), END_WITHIN_MS);
    this.#closed.then(() => clearTimeout(timeout));
    if (!this.isOpen) return;
    if (last) this.#response.write(this.#frames.of(last) + this.#frames.end);
    this.#response.end();
    this.#results?.return?.();
  }

  async #sendAll(results: ResultStream): Promise<void> {
    this.#results = results;
    this.#closed.then(() => results.return?.());
    for await (const result of results) {
      if (!this.isOpen) break;
      if (!this.#response.write(this.#frames.of(result))) await this.#drained();
    }
    if (this.isOpen) this.#response.end();
  }

  #drained(): Promise<unknown> {
    const drained = new Promise((resolve) => {
      this.#response.once('drain', resolve);
    });
    return Promise.race([drained, this.#closed]);
  }

  #comment(): void {
    const { socket, writableEnded, writableNeedDrain } = this.#response;
    const sentBytes = (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0);
    // The stream of a client that reads slowly nearly always has unsent data, which is no reason to drop it.
    // A stream that has ended and is still open waits for a client that does not read.
    const isUnread = writableNeedDrain && sentBytes === this.#sentBytes;
    this.#sentBytes = sentBytes;
    if (isUnread || writableEnded) this.#response.destroy();
    else if (!writableNeedDrain) this.#response.write(':\n\n');
  }
}
