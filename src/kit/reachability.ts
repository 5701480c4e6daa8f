import { DatabaseUnavailableError, isConnectionLost, isNoneFree } from './database-errors.ts';
import { asAttempt, countWaiting, sharedRun, WAIT_MS, waitingTimeLeft } from './request.ts';

const ASK_EVERY_MS = 100;
/** More that waits would all come at once to a database which is back and has to warm up. */
const MOST_WAITING = 200;
/**
 * In milliseconds: a single lost connection is replaced at once, and work that keeps failing does not spin.
 */
const FIRST_LOOK_AFTER_MS = 10;

/** Waits by the global timers, which a test can move. */
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Repeats `work` while its error is expected to pass, but no longer than a request may wait. */
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

/** Waits for a database that is away. One check runs for all, not one for each who waits. */
export class Reachability {
  readonly #look: () => Promise<unknown>;
  readonly #lookUntilBack = sharedRun(() => this.#repeatLook());
  #waiting = 0;

  /** `look` must fail with a lost connection as long as the database cannot be written to. */
  constructor(look: () => Promise<unknown>) {
    this.#look = look;
  }

  /**
   * Repeats `work` after its connection was lost, which must do no harm. Throws DatabaseUnavailableError when
   * the database is not back by `until` (`performance.now()`), has no connection free, or too much waits.
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
