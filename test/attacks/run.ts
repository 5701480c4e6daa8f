import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { Agent, fetch } from 'undici';
import { migrate } from '../../src/kit/migrations.ts';
import { percentile, printTable } from '../bench/figures.ts';
import { openSystem, type System } from '../faults/system.ts';
import { arm } from '../faults/upstream-faults.ts';
import { givenKeys } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { insertOrders } from '../support/inserted-orders.ts';
import { openServer } from '../support/own-server.ts';
import { ATTACKS } from './attacks.ts';

// npm run test:attacks: one reseller attacks, in each way of attacks.ts, while another one works. Exit status
// 1 when a request of the other failed, or its 99th percentile was more than twice what it was alone before.
// npm run test:attacks -- --attack wrong-keys: this one only.

const { values } = parseArgs({ options: { attack: { type: 'string', multiple: true } } });
const ALONE_MS = 6_000;
const ATTACKED_MS = 9_000;
/** Requests a second of the neighbour, over its keys. */
const PER_SECOND = 60;
const NEIGHBOUR_KEYS = 80;
const ATTACKER_KEYS = 300;
const ATTACKER_ORDERS = 20_000;
/** As many as are inserted within the time of a statement. */
const AT_ONCE = 2_000;
const LUXURY_ORDERS = 14;
/** In ms. Below this no attack can be told from the machine: its processes wait for a processor as long. */
const LEAST_MS = 40;

await using opened = new AsyncDisposableStack();
const { server, directory } = await openServer('attacks', opened);
await migrate(server.url);
const system = await openSystem(
  {
    databaseUrl: server.url,
    directory: join(directory, 'system'),
    resellers: 2,
    keysOfReseller: NEIGHBOUR_KEYS,
    openingUsd: 100_000,
  },
  opened,
);
const [neighbour, attacker] = system.resellers;
if (!neighbour || !attacker) throw new Error('there are two resellers');
const { services } = system;
const keys = await givenKeys(services, attacker.id, ATTACKER_KEYS);
const reseller = { resellerId: attacker.id, keyId: 0, apiKey: keys[0] ?? '' };
const luxury: string[] = [];
for (let n = 0; n < LUXURY_ORDERS; n++)
  luxury.push(String((await givenLuxuryOrder(services, { reseller })).order.id));
for (let n = 0; n < ATTACKER_ORDERS; n += AT_ONCE)
  await insertOrders(services, attacker.id, AT_ONCE, { country: 'DE' });
await sql`analyze`.execute(services.database.sql);
const url = system.processes[0]?.url ?? '';

/** An address that has bounds, too: the machine's own has none. */
const dispatcher = new Agent({ connect: { localAddress: '127.0.0.77' } });
opened.defer(() => dispatcher.close());

const rows = [['attack', 'alone p50, p99 ms', 'attacked p50, p99 ms', 'p99, times', 'failed']];
await work(ALONE_MS);
for (const [name, { faults = [], keys: taken = 1 }] of Object.entries(ATTACKS)) {
  if (values.attack && !values.attack.includes(name)) continue;
  await letRatesPass(system);
  const alone = await work(ALONE_MS);
  await arm(system.control, faults);
  const child = fork(new URL('attacker.ts', import.meta.url));
  child.send({ attack: name, url, keys: keys.slice(0, taken), luxury });
  const attacked = await work(ATTACKED_MS);
  child.disconnect();
  const [status] = await once(child, 'exit');
  await arm(system.control, []);
  const times = percentile(attacked.ms, 0.99) / percentile(alone.ms, 0.99);
  const isHeld = times <= 2 || percentile(attacked.ms, 0.99) <= LEAST_MS;
  if (!isHeld || attacked.failed.length > 0 || status !== 0) process.exitCode = 1;
  const both = ({ ms }: Worked) => [0.5, 0.99].map((share) => percentile(ms, share).toFixed(1)).join(', ');
  const failed = [...new Set(attacked.failed)].join(' ') || '0';
  rows.push([name, both(alone), both(attacked), times.toFixed(2) + (isHeld ? '' : ' !'), failed]);
  process.stdout.write(`${name}: ${ATTACKS[name]?.what}\n`);
}
printTable('A neighbour of an attacker', rows);

interface Worked {
  ms: number[];
  /** The statuses of what was not answered well. */
  failed: string[];
}

/** The neighbour's work: its balance, its orders, and purchases of both upstreams, at a fixed rate. */
async function work(durationMs: number): Promise<Worked> {
  const worked: Worked = { ms: [], failed: [] };
  const begun = performance.now();
  const under: Promise<void>[] = [];
  for (let n = 0; n < (durationMs / 1_000) * PER_SECOND; n++) {
    const due = begun + (n * 1_000) / PER_SECOND;
    await setTimeout(Math.max(0, due - performance.now()));
    under.push(one(n, worked));
  }
  await Promise.all(under);
  return worked;
}

async function one(n: number, { ms, failed }: Worked): Promise<void> {
  const headers = { authorization: `Bearer ${neighbour?.keys[n % NEIGHBOUR_KEYS]}` };
  const [product, period] = n % 20 ? ['prem', '7d'] : ['di', '1gb'];
  const body = { tier: product, type: n % 20 ? 'ipv4' : 'diresi', country: n % 20 ? 'US' : 'ANY', period };
  const [path, options] =
    n % 10 === 0
      ? ['/v1/orders', { method: 'POST', body: JSON.stringify(body) }]
      : [n % 3 ? '/v1/balance' : '/v1/orders?limit=20', {}];
  const since = performance.now();
  const answer = await fetch(url + path, { headers, dispatcher, ...options }).catch(() => undefined);
  await answer?.arrayBuffer();
  ms.push(performance.now() - since);
  if (!answer?.ok) failed.push(`${path.replace(/\?.*/, '')} ${answer?.status}`);
}

/** The minute of every rate begins anew, so that no attack pays for the one before. */
async function letRatesPass({ services: { database } }: System): Promise<void> {
  await sql`truncate rate_windows`.execute(database.sql);
}
