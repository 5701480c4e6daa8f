import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginCallback,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type ConnectionLimits, createConnectionLimits } from '../graphql/transports/connection-limits.ts';
import { Connections } from '../graphql/transports/connections.ts';
import { EventStreams } from '../graphql/transports/event-streams.ts';
import { graphqlRoute } from '../graphql/transports/route.ts';
import type { Log } from '../kit/log.ts';
import { operatorCommand } from '../kit/program.ts';
import { Readiness } from '../kit/readiness.ts';
import { type About, aboutNow, asOneRequest, isAdmitted, noteAbandoned } from '../kit/request.ts';
import { beginSpan, isRecording, type Span } from '../kit/spans.ts';
import { type Cells, oneCell } from '../live/cells.ts';
import type { Live } from '../live/live.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { consolePage } from '../pages/console-page.ts';
import { docsPage } from '../pages/docs-page.ts';
import { prefersPage, sendPage } from '../pages/page.ts';
import { fallbackPage, homePage } from '../pages/places-page.ts';
import type { Services } from '../purchases/services.ts';
import { NetworkPace } from '../resellers/networks.ts';
import { proxyListRoute } from '../rest/proxy-lists.ts';
import { restHostOptions, restRoutes } from '../rest/routes.ts';
import { drainOnClose, isLeaving, OpenConnections } from './open-connections.ts';

/** The largest request body, in bytes. The largest that makes sense has a few hundred. */
const MAX_BODY_BYTES = 64 * 1024;
/** How long a client may take to send the headers, and the whole, of a request. Node allows minutes. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often the two limits above are checked. */
const TIMEOUT_CHECK_MS = 2_000;
/** How long an idle connection is kept: reverse proxies, with their usual 60 s, close first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How long a connection may transfer nothing: longer than event streams are silent. */
const CONNECTION_TIMEOUT_MS = 90_000;
/** How long a client may keep a connection open after the service has ended its side. */
const LINGER_MS = 1_000;
/**
 * How answers are sent to a network when no valid credential was shown (pages, checks of health, wrong keys,
 * refusals for a rate), and how sockets are opened for it. A request that its client gives up before that is
 * counted, too. A browser fetches some twenty files for a page, and a load balancer checks twice a second.
 * What comes faster waits, and its connection ends; beyond 10 s the network gets no new connection. No
 * request with a valid credential waits for that.
 */
const STRANGERS_PACE = { burst: 40, everyMs: 100, latestMs: 10_000 };
/** How long a browser asks by https only after an answer, in seconds: a year. */
const HTTPS_FOR_SECONDS = 31_536_000;

interface HostOptions {
  trustedProxyHops: number;
  /** The only address at which people sign in, such as `https://proxies.example`; any when left out. */
  origin?: string | undefined;
  /** The services and subscriptions that are given, when left out. */
  cells?: Cells | undefined;
  /** The limits of this process when left out. */
  limits?: ConnectionLimits | undefined;
  /** What the sandbox stands in for. */
  sandboxed?: readonly string[];
  /** Routes of webhooks, each at paths of its own. */
  routes?: FastifyPluginCallback[] | undefined;
}

