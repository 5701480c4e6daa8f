import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InvalidRequestError } from '../../kit/errors.ts';
import type { Log } from '../../kit/log.ts';
import type { Live } from '../../live/live.ts';
import { graphiqlAssets, graphiqlPage } from '../../pages/graphiql-page.ts';
import { prefersPage, sendPage } from '../../pages/page.ts';
import type { Services } from '../../purchases/services.ts';
import { ANONYMOUS_LIMITS, type Caller } from '../../resellers/admission.ts';
import { ApiDisabledError } from '../../resellers/errors.ts';
import { NetworkRate } from '../../resellers/networks.ts';
import { RateLimitedError } from '../../resellers/rate-limit.ts';
import type { GraphqlRequest } from '../execution/documents.ts';
import { execute } from '../execution/execute.ts';
import {
  assertAllowed,
  type Parameters,
  readBody,
  readGet,
  readGraphqlRequest,
  readQuery,
} from '../execution/graphql-request.ts';
import { NotAcceptableError } from '../execution/refusal.ts';
import { createContext } from '../schema/context.ts';
import {
  acceptedJson,
  acceptsStream,
  isPreflight,
  PREFLIGHT_HEADERS,
  refuse,
  sendFlaws,
  sendRefusal,
  sendResult,
} from './answers.ts';
import { type ConnectionLimits, createConnectionLimits } from './connection-limits.ts';
import { Connections, type TransportMetrics } from './connections.ts';
import {
  admitHttp,
  credentialOf,
  type HttpAdmission,
  type OwnSite,
  pageHeaders,
  sessionCookieOf,
} from './credentials.ts';
import { EventStreams } from './event-streams.ts';
import { createSocketServer } from './socket-server.ts';
import { Sockets } from './sockets.ts';

interface GraphqlDoorOptions {
  services: Services;
  live: Live;
  metrics: TransportMetrics;
  /** The limits of this process when left out. */
  limits?: ConnectionLimits | undefined;
  onBug(error: unknown, source: { log: Log }): void;
  addressOf(request: IncomingMessage): string;
  /** How late a new socket of an address is opened, in milliseconds; it counts as one. */
  delayOf(ip: string): number;
  site: OwnSite;
}

/** The GraphQL door at `/graphql`: over HTTP, event streams and WebSocket, with GraphiQL for browsers. */
export function graphqlRoute(options: GraphqlDoorOptions) {
  const { services, metrics, limits = createConnectionLimits(), onBug, addressOf, delayOf, site } = options;
  const anonymous = new NetworkRate(ANONYMOUS_LIMITS);

  return async function route(app: FastifyInstance): Promise<void> {
    const onBugOfNobody = (error: unknown) => onBug(error, app);
    const connections = new Connections({ ...options, slots: limits.slots, onFailure: onBugOfNobody });
    const streams = new EventStreams({ metrics, connections, onBug });
    const { unauthenticated } = limits;
    const graphql = createSocketServer({ ...options, connections, onBug: onBugOfNobody });
    const { log } = app;
    const sockets = new Sockets({ ...options, graphql, unauthenticated, log, onBug: onBugOfNobody });
    app.server.on('upgrade', (request, stream, head) => {
      const delayMs = delayOf(addressOf(request));
      if (delayMs === 0) return sockets.upgrade(request, stream, head);
      // Otherwise an error while it waits would end the process.
      stream.on('error', () => {});
      setTimeout(() => sockets.upgrade(request, stream, head), delayMs);
    });
    app.addHook('preClose', async () => {
      await Promise.all([streams.close(), sockets.close()]);
    });
    app.register(graphiqlAssets);
    // Forms and multipart are not accepted: with them a page of another site could send requests without a
    // preflight.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => readBody(body),
    );
    // A request that the framework refuses, or whose body cannot be read, counts as one request.
    app.setErrorHandler((error, request, reply) =>
      answer(request, reply, admitHttp(services, request, { requests: 1, anonymous, site }), () => {
        throw error;
      }),
    );

    app.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      onRequest: async (request, reply) => {
        // GraphiQL's page needs no admission: it is the same for everybody, and needs no query to the
        // database.
        const { method, headers } = request;
        if (['GET', 'HEAD'].includes(method) && prefersPage(headers.accept))
          return sendPage(reply, await graphiqlPage());
      },
      handler: async (request, reply) => {
        // GraphiQL's page is the only answer to HEAD.
        if (request.method === 'HEAD') throw new InvalidRequestError('Send GraphQL by GET or POST.');
        if (request.method === 'POST' && request.body === undefined)
          throw new InvalidRequestError('The request has no body.');
        // The body of a POST was checked when it was received.
        const read =
          request.method === 'GET'
            ? readGet(readQuery(request.query as Record<string, unknown>))
            : readGraphqlRequest(request.body as Parameters);
        const requests = 'kind' in read ? read.requests : 1;
        const admitting = admitHttp(services, request, { requests, anonymous, site });
        return answer(request, reply, admitting, async (admission) => {
          if (!('kind' in read)) return sendFlaws(reply, read, (error) => onBug(error, request));
          assertAllowed(read.document, admission.caller);
          return read.kind === 'subscription'
            ? streams.serve(read, admission, request, reply)
            : answerOnce(read, admission.caller, request, reply);
        });
      },
    });
    app.route({
      method: ['DELETE', 'OPTIONS', 'PATCH', 'PUT'],
      url: '/graphql',
      handler: async (request, reply) => {
        if (isPreflight(request)) return reply.status(204).headers(PREFLIGHT_HEADERS).send();
        const refusal = { code: 'invalid_request', message: 'This path takes GET, POST.' } as const;
        return sendRefusal(reply.header('allow', 'GET, HEAD, POST'), 405, refusal);
      },
    });
  };

  async function answerOnce(
    read: GraphqlRequest,
    caller: Caller | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { accept } = request.headers;
    const type = acceptedJson(accept);
    if (read.kind === 'mutation' && type === undefined && !acceptsStream(accept))
      throw new NotAcceptableError('A mutation is answered as JSON, which "Accept" must allow.');
    // Only a JSON answer sets a cookie; to any other client, signing in is refused.
    const cookie = type && sessionCookieOf(request, reply, site);
    const context = createContext(services, caller, { limited: true, cookie });
    const result = await execute(read, context);
    if (context.replayed) reply.header('idempotent-replayed', 'true');
    return sendResult(reply, result, (error) => onBug(error, request));
  }

  /** Calls `work` for an admitted request. Answers with the refusal that admission or `work` throws. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    admitting: Promise<HttpAdmission>,
    work: (admitted: HttpAdmission) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      const admitted = await admitting;
      reply.headers(admitted.headers);
      return await work(admitted);
    } catch (error) {
      // An event stream has begun, so no other answer can be sent.
      if (reply.sent) throw error;
      // A token is refused in these ways only when it is valid, and comes from its own page.
      if (error instanceof RateLimitedError || error instanceof ApiDisabledError)
        reply.headers(pageHeaders(credentialOf(request.raw, request.ip, site)));
      return refuse(reply, error, (bug) => onBug(bug, request));
    }
  }
}
