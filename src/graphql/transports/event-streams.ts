import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../kit/errors.ts';
import type { Live } from '../../live/live.ts';
import type { Services } from '../../purchases/services.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import {
  admitGraphqlRequest,
  type GraphqlRequest,
  readGraphqlRequest,
} from '../execution/graphql-request.ts';
import type { Parameters } from '../execution/parameters.ts';
import { refusedResult, type SubscriptionClient, subscribe } from '../execution/subscribe.ts';
import { createContext } from '../schema/context.ts';
import type { Connection, Connections } from './connections.ts';
import { count } from './count.ts';
import { EventStream } from './event-stream.ts';
import { rateHeaders } from './rate-headers.ts';
import type { Exchange } from './server.ts';
import type { TransportMetrics } from './transport-metrics.ts';

/** Thrown when a subscription is asked for without the one way in which HTTP can answer it. */
export class NotAcceptableError extends DomainError {
  readonly code = 'invalid_request';

  constructor() {
    super('A subscription is answered as text/event-stream, which "Accept" must allow, or over WebSocket.');
  }
}

export interface EventStreamsOptions {
  services: Services;
  live: Live;
  metrics: TransportMetrics;
  connections: Connections;
}

/** Subscriptions over HTTP: the protocol GraphQL over SSE in its "distinct connections mode", one subscription to a stream. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #open = new Map<EventStream, Promise<void>>();
  #closing = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  /**
   * Serves a subscription until it ends. Returns false, and has done nothing, when the request is no subscription or its document has
   * errors: those are answered like the errors of any other request. Throws the refusal that is to be sent instead of a stream.
   */
  async serve(
    asked: Parameters,
    exchange: Exchange,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    const subscription = subscriptionIn(asked);
    if (!subscription) return false;
    const { connections, services, metrics } = this.#options;
    const { caller, credentials, onBug } = exchange;
    if (!caller || !credentials) throw new UnauthorizedError();
    if (!request.headers.accept?.includes('text/event-stream')) throw new NotAcceptableError();
    const stream = new EventStream(reply.raw);
    const connection: Connection = {
      caller,
      credentials,
      refuse: (error) => stream.end(refusedResult(error, exchange)),
    };
    connections.add(connection);
    try {
      const { document, operationName } = subscription;
      await count(
        exchange,
        admitGraphqlRequest(services.database.sql, exchange.rateId, document, operationName),
      );
      const context: SubscriptionClient['context'] = ({ limited }) =>
        createContext(services, connection.caller, { limited, live: this.#options.live });
      const started = await subscribe(subscription, { context, onBug });
      reply.hijack();
      const openedAt = performance.now();
      const sent = stream.send(started, {
        'x-request-id': request.id,
        ...rateHeaders(exchange.window),
      });
      this.#open.set(stream, sent);
      metrics.opened('stream');
      if (this.#closing) stream.end();
      await sent.finally(() => {
        this.#open.delete(stream);
        metrics.closed('stream');
      });
      request.log.info({ ms: Math.round(performance.now() - openedAt) }, 'stream closed');
    } finally {
      connections.delete(connection);
    }
    return true;
  }

  /** Ends all streams without a `complete` event, so that their clients connect again, to another process. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const stream of this.#open.keys()) stream.end();
    await Promise.all(this.#open.values());
  }
}

/** The subscription that is asked for, if it is one. A document without the word cannot be one and is not parsed here. */
function subscriptionIn(asked: Parameters): GraphqlRequest | undefined {
  if (!asked.query.includes('subscription')) return undefined;
  const read = readGraphqlRequest(asked);
  return 'kind' in read && read.kind === 'subscription' ? read : undefined;
}
