import { execFile } from 'node:child_process';
import { appendFile, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { openClusterFiles, urlOf } from '../../src/kit/embedded-postgres/cluster-files.ts';
import { freePort, launch, readPostmaster, shutDown } from '../../src/kit/embedded-postgres/server.ts';
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { migrate } from '../../src/kit/migrations.ts';

const run = promisify(execFile);

/** How often a server that starts or ends is looked at, in milliseconds, and how often at the most. */
const LOOK_EVERY_MS = 50;
const MOST_LOOKS = 1_200;

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
  const files = await openClusterFiles(copyDir, false);
  const [from, home] = await Promise.all([primaryDir, copyDir].map((dir) => realpath(join(dir, 'postgres'))));
  for (const own of [from, home, directory])
    opened.defer(() => rm(`${own}`, { recursive: true, force: true }));
  const { cluster } = files;
  await run('rm', ['-r', cluster]);
  await run('cp', ['-a', join(`${from}`, 'cluster'), `${home}`]);
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, role: 'guest' });
  opened.defer(() => primary.stop());
  const { port: way, username, password } = new URL(primary.url);
  const settings = (port: string) =>
    `host=127.0.0.1 port=${port} user=${username} password=${password} sslmode=disable`;
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${settings(way)}'\n`);
  await writeFile(join(cluster, 'standby.signal'), '');
  await run('chown', ['--reference', join(cluster, 'PG_VERSION'), join(cluster, 'standby.signal')]);

  const port = await freePort();
  const url = urlOf({ password, port });
  const ask = async (statement: string) => {
    const client = new Client(url);
    client.on('error', () => {});
    await client.connect();
    return await client.query(statement).finally(() => client.end());
  };
  const tell = async (statement: string) => void (await ask(statement));
  const postmaster = async () => (await readPostmaster(cluster))?.pid ?? 0;
  /** To the server and its connections. */
  const signal = async (name: NodeJS.Signals) => {
    const pid = await postmaster();
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const one of [pid, ...children.trim().split(' ').map(Number)]) process.kill(one, name);
  };
  const isAnswering = () =>
    ask('select').then(
      () => true,
      () => false,
    );
  const until = async (isAsExpected: () => Promise<boolean>) => {
    for (let looks = 0; !(await isAsExpected()); looks++) {
      if (looks === MOST_LOOKS) throw new Error(`the copy does not do what was expected: ${files.log}`);
      await setTimeout(LOOK_EVERY_MS);
    }
  };
  const start = async () => {
    await launch(files, { port, fast: false, workers: 1 }, undefined);
    await until(isAnswering);
  };
  const follow = async (to: string) => {
    await tell(`alter system set primary_conninfo = '${settings(to)}'`);
    await tell('select pg_reload_conf()');
  };
  await start();
  opened.defer(async () => shutDown(await postmaster(), cluster));
  const copy: DatabaseCopy = {
    url,
    async statements() {
      const { rows } = await ask('select sum(xact_commit)::int as sum from pg_stat_database');
      return Number(rows[0].sum);
    },
    async pause() {
      await tell('select pg_wal_replay_pause()');
      // It asks only: what has arrived is still applied.
      await until(async () => {
        const { rows } = await ask('select pg_get_wal_replay_pause_state() as state');
        return rows[0].state === 'paused';
      });
    },
    resume: () => tell('select pg_wal_replay_resume()'),
    // Nobody listens there.
    cutOff: () => follow('1'),
    rejoin: () => follow(way),
    promote: () => tell('select pg_promote()'),
    async kill() {
      await signal('SIGKILL');
      await until(async () => !(await isAnswering()));
    },
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
  const kept = opened.move();
  return { url: primary.url, copy, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
