import { deepStrictEqual } from 'node:assert/strict';
import type { Request } from 'autocannon';
import { hashOfKey } from '../../src/resellers/api-key.ts';
import { type Child, startChild } from './child.ts';
import type { Environment } from './environment.ts';
import { median, medians, printTable } from './figures.ts';
import { type LoadFigures, load } from './load.ts';
import type { RecordedService } from './recorder.ts';
import { headersOf, LIST_DOCUMENT, LIST_PATH } from './requests.ts';
import { emptyRateWindows, type SeededReseller } from './seed.ts';
import type { BaselineOptions } from './servers/baseline.ts';

/** Connections that ask at once: enough to keep one process busy, fewer than its database pool has. */
const CONNECTIONS = 10;
/** Each key admits 60 requests in a round: together more than a connection can send. */
const KEYS_PER_CONNECTION = 60;
export const LIST_KEYS = CONNECTIONS * KEYS_PER_CONNECTION;

type Server = Child<{ url: string }>;

interface Contender {
  name: string;
  server: Server;
  request(apiKey: string): Request;
}

/** Measures the list of 50 orders over the service's two doors and over a hand-written route, in turns. */
export async function measureOrderList(
  environment: Environment,
  recorded: RecordedService,
  reseller: SeededReseller,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const { database: _, ...serviceOptions } = environment;
  const service: Server = await startChild('service', serviceOptions);
  opened.defer(() => service.stop());
  const baseline: Server = await startChild(
    'baseline',
    await baselineOptions(environment, recorded, reseller),
  );
  opened.defer(() => baseline.stop());
  await assertSameAnswer(service, baseline, reseller);

  const contenders: Contender[] = [
    { name: 'hand-written route', server: baseline, request: get },
    { name: 'GET /v1/orders', server: service, request: get },
    { name: 'POST /graphql', server: service, request: post },
  ];
  const taken: LoadFigures[][] = [];
  for (let round = 0; round <= rounds; round++) {
    const figures: LoadFigures[] = [];
    for (const { server, request } of contenders) {
      await emptyRateWindows(environment);
      figures.push(await load(server, { connections: connectionsOf(reseller, request), seconds }));
    }
    if (round > 0) taken.push(figures); // The first round warms everything up.
  }
  printTable(`50 orders, ${CONNECTIONS} connections, medians of ${rounds} rounds of ${seconds} s, in turns`, [
    ['', 'requests/s', 'CPU ms/request', 'x hand-written', 'p50 ms', 'p99 ms'],
    ...contenders.map(({ name }, i) => toRow(name, taken, i)),
  ]);
}

async function baselineOptions(
  { databaseUrl }: Environment,
  recorded: RecordedService,
  { resellerId, keys: [key] }: SeededReseller,
): Promise<BaselineOptions> {
  if (!key) throw new RangeError('the reseller has no key');
  const [admit, list] = await recorded.statementsOf(() =>
    fetch(`${recorded.url}${LIST_PATH}`, { headers: headersOf(key.apiKey) }),
  );
  if (!admit || !list) throw new Error('the list sent fewer statements than two');
  return {
    databaseUrl,
    statements: { admit, list },
    recorded: { keyHash: hashOfKey(key.apiKey), resellerId },
  };
}

/** Throws when the answers differ, because then the comparison would mean nothing. */
async function assertSameAnswer(service: Server, baseline: Server, { keys: [key] }: SeededReseller) {
  const read = async ({ ready }: Server) =>
    (await fetch(`${ready.url}${LIST_PATH}`, { headers: headersOf(key?.apiKey ?? '') })).json();
  deepStrictEqual(await read(baseline), await read(service));
}

function connectionsOf({ keys }: SeededReseller, request: Contender['request']): Request[][] {
  return Array.from({ length: CONNECTIONS }, (_, i) =>
    keys.slice(i * KEYS_PER_CONNECTION, (i + 1) * KEYS_PER_CONNECTION).map(({ apiKey }) => request(apiKey)),
  );
}

function get(apiKey: string): Request {
  return { method: 'GET', path: LIST_PATH, headers: headersOf(apiKey) };
}

function post(apiKey: string): Request {
  const headers = { ...headersOf(apiKey), 'content-type': 'application/json', accept: 'application/json' };
  return { method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query: LIST_DOCUMENT }) };
}

function toRow(name: string, rounds: readonly LoadFigures[][], contender: number): string[] {
  const own = rounds.map((figures) => figures[contender]).filter((figures) => figures !== undefined);
  const { perSecond, cpuMillis, p50, p99 } = medians(own);
  // Ratios are made within each round, because whatever slows a whole round slows both sides.
  const ratios = own.map(
    (figures, round) => figures.cpuMillis / (rounds[round]?.[0]?.cpuMillis ?? Number.NaN),
  );
  return [
    name,
    perSecond.toFixed(0),
    cpuMillis.toFixed(3),
    median(ratios).toFixed(2),
    p50.toFixed(1),
    p99.toFixed(1),
  ];
}
