import { execFile } from 'node:child_process';
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { LIMITS, sessionSettings } from '../../../src/kit/session-settings.ts';
import { cpuMillisOfFamily } from '../processor-time.ts';
import type { Script } from './script.ts';

const run = promisify(execFile);

/** Where Debian keeps the programs of each major version of PostgreSQL. */
const POSTGRES = '/usr/lib/postgresql';

/** A server that is measured. */
export interface Server {
  url: string;
  /** The process that has started all others of it. */
  pid: number;
  client: Client;
}

export interface Load {
  name: string;
  clients: number;
  seconds: number;
  /** The variables of this load, beside those of the script. */
  variables: Record<string, string | number>;
}

export interface Figures {
  /** Executions of the script in a second. */
  perSecond: number;
  latencyMs: number;
  /** Of the server, for each execution. */
  cpuMs: number;
  walBytes: number;
  executed: number;
}

/** Throws, with one line, when no pgbench is installed. */
export async function findPgbench(): Promise<string> {
  const majors = (await readdir(POSTGRES).catch(() => [])).map(Number).sort((a, b) => b - a);
  for (const major of majors) {
    const path = join(POSTGRES, String(major), 'bin', 'pgbench');
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  throw new Error(
    'pgbench is missing: it is in the package postgresql-contrib or postgresql of the distribution',
  );
}

/** Has pgbench execute a script again and again, and says what that took of the server. */
export async function measure(
  pgbench: string,
  directory: string,
  server: Server,
  script: Script,
  { name, clients, seconds, variables }: Load,
): Promise<Figures> {
  const file = join(directory, `${name}.sql`);
  const log = join(directory, `${name}-log`);
  await writeFile(file, script.text);
  const settings = Object.entries(sessionSettings(LIMITS));
  const defined = Object.entries({ ...script.variables, ...variables });
  const before = { cpu: cpuMillisOfFamily(server.pid), wal: await walOf(server.client) };
  const { stdout } = await run(
    pgbench,
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${clients}`, `--time=${seconds}`, `--file=${file}`],
      ...['--log', `--log-prefix=${log}`],
      `--jobs=${Math.min(clients, availableParallelism())}`,
      ...defined.flatMap(([variable, value]) => ['--define', `${variable}=${value}`]),
      server.url,
    ],
    { env: { ...process.env, PGOPTIONS: settings.map(([key, value]) => `-c ${key}=${value}`).join(' ') } },
  );
  const after = { cpu: cpuMillisOfFamily(server.pid), wal: await walOf(server.client) };
  await assertAllWorked(directory, `${name}-log.`, clients);
  const executed = numberIn(stdout, /transactions actually processed: (\d+)/);
  return {
    executed,
    perSecond: numberIn(stdout, /tps = ([\d.]+) \(without/),
    latencyMs: numberIn(stdout, /latency average = ([\d.]+) ms/),
    cpuMs: (after.cpu - before.cpu) / executed,
    walBytes: (after.wal - before.wal) / executed,
  };
}

/** Throws when a client has executed nothing: the figures would be those of fewer clients. */
export async function assertAllWorked(directory: string, prefix: string, clients: number): Promise<void> {
  const worked = new Set<string>();
  for (const name of await readdir(directory)) {
    if (!name.startsWith(prefix)) continue;
    // One line for each execution, which begins with the number of the client.
    const lines = (await readFile(join(directory, name), 'utf8')).split('\n').filter(Boolean);
    for (const line of lines) worked.add(line.slice(0, line.indexOf(' ')));
    await rm(join(directory, name));
  }
  const idle = Array.from({ length: clients }, (_, i) => String(i)).filter((client) => !worked.has(client));
  if (idle.length > 0)
    throw new Error(`of ${clients} clients of pgbench, these have executed nothing: ${idle.join(', ')}`);
}

/** Nothing on a standby, which adds none. */
async function walOf(client: Client): Promise<number> {
  const { rows } = await client.query(
    `select case when pg_is_in_recovery() then 0 else pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') end::float8
      as bytes`,
  );
  return rows[0].bytes;
}

function numberIn(text: string, pattern: RegExp): number {
  const [, found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`pgbench said: ${text}`);
  return Number(found);
}
