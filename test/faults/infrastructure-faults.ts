import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { readPostmaster } from '../../src/kit/embedded-postgres/server.ts';
import type { Random } from './random.ts';
import type { System } from './system.ts';

/**
 * How long a process is paused, in ms: it continues before its leases lapse, or after another process has
 * decided its operations.
 */
const PAUSE_MS = { least: 16_000, most: 35_000 };

interface InfrastructureFaults {
  processKills: number;
  workerKills: number;
  /** When the database server was killed, by `performance.now()`. */
  databaseKills: number[];
  /** How often every connection to the database was ended at once. */
  databaseCuts: number;
  /** How often a process was paused and then continued. */
  pauses: number;
  ended: Promise<void>;
}

interface InfrastructureFaultsOptions {
  /** Milliseconds between two faults, on average. */
  everyMs: number;
  /** Whether processes are paused, too. */
  rough: boolean;
  /** Whether the database server belongs to the run and is restarted when it is killed. */
  killDatabase: boolean;
  signal: AbortSignal;
}

/**
 * Until the signal, kills one or both processes, the database server or its connections at random instants.
 * Killed processes are started again.
 */
export function startInfrastructureFaults(
  system: System,
  random: Random,
  options: InfrastructureFaultsOptions,
): InfrastructureFaults {
  const { everyMs, rough, killDatabase, signal } = options;
  const done = { processKills: 0, workerKills: 0, databaseKills: [] as number[], databaseCuts: 0, pauses: 0 };
  const kill = async (victims: readonly System['processes'][number][]) => {
    await Promise.all(victims.map((victim) => victim.kill()));
    done.processKills += victims.length;
    await Promise.all(victims.map((victim) => victim.start()));
  };
  const one = () => kill([random.pick(system.processes)]);
  const all = () => kill(system.processes);
  const worker = async () => {
    if (system.processes.some((process) => process.killWorker())) done.workerKills += 1;
    else await one();
  };
  const cut = async () => {
    await cutConnections(system);
    done.databaseCuts += 1;
  };
  const database = async () => {
    if (!killDatabase) await cut();
    else if (await killServer(system)) done.databaseKills.push(performance.now());
  };
  const pause = async () => {
    if (!rough) return one();
    const paused = random.pick(system.processes);
    paused.pause();
    await setTimeout(random.whole(PAUSE_MS.least, PAUSE_MS.most));
    paused.resume();
    done.pauses += 1;
  };
  // In turns and not by chance alone, so that a run has some of each.
  const kinds = [one, database, cut, one, worker, one, pause, all];
  async function injectFaults(): Promise<void> {
    for (let turns: (typeof kinds)[number][] = []; ; ) {
      await setTimeout(random.whole(everyMs / 2, (everyMs * 3) / 2), undefined, { signal }).catch(() => {});
      if (signal.aborted || everyMs === 0) return;
      if (turns.length === 0)
        turns = [...random.shuffle(kinds.slice(0, 3)), ...random.shuffle(kinds.slice(3))];
      await turns.shift()?.();
    }
  }
  return Object.assign(done, { ended: injectFaults() });
}

/** Ends all connections: their transactions are rolled back, or the answer of their commit is lost. */
async function cutConnections({ services }: System): Promise<void> {
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  // A large database that was killed takes its time to recover, and has no connections meanwhile.
  await cut.execute(services.database.sql).catch(() => {});
}

/**
 * Sends SIGKILL to the server if it runs: what was not durable is lost, and the server recovers when it is
 * started again.
 */
async function killServer({ services }: System): Promise<boolean> {
  const where = sql<{ cluster: string }>`select current_setting('data_directory') as cluster`;
  const found = await where.execute(services.database.sql).catch(() => undefined);
  const postmaster = found && (await readPostmaster(found.rows[0]?.cluster ?? ''));
  if (!postmaster) return false;
  process.kill(postmaster.pid, 'SIGKILL');
  return true;
}
