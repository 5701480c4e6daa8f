import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, fetch } from 'undici';
import type { Account } from '../../src/kit/embedded-postgres/cluster-files.ts';
import { Daemon } from './daemon.ts';
import { deployedPath, deployedVariables, makeCertificates, writeDeployed } from './deployed.ts';
import { Node } from './node.ts';
import { type Programs, TRUE_OR_FALSE } from './packages.ts';
import { queryOnce } from './query.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** In ms. How long the machines of a cluster may take to find their roles on a busy machine. */
const SETTLED_WITHIN_MS = 90_000;
const NODES = ['node-1', 'node-2', 'node-3'];
/** The memory of a machine whose disk is full sooner than that of this one. */
const DISK = 'size=1200m,mode=0700';
const PASSWORDS = {
  superuser: 'superuser-of-a-test',
  replicator: 'replicator-of-a-test',
  gateway: 'gateway-of-a-test',
};

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

export interface Surroundings {
  programs: Programs;
  /** Whose folders and processes these are; undefined: those of this user. */
  account: Account | undefined;
  directory: string;
  /** The first three numbers of the addresses of all machines, such as `127.0.77.`. */
  net: string;
}

/** Three machines with etcd and PostgreSQL under Patroni, as in `deploy/`. */
export class Cluster {
  readonly #surroundings: Surroundings;
  readonly nodes: Node[];
  /** The CA of the machines, for daemons of theirs. */
  readonly ca: string;
  /** Whether each machine has a disk of its own, which can be filled; only root may mount one, if at all. */
  hasDisks: boolean;

  #asMachine: Agent | undefined;

  private constructor(surroundings: Surroundings, nodes: Node[]) {
    this.#surroundings = surroundings;
    this.nodes = nodes;
    this.ca = join(surroundings.directory, 'tls-node-1', 'ca.crt');
    this.hasDisks = surroundings.account !== undefined;
  }

  /** Starts them and waits for a leader with two standbys. */
  static async start(surroundings: Surroundings, opened: AsyncDisposableStack): Promise<Cluster> {
    const { programs, account, directory, net } = surroundings;
    const archive = await ownDirectory(join(directory, 'archive'), account);
    const nodes: Node[] = [];
    const cluster = new Cluster(surroundings, nodes);
    // The service reaches the leader's server at the address of HAProxy, too.
    const machines = NODES.map((name, index) => `${name}=${net}${11 + index},${net}20`);
    await makeCertificates(join(directory, 'tls'), machines);
    for (const [index, name] of NODES.entries()) {
      const address = `${net}${11 + index}`;
      const machine = join(directory, name);
      await mkdir(machine, { mode: 0o700 });
      if (cluster.hasDisks) {
        const mounted = run('mount', ['-t', 'tmpfs', '-o', DISK, 'gateway-ha', machine]);
        cluster.hasDisks = await mounted.then(...TRUE_OR_FALSE);
        if (cluster.hasDisks) opened.defer(async () => void (await run('umount', ['-l', machine])));
      }
      if (account) await chown(machine, account.uid, account.gid);
      const tls = await layOutTls(surroundings, name);
      const configuration = join(directory, `${name}.yml`);
      await writeDeployed('patroni.yml', configuration, [
        ['10.0.0.0/24', '127.0.0.0/8'],
        ['10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379', NODES.map((_, i) => `${net}${11 + i}:2379`).join()],
        ['10.0.0.11:', `${address}:`],
        ['name: node-1', `name: ${name}`],
        ['CHANGE-ME-1', PASSWORDS.superuser],
        ['CHANGE-ME-2', PASSWORDS.replicator],
        ['/var/lib/postgresql/gateway', join(machine, 'data')],
        ['/var/lib/postgresql/.pgpass-patroni', join(machine, 'pgpass')],
        ['/usr/lib/postgresql/15/bin', programs.postgres],
        ['/var/run/postgresql', machine],
        ['/etc/gateway/tls', tls],
        ['/usr/local/lib/gateway/archive-wal', deployedPath('archive-wal')],
        ['/var/lib/gateway-archive', archive],
        ['wal_keep_size: 1GB', 'wal_keep_size: 64MB'],
      ]);
      const patroni = new Daemon(
        {
          file: programs.patroni,
          args: [configuration],
          log: join(directory, `${name}.log`),
        },
        account,
      );
      const etcdDirectory = await ownDirectory(join(directory, `etcd-${name}`), account);
      const etcd = await etcdOf(surroundings, { name, address, etcdDirectory }, tls);
      const node = new Node({ name, address, directory: machine, etcdDirectory, etcd, patroni });
      nodes.push(node);
      opened.defer(() => node.stop());
      node.start();
    }
    await cluster.untilWhole();
    await cluster.#makeRoles();
    return cluster;
  }

