import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import {
  type AuthorizedClient,
  type PresentedCredentials,
  proxyRequestOf,
  REFUSALS,
  type RefusalCode,
  type Target,
} from './authorization.ts';
import { connectTarget, joinSockets, Relay } from './relay.ts';
import type { GatewayContext } from './sockets.ts';

/** How often slow clients are looked for. A handshake may exceed its limit by up to this time. */
const SLOW_CLIENT_CHECK_MILLIS = 1_000;

const CLIENT_ERRORS: ReadonlyMap<string, Answer> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/**
 * An HTTP proxy that does not listen yet: absolute-form requests are forwarded, CONNECT opens a tunnel.
 * Sticky ports pass their clients to it as `connection` events; `stickyPortOf` returns the port of such a
 * client.
 */
export function createHttpGateway(
  context: GatewayContext,
  stickyPortOf: (client: Socket) => number | undefined,
): Server {
  const { limits, sockets } = context;
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.handshakeMillis,
    // A long upload does not make a client slow: the idle timeout applies to it.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleMillis,
    connectionsCheckingInterval: Math.min(SLOW_CLIENT_CHECK_MILLIS, limits.handshakeMillis),
    noDelay: true,
  });
  server.setTimeout(limits.idleMillis);
  server.on('connection', (socket: Socket) => sockets.accept(socket));
  // Node types it as any duplex stream, but a plain HTTP server only ever hands over its sockets.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    refuse(socket, CLIENT_ERRORS.get(error.code ?? '') ?? 400);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    return serveRequest(request, response, stickyPortOf(request.socket), context);
  });
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    // Bytes that came with the request are put back first: after the client has ended its side it would be
    // too late.
    if (head.length > 0) client.unshift(head);
    return serveTunnel(request, client, stickyPortOf(client), context);
  });
  return server;
}

async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  stickyPort: number | undefined,
  context: GatewayContext,
): Promise<void> {
  const authorized = authorizedClient(request, request.socket, stickyPort, context);
  if (typeof authorized === 'string') return sendOwnAnswer(request, response, authorized);
  const asked = destination(request.url ?? '');
  if (!asked) return sendOwnAnswer(request, response, 400);
  const opened = authorized.open(asked.target);
  if (typeof opened === 'string') return sendOwnAnswer(request, response, opened);
  const relay = new Relay(opened);
  relay.destroyOnCut(response);
  try {
    const connection = await connectTarget(asked.target, request.socket, relay, context);
    forward(request, response, asked, connection, relay, context.limits.idleMillis);
  } catch {
    sendOwnAnswer(request, response, 'NO_HOST_CONNECTION');
  }
}

async function serveTunnel(
  request: IncomingMessage,
  client: Socket,
  stickyPort: number | undefined,
  context: GatewayContext,
): Promise<void> {
  const authorized = authorizedClient(request, client, stickyPort, context);
  if (typeof authorized === 'string') return refuse(client, authorized);
  const target = authority(request.url ?? '');
  if (!target) return refuse(client, 400);
  const opened = authorized.open(target);
  if (typeof opened === 'string') return refuse(client, opened);
  const relay = new Relay(opened);
  relay.destroyOnCut(client);
  try {
    const socket = await connectTarget(target, client, relay, context);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    joinSockets(client, socket, relay, context.limits.idleMillis);
  } catch {
    refuse(client, 'NO_HOST_CONNECTION');
  }
}

/**
 * A header that cannot be read is not the same as no header: the client is refused even if its address needs
 * none.
 */
function authorizedClient(
  { headers }: IncomingMessage,
  client: Socket,
  stickyPort: number | undefined,
  { authorize }: GatewayContext,
): AuthorizedClient | RefusalCode {
  const header = headers['proxy-authorization'];
  const credentials = header === undefined ? undefined : basicCredentials(header);
  if (header !== undefined && !credentials) return 'NO_USER';
  return authorize(proxyRequestOf(client, 'http', stickyPort, credentials));
}

function basicCredentials(header: string): PresentedCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const [, login, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return login === undefined || password === undefined ? undefined : { login, password };
}

