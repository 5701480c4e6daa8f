import type {
  ConnectionLimits,
  createConnectionLimits,
  GiveBack,
  Terminable,
} from '../graphql/transports/connection-limits.ts';
import { within } from '../kit/within.ts';
import type { Link } from './link.ts';

/**
 * How long the primary may take to say whether there is a slot left. A primary that stands still must not
 * keep clients out; meanwhile they are let in uncounted.
 */
const ANSWER_WITHIN_MS = 1_000;

/** Counts a worker's connections with those of the others. Returns what to call when it has ended. */
export function serveLimits(
  link: Link,
  { slots, unauthenticated }: ReturnType<typeof createConnectionLimits>,
): () => void {
  const taken = new Map<number, GiveBack>();
  const sockets = new Map<number, Terminable>();
  const forget = (id: number) => {
    const socket = sockets.get(id);
    if (socket) unauthenticated.delete(socket);
    sockets.delete(id);
  };
  // The slot is taken before the next message is read, which may give it back.
  link.answer('take slot', ({ id, claims }) => {
    const giveBack = slots.take(claims);
    if (typeof giveBack === 'number') return giveBack;
    taken.set(id, giveBack);
    return null;
  });
  link.on('give slot back', (id) => {
    taken.get(id)?.();
    taken.delete(id);
  });
  link.on('unauthenticated', ({ id, address }) => {
    const socket = { terminate: () => link.tell('terminate', id) };
    sockets.set(id, socket);
    unauthenticated.add(socket, address);
  });
  link.on('not unauthenticated', forget);
  return () => {
    for (const giveBack of taken.values()) giveBack();
    for (const socket of sockets.values()) unauthenticated.delete(socket);
  };
}

/** The limits of all workers together, which the primary keeps, as a worker has them. */
export function createSharedLimits(link: Link): ConnectionLimits {
  const sockets = new Map<number, Terminable>();
  const ids = new WeakMap<Terminable, number>();
  let lastId = 0;
  link.on('terminate', (id) => sockets.get(id)?.terminate());
  return {
    slots: {
      async take(claims) {
        const id = ++lastId;
        const full = await within(ANSWER_WITHIN_MS, link.ask('take slot', { id, claims }));
        return full ?? (() => link.tell('give slot back', id));
      },
    },
    unauthenticated: {
      add(socket, address) {
        const id = ++lastId;
        sockets.set(id, socket);
        ids.set(socket, id);
        link.tell('unauthenticated', { id, address });
      },
      delete(socket) {
        const id = ids.get(socket);
        if (id === undefined || !sockets.delete(id)) return;
        link.tell('not unauthenticated', id);
      },
    },
  };
}
