import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DatabaseRelay } from '../support/database-relay.ts';
import type { Cluster, Surroundings } from './cluster.ts';
import type { Daemon } from './daemon.ts';
import { goOnAlone, takeBack } from './going-on-alone.ts';
import type { HaProxy } from './haproxy.ts';
import type { Node } from './node.ts';
import type { Needs } from './packages.ts';
import type { PgBouncer } from './pgbouncer.ts';

/** What the faults are done to. */
interface Ground {
  surroundings: Surroundings;
  cluster: Cluster;
  haProxy: HaProxy;
  /** Undefined where the service goes past it. */
  pgBouncer: PgBouncer | undefined;
  /** Undefined where the service goes past it. */
  relay: DatabaseRelay | undefined;
}

export interface Fault {
  /** As in the table of results.md. */
  what: string;
  /**
   * How the service reaches the database: past PgBouncer, or through it, or through a relay that leads to the
   * machine of the leader past HAProxy.
   */
  way: 'direct' | 'session' | 'transaction' | 'relay';
  /** Whether the database may forget what was committed without waiting for the disk. */
  forgets: boolean;
  /** Whether every request has to succeed: the database is back long before ten seconds are over. */
  noneMayFail?: boolean;
  /** Whether each machine needs a disk of its own. */
  needsDisks?: boolean;
  /** What it needs, beside what its way and the machines do. */
  needs?: Needs;
  /** Does it, and resolves when everything is as before. */
  inject(ground: Ground): Promise<void>;
}

export const FAULTS: Record<string, Fault> = {
  switchover: {
    what: 'planned switchover',
    way: 'direct',
    forgets: false,
    noneMayFail: true,
    inject: switchOver,
  },
  'leader-killed': {
    what: "the leader's server is killed",
    way: 'direct',
    forgets: true,
    async inject({ cluster }) {
      const leader = await cluster.leader();
      const postmaster = await leader.postmaster();
      if (postmaster) process.kill(postmaster, 'SIGKILL');
      await otherLeader(cluster, leader.name);
      await cluster.untilWhole();
    },
  },
  'node-lost': {
    what: "the leader's machine is lost",
    way: 'direct',
    forgets: true,
    async inject({ cluster }) {
      const leader = await cluster.leader();
      await leader.lose();
      await otherLeader(cluster, leader.name);
      await setTimeout(5_000);
      leader.start();
      await cluster.untilWhole();
    },
  },
  'node-frozen': {
    what: "the leader's machine stands still for 40 s",
    way: 'direct',
    forgets: true,
    // Of an older one the frozen leader took its place back: purchases that had been answered were lost.
    needs: { patroni: [3, 0, 3] },
    async inject({ cluster }) {
      const leader = await cluster.leader();
      await leader.freeze();
      await setTimeout(40_000);
      await leader.thaw();
      await cluster.untilWhole();
    },
  },
  'etcd-leader-killed': {
    what: "the leader of etcd's three members is away for 30 s",
    way: 'direct',
    forgets: false,
    noneMayFail: true,
    inject: async ({ cluster }) => withoutEtcd(cluster, [await cluster.etcdLeader()]),
  },
  'etcd-majority-lost': {
    what: "two of etcd's three members are away for 30 s",
    way: 'direct',
    forgets: false,
    noneMayFail: true,
    async inject({ cluster }) {
      const leader = await cluster.etcdLeader();
      const other = cluster.nodes.find((node) => node !== leader);
      await withoutEtcd(cluster, other ? [leader, other] : [leader]);
    },
  },
  'etcd-away': {
    what: "all of etcd's members are away for 30 s",
    way: 'direct',
    forgets: false,
    noneMayFail: true,
    inject: ({ cluster }) => withoutEtcd(cluster, cluster.nodes),
  },
  haproxy: {
    what: 'HAProxy is away for 2 s',
    way: 'direct',
    forgets: false,
    inject: ({ haProxy }) => restart(haProxy.daemon, 2_000),
  },
  'standbys-gone': {
    what: 'PostgreSQL and Patroni of both standbys are gone for 45 s',
    way: 'direct',
    forgets: false,
    inject: ({ cluster }) => withoutStandbys(cluster, (standby) => standby.loseDatabase()),
  },
  'two-machines-lost': {
    what: 'the machines of both standbys, and with them two members of etcd, are lost for 45 s',
    way: 'direct',
    forgets: false,
    inject: ({ cluster }) => withoutStandbys(cluster, (standby) => standby.lose()),
  },
  'one-machine-left': {
    what: 'two machines are lost, the operator has the last one go on alone, and takes the others in again',
    way: 'direct',
    forgets: false,
    async inject(ground) {
      await oneMachineLeft(ground, await ground.cluster.leader(), true);
    },
  },
  'replica-left': {
    what: 'the same when the machine that is left is the one that has confirmed no commits',
    way: 'direct',
    forgets: true,
    async inject(ground) {
      const replica = (await ground.cluster.members()).find(({ role }) => role === 'replica');
      const last = ground.cluster.nodes.find(({ name }) => name === replica?.name);
      if (!last) throw new Error('Every standby confirms commits.');
      await oneMachineLeft(ground, last, false);
    },
  },
  'disk-full': {
    what: 'the disk of the leader is full for 30 s',
    way: 'direct',
    forgets: true,
    needsDisks: true,
    async inject({ cluster }) {
      const { directory } = await cluster.leader();
      const filling = join(directory, 'filling');
      const { bavail, bsize } = await statfs(directory);
      // The server may be faster to take the last of it.
      await writeFile(filling, Buffer.alloc(bavail * bsize)).catch(() => {});
      await setTimeout(30_000);
      await rm(filling);
      await cluster.untilWhole();
    },
  },
  pgbouncer: {
    what: 'PgBouncer, in transaction mode, is away for 2 s',
    way: 'transaction',
    forgets: false,
    noneMayFail: true,
    inject: ({ pgBouncer }) => restart(pgBouncer?.daemon, 2_000),
  },
  'pgbouncer-session': {
    what: 'PgBouncer, in session mode, is away for 2 s',
    way: 'session',
    forgets: false,
    noneMayFail: true,
    inject: ({ pgBouncer }) => restart(pgBouncer?.daemon, 2_000),
  },
  'switchover-behind-pgbouncer': {
    what: 'planned switchover, behind PgBouncer in transaction mode',
    way: 'transaction',
    forgets: false,
    noneMayFail: true,
    inject: switchOver,
  },
  'standbys-gone-behind-pgbouncer': {
    what: 'PostgreSQL and Patroni of both standbys are gone for 45 s, behind PgBouncer in transaction mode',
    way: 'transaction',
    forgets: false,
    inject: ({ cluster }) => withoutStandbys(cluster, (standby) => standby.loseDatabase()),
  },
  'haproxy-silent': {
    what: 'HAProxy stands still for 40 s, for clients and database alike',
    way: 'direct',
    forgets: false,
    inject: ({ haProxy }) => standStill(haProxy.daemon),
  },
  'pgbouncer-silent': {
    what: 'PgBouncer, in transaction mode, stands still for 40 s',
    way: 'transaction',
    forgets: false,
    inject: ({ pgBouncer }) => standStill(pgBouncer?.daemon),
  },
  'connections-silent': {
    what: 'all connections to the database fall silent, three times in 30 s, and new ones are answered',
    way: 'relay',
    forgets: false,
    async inject({ relay }) {
      for (let i = 0; i < 3; i++) {
        relay?.fallSilent();
        await setTimeout(10_000);
      }
    },
  },
  'read-only': {
    what: 'switchover, and the service is led to the old leader, which takes no writes, for 6 s more',
    way: 'relay',
    forgets: false,
    async inject({ cluster, relay }) {
      await cluster.switchOver();
      await setTimeout(6_000);
      relay?.leadTo((await cluster.leader()).address, 5432);
      await cluster.untilWhole();
    },
  },
};

