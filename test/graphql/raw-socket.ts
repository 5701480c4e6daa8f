import { once } from 'node:events';
import { WebSocket } from 'ws';
import { socketUrl } from '../support/sockets.ts';

export const PROTOCOL = 'graphql-transport-ws';

/** A socket that sends only what the test sends. */
export async function rawSocket(
  url: string,
  protocols: string[] = [PROTOCOL],
  headers: Record<string, string> = {},
) {
  const socket = new WebSocket(socketUrl(url), protocols, { headers });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await once(socket, 'open');
  return { socket, closed, say: (message: object) => socket.send(JSON.stringify(message)) };
}

/** The same after `connection_init`; `answer` is the first message that comes back. */
export async function initiated(url: string, payload: object, headers: Record<string, string> = {}) {
  const { socket, closed, say } = await rawSocket(url, [PROTOCOL], headers);
  say({ type: 'connection_init', payload });
  const answer = once(socket, 'message').then(([data]) => JSON.parse(String(data)) as { type: string });
  return { socket, say, closed, answer };
}
