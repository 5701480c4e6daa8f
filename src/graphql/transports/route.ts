import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { InvalidRequestError, STATUSES } from '../../kit/errors.ts';
import type { Log } from '../../kit/log.ts';
import { JsonFlaw } from '../../kit/text.ts';
import type { Cells } from '../../live/cells.ts';
import { graphiqlAssets, graphiqlPage } from '../../pages/graphiql-page.ts';
import { prefersPage, sendPage } from '../../pages/page.ts';
import { ANONYMOUS_LIMITS } from '../../resellers/admission.ts';
import { ApiDisabledError } from '../../resellers/errors.ts';
import { NetworkRate } from '../../resellers/networks.ts';
import { RateLimitedError, rateHeaders } from '../../resellers/rate-limit.ts';
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
import { NotAcceptableError, presentError, type Refusal, refusalOf, waitOf } from '../execution/refusal.ts';
import { RequestContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { Connections, TransportMetrics } from './connections.ts';
import {
  admitHttp,
  credentialOf,
  type HttpAdmission,
  type OwnSite,
  pageHeaders,
  sessionCookieOf,
} from './credentials.ts';
import type { EventStreams } from './event-streams.ts';
import { createSocketServer } from './socket-server.ts';
import { Sockets } from './sockets.ts';

interface GraphqlDoorOptions {
  cells: Cells;
  metrics: TransportMetrics;
  connections: Connections;
  streams: EventStreams;
  unauthenticated: ConnectionLimits['unauthenticated'];
  onBug(error: unknown, source: { log: Log }): void;
  addressOf(request: IncomingMessage): string;
  /** How late a new socket of an address is opened, in milliseconds; it counts as one. */
  delayOf(ip: string): number;
  site: OwnSite;
}

/** The largest body, in bytes: a thousand purchases with a label each have some 200 KB. */
const MAX_BODY_BYTES = 512 * 1024;
/** The largest one of whoever shows no credential. Most have a few hundred bytes. */
const MAX_SMALL_BYTES = 64 * 1024;

/** The GraphQL door at `/graphql`: over HTTP, event streams and WebSocket, with GraphiQL for browsers. */
export function graphqlRoute(options: GraphqlDoorOptions) {
  const { cells, streams, onBug, addressOf, delayOf, site } = options;
  const anonymous = new NetworkRate(ANONYMOUS_LIMITS);

  return async function route(app: FastifyInstance): Promise<void> {
    const onBugOfNobody = (error: unknown) => onBug(error, app);
    const graphql = createSocketServer({ ...options, onBug: onBugOfNobody });
    const { log } = app;
    const sockets = new Sockets({ ...options, graphql, log, onBug: onBugOfNobody });
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
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      async (request: FastifyRequest, body: Buffer) => {
        const isLarge = body.length > MAX_SMALL_BYTES;
        // It takes long to read: who sends it is admitted before that, and so it counts as one more request.
        if (isLarge && !(await admitHttp(cells, request, { requests: 1, anonymous, site })).caller)
          throw Object.assign(new Error('too large'), { statusCode: 413 });
        return readBody(body, isLarge);
      },
    );
    // A request that the framework refuses, or whose body cannot be read, counts as one request.
    app.setErrorHandler((error, request, reply) =>
      answer(request, reply, admitHttp(cells, request, { requests: 1, anonymous, site }), () => {
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
        const demand = 'kind' in read ? read : { requests: 1 };
        const admitting = admitHttp(cells, request, { ...demand, anonymous, site });
        return answer(request, reply, admitting, async (admission) => {
          if (!('kind' in read)) return sendFlaws(reply, read, (error) => onBug(error, request));
          assertAllowed(read.document, admission.caller);
          if (read.kind !== 'subscription') return answerOnce(read, admission, request, reply);
          if (!request.headers.accept?.includes('text/event-stream'))
            throw new NotAcceptableError(
              'A subscription is answered as text/event-stream, which "Accept" must allow, or over WebSocket.',
            );
          return streams.serve(read, admission, request, reply);
        });
      },
    });
    app.route({
      method: ['DELETE', 'OPTIONS', 'PATCH', 'PUT'],
      url: '/graphql',
      handler: async (request, reply) => {
        const { origin, 'access-control-request-method': asked } = request.headers;
        const isPreflight = request.method === 'OPTIONS' && origin !== undefined && asked !== undefined;
        if (isPreflight) return reply.status(204).headers(PREFLIGHT_HEADERS).send();
        const refusal = { code: 'invalid_request', message: 'This path takes GET, POST.' } as const;
        return sendRefusal(reply.header('allow', 'GET, HEAD, POST'), 405, refusal);
      },
    });
  };

  async function answerOnce(
    read: GraphqlRequest,
    { cell, caller }: HttpAdmission,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { accept } = request.headers;
    const type = acceptedJson(accept);
    // Streams and multipart are Yoga's answers that are not JSON.
    if (read.kind === 'mutation' && !type && !/text\/event-stream|multipart\/mixed/i.test(accept ?? ''))
      throw new NotAcceptableError('A mutation is answered as JSON, which "Accept" must allow.');
    // Only a JSON answer sets a cookie; to any other client, signing in is refused.
    const cookie = type && sessionCookieOf(request, reply, site);
    const context = new RequestContext(cell.services, caller, { limited: true, cookie, cells });
    const result = await execute(read, context);
    if (context.replayed) reply.header('idempotent-replayed', 'true');
    return sendResult(reply, type, result, (error) => onBug(error, request));
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

// What answers over HTTP look like: their form, status and headers. Event streams have a form of their own.

type OnBug = (error: unknown) => void;

/**
 * Sends the result of a document. Yoga finds the form that the client accepts, the status and the headers,
 * but not of a result without errors: its objects for the request and the response take a sixth of the
 * processor time of a list.
 */
async function sendResult(
  reply: FastifyReply,
  type: JsonType | undefined,
  result: ExecutionResult,
  onBug: OnBug,
): Promise<FastifyReply> {
  if (type && !result.errors) return reply.type(`${type}; charset=utf-8`).send(JSON.stringify(result));
  // A request in the place of the client's, which Yoga might refuse, such as for its `Host`, when a mutation
  // has been charged.
  const request = { method: 'POST', headers: { accept: type ?? reply.request.headers.accept ?? '' } };
  const presented = withStatuses(result, onBug);
  const response = await yoga.fetch('http://gateway/graphql', request, { result: presented });
  reply.status(response.status);
  for (const name of ['content-type', 'allow', 'www-authenticate', 'retry-after']) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.send(await response.text());
}

/**
 * Sends the errors of a request that is not executed: in JSON without Yoga, which took a millisecond of
 * processor time for each, since wrong documents come in floods.
 */
async function sendFlaws(reply: FastifyReply, flaws: readonly Error[], onBug: OnBug): Promise<FastifyReply> {
  const type = acceptedJson(reply.request.headers.accept);
  if (!type || flaws.some((flaw) => flaw instanceof GraphQLError && 'http' in flaw.extensions))
    return sendResult(reply, type, { errors: flaws as GraphQLError[] }, onBug);
  const errors = flaws.map((flaw) => presentError(flaw, onBug));
  reply.status(type === GRAPHQL_JSON ? 400 : 200).type(`${type}; charset=utf-8`);
  return reply.send(JSON.stringify({ errors }));
}

/** Answers a request that is refused before its document is executed. */
function refuse(reply: FastifyReply, error: unknown, onBug: OnBug): FastifyReply {
  const { status, refusal } = describeRefusal(error);
  if (refusal.isOurs) onBug(error);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (error instanceof RateLimitedError) {
    // A client that accepts no JSON gets it, too: a refusal that it may be able to read is better than none.
    const type = acceptedJson(reply.request.headers.accept) ?? JSON_TYPE;
    reply.headers(rateHeaders(error.window)).type(`${type}; charset=utf-8`);
  }
  return sendRefusal(reply, status, refusal);
}

function sendRefusal(reply: FastifyReply, status: number, { code, message }: Refusal): FastifyReply {
  return reply.status(status).send({ errors: [{ message, extensions: { code: code.toUpperCase() } }] });
}

/** The HTTP status and the refusal for the error of a request whose document is not executed. */
function describeRefusal(error: unknown): { status: number; refusal: Refusal } {
  if (error instanceof JsonFlaw) {
    const code = error.kind === 'form' ? 'invalid_json' : 'invalid_request';
    return { status: 400, refusal: { code, message: error.message } };
  }
  const { statusCode: status } = error as Partial<FastifyError>;
  if (status === 413)
    return {
      status,
      refusal: {
        code: 'invalid_json',
        message: `The request body is larger than ${MAX_BODY_BYTES} bytes, or than ${MAX_SMALL_BYTES} without a key.`,
      },
    };
  if (status === 415)
    return { status, refusal: { code: 'invalid_request', message: 'Send GraphQL as application/json.' } };
  // The client went away, or sent another number of bytes than it had said.
  if (status !== undefined && status < 500)
    return { status: 400, refusal: { code: 'invalid_json', message: 'The request body was cut off.' } };
  const refusal = refusalOf(error);
  if (error instanceof NotAcceptableError) return { status: 406, refusal };
  return { status: STATUSES[refusal.code], refusal };
}

/** Gives Yoga a result that the service's own executor has made, in the place of what a client sends. */
const presentResult: Plugin<object, { result: ExecutionResult }> = {
  onRequestParse: ({ setRequestParser }) => setRequestParser(() => ({ query: '{ __typename }' })),
  onParams: ({ context, setResult }) => setResult(context.result),
};
const yoga = createYoga<{ result: ExecutionResult }>({
  schema,
  graphqlEndpoint: '/graphql',
  logging: false,
  cors: false,
  landingPage: false,
  multipart: false,
  graphiql: false,
  maskedErrors: false,
  plugins: [presentResult],
});

/** The result with its errors as clients may see them, and with the status of each for Yoga. */
function withStatuses(result: ExecutionResult, onBug: OnBug): ExecutionResult {
  if (!result.errors) return result;
  const statusOf = result.data === undefined || isUnserved(result) ? statusOfRequest : statusOfField;
  return { ...result, errors: result.errors.map((error) => presentError(error, onBug, statusOf)) };
}

/** Whether the database went away and nothing was charged, or it can be repeated by its key. */
function isUnserved({ data, errors = [] }: ExecutionResult): boolean {
  return data === null && errors.every((error) => refusalOf(error).code === 'api_disabled');
}

/** What an error of the whole request sets: a resolver needed a caller, and the request has no key. */
const UNAUTHORIZED = { status: 401, headers: { 'www-authenticate': 'Bearer' } };

/** The status and headers that the error has, or those of the refusal; an error of one field has none. */
function statusOfField(refusal: Refusal, error: GraphQLError | undefined): object {
  // Errors of the compiled code have no extensions, although their type has them.
  const http = error?.extensions?.['http'] ?? (refusal.code === 'unauthorized' ? UNAUTHORIZED : undefined);
  return http === undefined ? waitOf(refusal) : { http };
}

/**
 * A request that was refused before its execution has no data. A client that accepts GraphQL's own media type
 * gets the status of the refusal; one that accepts `application/json` gets 200, as it does for an invalid
 * document.
 */
function statusOfRequest(refusal: Refusal, error: GraphQLError | undefined): object {
  // Only without data: 503 says that the request may be sent again as it is, but a mutation with data may
  // have charged before the connection to the database was lost.
  if (refusal.code === 'api_disabled') {
    return { http: { status: 503, headers: { 'retry-after': String(refusal.retryAfterSeconds) } } };
  }
  const status = refusal.code === 'internal_error' ? 500 : 400;
  return { http: { spec: true, status }, ...statusOfField(refusal, error) };
}

const GRAPHQL_JSON = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';
type JsonType = typeof GRAPHQL_JSON | typeof JSON_TYPE;

const JSON_NAMES = /(?<![^\s,])(?:application|\*)\/(?:graphql-response\+json|json|\*)(?=\s*(?:[;,]|$))/;
const OTHER_CHARSET = /charset\s*=(?!utf-8(?:\s*[;,]|$))/;
/** The first JSON type that this `Accept` names; undefined when it takes no JSON in UTF-8. */
function acceptedJson(accept = '*/*'): JsonType | undefined {
  const types = accept.toLowerCase();
  if (OTHER_CHARSET.test(types)) return undefined;
  const [first] = JSON_NAMES.exec(types) ?? [];
  return first === undefined ? undefined : first === GRAPHQL_JSON ? GRAPHQL_JSON : JSON_TYPE;
}

/** How long a browser may keep the answer to a preflight, in seconds. None of them keeps it for longer. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/**
 * The answer to a browser that asks whether a page of another site may send a request. It says nothing of
 * anybody, and is the same for every page: which pages may read an answer is only known with the token, which
 * a preflight does not carry.
 */
const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
};
