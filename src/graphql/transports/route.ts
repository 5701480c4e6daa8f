import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import { InvalidRequestError } from '../../kit/errors.ts';
import type { Log } from '../../kit/log.ts';
import type { Live } from '../../live/live.ts';
import { prefersPage } from '../../pages/content-negotiation.ts';
import { graphiqlAssets, graphiqlPage } from '../../pages/graphiql-page.ts';
import { sendPage } from '../../pages/page.ts';
import type { Services } from '../../purchases/services.ts';
import type { Caller } from '../../resellers/admission.ts';
import { ANONYMOUS_LIMITS } from '../../resellers/admission.ts';
import { ApiDisabledError } from '../../resellers/errors.ts';
import { NetworkRate } from '../../resellers/network-rate.ts';
import { RateLimitedError, rateHeaders } from '../../resellers/rate-limit.ts';
import { assertAllowed } from '../execution/assert-allowed.ts';
import { executeRequest } from '../execution/execute.ts';
import { type GraphqlRequest, hasFewRootFields, readGraphqlRequest } from '../execution/graphql-request.ts';
import { type Parameters, readBody, readQuery } from '../execution/parameters.ts';
import { createContext } from '../schema/context.ts';
import { type ConnectionLimits, createConnectionLimits } from './connection-limits.ts';
import { Connections } from './connections.ts';
import { isPreflight, PREFLIGHT_HEADERS, pageHeaders } from './cors.ts';
import { credentialOf } from './credentials.ts';
import { EventStreams } from './event-streams.ts';
import { GRAPHIQL_QUERY } from './graphiql-query.ts';
import { admitHttp, type HttpAdmission, requestsBy } from './http-admission.ts';
import { refuse, sendRefusal } from './http-refusal.ts';
import { acceptedJson, isAnswerable, NotAcceptableError } from './media-type.ts';
import type { OwnSite } from './same-origin.ts';
import { createGraphqlServer, type ServedRequest } from './server.ts';
import { sessionCookieOf } from './session-cookie.ts';
import { Sockets } from './sockets.ts';
import type { TransportMetrics } from './transport-metrics.ts';

/** The headers of Yoga's answer that are passed on. The host sets those about the body itself. */
const PASSED_HEADERS = ['content-type', 'allow', 'www-authenticate', 'retry-after'];

/** Any address with Yoga's path. */
const RESULT_URL = 'http://gateway/graphql';

interface GraphqlDoorOptions {
  services: Services;
  live: Live;
  metrics: TransportMetrics;
  /** Those of this process when left out. */
  limits?: ConnectionLimits | undefined;
  onBug(error: unknown, source: { log: Log }): void;
  /** The address of the client behind a request. */
  addressOf(request: IncomingMessage): string;
  /** How late a new socket of an address is opened, in milliseconds; it counts as one. */
  delayOf(ip: string): number;
  site: OwnSite;
}

/** The GraphQL door at `/graphql`: over HTTP, event streams and WebSocket, with GraphiQL for browsers. */
export function graphqlRoute({
  services,
  live,
  metrics,
  limits,
  onBug,
  addressOf,
  delayOf,
  site,
}: GraphqlDoorOptions) {
  const { slots, unauthenticated } = limits ?? createConnectionLimits();
  const anonymous = new NetworkRate(ANONYMOUS_LIMITS);
  const yoga = createGraphqlServer(services);
  const page = graphiqlPage(GRAPHIQL_QUERY);

  return async function route(app: FastifyInstance): Promise<void> {
    const connections = new Connections({
      slots,
      services,
      live,
      metrics,
      onFailure: (error) => onBug(error, app),
    });
    const streams = new EventStreams({ metrics, connections, onBug });
    const sockets = new Sockets({
      services,
      metrics,
      connections,
      unauthenticated,
      addressOf,
      site,
      log: app.log,
      onBug: (error) => onBug(error, app),
    });
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
        if (wantsPage(request)) return sendPage(reply, await page());
      },
      handler: async (request, reply) => {
        // GraphiQL's page is the only answer to HEAD.
        if (request.method === 'HEAD') throw new InvalidRequestError('Send GraphQL by GET or POST.');
        if (request.method === 'POST' && request.body === undefined)
          throw new InvalidRequestError('The request has no body.');
        const read = readGraphqlRequest(parametersOf(request));
        const requests = requestsBy(request.method, read);
        const admitting = admitHttp(services, request, { requests, anonymous, site });
        return answer(request, reply, admitting, async (admission) => {
          if ('kind' in read) assertAllowed(read.document, admission.caller);
          return 'kind' in read && read.kind === 'subscription'
            ? streams.serve(read, admission, request, reply)
            : execute(read, 'kind' in read ? admission.caller : undefined, request, reply);
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

  /**
   * Executes a query or a mutation. A result without errors is sent as it is, if the client accepts JSON.
   * Yoga finds the status and the headers of every other answer: its objects for the request and the response
   * take a sixth of the processor time of a list.
   */
  async function execute(
    read: GraphqlRequest | readonly GraphQLError[],
    caller: Caller | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const type = acceptedJson(request.headers.accept);
    // Only a JSON answer sets a cookie; to any other client, signing in is refused.
    const cookie = type && sessionCookieOf(request, reply, site);
    const served: ServedRequest = {
      caller,
      cookie,
      replayed: false,
      onBug: (error) => onBug(error, request),
    };
    if (type && 'kind' in read && isExecutable(request.method, read)) {
      const context = createContext(services, caller, { limited: true, cookie });
      served.result = await executeRequest(read, context);
      if (context.replayed) reply.header('idempotent-replayed', 'true');
      if (served.result.errors)
        return present(await yoga.fetch(RESULT_URL, resultRequest(type), { served }), reply);
      return reply.type(`${type}; charset=utf-8`).send(JSON.stringify(served.result));
    }
    if ('kind' in read && read.kind === 'mutation' && !isAnswerable(request.headers.accept))
      throw new NotAcceptableError('A mutation is answered as JSON, which "Accept" must allow.');
    const response = await yoga.handleNodeRequestAndResponse(request, reply, { served });
    if (served.replayed) reply.header('idempotent-replayed', 'true');
    return present(response, reply);
  }

  /**
   * Calls `work` for an admitted request. Answers with the refusal when the admission or `work` throws one.
   */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    admitting: Promise<HttpAdmission>,
    work: (admitted: HttpAdmission) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      const admitted = await admitting;
      reply.headers({ ...rateHeaders(admitted.window), ...pageHeaders(admitted.presented) });
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

/**
 * A request in the place of the client's, for a result that is there already: Yoga might refuse the client's,
 * such as for its `Content-Type`, when a mutation has been charged.
 */
function resultRequest(accept: string): RequestInit {
  const headers = { accept, 'content-type': 'application/json' };
  return { method: 'POST', headers, body: '{"query":"{__typename}"}' };
}

async function present(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.status(response.status);
  for (const name of PASSED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.send(await response.text());
}

/** Mutations by GET and documents with too many root fields are refused, which is Yoga's work. */
function isExecutable(method: string, { kind, document, operationName }: GraphqlRequest): boolean {
  return !(method === 'GET' && kind === 'mutation') && hasFewRootFields(document, operationName);
}

function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && prefersPage(headers.accept);
}

/**
 * The parameters of a request. The body of a POST was checked when it was read. Throws as `readQuery` does.
 */
function parametersOf({ method, query, body }: FastifyRequest): Parameters {
  return method === 'GET' ? readQuery(query as Record<string, unknown>) : (body as Parameters);
}
