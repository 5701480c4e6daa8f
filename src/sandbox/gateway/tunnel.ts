import type { Socket } from 'node:net';
import type { Relay } from './relay.ts';

/**
 * Passes bytes on in both directions, and counts them, until both sides have ended, one has broken, nothing
 * has moved for too long, or the relay is cut. When one side is gone, the other still gets what was on its
 * way to it.
 */
export function joinSockets(client: Socket, target: Socket, relay: Relay, idleMillis: number): void {
  if (client.destroyed || target.destroyed) {
    client.destroy();
    target.destroy();
    relay.close();
    return;
  }
  let open = 2;
  for (const [one, other] of [
    [client, target],
    [target, client],
  ] as const) {
    one.once('close', () => {
      open -= 1;
      if (open === 0) relay.close();
      other.destroySoon();
    });
    one.setTimeout(idleMillis, () => one.destroy());
    passOn(one, other, relay);
  }
}

function passOn(from: Socket, to: Socket, relay: Relay): void {
  from.on('data', (chunk) => {
    // Bytes that the other side can no longer receive are not passed on and not counted.
    if (to.destroyed || !relay.allows(chunk.length)) return;
    // `write` returns false for a chunk as large as the buffer, even when the system has taken it already:
    // pausing for that would cost a turn of the event loop for each chunk.
    if (!to.write(chunk) && to.writableLength > 0) from.pause();
  });
  to.on('drain', () => from.resume());
  from.once('end', () => to.end());
}
