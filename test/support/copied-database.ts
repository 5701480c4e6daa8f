import { execFile } from 'node:child_process';
import { appendFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { migrate } from '../../src/kit/migrations.ts';

const run = promisify(execFile);

/** A copy of a database that its log keeps up to date, and what can become of it. */
export interface DatabaseCopy {
  url: string;
  /** How many statements it has answered since it was started. */
  statements(): Promise<number>;
  /** Has it take over nothing from now on. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Has it lose the way to the database, until it finds that again. */
  cutOff(): Promise<void>;
  rejoin(): Promise<void>;
  /** Makes it a database of its own that takes writes. */
  promote(): Promise<void>;
  kill(): Promise<void>;
  /** Starts it again after it was killed. */
  start(): Promise<void>;
  /** Has it answer nothing, with its connections open, until it goes on. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

export interface CopiedDatabase extends AsyncDisposable {
  /** Of a migrated, empty database on a server of its own. */
  url: string;
  copy: DatabaseCopy;
}

/** A server with a migrated database and one that copies it, in two new folders below `directory`. */
export async function startCopiedDatabase(directory: string): Promise<CopiedDatabase> {
  await using opened = new AsyncDisposableStack();
  const [primaryDir, copyDir] = [join(directory, 'primary'), join(directory, 'copy')];
  const first = await startEmbeddedPostgres({ dataDir: primaryDir, role: 'guest' });
  await migrate(first.url);
  await first.stop();
  // Makes the folder, with its owner, whose files those of the other take the place of.
  await (await startEmbeddedPostgres({ dataDir: copyDir, role: 'guest' })).stop();
  const [from, home] = await Promise.all([primaryDir, copyDir].map((dir) => realpath(join(dir, 'postgres'))));
  for (const own of [from, home, directory])
    opened.defer(() => rm(`${own}`, { recursive: true, force: true }));
  const cluster = join(`${home}`, 'cluster');
  await run('rm', ['-r', cluster]);
  await run('cp', ['-a', join(`${from}`, 'cluster'), join(`${from}`, 'password'), `${home}`]);
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, role: 'guest' });
  opened.defer(() => primary.stop());
  const { port, username, password } = new URL(primary.url);
  const way = (to: string) => `host=127.0.0.1 port=${to} user=${username} password=${password} sslmode=disable`;
  const follow = async (to: string) => {
    await tell(`alter system set primary_conninfo = '${way(to)}'`);
    await tell('select pg_reload_conf()');
  };
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${way(port)}'\n`);
  await writeFile(join(cluster, 'standby.signal'), '');
  await run('chown', ['--reference', join(cluster, 'PG_VERSION'), join(cluster, 'standby.signal')]);
  let server = await startEmbeddedPostgres({ dataDir: copyDir, role: 'guest' });
  opened.defer(() => server.stop());
  const tell = async (statement: string) => void (await ask(server.url, statement));
  const signal = (name: string) => run('pkill', [`-${name}`, '-g', `${postmaster}`]).catch(() => {});
  let postmaster = await postmasterOf(cluster);
  const copy: DatabaseCopy = {
    url: server.url,
    async statements() {
      const [row] = await ask(server.url, 'select sum(xact_commit)::int as sum from pg_stat_database');
      return Number(row?.['sum']);
    },
    pause: () => tell('select pg_wal_replay_pause()'),
    resume: () => tell('select pg_wal_replay_resume()'),
    // Nobody listens there.
    cutOff: () => follow('1'),
    rejoin: () => follow(port),
    promote: () => tell('select pg_promote()'),
    async kill() {
      await server.stop();
    },
    async start() {
      server = await startEmbeddedPostgres({ dataDir: copyDir, role: 'guest' });
      postmaster = await postmasterOf(cluster);
    },
    freeze: async () => void (await signal('STOP')),
    thaw: async () => void (await signal('CONT')),
  };
  const kept = opened.move();
  return { url: primary.url, copy, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

async function postmasterOf(cluster: string): Promise<number> {
  const { stdout } = await run('head', ['-1', join(cluster, 'postmaster.pid')]);
  return Number(stdout);
}
