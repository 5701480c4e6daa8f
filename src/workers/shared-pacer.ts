import type { Pacer } from '../upstreams/px6/pacer.ts';
import type { Priority } from '../upstreams/term.ts';
import type { Timer } from '../upstreams/timer.ts';
import type { Link } from './link.ts';

/** Lets a worker take turns of the primary's pacer. Returns what to call when the worker has ended. */
export function servePacer(link: Link, pacer: Pacer, timer: Timer): () => void {
  const ended = new AbortController();
  link.answer('turn', ({ priority, leftMillis }) =>
    pacer.turn(priority, timer.now() + leftMillis, ended.signal),
  );
  link.on('hold', (millis) => pacer.hold(millis));
  return () => ended.abort();
}

/**
 * The primary's pacer, as a worker has it. Without an answer of the primary nothing goes: more than the rate
 * must never be sent.
 */
export function createSharedPacer(link: Link, timer: Timer): Pacer {
  const waiting = new Set<() => void>();
  let isClosed = false;

  function turn(priority: Priority, deadline: number): Promise<boolean> {
    if (isClosed) return Promise.resolve(false);
    const leftMillis = deadline - timer.now();
    return new Promise((resolve) => {
      const settle = (granted: boolean) => {
        disarm();
        waiting.delete(refuse);
        resolve(granted);
      };
      const refuse = () => settle(false);
      const disarm = timer.after(leftMillis, refuse);
      waiting.add(refuse);
      link.ask('turn', { priority, leftMillis }).then(settle, refuse);
    });
  }

  return {
    turn,
    hold: (millis) => link.tell('hold', millis),
    close() {
      isClosed = true;
      for (const refuse of waiting) refuse();
    },
  };
}
