import { setTimeout } from 'node:timers/promises';
import { openClusterFiles, urlOf } from './cluster-files.ts';
import { join, leave, type Membership, type Role } from './membership.ts';

/** The pause between attempts to start a server that has died, in milliseconds. */
const REJOIN_EVERY_MS = 1_000;

interface EmbeddedPostgresOptions {
  /** The database lies in `postgres` below it. Created when it is missing. */
  dataDir: string;
  role: Role;
  /** How many processes of the service use it; 1 when left out. */
  workers?: number;
  /** For tests: faster, and the data may be lost when the machine crashes. */
  fast?: boolean;
}

export interface EmbeddedPostgres {
  /** Stays the same as long as the server is used, even when it had to be started again. */
  url: string;
  /** Leaves the server, and stops it when no other process uses it. Otherwise the last one stops it. */
  stop(): Promise<void>;
}

/**
 * Makes sure that the PostgreSQL of the data directory runs. Joins it when another process has started it, or
 * when it still runs after a service was killed, and starts it otherwise. Restarts a server that has died.
 *
 * Throws an {@link EmbeddedPostgresError}, with one line for the person who started the program, when it
 * cannot run here, or when `role` is `service` and another service runs on the same data directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, role, workers = 1, fast = false } = options;
  const files = await openClusterFiles(dataDir, fast);
  let membership = join(files, { role, fast, workers });
  const { port } = await membership;
  let stopped: Promise<void> | undefined;

  // Processes of a server that was killed may still run, and no server can be started before the last one has
  // ended.
  const rejoin = async (at: number): Promise<Membership> => {
    for (;;) {
      try {
        return await join(files, { role, fast, workers, port: at });
      } catch (error) {
        if (stopped) throw error;
        await setTimeout(REJOIN_EVERY_MS);
      }
    }
  };
  const stayJoined = async () => {
    const { session } = await membership;
    session.once('end', () => {
      if (stopped) return;
      membership = rejoin(port);
      // A server that does not come back is reported by the statements of the service, which fail.
      stayJoined().catch(() => undefined);
    });
  };
  await stayJoined();

  const stop = async () => {
    const joined = await membership.catch(() => undefined);
    if (joined) await leave(joined, files.cluster);
  };
  return {
    url: urlOf({ password: files.password, port }),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
