import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseAwayError } from '../../kit/connection-errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import type { Live } from '../../live/live.ts';
import { graphiqlAssets, graphiqlPage } from '../../pages/graphiql-page.ts';
import { sendPage } from '../../pages/page.ts';
import { prefersPage } from '../../pages/preference.ts';
import type { Services } from '../../purchases/services.ts';
import { assertApiOpen, authenticate, type Caller, credentialsOf } from '../../resellers/authenticate.ts';
import { bearerToken } from '../../resellers/bearer-token.ts';
import { admit, anonymousId } from '../../resellers/rate-limit.ts';
import { type Parameters, readBody, readQuery } from '../execution/parameters.ts';
import type { Refusal } from '../execution/refusal.ts';
import { Connections } from './connections.ts';
import { count } from './count.ts';
import { EventStreams } from './event-streams.ts';
import { GRAPHIQL_QUERY } from './graphiql-query.ts';
import { describeRefusal } from './http-refusal.ts';
import { rateHeaders } from './rate-headers.ts';
import { createGraphqlServer, type Exchange } from './server.ts';
import { Sockets } from './sockets.ts';
import type { TransportMetrics } from './transport-metrics.ts';

/** What of Yoga's headers concerns the client; how the body is framed is the host's business. */
const PASSED_HEADERS = ['content-type', 'allow', 'www-authenticate', 'retry-after'];
const EXCHANGE = 'exchange';

export interface GraphqlDoorOptions {
  services: Services;
  live: Live;
  metrics: TransportMetrics;
  onBug(error: unknown, source: { log: FastifyBaseLogger }): void;
  /** The address of the client behind a request. */
  addressOf(request: IncomingMessage): string;
}

/** `/graphql`: the door for GraphQL over HTTP, as event streams and over WebSocket, and GraphiQL for browsers. */
export function graphqlRoute({ services, live, metrics, onBug, addressOf }: GraphqlDoorOptions) {
  const { database } = services;
  const yoga = createGraphqlServer(services);
  const page = graphiqlPage(GRAPHIQL_QUERY);

  return async function route(app: FastifyInstance): Promise<void> {
    const connections = new Connections({ sql: () => database.sql, onFailure: (error) => onBug(error, app) });
    const streams = new EventStreams({ services, live, metrics, connections });
    const sockets = new Sockets({
      services,
      live,
      metrics,
      connections,
      addressOf,
      log: app.log,
      onBug: (error) => onBug(error, app),
    });
    app.server.on('upgrade', (request, stream, head) => sockets.upgrade(request, stream, head));
    app.addHook('preClose', async () => {
      await Promise.all([streams.close(), sockets.close()]);
    });
    app.register(graphiqlAssets);
    app.decorateRequest(EXCHANGE, null);
    // Forms and multipart have no use here and would let a page of another site send requests without being asked about it.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => readBody(body),
    );
    app.setErrorHandler((error, request, reply) => refuse(error, request, reply));

    app.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      onRequest: async (request, reply) => {
        // The page is the same for everybody, and asks nothing of the database.
        if (wantsPage(request)) return sendPage(reply, await page());
        // Who asks comes before what is asked: a body is not looked at for somebody who may not send it.
        request.setDecorator(EXCHANGE, await exchangeOf(request));
      },
      handler: async (request, reply) => {
        const exchange = request.getDecorator<Exchange>(EXCHANGE);
        if (request.method === 'POST' && request.body === undefined)
          throw new InvalidRequestError('The request has no body.');
        const asked = parametersOf(request);
        if (await streams.serve(asked, exchange, request, reply)) return reply;
        const response = await yoga.handleNodeRequestAndResponse(request, reply, { exchange });
        reply.status(response.status).header('cache-control', 'no-store');
        reply.headers(rateHeaders(exchange.window));
        for (const name of PASSED_HEADERS) {
          const value = response.headers.get(name);
          if (value !== null) reply.header(name, value);
        }
        if (exchange.replayed) reply.header('idempotent-replayed', 'true');
        return reply.send(await response.text());
      },
    });
    app.route({
      method: ['DELETE', 'OPTIONS', 'PATCH', 'PUT'],
      url: '/graphql',
      handler: async (_request, reply) => {
        const refusal = { code: 'invalid_request', message: 'This path takes GET, POST.' } as const;
        return send(reply.header('allow', 'GET, HEAD, POST'), 405, refusal);
      },
    });
  };

  /** Anonymous requests may look at the schema; the schema itself refuses them everything else. */
  async function exchangeOf(request: FastifyRequest): Promise<Exchange> {
    const token = bearerToken(request.raw.rawHeaders);
    let caller: Caller | undefined;
    if (token === undefined) await assertApiOpen(database.sql);
    else caller = await authenticate(database.sql, token, request.ip);
    return {
      caller,
      credentials: token === undefined ? undefined : credentialsOf(token, request.ip),
      rateId: caller?.keyId ?? anonymousId(request.ip),
      counted: false,
      window: undefined,
      replayed: false,
      onBug: (error) => onBug(error, request),
    };
  }

  /** What is refused here was not counted yet, and counts like anything else that is asked. */
  async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const exchange = request.getDecorator<Exchange | null>(EXCHANGE);
    let refused = error;
    if (exchange && !exchange.counted && !(error instanceof DatabaseAwayError)) {
      await count(exchange, admit(database.sql, exchange.rateId, 1)).catch((limit: unknown) => {
        refused = limit;
      });
    }
    const { status, refusal } = describeRefusal(refused);
    if (refusal.isOurs) onBug(refused, request);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    if (refusal.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(refusal.retryAfterSeconds));
    send(reply.headers(rateHeaders(exchange?.window)), status, refusal);
  }
}

function send(reply: FastifyReply, status: number, { code, message }: Refusal): FastifyReply {
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .send({ errors: [{ message, extensions: { code } }] });
}

function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && prefersPage(headers.accept);
}

/** What was asked for; the body of a POST was checked when it was read. Throws as reading it does. */
function parametersOf({ method, query, body }: FastifyRequest): Parameters {
  return method === 'GET' ? readQuery(query as Record<string, unknown>) : (body as Parameters);
}
