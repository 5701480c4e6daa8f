import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { giveBackLease, inOneProcess } from './lease.ts';
import { sharedRun } from './request.ts';

/** What a job does in one process, with what it keeps from one round to the next. */
export interface Rounds {
  round(): Promise<unknown>;
  /** Called once, after the last round. */
  close?(): Promise<void>;
}

export type OnFailure = (error: unknown) => void;

/** Work that is repeated in the background, as a value of the folder whose work it is. */
export interface Job<Needs> {
  /** The job's name in the log, in metrics and in spans. */
  name: string;
  /** The time between two rounds, in milliseconds. A round that takes longer is not begun again meanwhile. */
  everyMs: number | ((needs: Needs) => number);
  /** Whether it is about what no reseller has: then cells have none of their own. */
  isShared?: boolean;
  /** Whether each process has to do it itself, also in a cell whose other jobs one process does. */
  isOfProcess?: boolean;
  /** Where one process works for all: its lease, and for how long it leads without a round. */
  leader?: { name: string; seconds: number };
  /** Undefined when it has nothing to work with. `onFailure` hears of a piece that keeps no other. */
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

/** Stops when `doOne` finds nothing. A failure keeps no others from being done, but that of the database. */
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

interface Pieces<Piece> {
  /** How many are carried out at once. */
  most: number;
  /** Undefined when none is due. */
  take(): Promise<Piece | undefined>;
  carryOut(piece: Piece): Promise<void>;
}

/**
 * Carries out pieces of work, each followed by others. A round begins what is due, and waits for none;
 * closing waits for all, and a round after it begins anew.
 */
export function crew<Piece>({ most, take, carryOut }: Pieces<Piece>, onFailure: OnFailure): Required<Rounds> {
  const begun = new Set<Promise<void>>();
  let room = most;
  let isClosed = false;
  const begin = async (piece: Piece) => {
    room -= 1;
    await carryOut(piece).catch(onFailure);
    room += 1;
    // What fails in it, who has it run next is told.
    await round().catch(() => {});
  };
  const round = sharedRun(async () => {
    while (room > 0 && !isClosed) {
      const piece = await take();
      if (piece === undefined) return;
      const one: Promise<void> = begin(piece).finally(() => begun.delete(one));
      begun.add(one);
    }
  });
  return {
    round,
    async close() {
      isClosed = true;
      while (begun.size > 0) await Promise.all(begun);
      isClosed = false;
    },
  };
}