/** The HTTP host: every door of the service on one port. */
export function createHttpHost(
  services: Services,
  live: Live,
  options: HostOptions,
  log: Log,
  metrics: Metrics,
): FastifyInstance {
  const { trustedProxyHops, origin, cells = oneCell({ services, live }) } = options;
  const { limits = createConnectionLimits(), sandboxed = [], routes = [] } = options;
  const { slots, unauthenticated } = limits;
  const onFailure = (error: unknown) => logBug(error, app);
  const connections = new Connections({ cells, metrics, slots, onFailure });
  const streams = new EventStreams({ metrics, connections, onBug: logBug });
  const rest = { cells, streams, onBug: logBug };
  const readiness = new Readiness(services.database, services.vault, services.clock);
  const strangers = new NetworkPace(STRANGERS_PACE);
  const trustsProxies = trustedProxyHops > 0;
  const isHttps = services.publicUrl.startsWith('https:');
  const headers = {
    // What is not told otherwise is for its client alone, such as an error or a figure.
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isHttps && { 'strict-transport-security': `max-age=${HTTPS_FOR_SECONDS}` }),
  };
  const app = Fastify({
    ...restHostOptions(rest),
    frameworkErrors(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
      // Before the hooks below.
      reply.headers(headers);
      // The API is JSON for everybody, also where its path is not valid.
      if (prefersFallback(request) && !/^\/v1(\/|$)/.test(pathOf(request))) sendFallback(request, reply);
      else restHostOptions(rest).frameworkErrors(error, request, reply);
    },
    // It is pino's, which the framework asks for more of.
    loggerInstance: log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      shouldUpgradeCallback: opensSocket,
    },
    forceCloseConnections: 'idle',
    // Fastify does not limit how long it takes to close: the caller that closes the host does.
    pluginTimeout: 0,
    // While the host closes, requests over open connections are served as before. The framework's own refusal
    // would not have the form that the contract prescribes.
    return503OnClosing: false,
    trustProxy: trustsProxies && ((_address: string, hop: number) => hop < trustedProxyHops),
    genReqId: () => crypto.randomUUID(),
    clientErrorHandler: refuseMalformedHttp,
  });
  drainOnClose(app);
  /** The client's address as Fastify finds it, also for an upgrade, of which Fastify makes no request. */
  function addressOf(request: IncomingMessage): string {
    const hops = [request.socket.remoteAddress ?? ''];
    const forwarded = trustsProxies && request.headers['x-forwarded-for'];
    if (forwarded) hops.push(...String(forwarded).split(',').reverse());
    return hops[Math.min(trustedProxyHops, hops.length - 1)]?.trim() ?? '';
  }
  const open = new OpenConnections(app.server, {
    isBehindProxy: trustsProxies,
    addressOf,
    isFlooding: (network) => strangers.isBehind(network),
    onAbandoned(request, network) {
      noteAbandoned(abouts.get(request));
      if (!isAdmitted(abouts.get(request))) strangers.delayOf(network);
    },
    onDisplaced: () => metrics.displaced(),
  });
  const abouts = new WeakMap<IncomingMessage, About>();

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    const known: About = {};
    abouts.set(request.raw, known);
    if (hasTwoHosts(request.raw.rawHeaders)) {
      const message = 'The request has more than one "Host" header.';
      return void reply.status(400).send({ error: { code: 'invalid_request', message } });
    }
    asOneRequest(() => aboutNow.run(known, () => inRequestSpan(request, reply, done)));
  });
  function delayOf(ip: string): number {
    const delayMs = strangers.delayOf(ip);
    if (delayMs > 0) metrics.delayed();
    return delayMs;
  }
  const isKnown = (request: FastifyRequest) => isAdmitted(abouts.get(request.raw));
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isKnown(request)) return done(null, payload);
    const keepAlive = open.keepAliveOf(request.raw.socket);
    if (keepAlive !== undefined) reply.header('keep-alive', keepAlive);
    const delayMs = delayOf(request.ip);
    if (delayMs === 0) return done(null, payload);
    reply.header('connection', 'close');
    setTimeout(done, delayMs, null, payload);
  });
  app.addHook('onResponse', async (request, reply) => {
    open.answered(request.raw.socket, isKnown(request));
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const status = reply.statusCode;
    metrics.answered({ method, route, status, seconds: reply.elapsedTime / 1_000 });
    const log: Log = request.log;
    log.info(
      { ...abouts.get(request.raw), method, route, status, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });

  app.setNotFoundHandler((request, reply) => refuseUnknown(app, request, reply));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) return refuseUnknown(app, request, reply);
    logBug(error, request);
    return reply
      .status(500)
      .send({ error: { code: 'internal_error', message: 'Something went wrong on our side.' } });
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (isLeaving(app)) return reply.status(503).send({ status: 'stopping' });
    const reason = await readiness.whyNotReady();
    if (reason !== undefined) return reply.status(503).send({ status: 'not ready', reason });
    return { status: 'ready', ...(sandboxed.length > 0 && { sandbox: sandboxed }) };
  });
  const site = { trustsProxies, origin };
  const doors = { cells, metrics, connections, streams, unauthenticated, addressOf, delayOf, site };
  app.register(graphqlRoute({ ...doors, onBug: logBug }));
  app.register(restRoutes(rest));
  app.register(proxyListRoute(rest));
  for (const route of routes) app.register(route);
  app.register(homePage(() => services.chat.url, operatorCommand('--help')));
  app.register(docsPage);
  app.register(consolePage);
  return app;
}

