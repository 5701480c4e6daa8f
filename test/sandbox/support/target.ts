import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Seen {
  from: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A web server that answers with the request that it got; it ends with the test. */
export async function openEcho(host = '127.0.0.1'): Promise<string> {
  return openWeb(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers, socket } = request;
    response.end(JSON.stringify({ from: socket.remoteAddress, method, url, headers, body }));
  }, host);
}

export async function openWeb(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const port = await listen(createHttpServer(listener), host);
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A plain TCP server; its connections end with the test. */
export function openTcp(serve: (socket: Socket) => void): Promise<number> {
  return listen(createServer({ allowHalfOpen: true }, serve), '127.0.0.1');
}

async function listen(server: Server, host: string): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * A port without a listener, which no other program can take until the test ends, because a connection of
 * this process occupies it.
 */
export async function closedPort(): Promise<number> {
  const socket = connect(await openTcp(() => {}), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return socket.localPort ?? 0;
}
