import { setTimeout } from 'node:timers/promises';
import { DatabaseAwayError, isConnectionLost, isNoneFree } from './connection-errors.ts';

/** How long a database that has gone away is waited for, in milliseconds: one that crashed or hands over is back within seconds. */
const REACH_WITHIN_MS = 10_000;
const ASK_EVERY_MS = 100;
/** The pause before the first look: a connection that was lost alone is made up for at once, and work that fails again does not spin. */
const FIRST_LOOK_AFTER_MS = 10;

/** Does `work` again for as long as it fails in a way that passes, and no longer than a person waits. */
export async function whilePassing<Result>(
  work: () => Promise<Result>,
  isPassing: (error: unknown) => boolean,
  pause: (leftMs: number) => Promise<unknown> = () => setTimeout(ASK_EVERY_MS),
): Promise<Result> {
  const giveUpAt = performance.now() + REACH_WITHIN_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || performance.now() >= giveUpAt) throw error;
    }
    await pause(giveUpAt - performance.now());
  }
}

/**
 * Waits for a database that has gone away. However many wait, one looks whether it is back: a server that has just come up is not met
 * with a connection of each of them ten times a second.
 */
export class Reach {
  readonly #look: () => Promise<unknown>;
  #looking: Promise<void> | undefined;

  /** `look` fails with a lost connection for as long as the database cannot be written to. */
  constructor(look: () => Promise<unknown>) {
    this.#look = look;
  }

  /**
   * Does `work` again when its connection was lost and the database is back: work that may be done twice, or is known not to have
   * been done when it fails so. Throws DatabaseAwayError when it is not back in time, or has no connection to spare.
   */
  async whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await whilePassing(work, isConnectionLost, (leftMs) => this.#untilBack(leftMs));
    } catch (cause) {
      throw isConnectionLost(cause) || isNoneFree(cause) ? new DatabaseAwayError(cause) : cause;
    }
  }

  async #untilBack(leftMs: number): Promise<void> {
    this.#looking ??= this.#lookUntilBack().finally(() => {
      this.#looking = undefined;
    });
    const back = new AbortController();
    const late = setTimeout(leftMs, undefined, { signal: back.signal }).catch(() => {});
    await Promise.race([this.#looking, late]);
    back.abort();
  }

  async #lookUntilBack(): Promise<void> {
    const giveUpAt = performance.now() + REACH_WITHIN_MS;
    let pause = FIRST_LOOK_AFTER_MS;
    do {
      await setTimeout(pause);
      pause = ASK_EVERY_MS;
      try {
        await this.#look();
        return;
      } catch (error) {
        // Whatever else is wrong is told to those who wait by their own work.
        if (!isConnectionLost(error)) return;
      }
    } while (performance.now() < giveUpAt);
  }
}
