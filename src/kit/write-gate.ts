import { setTimeout as wait } from 'node:timers/promises';
import { isOutOfRoom, noneFreeError, unconfirmedError } from './connection-errors.ts';
import { limited } from './waiting-time.ts';

/** How long a write may take, in milliseconds, before the server is asked whether commits hang. */
const SLOW_AFTER_MS = 1_000;
const ASK_EVERY_MS = 250;
/** How long a write waits for another one to end, in milliseconds: as long as for a connection. */
const TURN_WITHIN_MS = 10_000;
/**
 * How long a write that found no room on the server's disk is told of, in milliseconds: until work in the
 * background has written again, whether or not requests come. A write that succeeds does not end it, since
 * small ones find room on a full disk, too.
 */
const OUT_OF_ROOM_MS = 10_000;

/**
 * Where writes pass before they take a connection of the pool. A server with synchronous replication and no
 * standby confirms no commit: each that is sent keeps its connection and the rows that it has locked until a
 * standby is back. So a few connections are always left to reads, and once commits hang no more are sent.
 */
export class WriteGate {
  readonly #atOnce: number;
  readonly #doCommitsHang: () => Promise<boolean>;
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #underWay = 0;
  /** Writes under way that have taken long. */
  #slow = 0;
  #hangs = false;
  #isAsking = false;
  /** When a write last found no room, by `performance.now()`. */
  #outOfRoomAt = Number.NEGATIVE_INFINITY;

  /**
   * `atOnce` writes at the most use a connection at the same time. `doCommitsHang` asks the server, by a
   * statement that only reads.
   */
  constructor(atOnce: number, doCommitsHang: () => Promise<boolean>) {
    this.#atOnce = atOnce;
    this.#doCommitsHang = doCommitsHang;
  }

  /**
   * Runs a write. Throws without sending it when commits hang, as when a connection is lost that nothing was
   * sent over, and when it has no turn in time, as when no connection is free.
   */
  async pass<Result>(write: () => Promise<Result>): Promise<Result> {
    this.assertOpen();
    await this.#takeTurn();
    let isSlow = false;
    const limit = setTimeout(() => {
      isSlow = true;
      this.#slow += 1;
      void this.#askWhileSlow();
    }, SLOW_AFTER_MS);
    try {
      return await write();
    } catch (error) {
      if (isOutOfRoom(error)) this.#outOfRoomAt = performance.now();
      throw error;
    } finally {
      clearTimeout(limit);
      if (isSlow) this.#slow -= 1;
      this.#giveTurn();
    }
  }

  /** Whether the server's disk had no room for a write of the last seconds. */
  get isOutOfRoom(): boolean {
    return performance.now() < this.#outOfRoomAt + OUT_OF_ROOM_MS;
  }

  /** Throws while commits hang. */
  assertOpen(): void {
    if (this.#hangs) throw unconfirmedError();
  }

  async #takeTurn(): Promise<void> {
    if (this.#underWay < this.#atOnce) {
      this.#underWay += 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    this.#waiting.push(turn);
    const late = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(turn), 1);
      turn.reject(noneFreeError());
    }, limited(TURN_WITHIN_MS));
    await turn.promise.finally(() => clearTimeout(late));
  }

  #giveTurn(): void {
    const next = this.#waiting.shift();
    if (next) next.resolve();
    else this.#underWay -= 1;
  }

  /** A failure to ask says nothing: the connection for it may be one of those that have just been dropped. */
  async #askWhileSlow(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    do {
      this.#hangs = await this.#doCommitsHang().catch(() => this.#hangs);
      if (this.#hangs) for (const turn of this.#waiting.splice(0)) turn.reject(unconfirmedError());
      await wait(ASK_EVERY_MS, undefined, { ref: false });
    } while (this.#hangs || this.#slow > 0);
    this.#isAsking = false;
  }
}
