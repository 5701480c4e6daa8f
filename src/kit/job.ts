import { randomUUID } from 'node:crypto';
import { isDatabaseUnavailable } from './connection-errors.ts';
import type { Database } from './database.ts';
import { giveBackLease, inOneProcess } from './lease.ts';

/** What a job does in one process, with what it keeps from one round to the next. */
export interface Rounds {
  round(): Promise<unknown>;
  /** Called once, after the last round. */
  close?(): Promise<void>;
}

type OnFailure = (error: unknown) => void;

/** Work that is repeated in the background, as a value of the folder whose work it is. */
export interface Job<Needs> {
  /** In the log, in metrics and in spans. */
  name: string;
  /** From one round to the next, in milliseconds; a round that takes longer is not begun again meanwhile. */
  everyMs: number | ((needs: Needs) => number);
  /**
   * Where one process does the work for all: the lease by which it leads, and for how long it leads without a
   * round.
   */
  leader?: { name: string; seconds: number };
  /**
   * Begins the work in this process; undefined when there is nothing that it could be done with. `onFailure`
   * is called for each piece that has failed while the others were done all the same.
   */
  begin(needs: Needs, onFailure: OnFailure): Rounds | undefined;
}

/** Begins a job in this process. At its end a leader lets another process take over at once. */
export function beginJob<Needs>(
  job: Job<Needs>,
  needs: Needs & { services: { database: Database } },
  onFailure: OnFailure,
): Required<Rounds> {
  const rounds = job.begin(needs, onFailure);
  const leader = rounds && job.leader;
  const { sql } = needs.services.database;
  const holder = randomUUID();
  return {
    async round() {
      if (!leader) await rounds?.round();
      else await inOneProcess(sql, leader, holder, () => rounds.round());
    },
    async close() {
      await rounds?.close?.();
      if (leader) await giveBackLease(sql, leader.name, holder);
    },
  };
}

/**
 * Repeats `doOne` until nothing is left to do, but at most `most` times. A failure does not keep the others
 * from being done, unless the database that all of them need is away.
 */
export async function upTo(most: number, doOne: () => Promise<boolean>, onFailure: OnFailure): Promise<void> {
  for (let done = 0; done < most; done++) {
    try {
      if (!(await doOne())) return;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      onFailure(error);
    }
  }
}
