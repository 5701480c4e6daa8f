import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVER_ENVIRONMENT, serviceAccount } from '../../src/kit/embedded-postgres/cluster-files.ts';
import { Daemon } from '../ha/daemon.ts';
import { queryOnce } from '../ha/query.ts';
import { until } from '../ha/until.ts';
import type { Citus } from './build.ts';

const run = promisify(execFile);

const STARTED_WITHIN_MS = 60_000;
const NODES = ['node-1', 'node-2'] as const;
const SERVERS = ['coordinator', ...NODES] as const;
export type ServerName = (typeof SERVERS)[number];
/** Of each server. */
const SUPERUSER = 'gateway';
/** The schema of each database that has all its tables. */
const CELL = 'cell_1';

/**
 * The tables of a schema are all on one node, and so are those that the functions of its triggers use, and
 * those that a function which a statement calls there uses.
 */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  // It looks for the extension in the server's own folder.
  'citus.enable_version_checks': 'off',
  'citus.enable_statistics_collection': 'off',
  // By which a schema moves.
  wal_level: 'logical',
  max_prepared_transactions: '200',
  max_connections: '600',
  listen_addresses: '127.0.0.1',
  fsync: 'off',
};

/** A coordinator and two nodes of Citus in Debian's PostgreSQL. */
export class CitusCluster {
  readonly #ports = {} as Record<ServerName, number>;
  readonly #password = randomBytes(16).toString('hex');
  readonly #daemons = {} as Record<ServerName, Daemon>;

  private constructor() {}

  static async start(citus: Citus, directory: string, opened: AsyncDisposableStack): Promise<CitusCluster> {
    const cluster = new CitusCluster();
    // The servers run as another user than root.
    await chmod(directory, 0o755);
    for (const name of SERVERS) {
      await cluster.#startServer(name, citus, directory);
      opened.defer(() => cluster.#daemons[name].stop('SIGINT'));
    }
    for (const name of SERVERS)
      await until(name, () => queryOnce(cluster.urlOf(name, 'postgres'), 'select 1'), STARTED_WITHIN_MS);
    return cluster;
  }

  async #startServer(name: ServerName, citus: Citus, directory: string): Promise<void> {
    const account = await serviceAccount();
    const data = join(directory, name);
    const password = join(directory, `${name}.password`);
    await mkdir(data, { mode: 0o700 });
    await writeFile(password, this.#password, { mode: 0o600 });
    if (account) await Promise.all([data, password].map((path) => chown(path, account.uid, account.gid)));
    const initial = [`--username=${SUPERUSER}`, `--pwfile=${password}`, '--auth=scram-sha-256', '--no-sync'];
    await run(
      join(citus.postgres, 'initdb'),
      [`--pgdata=${data}`, ...initial, '--encoding=UTF8', '--locale=C.UTF-8'],
      { cwd: '/', env: SERVER_ENVIRONMENT, ...account },
    );
    const port = await freePort();
    const settings = {
      ...SETTINGS,
      port,
      unix_socket_directories: data,
      extension_destdir: citus.directory,
      dynamic_library_path: `${citus.libraries}:$libdir`,
    };
    const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const daemon = new Daemon(
      {
        file: join(citus.postgres, 'postgres'),
        args: ['-D', data, ...args],
        log: join(directory, `${name}.log`),
        // The servers open connections to each other with it.
        env: { ...SERVER_ENVIRONMENT, PGPASSWORD: this.#password },
      },
      account,
    );
    this.#ports[name] = port;
    this.#daemons[name] = daemon;
    daemon.start();
  }

  /** With the one setting of sessions that is another one over Citus. */
  urlOf(server: ServerName, database: string): string {
    return `postgresql://${SUPERUSER}:${this.#password}@127.0.0.1:${this.#ports[server]}/${database}?options=${encodeURIComponent('-c plan_cache_mode=auto')}`;
  }

  get nodeUrls(): string[] {
    return NODES.map((name) => this.urlOf(name, 'postgres'));
  }

  /** Makes an empty database on each server. */
  async addEmptyDatabase(name: string): Promise<void> {
    for (const server of SERVERS) {
      await queryOnce(this.urlOf(server, 'postgres'), `create database ${name}`);
      await queryOnce(this.urlOf(server, name), 'create extension citus');
    }
    const { coordinator } = this.#ports;
    await this.#ask(name, `citus_set_coordinator_host('127.0.0.1', ${coordinator})`);
    for (const node of NODES) await this.#ask(name, `citus_add_node('127.0.0.1', ${this.#ports[node]})`);
  }

  /** Makes a database on each server, with an empty cell that statements find without naming it. */
  async addDatabase(name: string): Promise<void> {
    await this.addEmptyDatabase(name);
    for (const server of SERVERS)
      await queryOnce(this.urlOf(server, 'postgres'), `alter role ${SUPERUSER} set search_path = ${CELL}`);
    await queryOnce(this.urlOf('coordinator', name), `create schema ${CELL}`);
    await this.#ask(name, `citus_schema_distribute('${CELL}')`);
  }

  /** As the operator names a node. */
  addressOf(server: ServerName): string {
    return `127.0.0.1:${this.#ports[server]}`;
  }

  daemonOf(server: ServerName): Daemon {
    return this.#daemons[server];
  }

  /** Moves the cell of a database to a node. */
  async moveCell(database: string, node: ServerName): Promise<void> {
    const [placed] = await queryOnce(
      this.urlOf('coordinator', database),
      'select nodeport from citus_shards',
    );
    if (placed?.['nodeport'] !== this.#ports[node])
      await this.#ask(
        database,
        `citus_schema_move('${CELL}', '127.0.0.1', ${this.#ports[node]}, 'block_writes')`,
      );
  }

  /** Ends the connections to a database and lets nobody connect: then it can be cloned. */
  async close(database: string): Promise<void> {
    for (const server of SERVERS) {
      await queryOnce(this.urlOf(server, 'postgres'), `alter database ${database} allow_connections false`);
      await queryOnce(
        this.urlOf(server, 'postgres'),
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`,
      );
    }
  }

  async cloneDatabase(from: string, to: string): Promise<void> {
    for (const server of SERVERS)
      await queryOnce(
        this.urlOf(server, 'postgres'),
        `create database ${to} template ${from} strategy file_copy`,
      );
  }

  async #ask(database: string, call: string): Promise<void> {
    await queryOnce(this.urlOf('coordinator', database), `select pg_catalog.${call}`);
  }
}

/** Another program may take it before the server does: then the server does not start. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
