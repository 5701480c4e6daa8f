import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Credentials, RefusalCode, Target, Visitor } from './admission.ts';
import { type Destination, forward } from './forward.ts';
import type { House } from './house.ts';
import { knockOf } from './knock.ts';
import { type Answer, answerPlainly, refuse } from './plain-answer.ts';
import { connectTarget } from './target.ts';
import { Trip } from './trip.ts';
import { joinSockets } from './tunnel.ts';

/** How often slow clients are looked for: often enough that a handshake's time is kept within a second. */
const SLOW_CLIENT_CHECK_MILLIS = 1_000;

const CLIENT_ERRORS: ReadonlyMap<string, Answer> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/**
 * An HTTP proxy that does not listen yet: absolute-form requests are forwarded, CONNECT opens a tunnel. Sticky ports hand
 * it their clients as `connection` events; `stickyPortOf` tells them apart.
 */
export function createHttpGateway(
  house: House,
  stickyPortOf: (client: Socket) => number | undefined,
): Server {
  const { limits, sockets } = house;
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.handshakeMillis,
    // A long upload is no slow client: the idle timeout judges it.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleMillis,
    connectionsCheckingInterval: Math.min(SLOW_CLIENT_CHECK_MILLIS, limits.handshakeMillis),
    noDelay: true,
  });
  server.setTimeout(limits.idleMillis);
  server.on('connection', (socket: Socket) => sockets.welcome(socket));
  // Node types it as any duplex stream, but a plain HTTP server only ever hands over its sockets.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    refuse(socket, CLIENT_ERRORS.get(error.code ?? '') ?? 400);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    return serveRequest(request, response, stickyPortOf(request.socket), house);
  });
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    // What came right behind the request goes back first: once a client that has said all has ended, it is too late.
    if (head.length > 0) client.unshift(head);
    return serveTunnel(request, client, stickyPortOf(client), house);
  });
  return server;
}

async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  stickyPort: number | undefined,
  house: House,
): Promise<void> {
  const visitor = visitorOf(request, request.socket, stickyPort, house);
  if (typeof visitor === 'string') return answerPlainly(request, response, visitor);
  const asked = destination(request.url ?? '');
  if (!asked) return answerPlainly(request, response, 400);
  const passage = visitor.enter(asked.target);
  if (typeof passage === 'string') return answerPlainly(request, response, passage);
  const trip = new Trip(passage);
  trip.holds(response);
  try {
    const connection = await connectTarget(asked.target, request.socket, trip, house);
    forward(request, response, asked, connection, trip, house.limits.idleMillis);
  } catch {
    answerPlainly(request, response, 'NO_HOST_CONNECTION');
  }
}

async function serveTunnel(
  request: IncomingMessage,
  client: Socket,
  stickyPort: number | undefined,
  house: House,
): Promise<void> {
  const visitor = visitorOf(request, client, stickyPort, house);
  if (typeof visitor === 'string') return refuse(client, visitor);
  const target = authority(request.url ?? '');
  if (!target) return refuse(client, 400);
  const passage = visitor.enter(target);
  if (typeof passage === 'string') return refuse(client, passage);
  const trip = new Trip(passage);
  trip.holds(client);
  try {
    const socket = await connectTarget(target, client, trip, house);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    joinSockets(client, socket, trip, house.limits.idleMillis);
  } catch {
    refuse(client, 'NO_HOST_CONNECTION');
  }
}

/** A header that cannot be read is not the same as none: it does not make a stranger known by its address. */
function visitorOf(
  { headers }: IncomingMessage,
  client: Socket,
  stickyPort: number | undefined,
  { admit }: House,
): Visitor | RefusalCode {
  const header = headers['proxy-authorization'];
  const credentials = header === undefined ? undefined : basicCredentials(header);
  if (header !== undefined && !credentials) return 'NO_USER';
  return admit(knockOf(client, 'http', stickyPort, credentials));
}

function basicCredentials(header: string): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const [, login, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return login === undefined || password === undefined ? undefined : { login, password };
}

/** What an absolute-form request asks for, and of whom. The path stays as the client wrote it. */
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
