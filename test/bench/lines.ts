import { equal } from 'node:assert/strict';
import { MAX_LINES } from '../../src/luxury/lines.ts';
import { type Child, startChild } from './child.ts';
import { type Environment, serviceOptions } from './environment.ts';
import { medians, printTable } from './figures.ts';
import { type LoadFigures, load } from './load.ts';
import { buyLuxury } from './luxury-resellers.ts';
import { connectionsOf, get, headersOf } from './requests.ts';
import { emptyRateWindows, type SeededReseller } from './seed.ts';

const CONNECTIONS = 10;
/** A sticky port for each line. The sandbox has fewer ports, but nothing connects to them. */
const STICKY_PORTS = { first: 10_000, last: 10_000 + MAX_LINES - 1 };

const inJson = (text: string) => (JSON.parse(text) as { lines: string[] }).lines;
const inText = (text: string) => text.split('\n').slice(0, -1);
const FORMS = [
  { name: '1 line, JSON', count: 1, query: 'count=1', linesIn: inJson },
  { name: `${MAX_LINES} lines, JSON`, count: MAX_LINES, query: `count=${MAX_LINES}`, linesIn: inJson },
  {
    name: `${MAX_LINES} lines, text`,
    count: MAX_LINES,
    query: `count=${MAX_LINES}&as=text`,
    linesIn: inText,
  },
];

/** Measures a Luxury order as one line and as a thousand, as JSON and as text, in turns. */
export async function measureLines(
  environment: Environment,
  { keys }: SeededReseller,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  const { dataImpulse, ...options } = serviceOptions(environment);
  const gateway = { ...dataImpulse.gateway, stickyPorts: STICKY_PORTS };
  const service: Child<{ url: string }> = await startChild('service', {
    ...options,
    dataImpulse: { ...dataImpulse, gateway },
  });
  await using opened = new AsyncDisposableStack();
  opened.defer(() => service.stop());
  const [key] = keys;
  if (!key) throw new RangeError('the reseller has no key');
  await emptyRateWindows(environment);
  const { url } = service.ready;
  const path = `/v1/orders/${await buyLuxury(url, key, { session: 'sticky' })}/lines?`;
  for (const { query, count, linesIn } of FORMS) {
    const answer: Response = await fetch(`${url}${path}${query}`, { headers: headersOf(key.apiKey) });
    equal(new Set(linesIn(await answer.text())).size, count);
  }

  const taken = FORMS.map((): LoadFigures[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [form, { query }] of FORMS.entries()) {
      await emptyRateWindows(environment);
      const connections = connectionsOf(keys, CONNECTIONS, ({ apiKey }) => get(`${path}${query}`, apiKey));
      const figures = await load(environment, service, { connections, seconds });
      if (round > 0) taken[form]?.push(figures); // The first round warms everything up.
    }
  }
  printTable(
    `GET /v1/orders/{id}/lines, ${CONNECTIONS} connections, medians of ${rounds} rounds of ${seconds} s, in turns`,
    [
      ['', 'requests/s', 'CPU ms/request', 'p50 ms', 'p99 ms'],
      ...FORMS.map(({ name }, form) => toRow(name, taken[form] ?? [])),
    ],
  );
}

function toRow(name: string, rounds: readonly LoadFigures[]): string[] {
  const { perSecond, cpuMillis, p50, p99 } = medians(rounds);
  return [name, perSecond.toFixed(0), cpuMillis.toFixed(3), p50.toFixed(1), p99.toFixed(1)];
}
