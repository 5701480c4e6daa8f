import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster, Surroundings } from './cluster.ts';
import type { Node } from './node.ts';
import { patronictl } from './patronictl.ts';
import { until } from './until.ts';

const JOINED_WITHIN_MS = 60_000;

const setStrict = (surroundings: Surroundings, node: Node, strict: boolean) =>
  patronictl(surroundings, node, ['edit-config', '--force', '-s', `synchronous_mode_strict=${strict}`]);

/**
 * Has the only machine that is left of three take writes, in the steps of docs/deployment.md. One that
 * `confirmed` commits may take the lead by itself. Resolves when it takes writes.
 */
export async function goOnAlone(
  surroundings: Surroundings,
  cluster: Cluster,
  { last, confirmed }: { last: Node; confirmed: boolean },
): Promise<void> {
  await last.etcd.stop();
  last.etcd.start({ ETCD_FORCE_NEW_CLUSTER: 'true' });
  await untilEtcdAnswers(cluster, last);
  await last.etcd.stop();
  last.etcd.start();
  await untilEtcdAnswers(cluster, last);
  await setStrict(surroundings, last, false);
  if (!confirmed) await leadAnyway(surroundings, last);
  await cluster.leader();
}

/** Refused until Patroni knows its machine again. */
async function leadAnyway(surroundings: Surroundings, last: Node): Promise<void> {
  const isTaken = async () => {
    const args = ['failover', 'gateway', '--candidate', last.name, '--force'];
    return !(await patronictl(surroundings, last, args)).includes('failed');
  };
  await until(`a leader ${last.name}`, isTaken, JOINED_WITHIN_MS);
}

/** Takes the other machines in again, one after the other, and waits for two standbys. */
export async function takeBack(
  surroundings: Surroundings,
  cluster: Cluster,
  { last, others }: { last: Node; others: readonly Node[] },
): Promise<void> {
  const peer = ({ address }: Node) => `https://${address}:2380`;
  const members = [last];
  for (const node of others) {
    // Refused until the member before has been there for some seconds.
    await until(
      `a place for ${node.name} in etcd`,
      () => addMember(cluster, last, peer(node)),
      JOINED_WITHIN_MS,
    );
    members.push(node);
    // What it remembers is of the cluster before, which it would go on with.
    await rm(join(node.etcdDirectory, 'member'), { recursive: true });
    node.etcd.start({
      ETCD_INITIAL_CLUSTER_STATE: 'existing',
      ETCD_INITIAL_CLUSTER: members.map((one) => `${one.name}=${peer(one)}`).join(),
    });
    await untilEtcdAnswers(cluster, node);
    node.start();
  }
  await cluster.untilWhole();
  await setStrict(surroundings, last, true);
}

async function addMember(cluster: Cluster, { address }: Node, peerUrl: string): Promise<boolean> {
  const { status } = await cluster.ask(`https://${address}:2379/v3/cluster/member/add`, {
    body: { peerURLs: [peerUrl] },
    withinMs: JOINED_WITHIN_MS,
  });
  return status === 200;
}

/** Waits until the member knows a leader of etcd. */
async function untilEtcdAnswers(cluster: Cluster, { name, address }: Node): Promise<void> {
  const isHealthy = async () => {
    const { text } = await cluster.ask(`https://${address}:2379/health`, { withinMs: 1_000 });
    return text.includes('"true"');
  };
  await until(`etcd of ${name}`, isHealthy, JOINED_WITHIN_MS);
}
