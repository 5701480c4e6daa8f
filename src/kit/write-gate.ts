import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { isOutOfRoom, unconfirmedError } from './database-errors.ts';
import { aboutNobody, Places } from './request.ts';

/** How long a write may take, in milliseconds, before the server is asked whether commits hang. */
const SLOW_AFTER_MS = 1_000;
const ASK_EVERY_MS = 250;
/**
 * In milliseconds: until work in the background has written again. A write that succeeds does not end it,
 * since small ones find room on a full disk, too.
 */
const OUT_OF_ROOM_MS = 10_000;

/**
 * A server with synchronous replication and no standby confirms no commit: each keeps its connection and
 * rows. So a few connections are left to reads, and once commits hang no more are sent.
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

  /** `atOnce` writes use a connection at a time. `doCommitsHang` asks by a statement that only reads. */
  constructor(atOnce: number, doCommitsHang: () => Promise<boolean>) {
    this.#places = new Places({ most: atOnce });
    this.#doCommitsHang = doCommitsHang;
  }

  /** Throws without sending when commits hang, as a lost connection, or when it has no place in time. */
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