  /** Executes `deploy/roles.sql` as an operator does. */
  async #makeRoles(): Promise<void> {
    const { programs } = this.#surroundings;
    const leader = await this.leader();
    await run(
      join(programs.postgres, 'psql'),
      [
        ...['--no-psqlrc', '--quiet', '-v', 'ON_ERROR_STOP=1', '-v', `password=${PASSWORDS.gateway}`],
        ...['-f', deployedPath('roles.sql'), this.superuserUrl(leader.address, 'postgres')],
      ],
      { env: { PATH: process.env['PATH'] } },
    );
  }

  /** Asks etcd, or Patroni, with the certificate of a machine. */
  async ask(
    url: string,
    request: { withinMs: number; body?: object },
  ): Promise<{ status: number; text: string }> {
    const tls = (name: string) => readFile(join(this.#surroundings.directory, 'tls', name), 'utf8');
    this.#asMachine ??= new Agent({
      connect: { ca: await tls('ca.crt'), cert: await tls('node-1.crt'), key: await tls('node-1.key') },
    });
    const { body, withinMs } = request;
    const answer = await fetch(url, {
      dispatcher: this.#asMachine,
      signal: AbortSignal.timeout(withinMs),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** The members as Patroni sees them, asked at any machine that answers. */
  async members(): Promise<Member[]> {
    for (const { address } of this.nodes) {
      const answer = await this.ask(`https://${address}:8008/cluster`, { withinMs: 2_000 })
        .then(({ text }) => JSON.parse(text) as { members?: Member[] })
        .catch(() => undefined);
      if (answer?.members) return answer.members;
    }
    return [];
  }

  /** The machine whose member of etcd leads the others, by its own word. */
  async etcdLeader(): Promise<Node> {
    return until(
      'a leader of etcd',
      async () => {
        for (const node of this.nodes) {
          const answer = await this.ask(`https://${node.address}:2379/metrics`, {
            withinMs: 1_000,
          }).catch(() => undefined);
          if (answer?.text.includes('\netcd_server_is_leader 1\n')) return node;
        }
        return undefined;
      },
      SETTLED_WITHIN_MS,
    );
  }

  /** Lists what the leader's machine does for who has no certificate, or does not come by TLS. */
  async doneForStrangers(): Promise<string[]> {
    const { address } = await this.leader();
    const dispatcher = new Agent({ connect: { ca: await readFile(this.ca, 'utf8') } });
    const statusOf = (url: string, method: string) =>
      fetch(url, { method, dispatcher, signal: AbortSignal.timeout(5_000) }).then(
        ({ status }) => status,
        () => undefined,
      );
    const [plain] = this.superuserUrl(address, 'postgres').split('?');
    const done = {
      'Patroni reloads': (await statusOf(`https://${address}:8008/reload`, 'POST')) !== 403,
      'etcd answers': (await statusOf(`https://${address}:2379/version`, 'GET')) !== undefined,
      'PostgreSQL answers': await queryOnce(plain ?? '', 'select').then(...TRUE_OR_FALSE),
    };
    await dispatcher.close();
    return Object.entries(done).flatMap(([what, isDone]) => (isDone ? [`${what} for a stranger`] : []));
  }

  /** The machine whose server takes writes, by its own word. */
  async leader(): Promise<Node> {
    return until(
      'a leader',
      async () => {
        for (const node of this.nodes) {
          const answer = await this.ask(`https://${node.address}:8008/primary`, {
            withinMs: 1_000,
          }).catch(() => undefined);
          if (answer?.status === 200) return node;
        }
        return undefined;
      },
      SETTLED_WITHIN_MS,
    );
  }

  async standbys(): Promise<Node[]> {
    const leader = await this.leader();
    return this.nodes.filter((node) => node !== leader);
  }

  /** Waits for a leader, a synchronous standby, and another one that follows. */
  async untilWhole(): Promise<void> {
    await until(
      'a leader with two standbys',
      async () => {
        const members = await this.members();
        // Patroni before 3.0.3 says of a standby that streams that it is running.
        const follows = ({ role, state }: Member) =>
          state === 'streaming' || (role !== 'leader' && state === 'running');
        const standbys = members.filter((member) => follows(member) && member.lag === 0);
        return (
          members.some(({ role, state }) => role === 'leader' && state === 'running') &&
          members.some(({ role }) => role === 'sync_standby') &&
          standbys.length === NODES.length - 1
        );
      },
      SETTLED_WITHIN_MS,
    );
  }

  /** Hands over to the synchronous standby; resolves when Patroni has done it. */
  async switchOver(): Promise<void> {
    const leader = await this.leader();
    const candidate = (await this.members()).find(({ role }) => role === 'sync_standby');
    const { status, text } = await this.ask(`https://${leader.address}:8008/switchover`, {
      body: { leader: leader.name, candidate: candidate?.name },
      withinMs: SETTLED_WITHIN_MS,
    });
    if (status !== 200) throw new Error(`No switchover: ${status} ${text}`);
  }

  /** Makes an empty database for the service. Returns its name. */
  async createDatabase(name: string): Promise<string> {
    await this.execute(`create database ${name} owner gateway template template0`);
    return name;
  }

  /** So that the disks of the machines are full only when they should be. */
  async dropDatabase(name: string): Promise<void> {
    await this.execute(`drop database ${name} with (force)`);
  }

  /** Executes a statement on the leader as a superuser. */
  async execute(statement: string): Promise<Record<string, unknown>[]> {
    return queryOnce(this.superuserUrl((await this.leader()).address, 'postgres'), statement);
  }

  /** How the service reaches a database through something at `address`. */
  urlOf(address: string, database: string): string {
    return `${this.pooledUrlOf(address, database)}?sslmode=verify-full&sslrootcert=${this.ca}`;
  }

  /** How it reaches one through PgBouncer, to which nothing leaves the machine. */
  pooledUrlOf(address: string, database: string): string {
    return `postgresql://gateway:${PASSWORDS.gateway}@${address}/${database}`;
  }

  /** The password of the service's role. */
  get password(): string {
    return PASSWORDS.gateway;
  }

  /** How a standby, or a backup, reaches the server of a machine. */
  replicationUrl(address: string): string {
    return `postgresql://replicator:${PASSWORDS.replicator}@${address}:5432/`;
  }

  superuserUrl(address: string, database: string): string {
    return `postgresql://postgres:${PASSWORDS.superuser}@${address}:5432/${database}?sslmode=verify-ca&sslrootcert=${this.ca}`;
  }
}

/** The member of etcd of a machine, with the variables of `deploy/etcd.env`. */
async function etcdOf(
  { programs, account, directory, net }: Surroundings,
  { name, address, etcdDirectory }: Pick<Node, 'name' | 'address' | 'etcdDirectory'>,
  tls: string,
): Promise<Daemon> {
  const env = await deployedVariables('etcd.env', [
    ['ETCD_NAME=node-1', `ETCD_NAME=${name}`],
    ['/var/lib/etcd/gateway', etcdDirectory],
    ['/etc/gateway/tls', tls],
    ['URLS=https://10.0.0.11:', `URLS=https://${address}:`],
    ['10.0.0.', net],
  ]);
  return new Daemon(
    { file: programs.etcd, args: [], log: join(directory, `etcd-${name}.log`), env },
    account,
  );
}

/** The files of a machine, as in `/etc/gateway/tls`. */
async function layOutTls({ account, directory }: Surroundings, name: string): Promise<string> {
  const tls = await ownDirectory(join(directory, `tls-${name}`), account);
  for (const [from, to] of [
    ['ca.crt', 'ca.crt'],
    [`${name}.crt`, 'node.crt'],
    [`${name}.key`, 'node.key'],
  ] as const) {
    await copyFile(join(directory, 'tls', from), join(tls, to));
    if (account) await chown(join(tls, to), account.uid, account.gid);
  }
  return tls;
}

async function ownDirectory(path: string, account: Account | undefined): Promise<string> {
  await mkdir(path, { mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
  return path;
}

/** A folder that every user may enter, for daemons that run as another one. */
export async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
}
