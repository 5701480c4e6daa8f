import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../kit/log.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import { rateHeaders } from '../../resellers/rate-limit.ts';
import type { GraphqlRequest } from '../execution/graphql-request.ts';
import { refusedResult, subscribe } from '../execution/subscribe.ts';
import type { Connection, Connections } from './connections.ts';
import { pageHeaders } from './cors.ts';
import { EventStream } from './event-stream.ts';
import type { HttpAdmission } from './http-admission.ts';
import { NotAcceptableError } from './media-type.ts';
import type { TransportMetrics } from './transport-metrics.ts';

interface EventStreamsOptions {
  metrics: TransportMetrics;
  connections: Connections;
  onBug(error: unknown, request: FastifyRequest): void;
}

/**
 * Subscriptions over HTTP, by the protocol GraphQL over SSE in its "distinct connections mode": each stream
 * has one subscription.
 */
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
    { caller, presented, window }: HttpAdmission,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { connections, metrics, onBug: report } = this.#options;
    if (!caller || !presented) throw new UnauthorizedError();
    if (!request.headers.accept?.includes('text/event-stream'))
      throw new NotAcceptableError(
        'A subscription is answered as text/event-stream, which "Accept" must allow, or over WebSocket.',
      );
    const onBug = (error: unknown) => report(error, request);
    const stream = new EventStream(reply.raw);
    const connection: Connection = {
      caller,
      presented,
      refuse: (error) => stream.end(refusedResult(error, { onBug })),
    };
    await connections.add(connection);
    try {
      const started = await subscribe(subscription, connections.clientOf(connection, onBug));
      reply.hijack();
      const openedAt = performance.now();
      const sent = stream.send(started, {
        'x-request-id': request.id,
        ...rateHeaders(window),
        ...pageHeaders(presented),
      });
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

  /**
   * Ends all streams without a `complete` event, so that their clients connect again and reach another
   * process.
   */
  async close(): Promise<void> {
    this.#closing = true;
    for (const stream of this.#open.keys()) stream.end();
    await Promise.all(this.#open.values());
  }
}
