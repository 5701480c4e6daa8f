import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { isOutOfRoom, unconfirmedError } from './connection-errors.ts';
import { aboutNobody } from './log.ts';
import { Places } from './places.ts';
import type { Tables } from './tables.ts';

/** How long a write may take, in milliseconds, before the server is asked whether commits hang. */
const SLOW_AFTER_MS = 1_000;
const ASK_EVERY_MS = 250;
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
  readonly #places: Places;
  readonly #doCommitsHang: () => Promise<boolean>;
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
    this.#places = new Places({ most: atOnce });
    this.#doCommitsHang = doCommitsHang;
  }

  /**
   * Runs a write. Throws without sending it when commits hang, as when a connection is lost that nothing was
   * sent over, and when it has no place in time, as when no connection is free.
   */
  async pass<Result>(write: () => Promise<Result>): Promise<Result> {
    this.assertOpen();
    const giveBack = await this.#places.take();
    let isSlow = false;
    const limit = setTimeout(() => {
      isSlow = true;
      this.#slow += 1;
      // The connection for it must not be waited for behind the writes that hang.
      void aboutNobody(() => this.#askWhileSlow());
    }, SLOW_AFTER_MS);
    try {
      return await write();
    } catch (error) {
      if (isOutOfRoom(error)) this.#outOfRoomAt = performance.now();
      throw error;
    } finally {
      clearTimeout(limit);
      if (isSlow) this.#slow -= 1;
      giveBack();
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

  /** A failure to ask says nothing: the connection for it may be one of those that have just been dropped. */
  async #askWhileSlow(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    do {
      this.#hangs = await this.#doCommitsHang().catch(() => this.#hangs);
      if (this.#hangs) this.#places.refuseWaiting(unconfirmedError());
      await wait(ASK_EVERY_MS, undefined, { ref: false });
    } while (this.#hangs || this.#slow > 0);
    this.#isAsking = false;
  }
}

/**
 * Whether a commit of this role has waited for a standby for so long that others would, too: standbys confirm
 * within milliseconds. A role sees what its own sessions wait for, of all processes of the service.
 */
export const COMMITS_HANG = sql<boolean>`exists (
  select from pg_stat_activity
  where wait_event = 'SyncRep' and state_change < clock_timestamp() - interval '1 second')`;

export async function doCommitsHang(db: Kysely<Tables>): Promise<boolean> {
  const { hang } = await db.selectNoFrom(COMMITS_HANG.as('hang')).executeTakeFirstOrThrow();
  return hang;
}
