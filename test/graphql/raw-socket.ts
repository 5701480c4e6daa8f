import { once } from 'node:events';
import { WebSocket } from 'ws';
import { socketUrl } from '../support/sockets.ts';

export const PROTOCOL = 'graphql-transport-ws';

/**
 * A socket that sends only what the test sends. `next` throws when it is closed instead of a next message.
 */
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
  const next = () =>
    Promise.race([
      once(socket, 'message').then(([data]) => JSON.parse(String(data)) as { type: string }),
      closed.then(({ code, reason }) => Promise.reject(new Error(`closed with ${code} ${reason}`))),
    ]);
  return { socket, closed, next, say: (message: object) => socket.send(JSON.stringify(message)) };
}

/** The same after `connection_init`; `answer` is the first message that comes back. */
export async function initiated(url: string, payload: object, headers: Record<string, string> = {}) {
  const { socket, closed, next, say } = await rawSocket(url, [PROTOCOL], headers);
  say({ type: 'connection_init', payload });
  const answer = next();
  // A test that expects a refusal does not await it.
  answer.catch(() => {});
  return { socket, say, closed, answer, next };
}
