import { PRIORITIES, type Priority } from '../term.ts';
import type { Timer } from '../timer.ts';

/** PX6's window of one second, and a tenth more: requests may arrive closer together than they were sent. */
const WINDOW_MILLIS = 1_100;

/**
 * Limits the rate of requests: at most `perWindow` in any window, by priority and then in order of arrival.
 * It sends nothing itself.
 */
export interface Pacer {
  /**
   * True when the request may go now; false as soon as it is certain that it cannot go before the deadline
   * (in the timer's milliseconds). A request whose `signal` is aborted takes no turn.
   */
  turn(priority: Priority, deadline: number, signal?: AbortSignal): Promise<boolean>;
  /** Lets nothing go for `millis` milliseconds. */
  hold(millis: number): void;
  /** Refuses all requests that wait and all new ones. */
  close(): void;
}

interface Waiting {
  deadline: number;
  signal: AbortSignal | undefined;
  settle(granted: boolean): void;
}

export function createPacer({ perWindow, timer }: { perWindow: number; timer: Timer }): Pacer {
  const lines: Record<Priority, Waiting[]> = { urgent: [], presale: [], awaited: [], background: [] };
  /** When the latest requests were let go, the oldest first. */
  const given: number[] = [];
  let heldUntil = 0;
  let disarm = (): void => {};

  function nextTurn(): number {
    const oldest = given.length < perWindow ? undefined : given[0];
    return Math.max(timer.now(), heldUntil, oldest === undefined ? 0 : oldest + WINDOW_MILLIS);
  }

  /**
   * At best, waiting requests go in groups of `perWindow`, the first group at the next turn and every other
   * one a window later. A request whose deadline is before the turn of its group is refused at once.
   */
  function refuseLate(): void {
    const first = nextTurn();
    let place = 0;
    for (const priority of PRIORITIES) {
      lines[priority] = lines[priority].filter((waiting) => {
        const inTime =
          !waiting.signal?.aborted &&
          first + Math.floor(place / perWindow) * WINDOW_MILLIS < waiting.deadline;
        if (inTime) place++;
        else waiting.settle(false);
        return inTime;
      });
    }
  }

  function advance(): void {
    disarm();
    for (;;) {
      refuseLate();
      const line = PRIORITIES.map((priority) => lines[priority]).find(({ length }) => length > 0);
      if (!line) return;
      const wait = nextTurn() - timer.now();
      if (wait > 0) {
        disarm = timer.after(wait, advance);
        return;
      }
      given.push(timer.now());
      if (given.length > perWindow) given.shift();
      line.shift()?.settle(true);
    }
  }

  function turn(priority: Priority, deadline: number, signal?: AbortSignal): Promise<boolean> {
    return new Promise((settle) => {
      lines[priority].push({ deadline, signal, settle });
      advance();
    });
  }

  function hold(millis: number): void {
    heldUntil = Math.max(heldUntil, timer.now() + millis);
    advance();
  }

  return { turn, hold, close: () => hold(Number.POSITIVE_INFINITY) };
}