/** What a fault needs beside what the machines do. */
export function needsOf({ way, needs }: Fault): Needs {
  const isPooled = way === 'session' || way === 'transaction';
  // Older ones do not know the statements that are prepared in transaction mode, nor the setting for them.
  return { ...(isPooled && { pgbouncer: [1, 21, 0] }), ...needs };
}

async function switchOver({ cluster }: Ground): Promise<void> {
  await cluster.switchOver();
  await cluster.untilWhole();
}

/** Waits until another machine is the leader than the one of that name. */
async function otherLeader(cluster: Cluster, name: string): Promise<void> {
  while ((await cluster.leader()).name === name) await setTimeout(100);
}

async function withoutStandbys(cluster: Cluster, lose: (standby: Node) => Promise<void>): Promise<void> {
  const standbys = await cluster.standbys();
  await Promise.all(standbys.map(lose));
  await setTimeout(45_000);
  for (const standby of standbys) standby.start();
  await cluster.untilWhole();
}

/** The other machines are lost, the operator has this one go on alone, and takes them in again. */
async function oneMachineLeft(
  { surroundings, cluster }: Ground,
  last: Node,
  confirmed: boolean,
): Promise<void> {
  const others = cluster.nodes.filter((node) => node !== last);
  await Promise.all(others.map((node) => node.lose()));
  // An operator is not there at once; by then no machine takes writes.
  await setTimeout(30_000);
  await goOnAlone(surroundings, cluster, { last, confirmed });
  await setTimeout(20_000);
  await takeBack(surroundings, cluster, { last, others });
}

/** etcd of these machines is killed, and started again half a minute later. */
async function withoutEtcd(cluster: Cluster, nodes: readonly Node[]): Promise<void> {
  await Promise.all(nodes.map(({ etcd }) => restart(etcd, 30_000)));
  await cluster.untilWhole();
}

/** Its connections stay open, half of each: nobody is told that nothing comes back. */
async function standStill(daemon: Daemon | undefined): Promise<void> {
  daemon?.freeze();
  await setTimeout(40_000);
  daemon?.thaw();
}

/** Killed, so that it takes no leave of anybody. */
async function restart(daemon: Daemon | undefined, awayMs: number): Promise<void> {
  await daemon?.stop('SIGKILL');
  await setTimeout(awayMs);
  daemon?.start();
}
