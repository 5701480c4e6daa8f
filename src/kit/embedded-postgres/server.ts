import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connectionsWith, POOL_SIZE } from '../connection.ts';
import {
  type ClusterFiles,
  cannotRun,
  EmbeddedPostgresError,
  errorCode,
  failureReason,
  SERVER_ENVIRONMENT,
  urlOf,
} from './cluster-files.ts';

const run = promisify(execFile);

/** How often a file is read in which PostgreSQL reports its state, in milliseconds. */
export const POLL_MS = 20;
/** How long a fast shutdown may take, in milliseconds. It writes what is in memory, 128 MB at most. */
const FAST_SHUTDOWN_LIMIT_MS = 10_000;
/** How long an immediate shutdown may take, in milliseconds. It writes nothing. */
const IMMEDIATE_SHUTDOWN_LIMIT_MS = 5_000;
/** A start that finds the log larger than this, in bytes, empties it. */
const LOG_LIMIT_BYTES = 1024 * 1024;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements that fail are in the service's log. In this one they would fill the disk, and show their
  // values.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};
/** Enough for one process that serves, and the operator's commands beside it. */
const CONNECTIONS = 100;
/** What each further one takes, and some for a moment. */
const CONNECTIONS_OF_WORKER = connectionsWith(POOL_SIZE) + 3;
/** For tests: no data outlives the run, all may be in memory, and test files have many connections. */
const FAST_SETTINGS = {
  max_connections: '300',
  shared_buffers: '64MB',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
};

/** The content of `postmaster.pid` in the cluster. The file stays when a server is killed. */
interface Postmaster {
  pid: number;
  /** Undefined while the server starts. */
  port: number | undefined;
}

export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    const ready = lines[7]?.trim() === 'ready';
    return { pid: Number(lines[0]), port: ready ? Number(lines[3]) : undefined };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether the process is a server of this cluster, and not another process that got the same id later. */
export async function isServing(pid: number, cluster: string): Promise<boolean> {
  try {
    // Not every Linux has `ps`, and macOS has no `/proc`.
    const command =
      process.platform === 'linux'
        ? await readFile(`/proc/${pid}/cmdline`, 'utf8')
        : (await run('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout;
    return command.includes(cluster);
  } catch {
    return false;
  }
}

export interface Launch {
  /** Why the server ended; undefined while it starts or runs. */
  failure(): Promise<EmbeddedPostgresError | undefined>;
}

/**
 * Starts a server in a session of its own, so that Ctrl-C in the terminal does not reach it.
 *
 * @param stalePid the process that `postmaster.pid` names, known to be no server of this cluster. PostgreSQL
 *   refuses to start while such a process exists, unless the process is an ancestor of the server.
 *   PG_GRANDPARENT_PID declares it to be one.
 */
export async function launch(
  files: ClusterFiles,
  { port, fast, workers }: { port: number; fast: boolean; workers: number },
  stalePid: number | undefined,
): Promise<Launch> {
  const max_connections = String(CONNECTIONS + (workers - 1) * CONNECTIONS_OF_WORKER);
  const settings = { ...SETTINGS, max_connections, ...(fast && FAST_SETTINGS), port: String(port) };
  const log = await open(files.log, 'a+', 0o600);
  try {
    if ((await log.stat()).size > LOG_LIMIT_BYTES) await log.truncate();
    const begin = (await log.stat()).size;
    const server = spawn(
      files.binaries.postgres,
      [
        '-D',
        files.cluster,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        cwd: files.cluster,
        env: { ...SERVER_ENVIRONMENT, ...(stalePid && { PG_GRANDPARENT_PID: String(stalePid) }) },
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        ...files.account,
      },
    );
    await once(server, 'spawn').catch((cause: Error) => {
      throw cannotRun(cause.message, { cause });
    });
    server.unref();
    return { failure: () => failureOf(server, files, begin) };
  } finally {
    await log.close();
  }
}

async function failureOf(server: ChildProcess, files: ClusterFiles, begin: number) {
  if (server.exitCode === null && server.signalCode === null) return undefined;
  const output = (await readFile(files.log)).subarray(begin).toString();
  return cannotRun(failureReason(output) ?? `it ended with ${server.signalCode ?? server.exitCode}`);
}

/** A port that is free now. When the server finds it taken, another one is tried. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return address.port;
}

/** Shuts the server down, at once when a fast shutdown takes too long. Either way keeps the data. */
export async function shutDown(pid: number, cluster: string): Promise<void> {
  if (await ends(pid, cluster, 'SIGINT', FAST_SHUTDOWN_LIMIT_MS)) return;
  if (await ends(pid, cluster, 'SIGQUIT', IMMEDIATE_SHUTDOWN_LIMIT_MS)) return;
  throw new EmbeddedPostgresError(`The embedded PostgreSQL (pid ${pid}) does not stop.`);
}

async function ends(pid: number, cluster: string, signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  if (await isServing(pid, cluster)) process.kill(pid, signal);
  while (await isServing(pid, cluster)) {
    if (performance.now() > deadline) return false;
    await wait(POLL_MS);
  }
  return true;
}

/** Whether a PostgreSQL was ever started in the data directory. Creates and starts nothing. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  return (await homeOf(dataDir)) !== undefined;
}

/** Undefined unless it runs and takes connections. Starts nothing, and keeps nobody from stopping it. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const home = await homeOf(dataDir);
  if (home === undefined) return undefined;
  const cluster = join(home, 'cluster');
  const postmaster = await readPostmaster(cluster);
  if (postmaster?.port === undefined || !(await isServing(postmaster.pid, cluster))) return undefined;
  return urlOf({ password: await readFile(join(home, 'password'), 'utf8'), port: postmaster.port });
}

function homeOf(dataDir: string): Promise<string | undefined> {
  return realpath(join(dataDir, 'postgres')).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}