/** The target and path of an absolute-form request. The path stays as the client wrote it. */
function destination(text: string): Destination | undefined {
  const [, path] = /^http:\/\/[^/?#]+([^#]*)/i.exec(text) ?? [];
  const url = URL.parse(text);
  if (path === undefined || !url) return undefined;
  return {
    target: { host: withoutBrackets(url.hostname), port: Number(url.port || 80) },
    authority: url.host,
    path: path.startsWith('/') ? path : `/${path}`,
  };
}

function authority(text: string): Target | undefined {
  const [, host, port] = /^([^\s/@:[\]]+|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: withoutBrackets(host), port: Number(port) };
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Headers that belong to one connection and not to the message, so they are not sent on (RFC 9110, 7.6.1).
 */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Methods whose requests have a body, if only an empty one. */
const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

interface Destination {
  target: Target;
  /** What the target is called in its `Host` header. */
  authority: string;
  path: string;
}

/**
 * Sends the request on over a connection to its target, and the answer back. The relay is closed when the
 * answer ends.
 */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { authority, path }: Destination,
  connection: Socket,
  relay: Relay,
  idleMillis: number,
): void {
  const client = request.socket;
  let bodyBytes = 0;
  let countedBytes = 0;
  /** Counts the bytes since the last count, in both directions, headers included. */
  const count = () => {
    const bytes = connection.bytesRead + Math.max(connection.bytesWritten, bodyBytes) - countedBytes;
    if (bytes <= 0) return;
    countedBytes += bytes;
    relay.allows(bytes);
  };
  const end = () => {
    client.off('close', end);
    connection.destroy();
    count();
    relay.close();
  };
  // An answer that waits behind another one on the same connection gets no event when the client goes.
  client.once('close', end);
  response.once('close', end);
  if (client.destroyed || response.closed) {
    end();
    return;
  }
  connection.setTimeout(idleMillis, () => connection.destroy());
  response.sendDate = false;
  const own = ['host', authority, 'connection', 'close', ...framing(request)];
  const outgoing = httpRequest({
    method: request.method ?? 'GET',
    path,
    headers: [...own, ...endToEnd(request, new Set(['host', 'content-length']))],
    createConnection: () => connection,
  });
  // The request reads from the connection from here on. A listener added earlier would have consumed the
  // beginning of the answer.
  outgoing.once('socket', () => connection.prependListener('data', count));
  // The `close` that follows is handled.
  outgoing.on('error', () => {});
  outgoing.once('close', () => {
    if (!response.headersSent) sendOwnAnswer(request, response, 'NO_HOST_CONNECTION');
  });
  outgoing.once('response', (incoming) => {
    try {
      response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, endToEnd(incoming, new Set()));
    } catch {
      // The target's status or headers cannot be sent in a valid answer.
      connection.destroy();
      return;
    }
    pipeline(incoming, response, () => connection.destroy());
  });
  // A part of the body is counted before it is sent.
  request.on('data', (chunk) => {
    bodyBytes += chunk.length;
    count();
  });
  request.pipe(outgoing);
}

/**
 * The gateway writes the body's length itself, and in one way only: a length that is written in two ways
 * makes request smuggling possible.
 */
function framing({ headers, method }: IncomingMessage): string[] {
  if (headers['transfer-encoding'] !== undefined) return ['transfer-encoding', 'chunked'];
  const length = headers['content-length'] ?? (METHODS_WITH_BODY.has(method ?? '') ? '0' : undefined);
  return length === undefined ? [] : ['content-length', length];
}

function endToEnd({ rawHeaders, headers }: IncomingMessage, without: ReadonlySet<string>): string[] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const key = name.toLowerCase();
    const ends =
      CONNECTION_HEADERS.has(key) || named.has(key) || key.startsWith('proxy-') || without.has(key);
    if (!ends) kept.push(name, value);
  }
  return kept;
}

/** A refusal's code, or only a status when the request is malformed. */
type Answer = RefusalCode | 400 | 408 | 431;

/** How long the gateway waits for the client's end. A client reads so short an answer much sooner. */
const LINGER_MILLIS = 10_000;

/** The gateway's own answer instead of the target's; afterwards the connection ends. */
function sendOwnAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  // Writing to a client that has gone would raise an error that nothing handles.
  if (response.destroyed) return;
  const { status, reason, headers, body } = wordsOf(answer);
  response.writeHead(status, reason, headers);
  response.end(body);
  // An unread body would turn the close into a reset, and the client might never see the answer.
  request.resume();
}

/** The same on a socket that the HTTP server no longer handles. */
function refuse(client: Socket, answer: Answer): void {
  if (!client.writable) {
    client.destroy();
    return;
  }
  const { status, reason, headers, body } = wordsOf(answer);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  client.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`);
  client.resume();
  client.setTimeout(LINGER_MILLIS, () => client.destroy());
}

function wordsOf(answer: Answer) {
  const status = typeof answer === 'number' ? answer : REFUSALS[answer];
  const reason = typeof answer === 'number' ? (STATUS_CODES[answer] ?? '') : answer;
  const body = `${reason}\n`;
  const headers: Record<string, string> = {
    'Content-Type': 'text/plain',
    'Content-Length': String(body.length),
    Connection: 'close',
    ...(typeof answer === 'string' && { 'X-Proxy-Error': answer }),
    ...(status === 407 && { 'Proxy-Authenticate': 'Basic realm="proxy"' }),
  };
  return { status, reason, headers, body };
}
