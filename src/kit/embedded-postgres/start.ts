import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { type ClusterFiles, EmbeddedPostgresError, openClusterFiles, USER, urlOf } from './cluster-files.ts';
import { freePort, isServing, type Launch, launch, POLL_MS, readPostmaster, shutDown } from './server.ts';

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
        await wait(REJOIN_EVERY_MS);
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

/** `service`: one per data directory. `guest`: any number of them, beside the service or alone. */
export type Role = 'service' | 'guest';

/**
 * The processes that share a server hold advisory locks in it, each in a session of its own. A process that
 * is killed loses its session and with it its locks, so there is no file that could claim that it still runs.
 * Every member holds MEMBER_LOCK shared. A member that leaves takes it exclusively when it is the only one,
 * and stops the server. A process that joins at that time waits for the lock, loses its session when the
 * server stops, and starts again.
 */
const MEMBER_LOCK = 1;
const SERVICE_LOCK = 2;

/** How long a service waits for another one that is stopping, in milliseconds. */
const SERVICE_LOCK_LIMIT_MS = 3_000;
/** How long joining may take, in milliseconds, including the recovery after a crash. */
const JOIN_LIMIT_MS = 60_000;
const CONNECT_LIMIT_MS = 5_000;
/** Another process may take the port, or start the same server; then one more attempt succeeds. */
const LAUNCH_ATTEMPTS = 4;

export interface Membership {
  session: Client;
  pid: number;
  port: number;
}

/** A server that is started here has connections for the workers, and any free port when none is given. */
export async function join(
  files: ClusterFiles,
  options: Required<Omit<EmbeddedPostgresOptions, 'dataDir'>> & { port?: number },
): Promise<Membership> {
  const deadline = performance.now() + JOIN_LIMIT_MS;
  let started: Launch | undefined;
  let attempts = 0;
  for (;;) {
    const postmaster = await readPostmaster(files.cluster);
    if (postmaster && (await isServing(postmaster.pid, files.cluster))) {
      const { pid, port } = postmaster;
      const session = port && (await enter(files, port, options.role));
      if (session) return { session, pid, port };
    } else {
      const failure = await started?.failure();
      if (failure && attempts === LAUNCH_ATTEMPTS) throw failure;
      if (failure || !started) {
        // Members of a server that was killed keep its URL. A process that starts the server before they do
        // uses the same port, so that the URL stays valid.
        const port = options.port ?? (attempts === 0 ? postmaster?.port : undefined) ?? (await freePort());
        started = await launch(files, { ...options, port }, postmaster?.pid);
        attempts += 1;
      }
    }
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(`The embedded PostgreSQL did not start in time; see ${files.log}.`);
    }
    await wait(POLL_MS);
  }
}

/** Opens a session with the role's locks; undefined when the server is starting or stopping. */
async function enter(files: ClusterFiles, port: number, role: Role): Promise<Client | undefined> {
  const session = new Client({
    host: '127.0.0.1',
    port,
    user: USER,
    password: files.password,
    database: 'postgres',
    // It listens on loopback only, and takes no TLS.
    ssl: false,
    application_name: `gateway ${role} ${process.pid}`,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // A session that breaks also ends, and the end is handled elsewhere. An `error` event without a listener
  // would end the process.
  session.on('error', () => undefined);
  try {
    await session.connect();
    await session.query('SELECT pg_advisory_lock_shared($1)', [MEMBER_LOCK]);
    if (role === 'service') await becomeService(session);
    await createDatabase(session);
    return session;
  } catch (error) {
    await session.end();
    if (
      error instanceof EmbeddedPostgresError ||
      (error instanceof DatabaseError && !isStartingOrStopping(error))
    )
      throw error;
    return undefined;
  }
}

/** A server that is starting or stopping reports errors of class 57. */
function isStartingOrStopping(error: DatabaseError): boolean {
  return error.code?.startsWith('57') ?? false;
}

async function becomeService(session: Client): Promise<void> {
  try {
    await session.query(`SET lock_timeout = ${SERVICE_LOCK_LIMIT_MS}`);
    await session.query('SELECT pg_advisory_lock($1)', [SERVICE_LOCK]);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '55P03') throw error;
    const holder = await session.query<{ application_name: string }>(
      `SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid)
       WHERE datname = current_database() AND locktype = 'advisory' AND granted AND objid = $1`,
      [SERVICE_LOCK],
    );
    const pid = holder.rows[0]?.application_name.split(' ').at(-1);
    throw new EmbeddedPostgresError(
      `The service is already running on this data directory (pid ${pid}). Stop it first, or set another DATA_DIR.`,
    );
  }
}

async function createDatabase(session: Client): Promise<void> {
  const found = await session.query('SELECT FROM pg_database WHERE datname = $1', [USER]);
  if (found.rowCount) return;
  await session.query(`CREATE DATABASE ${USER}`).catch((error: unknown) => {
    // Another member has created it.
    if (!(error instanceof DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error;
  });
}

export async function leave({ session, pid }: Membership, cluster: string): Promise<void> {
  try {
    if (await isLast(session)) await shutDown(pid, cluster);
  } finally {
    await session.end();
  }
}

/** Releases the shared lock first: of two members that leave together, the later one gets the other. */
async function isLast(session: Client): Promise<boolean> {
  try {
    await session.query('SELECT pg_advisory_unlock_shared($1)', [MEMBER_LOCK]);
    const answer = await session.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [
      MEMBER_LOCK,
    ]);
    return answer.rows[0]?.last ?? false;
  } catch (error) {
    if (error instanceof DatabaseError && !isStartingOrStopping(error)) throw error;
    // Another member has got the lock already and stops the server.
    return false;
  }
}
