import { setTimeout } from 'node:timers/promises';
import { openHome, USER } from './home.ts';
import { join, leave, type Membership, type Role } from './membership.ts';

/** How long after an attempt to start a server that has died the next one follows. */
const REJOIN_EVERY_MS = 1_000;

export interface EmbeddedPostgresOptions {
  /** Where the database lives, in `postgres` below it; created when missing. */
  dataDir: string;
  role: Role;
  /** For tests: quick, and lost when the machine crashes. */
  fast?: boolean;
}

export interface EmbeddedPostgres {
  /** Good for as long as the server is in use, also when it had to be started again. */
  url: string;
  /** Stops the server, unless another process uses it too: then that one stops it. */
  stop(): Promise<void>;
}

/**
 * Makes sure that the PostgreSQL of the data directory runs: joins it when another process has started it, or when it
 * outlived a service that was killed, and starts it otherwise. A server that dies is started again.
 *
 * Throws an {@link EmbeddedPostgresError} with one line for whoever started the program when it cannot run here, and when
 * `role` is `service` and another service runs on the same data directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, role, fast = false } = options;
  const home = await openHome(dataDir, fast);
  let membership = join(home, { role, fast });
  const { port } = await membership;
  let stopped: Promise<void> | undefined;

  // A server that was killed may leave processes behind, and none can be started beside them until the last one has ended.
  const rejoin = async (at: number): Promise<Membership> => {
    for (;;) {
      try {
        return await join(home, { role, fast, port: at });
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
      // The queries of the service tell that the server is gone for good.
      stayJoined().catch(() => undefined);
    });
  };
  await stayJoined();

  const stop = async () => {
    const joined = await membership.catch(() => undefined);
    if (joined) await leave(joined, home.cluster);
  };
  return {
    url: `postgresql://${USER}:${home.password}@127.0.0.1:${port}/${USER}`,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
