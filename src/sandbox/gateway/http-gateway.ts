import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Admit, Credentials, Passage } from './admission.ts';
import { type Destination, forward } from './forward.ts';
import type { GatewayLimits } from './limits.ts';
import { answerPlainly, PROXY_CHALLENGE } from './plain-answer.ts';
import { type Gateway, joinSockets, openGateway, Sockets } from './sockets.ts';
import { connectTarget, type Target } from './target.ts';

/** How often slow clients are looked for: often enough that a handshake's time is kept within a second. */
const SLOW_CLIENT_CHECK_MILLIS = 1_000;

const CLIENT_ERRORS: ReadonlyMap<string, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** Starts an HTTP proxy: absolute-form requests are forwarded, CONNECT opens a tunnel. All need Basic credentials. */
export function startHttpGateway(options: {
  host: string;
  port: number;
  admit: Admit;
  limits: GatewayLimits;
}): Promise<Gateway> {
  const { admit, limits } = options;
  const sockets = new Sockets();
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.handshakeMillis,
    // A long upload is no slow client: the idle timeout judges it.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleMillis,
    connectionsCheckingInterval: Math.min(SLOW_CLIENT_CHECK_MILLIS, limits.handshakeMillis),
    noDelay: true,
  });
  server.maxConnections = limits.maxConnections;
  server.setTimeout(limits.idleMillis);
  server.on('connection', (socket: Socket) => sockets.adopt(socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuse(socket, CLIENT_ERRORS.get(error.code ?? '') ?? 400);
  });

  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const passage = admitted(request, admit);
    if (!passage) return answerPlainly(request, response, 407);
    const asked = destination(request.url ?? '');
    if (!asked) return answerPlainly(request, response, 400);
    try {
      const connection = await connectTarget(asked.target, passage, sockets, limits);
      forward(request, response, asked, connection, limits.idleMillis);
    } catch (error) {
      answerPlainly(request, response, statusOf(error));
    }
  });

  // Node types it as any duplex stream, but a plain HTTP server only ever hands over its sockets.
  server.on('connect', async (request: IncomingMessage, client: Socket, head: Buffer) => {
    // What came right behind the request goes back first: once a client that has said all has ended, it is too late.
    if (head.length > 0) client.unshift(head);
    const passage = admitted(request, admit);
    if (!passage) return refuse(client, 407);
    const target = authority(request.url ?? '');
    if (!target) return refuse(client, 400);
    try {
      const socket = await connectTarget(target, passage, sockets, limits);
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      joinSockets(client, socket, limits.idleMillis);
    } catch (error) {
      refuse(client, statusOf(error));
    }
  });

  return openGateway(server, options.host, options.port, sockets);
}

function admitted(request: IncomingMessage, admit: Admit): Passage | undefined {
  const credentials = basicCredentials(request.headers['proxy-authorization']);
  return credentials && admit(credentials);
}

function basicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
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

function statusOf(error: unknown): 502 | 504 {
  return error instanceof DOMException ? 504 : 502;
}

/** The gateway's own answer on a connection that HTTP has let go of. */
function refuse(client: Duplex, status: number): void {
  if (!client.writable) {
    client.destroy();
    return;
  }
  const challenge = status === 407 ? `Proxy-Authenticate: ${PROXY_CHALLENGE}\r\n` : '';
  client.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${challenge}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  client.resume();
}
