import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { EmbeddedPostgresError } from './error.ts';
import { type Home, USER } from './home.ts';
import { freePort, isServing, type Launch, launch, POLL_MS, readPostmaster, shutDown } from './server.ts';

/** `service`: one per data directory. `guest`: works beside the service or alone, any number of them. */
export type Role = 'service' | 'guest';

/**
 * The processes that share a server hold locks in it, on a session each. A process that is killed loses its session
 * and thereby its locks, so no file can claim that it still runs. Every member holds MEMBER shared; the one that finds
 * itself alone takes it exclusively and stops the server; who comes meanwhile waits for it, is thrown out when the
 * server ends, and starts over.
 */
const MEMBER_LOCK = 1;
const SERVICE_LOCK = 2;

/** A service that was told to stop just now is waited for this long, in milliseconds. */
const SERVICE_LOCK_LIMIT_MS = 3_000;
/** Coming up includes the recovery after a crash, in milliseconds. */
const JOIN_LIMIT_MS = 60_000;
const CONNECT_LIMIT_MS = 5_000;
/** A start may lose its port or meet another start; both settle in one more. */
const LAUNCH_ATTEMPTS = 4;

export interface Membership {
  session: Client;
  pid: number;
  port: number;
}

export interface JoinOptions {
  role: Role;
  fast: boolean;
  /** The port of a server that is started; any free one when undefined. */
  port?: number;
}

/** Joins the server of the cluster: the one that runs, whoever started it, else one that this starts. */
export async function join(home: Home, options: JoinOptions): Promise<Membership> {
  const deadline = performance.now() + JOIN_LIMIT_MS;
  let started: Launch | undefined;
  let attempts = 0;
  for (;;) {
    const postmaster = await readPostmaster(home.cluster);
    if (postmaster && (await isServing(postmaster.pid, home.cluster))) {
      const { pid, port } = postmaster;
      const session = port && (await enter(home, port, options.role));
      if (session) return { session, pid, port };
    } else {
      const failure = await started?.failure();
      if (failure && attempts === LAUNCH_ATTEMPTS) throw failure;
      if (failure || !started) {
        // Members of a server that was killed hold its address, so a newcomer that is quicker than they are keeps it.
        const port = options.port ?? (attempts === 0 ? postmaster?.port : undefined) ?? (await freePort());
        started = await launch(home, port, options.fast, postmaster?.pid);
        attempts += 1;
      }
    }
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(`The embedded PostgreSQL does not come up; see ${home.log}.`);
    }
    await wait(POLL_MS);
  }
}

/** A session with the role's locks; undefined when the server comes up or goes down at this moment. */
async function enter(home: Home, port: number, role: Role): Promise<Client | undefined> {
  const session = new Client({
    host: '127.0.0.1',
    port,
    user: USER,
    password: home.password,
    database: 'postgres',
    application_name: `gateway ${role} ${process.pid}`,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // A session that breaks ends, and that is what is acted upon; an error that nobody hears would end the process.
  session.on('error', () => undefined);
  try {
    await session.connect();
    await session.query('SELECT pg_advisory_lock_shared($1)', [MEMBER_LOCK]);
    if (role === 'service') await becomeService(session);
    await createDatabase(session);
    return session;
  } catch (error) {
    await session.end();
    if (error instanceof EmbeddedPostgresError || (error instanceof DatabaseError && !isPassing(error)))
      throw error;
    return undefined;
  }
}

/** Class 57 is what a server says that comes up or goes down. */
function isPassing(error: DatabaseError): boolean {
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
    // Another member was quicker.
    if (!(error instanceof DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error;
  });
}

/** Leaves the server, and stops it unless others are still in it. */
export async function leave({ session, pid }: Membership, cluster: string): Promise<void> {
  try {
    if (await isLast(session)) await shutDown(pid, cluster);
  } finally {
    await session.end();
  }
}

/** Giving up the share before asking for all of it: of two that leave at once, the later one gets it. */
async function isLast(session: Client): Promise<boolean> {
  try {
    await session.query('SELECT pg_advisory_unlock_shared($1)', [MEMBER_LOCK]);
    const answer = await session.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [
      MEMBER_LOCK,
    ]);
    return answer.rows[0]?.last ?? false;
  } catch (error) {
    if (error instanceof DatabaseError && !isPassing(error)) throw error;
    // The other one was even quicker, and the server is going down.
    return false;
  }
}
