import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../kit/errors.ts';
import type { Live } from '../../live/live.ts';
import type { Services } from '../../purchases/services.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import { admitOperation, type Operation, readOperation } from '../execution/operation.ts';
import type { Parameters } from '../execution/parameters.ts';
import { refused, type Subscriber, subscribe } from '../execution/subscribe.ts';
import { createContext } from '../schema/context.ts';
import type { Connection, Connections } from './connections.ts';
import { count } from './count.ts';
import { EventStream } from './event-stream.ts';
import type { Meter } from './meter.ts';
import { rateHeaders } from './rate-headers.ts';
import type { Exchange } from './server.ts';

/** Thrown when a subscription is asked for without the one way in which HTTP can answer it. */
export class NotAcceptableError extends DomainError {
  readonly code = 'invalid_request';

  constructor() {
    super('A subscription is answered as text/event-stream, which "Accept" must allow, or over WebSocket.');
  }
}

export interface StreamsOptions {
  services: Services;
  live: Live;
  meter: Meter;
  connections: Connections;
}

/** The door for subscriptions over HTTP: GraphQL over SSE, one subscription to a stream ("distinct connections"). */
export class Streams {
  readonly #options: StreamsOptions;
  readonly #open = new Map<EventStream, Promise<void>>();
  #closing = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
  }

  /**
   * Serves a subscription until it ends. Returns false, having done nothing, for what is none, or has flaws that are told as those
   * of any other request. Throws what the client is to be told instead.
   */
  async serve(
    asked: Parameters,
    exchange: Exchange,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    const operation = subscriptionIn(asked);
    if (!operation) return false;
    const { connections, services, meter } = this.#options;
    const { caller, credentials, onBug } = exchange;
    if (!caller || !credentials) throw new UnauthorizedError();
    if (!request.headers.accept?.includes('text/event-stream')) throw new NotAcceptableError();
    const stream = new EventStream(reply.raw);
    const connection: Connection = {
      caller,
      credentials,
      refuse: (error) => stream.end(refused(error, exchange)),
    };
    connections.add(connection);
    try {
      const { document, operationName } = operation;
      await count(exchange, admitOperation(services.database.sql, exchange.rateId, document, operationName));
      const context: Subscriber['context'] = ({ limited }) =>
        createContext(services, connection.caller, { limited, live: this.#options.live });
      const started = await subscribe(operation, { context, onBug });
      reply.hijack();
      const openedAt = performance.now();
      const told = stream.tell(started, {
        'x-request-id': request.id,
        ...rateHeaders(exchange.window),
      });
      this.#open.set(stream, told);
      meter.opened('stream');
      if (this.#closing) stream.end();
      await told.finally(() => {
        this.#open.delete(stream);
        meter.closed('stream');
      });
      request.log.info({ ms: Math.round(performance.now() - openedAt) }, 'stream closed');
    } finally {
      connections.delete(connection);
    }
    return true;
  }

  /** Ends all streams, without a last word: their clients connect again, to another process. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const stream of this.#open.keys()) stream.end();
    await Promise.all(this.#open.values());
  }
}

/** The subscription that is asked for, if it is one. What does not have the word in it need not be read to know. */
function subscriptionIn(asked: Parameters): Operation | undefined {
  if (!asked.query.includes('subscription')) return undefined;
  const operation = readOperation(asked);
  return 'kind' in operation && operation.kind === 'subscription' ? operation : undefined;
}
