import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Random } from './random.ts';
import type { World } from './world.ts';

export interface Violence {
  processKills: number;
  /** How often every connection to the database was ended at once. */
  databaseCuts: number;
  /** How often a process was stopped for longer than its leases last, and then went on. */
  naps: number;
  ended: Promise<void>;
}

/** Kills processes, one or both, and connections to the database at random instants until the signal; starts what it has killed. */
export function startViolence(
  world: World,
  random: Random,
  { everyMs, rough, signal }: { everyMs: number; rough: boolean; signal: AbortSignal },
): Violence {
  const done = { processKills: 0, databaseCuts: 0, naps: 0 };
  async function rage(): Promise<void> {
    for (;;) {
      await setTimeout(random.whole(everyMs / 2, (everyMs * 3) / 2), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      if (random.chance(0.25)) {
        await cutDatabase(world);
        done.databaseCuts += 1;
        continue;
      }
      if (rough && random.chance(0.15)) {
        const sleeper = random.pick(world.processes);
        sleeper.sleep();
        await setTimeout(random.whole(16_000, 35_000));
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
async function cutDatabase({ services }: World): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    services.database.sql,
  );
}