/** Answers a request outside the doors that has no route. */
function refuseUnknown(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const url = pathOf(request);
  if (!app.hasRoute({ method: 'GET', url })) {
    if (prefersFallback(request)) return sendFallback(request, reply);
    const message = 'There is no such path; try /docs or /graphql.';
    return reply.status(404).send({ error: { code: 'invalid_request', message } });
  }
  reply.header('allow', 'GET, HEAD');
  return reply
    .status(405)
    .send({ error: { code: 'invalid_request', message: 'This path takes GET, HEAD.' } });
}

function pathOf({ url }: FastifyRequest): string {
  return url.replace(/\?.*$/s, '');
}

function prefersFallback({ method, headers }: FastifyRequest): boolean {
  return ['GET', 'HEAD'].includes(method) && prefersPage(headers.accept);
}

function sendFallback(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const page = fallbackPage(pathOf(request));
  return sendPage(reply.status(page.status), page);
}

function logBug(error: unknown, source: { log: Log }): void {
  source.log.error({ ...aboutNow.getStore(), err: error }, 'unexpected error');
}

/** Any other request to upgrade is ignored and answered over HTTP. */
function opensSocket({ method, url, headers, rawHeaders }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    url?.replace(/\?.*$/s, '') === '/graphql' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    !hasTwoHosts(rawHeaders)
  );
}

/** Node takes the first one; a proxy before the service may have taken the other. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

/**
 * Node refuses malformed HTTP before it becomes a request of the host. The client still gets the contract's
 * form, unless it has sent nothing: browsers open connections ahead, and would take what is sent over one of
 * them for the answer to a request that they send just then.
 */
function refuseMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (error.code === 'ECONNRESET' || !socket.writable || (isLate && socket.bytesRead === 0))
    return void socket.destroy();
  const message = isLate
    ? 'The request took too long to arrive.'
    : 'The request is not valid HTTP, or its headers are too large.';
  const body = JSON.stringify({ error: { code: 'invalid_request', message } });
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Paths that are asked for every few seconds. */
const UNRECORDED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Runs a request as a span, if spans are recorded, until it is answered or its client has gone. */
function inRequestSpan(request: FastifyRequest, reply: FastifyReply, work: () => void): void {
  const { url: route } = request.routeOptions;
  if (!isRecording() || UNRECORDED.has(route ?? '')) return void work();
  const { id, method, protocol } = request;
  const span = beginSpan({
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'url.scheme': protocol,
      'gateway.request.id': id,
      ...(route !== undefined && { 'http.route': route }),
    },
    traceparent: traceparentOf(request),
  });
  if (!span) return void work();
  endWith(reply, span);
  span.run(work);
}

function endWith({ raw }: FastifyReply, span: Span): void {
  raw.once('close', () => {
    // Clients leave event streams, whose answers have no end.
    if (raw.headersSent) span.set({ 'http.response.status_code': raw.statusCode });
    else span.fail('client_gone');
    if (raw.statusCode >= 500) span.fail(String(raw.statusCode));
    span.end();
  });
}

/**
 * Null unless a trusted proxy has sent the request, which can take away what strangers send: they could have
 * every request recorded, whatever the share is, and add spans to the traces of others.
 */
function traceparentOf({ ips = [], headers: { traceparent } }: FastifyRequest): string | null {
  // The nearest one is the connection's own, and each proxy that is trusted adds one.
  return ips.length > 1 && typeof traceparent === 'string' ? traceparent : null;
}
