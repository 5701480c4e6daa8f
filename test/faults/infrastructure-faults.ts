import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { readPostmaster } from '../../src/kit/embedded-postgres/server.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** A stopped process comes back before its leases have lapsed, or after its operations were decided by another. */
const NAP_MS = { least: 16_000, most: 35_000 };

export interface InfrastructureFaults {
  processKills: number;
  /** When the database server was killed, by `performance.now()`. */
  databaseKills: number[];
  /** How often every connection to the database was ended at once. */
  databaseCuts: number;
  /** How often a process was stopped for longer than its leases last, and then went on. */
  naps: number;
  ended: Promise<void>;
}

export interface InfrastructureFaultsOptions {
  /** Milliseconds between two deeds, on average. */
  everyMs: number;
  /** With long naps, too. */
  rough: boolean;
  /** Whether the database server is the run's own, and comes back when it is killed. */
  killDatabase: boolean;
  signal: AbortSignal;
}

/**
 * Kills processes, one or both, and the database server or its connections, at random instants until the signal; starts the processes
 * that it has killed.
 */
export function startInfrastructureFaults(
  world: World,
  random: Random,
  options: InfrastructureFaultsOptions,
): InfrastructureFaults {
  const { everyMs, rough, killDatabase, signal } = options;
  const done = { processKills: 0, databaseKills: [] as number[], databaseCuts: 0, naps: 0 };
  async function rage(): Promise<void> {
    for (;;) {
      await setTimeout(random.whole(everyMs / 2, (everyMs * 3) / 2), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      if (random.chance(0.3)) {
        if (killDatabase && random.chance(0.5)) {
          if (await killServer(world)) done.databaseKills.push(performance.now());
        } else {
          await cutConnections(world);
          done.databaseCuts += 1;
        }
        continue;
      }
      if (rough && random.chance(0.15)) {
        const sleeper = random.pick(world.processes);
        sleeper.sleep();
        await setTimeout(random.whole(NAP_MS.least, NAP_MS.most));
        sleeper.wake();
        done.naps += 1;
        continue;
      }
      const victims = random.chance(0.2) ? world.processes : [random.pick(world.processes)];
      await Promise.all(victims.map((victim) => victim.kill()));
      done.processKills += victims.length;
      await Promise.all(victims.map((victim) => victim.start()));
    }
  }
  return Object.assign(done, { ended: rage() });
}

/** What is under way in the database is rolled back, or its commit is never heard of. */
async function cutConnections({ services }: World): Promise<void> {
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  // After it was killed, a large database takes its time to recover: then there is nothing to be cut.
  await cut.execute(services.database.sql).catch(() => {});
}

/** SIGKILL to the server, if it runs: what it had not made durable is gone, and it recovers when it is started again. */
async function killServer({ services }: World): Promise<boolean> {
  const where = sql<{ cluster: string }>`select current_setting('data_directory') as cluster`;
  const found = await where.execute(services.database.sql).catch(() => undefined);
  const postmaster = found && (await readPostmaster(found.rows[0]?.cluster ?? ''));
  if (!postmaster) return false;
  process.kill(postmaster.pid, 'SIGKILL');
  return true;
}
