import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailableError, isConnectionLost, isNoneFree } from './connection-errors.ts';
import { aboutNobody } from './log.ts';

const ASK_EVERY_MS = 100;
/**
 * How much work of a process waits for the database at the same time. A database that is away for long would
 * find all that was asked in ten seconds waiting, when it has to warm up.
 */
const MOST_WAITING = 200;
/**
 * The pause before the first check, in milliseconds. It is short because a single lost connection is replaced
 * at once, and not zero because work that keeps failing must not spin.
 */
const FIRST_LOOK_AFTER_MS = 10;

/** Waits by the global timers, which a test can move. */
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Repeats `work` while it fails with an error that is expected to pass, but no longer than a request may
 * wait.
 */
export async function retryWhile<Result>(
  work: () => Promise<Result>,
  isTemporary: (error: unknown) => boolean,
  pause: (leftMs: number) => Promise<unknown> = () => delay(ASK_EVERY_MS),
  giveUpAt = performance.now() + waitingTimeLeft(),
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || performance.now() >= giveUpAt) throw error;
      await pause(giveUpAt - performance.now());
      // Another attempt may hang as long as the first one.
      if (performance.now() >= giveUpAt) throw error;
    }
  }
}

/**
 * Waits for a database that cannot be reached. One check runs for all who wait, so that a server that has
 * just started does not get a connection from each of them ten times a second.
 */
export class Reachability {
  readonly #look: () => Promise<unknown>;
  readonly #lookUntilBack = sharedRun(() => this.#repeatLook());
  #waiting = 0;

  /** `look` must fail with a lost connection as long as the database cannot be written to. */
  constructor(look: () => Promise<unknown>) {
    this.#look = look;
  }

  /**
   * Repeats `work` when its connection was lost and the database is back. The work must allow that: either
   * doing it twice does no harm, or such a failure means that it was not done. Throws
   * DatabaseUnavailableError when the database is not back in time or has no free connection, or when too
   * much waits for it already. `until` is by `performance.now()`.
   */
  async repeatUntilBack<Result>(work: () => Promise<Result>, until?: number): Promise<Result> {
    const giveUpAt = until ?? performance.now() + waitingTimeLeft();
    const mayWait = (error: unknown) => isConnectionLost(error) && this.#waiting < MOST_WAITING;
    let hasWaited = false;
    const pause = async (leftMs: number) => {
      // A server whose disk is full answers the check, and refuses the work.
      if (hasWaited) await delay(ASK_EVERY_MS);
      hasWaited = true;
      await this.#untilBack(leftMs);
    };
    try {
      return await retryWhile(() => asAttempt(work), mayWait, pause, giveUpAt);
    } catch (cause) {
      throw isConnectionLost(cause) || isNoneFree(cause) ? new DatabaseUnavailableError(cause) : cause;
    }
  }

  async #untilBack(leftMs: number): Promise<void> {
    const back = this.#lookUntilBack();
    const late = Promise.withResolvers<void>();
    // Rounded up, since a timer that fires early would leave time for one more attempt.
    const limit = setTimeout(late.resolve, Math.ceil(leftMs) + 1);
    const beganAt = performance.now();
    this.#waiting += 1;
    await Promise.race([back, late.promise]);
    this.#waiting -= 1;
    countWaiting(beganAt, performance.now());
    clearTimeout(limit);
  }

  async #repeatLook(): Promise<void> {
    const giveUpAt = performance.now() + WAIT_MS;
    let pause = FIRST_LOOK_AFTER_MS;
    do {
      await delay(pause);
      pause = ASK_EVERY_MS;
      try {
        await this.#look();
        return;
      } catch (error) {
        // Any other failure ends the wait: the work that waits then fails in the same way and reports it.
        if (!isConnectionLost(error)) return;
      }
    } while (performance.now() < giveUpAt);
  }
}

/** The function, but calls that come while it runs share that run and what becomes of it. */
export function sharedRun<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= aboutNobody(run).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/**
 * How long to wait for a database that cannot be reached, in milliseconds. One that crashed, or hands over to
 * another server, is back within seconds. It is the time of a whole request, however many statements of it
 * have to wait, and what they have waited on connections that were lost counts, too.
 */
export const WAIT_MS = 10_000;

/**
 * How long all waits of a request may take, in milliseconds, those of an attempt that begins late included:
 * for turns, connections and answers. So a client is answered within 15 s.
 */
const BOUND_MS = 14_000;
/**
 * What takes longer, in milliseconds, counts as waiting. It is also the shortest limit: what goes on after a
 * request whose time is over must not take every answer for lost.
 */
const SHORT_MS = 500;

interface Waited {
  milliseconds: number;
  /** Until when that is counted, by `performance.now()`: statements of one request may wait side by side. */
  countedUntil: number;
}

/**
 * After so long without waiting, in milliseconds, the time begins anew: a subscription, or what was begun for
 * a request and goes on after it, meets more than one outage.
 */
const FORGET_AFTER_MS = 30_000;

const requests = new AsyncLocalStorage<Waited>();
/** Until when the attempt under way of a request may wait, by `performance.now()`. */
const deadlines = new AsyncLocalStorage<number>();

/** Runs what one request does. */
export function asOneRequest<Result>(work: () => Result): Result {
  return requests.run({ milliseconds: 0, countedUntil: 0 }, work);
}

/** In milliseconds. Work that belongs to no request has the whole time. */
function waitingTimeLeft(): number {
  return Math.max(0, WAIT_MS - (waitedBy(requests.getStore()) ?? 0));
}

function waitedBy(waited: Waited | undefined): number | undefined {
  if (waited && performance.now() > waited.countedUntil + FORGET_AFTER_MS) waited.milliseconds = 0;
  return waited?.milliseconds;
}

/** Runs an attempt at work that needs the database, within the time that its request has left. */
async function asAttempt<Result>(work: () => Promise<Result>): Promise<Result> {
  const waitedMs = waitedBy(requests.getStore());
  if (waitedMs === undefined) return work();
  const beganAt = performance.now();
  const until = Math.min(beganAt + BOUND_MS - waitedMs, deadlines.getStore() ?? Number.POSITIVE_INFINITY);
  try {
    return await deadlines.run(until, work);
  } finally {
    if (performance.now() > beganAt + SHORT_MS) countWaiting(beganAt, performance.now());
  }
}

/** How long something may take at most, in milliseconds, if that is `milliseconds` by itself. */
export function limited(milliseconds: number): number {
  const left = (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();
  return Math.min(milliseconds, Math.max(SHORT_MS, left));
}

/** Both instants are by `performance.now()`. */
function countWaiting(from: number, to: number): void {
  const waited = requests.getStore();
  if (!waited) return;
  waited.milliseconds += Math.max(0, to - Math.max(from, waited.countedUntil));
  waited.countedUntil = Math.max(to, waited.countedUntil);
}
