import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AuthorizedClient, PresentedCredentials, RefusalCode, Target } from './authorization.ts';
import { type Destination, forward } from './forward.ts';
import type { GatewayContext } from './gateway-context.ts';
import { type Answer, refuse, sendOwnAnswer } from './own-answer.ts';
import { proxyRequestOf } from './proxy-request.ts';
import { Relay } from './relay.ts';
import { connectTarget } from './target.ts';
import { joinSockets } from './tunnel.ts';

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
