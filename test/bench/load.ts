import { availableParallelism } from 'node:os';
import autocannon, { type Client, type Request } from 'autocannon';
import { sql } from 'kysely';
import type { Measurable } from './child.ts';
import type { Environment } from './environment.ts';
import { percentile } from './figures.ts';
import { cpuMillisOfFamily } from './processor-time.ts';

interface Load {
  /** The requests of each connection, which it sends again and again. */
  connections: readonly (readonly Request[])[];
  seconds: number;
}

/** What a round of load has measured. Times are in milliseconds, processor times for each request. */
export interface LoadFigures {
  perSecond: number;
  /** Had the upstream taken no time of the processors, which it shares with the server and the database. */
  perSecondWithoutUpstream: number;
  cpuMillis: number;
  /** Of the database, with everything that it did meanwhile. */
  databaseMillis: number;
  upstreamMillis: number;
  /** Bytes that the database added to its write-ahead log, for each request. */
  walBytes: number;
  p50: number;
  p99: number;
}

/** What was done in a round: how long each request took, in milliseconds, and how long all of it took. */
export interface Done {
  times: readonly number[];
  seconds: number;
}

/**
 * The answers of a round are of nearly the same size. One that is smaller than this share of the largest is a
 * refusal: over GraphQL, these have the status of a success.
 */
const LEAST_SHARE_OF_SIZE = 0.8;

/** Loads a server for some seconds. Throws when any request fails: a refusal costs less than an answer. */
export function load(
  environment: Environment,
  server: Measurable<{ url: string }>,
  work: Load,
): Promise<LoadFigures> {
  return measure(environment, server, () => send(server, work));
}

/** The same without measuring. */
export async function send(
  server: Measurable<{ url: string }>,
  { connections, seconds }: Load,
): Promise<Done> {
  const times: number[] = [];
  let smallest = Number.POSITIVE_INFINITY;
  let largest = 0;
  let next = 0;
  const run = autocannon({
    url: server.ready.url,
    connections: connections.length,
    duration: seconds,
    setupClient(client: Client) {
      client.setRequests((connections[next++] ?? []).map((request) => ({ ...request })));
    },
  });
  run.on('response', (_client, _status, bytes, milliseconds) => {
    times.push(milliseconds);
    smallest = Math.min(smallest, bytes);
    largest = Math.max(largest, bytes);
  });
  const { errors, non2xx, duration } = await run;
  if (errors + non2xx > 0) throw new Error(`${errors} requests failed and ${non2xx} were refused`);
  if (smallest < largest * LEAST_SHARE_OF_SIZE)
    throw new Error(`some answers were of ${smallest} bytes and others of ${largest}`);
  return { times, seconds: duration };
}

/** Measures what a server process does while `run` runs. */
export async function measure(
  { database, databasePid, sandbox }: Environment,
  server: Measurable<unknown>,
  run: () => Promise<Done>,
): Promise<LoadFigures> {
  const walBefore = await walPosition(database);
  const databaseBefore = cpuMillisOfFamily(databasePid);
  const upstreamBefore = await sandbox.cpuMillis();
  const before = await server.cpuMillis();
  const { times, seconds } = await run();
  const cpuMillis = (await server.cpuMillis()) - before;
  const upstreamMillis = (await sandbox.cpuMillis()) - upstreamBefore;
  const databaseMillis = cpuMillisOfFamily(databasePid) - databaseBefore;
  const walBytes = (await walPosition(database)) - walBefore;
  return {
    perSecond: times.length / seconds,
    perSecondWithoutUpstream: times.length / (seconds - upstreamMillis / 1_000 / availableParallelism()),
    cpuMillis: cpuMillis / times.length,
    databaseMillis: databaseMillis / times.length,
    upstreamMillis: upstreamMillis / times.length,
    walBytes: walBytes / times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

/** How many bytes the database has ever written to its write-ahead log, those in its buffers included. */
async function walPosition({ sql: db }: Environment['database']): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}
