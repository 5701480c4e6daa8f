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
  admitted,
  GatewayRefusal,
  type PresentedCredentials,
  REFUSALS,
  type RefusalCode,
  type Target,
} from './authorization.ts';
import { connectTarget, joinSockets, type Relay } from './relay.ts';
import { authorizeClient, type GatewayContext } from './sockets.ts';

/** How often slow clients are looked for. A handshake may exceed its limit by up to this time. */
const SLOW_CLIENT_CHECK_MILLIS = 1_000;

const CLIENT_ERRORS: ReadonlyMap<string, Answer> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/**
 * An HTTP proxy that does not listen yet: absolute-form requests are forwarded, CONNECT opens a tunnel.
 * Sticky ports pass their clients to it as `connection` events.
 */
export function createHttpGateway(context: GatewayContext): Server {
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
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    serveRequest(request, response, context),
  );
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    // Put back before anything else: after the client has ended its side it would be too late.
    if (head.length > 0) client.unshift(head);
    return serveTunnel(request, client, context);
  });
  return server;
}

async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: GatewayContext,
): Promise<void> {
  const client = request.socket;
  try {
    const authorized = authorizedClient(request, client, context);
    const asked = destination(request.url ?? '');
    const { socket, relay } = await connectTarget(authorized, asked.target, client, response, context);
    forward(request, response, asked, socket, relay, context.limits.idleMillis);
  } catch (error) {
    sendOwnAnswer(request, response, answerTo(error));
  }
}

async function serveTunnel(request: IncomingMessage, client: Socket, context: GatewayContext): Promise<void> {
  try {
    const authorized = authorizedClient(request, client, context);
    const target = authority(request.url ?? '');
    const { socket, relay } = await connectTarget(authorized, target, client, client, context);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    joinSockets(client, socket, relay, context.limits.idleMillis);
  } catch (error) {
    refuse(client, answerTo(error));
  }
}

function answerTo(error: unknown): Answer {
  return error instanceof GatewayRefusal ? error.answer : 'NO_HOST_CONNECTION';
}

/** A client whose header cannot be read is refused even if its address needs none. */
function authorizedClient({ headers }: IncomingMessage, client: Socket, context: GatewayContext) {
  const header = headers['proxy-authorization'];
  const credentials = header === undefined ? undefined : basicCredentials(header);
  return admitted(authorizeClient(context, client, 'http', credentials));
}

function basicCredentials(header: string): PresentedCredentials {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header)?.[1] ?? '';
  const [, login, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (login === undefined || password === undefined) throw new GatewayRefusal('NO_USER');
  return { login, password };
}

/** The target and path of an absolute-form request. The path stays as the client wrote it. */
function destination(text: string): Destination {
  const [, path] = /^http:\/\/[^/?#]+([^#]*)/i.exec(text) ?? [];
  const url = URL.parse(text);
  if (path === undefined || !url) throw new GatewayRefusal(400);
  return {
    target: { host: withoutBrackets(url.hostname), port: Number(url.port || 80) },
    authority: url.host,
    path: path.startsWith('/') ? path : `/${path}`,
  };
}

function authority(text: string): Target {
  const [, host, port] = /^([^\s/@:[\]]+|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) throw new GatewayRefusal(400);
  return { host: withoutBrackets(host), port: Number(port) };
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** Headers that belong to one connection, so they are not sent on (RFC 9110, 7.6.1). */
const CONNECTION_HEADERS = /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/;
/** Methods whose requests have a body, if only an empty one. */
const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

interface Destination {
  target: Target;
  /** What the target is called in its `Host` header. */
  authority: string;
  path: string;
}

/** Sends the request on to its target, and the answer back. The relay is closed when the answer ends. */
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
  // A listener added before the request reads would have consumed the beginning of the answer.
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
      // The target's status or headers are not valid.
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
    if (!CONNECTION_HEADERS.test(key) && !named.has(key) && !without.has(key)) kept.push(name, value);
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

/** Sends the gateway's own answer on a socket that the HTTP server no longer handles, and ends it. */
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
