import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SocksClient } from 'socks';
import { ProxyAgent, request } from 'undici';
import { onTestFinished } from 'vitest';
import { openTcp, openWeb } from '../sandbox/support/target.ts';

/** What came back through a proxy: the address that the target saw, and the size of the body. */
interface Fetched {
  from: string;
  bytes: number;
}

/** A web server that answers `/1000` with 1,000 bytes, and sends the client's address in a header. */
export function openTarget(): Promise<string> {
  return openWeb(({ url, socket }, response) => {
    response.setHeader('x-from', socket.remoteAddress ?? '');
    response.end(Buffer.alloc(Number(url?.slice(1))));
  });
}

/** A server that sends zeros until the client closes the connection. */
export function openSource(): Promise<string> {
  const chunk = Buffer.alloc(262_144);
  const port = openTcp((socket) => {
    const more = () => {
      while (socket.write(chunk));
    };
    socket.on('drain', more);
    more();
  });
  return port.then((number) => `http://127.0.0.1:${number}`);
}

/** Fetches by a proxy's URL in one of the ways that programs have. Throws when the proxy refuses. */
type Fetch = (proxy: string, url: string) => Promise<Fetched>;

/** A request that the proxy forwards. */
export const byForwarding: Fetch = (proxy, url) => fetchByAgent(new ProxyAgent({ uri: proxy }), url);

/** A request in a tunnel that CONNECT opens. */
export const byConnect: Fetch = (proxy, url) =>
  fetchByAgent(new ProxyAgent({ uri: proxy, proxyTunnel: true }), url);

/** A request in a tunnel of SOCKS5. */
export const bySocks5: Fetch = async (proxy, url) => {
  const { hostname, port, username, password } = new URL(proxy);
  const target = new URL(url);
  const { socket } = await SocksClient.createConnection({
    command: 'connect',
    proxy: { host: hostname, port: Number(port), type: 5, userId: username, password },
    destination: { host: target.hostname, port: Number(target.port) },
  });
  onTestFinished(() => {
    socket.destroy();
  });
  const outgoing = httpRequest(url, {
    createConnection: () => socket,
    headers: { connection: 'close' },
  }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { from: String(incoming.headers['x-from']), bytes: (await buffer(incoming)).length };
};

async function fetchByAgent(dispatcher: ProxyAgent, url: string): Promise<Fetched> {
  try {
    const { statusCode, headers, body } = await request(url, { dispatcher });
    const { byteLength } = await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${statusCode} ${headers['x-proxy-error']}`);
    return { from: String(headers['x-from']), bytes: byteLength };
  } finally {
    await dispatcher.destroy();
  }
}

/** A tunnel that was opened, or the gateway's code for why it was not. */
interface Tunnel {
  socket: Socket;
  refusal: string | undefined;
}

/** Asks for a tunnel to the URL's host. A proxy URL without a login sends none. */
export async function openTunnel(proxy: string, url: string): Promise<Tunnel> {
  const { hostname: host, port, username, password } = new URL(proxy);
  const { host: path } = new URL(url);
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const headers = { host: path, ...(username !== '' && { 'proxy-authorization': `Basic ${basic}` }) };
  const outgoing = httpRequest({ host, port, method: 'CONNECT', path, headers, agent: false }).end();
  const [incoming, socket] = (await once(outgoing, 'connect')) as [IncomingMessage, Socket];
  // A cut connection is noticed by its `close`.
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  const refusal = incoming.statusCode === 200 ? undefined : String(incoming.headers['x-proxy-error']);
  return { socket, refusal };
}

/** The gateway's code for why it opens no tunnel; undefined when it does. */
export async function refusalOf(proxy: string, url: string): Promise<string | undefined> {
  const { socket, refusal } = await openTunnel(proxy, url);
  socket.destroy();
  return refusal;
}

/** Reads through so many tunnels at once until the gateway cuts them off, and returns how many bytes came. */
export async function readUntilCut(proxy: string, url: string, tunnels: number): Promise<number> {
  const read = async () => {
    const { socket, refusal } = await openTunnel(proxy, url);
    if (refusal !== undefined) throw new Error(refusal);
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    await once(socket, 'close');
    return bytes;
  };
  const each = await Promise.all(Array.from({ length: tunnels }, read));
  return each.reduce((sum, bytes) => sum + bytes, 0);
}
