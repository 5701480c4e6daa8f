import type { Request } from 'autocannon';
import { sql } from 'kysely';
import { hashOfKey } from '../../src/resellers/api-key.ts';
import { type Child, startChild } from './child.ts';
import type { Environment } from './environment.ts';
import { medians, printTable } from './figures.ts';
import { load } from './load.ts';
import type { RecordedService } from './recorder.ts';
import { headersOf, PURCHASE } from './requests.ts';
import { emptyRateWindows, type SeededKey, seedReseller } from './seed.ts';
import type { Buyer, PlainPurchasesOptions, PlainResult, PlainRound } from './servers/plain-purchases.ts';

/** Concurrent buyers. */
const CONNECTIONS = 64;
/** Each key admits 60 purchases in a round: together more than a connection can make. */
const KEYS_PER_CONNECTION = 8;

interface Figures {
  perSecond: number;
  cpuMillis: number;
}

interface Scenario {
  name: string;
  /** The keys that each connection buys with. */
  connections: SeededKey[][];
}

/**
 * Measures purchases over `/v1` from an upstream that answers at once, and the same SQL without the service,
 * in turns.
 */
export async function measurePurchases(
  environment: Environment,
  recorded: RecordedService,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const { database: _, ...serviceOptions } = environment;
  const service: Child<{ url: string }> = await startChild('service', serviceOptions);
  opened.defer(() => service.stop());
  const plain = await startChild('plain-purchases', await recordPurchase(environment, recorded));
  opened.defer(() => plain.stop());

  const rows = [];
  const scenarios = [await manyResellers(environment), await oneReseller(environment)];
  const results = scenarios.map(() => ({ service: [] as Figures[], plain: [] as Figures[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const [i, { connections }] of scenarios.entries()) {
      await emptyRateWindows(environment);
      const requests = connections.map((keys) => keys.map(toRequest));
      const { perSecond, cpuMillis } = await load(service, { connections: requests, seconds });
      await emptyRateWindows(environment);
      const sent = await runPlain(plain, { workers: connections.map((keys) => keys.map(toBuyer)), seconds });
      if (round === 0) continue; // The first round warms everything up.
      results[i]?.service.push({ perSecond, cpuMillis });
      results[i]?.plain.push(sent);
    }
  }
  for (const [i, { name }] of scenarios.entries()) {
    const alone = medians(results[i]?.plain ?? []);
    const whole = medians(results[i]?.service ?? []);
    rows.push(toRow(`${name}, the SQL alone`, alone, alone), toRow(`${name}, POST /v1/orders`, whole, alone));
  }
  printTable(`Purchases, ${CONNECTIONS} at once, medians of ${rounds} rounds of ${seconds} s, in turns`, [
    ['', 'purchases/s', 'CPU ms/purchase', 'of the SQL alone'],
    ...rows,
  ]);
}

async function manyResellers(environment: Environment): Promise<Scenario> {
  const resellers = Array.from({ length: CONNECTIONS }, () => seedReseller(environment, KEYS_PER_CONNECTION));
  return {
    name: `${CONNECTIONS} resellers`,
    connections: (await Promise.all(resellers)).map(({ keys }) => keys),
  };
}

async function oneReseller(environment: Environment): Promise<Scenario> {
  const { keys } = await seedReseller(environment, CONNECTIONS * KEYS_PER_CONNECTION);
  const connections = Array.from({ length: CONNECTIONS }, (_, i) =>
    keys.slice(i * KEYS_PER_CONNECTION, (i + 1) * KEYS_PER_CONNECTION),
  );
  return { name: 'one reseller', connections };
}

/** Makes one purchase and records its statements. */
async function recordPurchase(
  environment: Environment,
  recorded: RecordedService,
): Promise<PlainPurchasesOptions> {
  const {
    keys: [key],
  } = await seedReseller(environment, 1);
  if (!key) throw new RangeError('the reseller has no key');
  const { path, body = '', headers } = toRequest(key);
  const purchase = async () => {
    const answer = await fetch(`${recorded.url}${path}`, { method: 'POST', headers, body });
    return (await answer.json()) as { id: number };
  };
  await purchase(); // The first one reads the upstream's stock, which serves for a while.
  let orderId = 0;
  const statements = await recorded.statementsOf(async () => {
    orderId = (await purchase()).id;
  });
  const { rows } = await sql<{ operation_id: string }>`
    select operation_id from orders where id = ${orderId}`.execute(environment.database.sql);
  const operationId = rows[0]?.operation_id ?? '';
  return {
    databaseUrl: environment.databaseUrl,
    statements,
    recorded: { ...toBuyer(key), operationId, orderId },
  };
}

async function runPlain(plain: Child<unknown>, round: PlainRound): Promise<Figures> {
  const before = await plain.cpuMillis();
  const { purchases, seconds } = await plain.ask<PlainResult>(round);
  const cpuMillis = (await plain.cpuMillis()) - before;
  return { perSecond: purchases / seconds, cpuMillis: cpuMillis / purchases };
}

function toRequest({ apiKey }: SeededKey): Request {
  const headers = { ...headersOf(apiKey), 'content-type': 'application/json' };
  return { method: 'POST', path: '/v1/orders', headers, body: JSON.stringify(PURCHASE) };
}

function toBuyer({ apiKey, resellerId }: SeededKey): Buyer {
  return { keyHash: hashOfKey(apiKey), resellerId };
}

function toRow(name: string, { perSecond, cpuMillis }: Figures, alone: Figures): string[] {
  const share = `${((perSecond / alone.perSecond) * 100).toFixed(0)} %`;
  return [name, perSecond.toFixed(0), cpuMillis.toFixed(2), share];
}
