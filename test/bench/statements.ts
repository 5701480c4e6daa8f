import { printTable } from './figures.ts';
import type { RecordedService } from './recorder.ts';
import { headersOf, LIST_DOCUMENT, LIST_PATH, PROXIES_DOCUMENT, PURCHASE } from './requests.ts';
import type { SeededReseller } from './seed.ts';

/** Counts the SQL statements of each request, which decide how many requests one database can serve. */
export async function countStatements(
  recorded: RecordedService,
  { keys: [key] }: SeededReseller,
): Promise<void> {
  const headers = { ...headersOf(key?.apiKey ?? ''), 'content-type': 'application/json' };
  const send = async (path: string, body?: object, more: Record<string, string> = {}) => {
    const init = { headers: { ...headers, ...more } };
    const response = await fetch(
      `${recorded.url}${path}`,
      body ? { ...init, method: 'POST', body: JSON.stringify(body) } : init,
    );
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    await response.text();
  };
  const requests: [string, () => Promise<void>][] = [
    ['GET /v1/orders, 50 orders', () => send(LIST_PATH)],
    ['POST /graphql, the same', () => send('/graphql', { query: LIST_DOCUMENT })],
    ['POST /graphql, 50 orders with proxies', () => send('/graphql', { query: PROXIES_DOCUMENT })],
    ['POST /v1/orders', () => send('/v1/orders', PURCHASE)],
    [
      'POST /v1/orders with Idempotency-Key',
      () => send('/v1/orders', PURCHASE, { 'idempotency-key': 'bench' }),
    ],
    ['the same, replayed', () => send('/v1/orders', PURCHASE, { 'idempotency-key': 'bench' })],
  ];
  // The first purchase reads the upstream's stock, which serves for a while.
  await send('/v1/orders', PURCHASE);
  const rows = [];
  for (const [name, work] of requests) {
    const statements = await recorded.statementsOf(work);
    const transactions = statements.filter(({ text }) => text === 'begin').length;
    rows.push([name, String(statements.length - 2 * transactions), String(transactions)]);
  }
  printTable('SQL statements of a request, its admission included', [
    ['', 'statements', 'transactions (begin, commit)'],
    ...rows,
  ]);
}
