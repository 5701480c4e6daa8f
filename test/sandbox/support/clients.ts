import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { SocksClient } from 'socks';
import { onTestFinished } from 'vitest';
import type { Px6Proxy } from './sandbox.ts';
import type { Seen } from './target.ts';

export interface Reply {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

export function basic({ user, pass }: Pick<Px6Proxy, 'user' | 'pass'>): string {
  return `Basic ${Buffer.from(`${user}:${pass}`).toString('base64')}`;
}

/** A plain request through an HTTP proxy, in absolute form. */
export function forwarded(
  proxy: Px6Proxy,
  url: string,
  options: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const reply = Promise.withResolvers<Reply>();
  const outgoing = httpRequest({
    host: proxy.host,
    port: proxy.port,
    method: options.method ?? 'GET',
    path: url,
    headers: { 'proxy-authorization': basic(proxy), ...options.headers },
  });
  outgoing.once('response', (response) => {
    const { statusCode: status = 0, headers } = response;
    bodyOf(response).then((body) => reply.resolve({ status, headers, body }), reply.reject);
  });
  outgoing.once('error', reply.reject).end(options.body);
  return reply.promise;
}

/** CONNECT through an HTTP proxy: the status and the tunnel behind it. */
export async function tunnel(
  proxy: Px6Proxy,
  authority: string,
): Promise<{ status: number; socket: Socket }> {
  const socket = openSocket(Number(proxy.port));
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nProxy-Authorization: ${basic(proxy)}\r\n\r\n`);
  const [head] = await once(socket, 'data');
  return { status: Number(String(head).split(' ')[1]), socket };
}

/** A connection to a target through a SOCKS5 proxy. */
export async function socksConnect(proxy: Px6Proxy, host: string, port: number): Promise<Socket> {
  const { socket } = await SocksClient.createConnection({
    command: 'connect',
    proxy: { host: proxy.host, port: Number(proxy.port), type: 5, userId: proxy.user, password: proxy.pass },
    destination: { host, port },
  });
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** What a web server saw of a request through a SOCKS5 proxy. */
export async function seenThroughSocks(proxy: Px6Proxy, url: string): Promise<Seen> {
  const { hostname, port } = new URL(url);
  const socket = await socksConnect(proxy, hostname.replace(/^\[(.*)\]$/, '$1'), Number(port));
  socket.write(`GET / HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  return JSON.parse((await text(socket)).split('\r\n\r\n')[1] ?? '');
}

export function openSocket(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/**
 * Everything that arrives until the other side ends or resets the connection. The socket itself stays open.
 */
export async function text(socket: Socket): Promise<string> {
  let all = '';
  const over = Promise.withResolvers<void>();
  socket.setEncoding('latin1').on('data', (chunk) => {
    all += chunk;
  });
  for (const event of ['end', 'close']) socket.once(event, over.resolve);
  await over.promise;
  return all;
}
