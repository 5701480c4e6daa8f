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
  // Nodes get no settings of sessions. They plan each statement anew, and would compile it.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  enable_seqscan: 'off',
  // Between servers of one machine.
  ssl: 'off',
  'citus.node_conninfo': 'sslmode=disable',
};

/** A coordinator and two nodes of Citus in Debian's PostgreSQL. */
export class CitusCluster {
  readonly #ports = {} as Record<ServerName, number>;
  readonly #password = randomBytes(16).toString('hex');
  readonly #daemons = {} as Record<ServerName, Daemon>;
  readonly #standbys = new Map<ServerName, { port: number; daemon: Daemon }>();
  readonly #citus: Citus;
  readonly #directory: string;
  readonly #opened: AsyncDisposableStack;

  private constructor(citus: Citus, directory: string, opened: AsyncDisposableStack) {
    this.#citus = citus;
    this.#directory = directory;
    this.#opened = opened;
  }

  static async start(citus: Citus, directory: string, opened: AsyncDisposableStack): Promise<CitusCluster> {
    const cluster = new CitusCluster(citus, directory, opened);
    // The servers run as another user than root.
    await chmod(directory, 0o755);
    for (const name of SERVERS) await cluster.#startServer(name);
    for (const name of SERVERS)
      await until(name, () => queryOnce(cluster.urlOf(name, 'postgres'), 'select 1'), STARTED_WITHIN_MS);
    return cluster;
  }

  async #startServer(name: ServerName): Promise<void> {
    const account = await serviceAccount();
    const data = await this.#newFolder(name);
    const password = join(this.#directory, `${name}.password`);
    await writeFile(password, this.#password, { mode: 0o600 });
    if (account) await chown(password, account.uid, account.gid);
    const initial = [`--username=${SUPERUSER}`, `--pwfile=${password}`, '--auth=scram-sha-256', '--no-sync'];
    await run(
      join(this.#citus.postgres, 'initdb'),
      [`--pgdata=${data}`, ...initial, '--encoding=UTF8', '--locale=C.UTF-8'],
      { cwd: '/', env: SERVER_ENVIRONMENT, ...account },
    );
    const { port, daemon } = await this.#run(data);
    this.#ports[name] = port;
    this.#daemons[name] = daemon;
  }

  async #newFolder(name: string): Promise<string> {
    const account = await serviceAccount();
    const folder = join(this.#directory, name);
    await mkdir(folder, { mode: 0o700 });
    if (account) await chown(folder, account.uid, account.gid);
    return folder;
  }

  async #run(data: string): Promise<{ port: number; daemon: Daemon }> {
    const port = await freePort();
    const settings = {
      ...SETTINGS,
      port,
      unix_socket_directories: data,
      extension_destdir: this.#citus.directory,
      dynamic_library_path: `${this.#citus.libraries}:$libdir`,
    };
    const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const daemon = new Daemon(
      {
        file: join(this.#citus.postgres, 'postgres'),
        args: ['-D', data, ...args],
        log: `${data}.log`,
        // The servers open connections to each other with it.
        env: this.#environment,
      },
      await serviceAccount(),
    );
    daemon.start();
    this.#opened.defer(() => daemon.stop('SIGINT'));
    return { port, daemon };
  }

  get #environment() {
    return { ...SERVER_ENVIRONMENT, PGPASSWORD: this.#password };
  }

  /** Has a server copy a node, which from then on confirms what both have. */
  async addStandby(name: ServerName): Promise<void> {
    const data = await this.#newFolder(`${name}-standby`);
    const from = ['--host=127.0.0.1', `--port=${this.#ports[name]}`, `--username=${SUPERUSER}`];
    await run(
      join(this.#citus.postgres, 'pg_basebackup'),
      [`--pgdata=${data}`, ...from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
      { cwd: '/', env: this.#environment, ...(await serviceAccount()) },
    );
    this.#standbys.set(name, await this.#run(data));
    const ask = (statement: string) => queryOnce(this.urlOf(name, 'postgres'), statement);
    await ask(`alter system set synchronous_standby_names = '*'`);
    await ask('select pg_reload_conf()');
    const isCopied = async () =>
      (await ask(`select from pg_stat_replication where sync_state = 'sync'`)).length > 0;
    await until(`the standby of ${name}`, isCopied, STARTED_WITHIN_MS);
  }

  /** Promotes the standby of a node that was lost, and tells the coordinator where it is. */
  async failOver(name: ServerName, database: string): Promise<void> {
    const standby = this.#standbys.get(name);
    if (!standby) throw new RangeError(`${name} has no standby`);
    const lost = this.#ports[name];
    this.#ports[name] = standby.port;
    this.#daemons[name] = standby.daemon;
    await queryOnce(this.urlOf(name, 'postgres'), 'select pg_promote()');
    const [node] = await queryOnce(
      this.urlOf('coordinator', database),
      `select nodeid from pg_dist_node where nodeport = ${lost}`,
    );
    await this.#ask(database, `citus_update_node(${node?.['nodeid']}, '127.0.0.1', ${standby.port})`);
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
