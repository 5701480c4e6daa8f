import { Pool } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import type { Fault } from '../../src/sandbox/faults.ts';
import { createDatabase, newDataDirectory } from '../support/postgres.ts';
import { readBooks } from './books.ts';
import { checkGoods } from './check-goods.ts';
import type { Door } from './client-record.ts';
import { nextKey } from './customers.ts';
import { askKeyed, type KeyedAnswer, type KeyedRequest } from './keyed-request.ts';
import { openSystem, type System } from './system.ts';
import { arm } from './upstream-faults.ts';

const REQUESTS = 500;
/** How long the upstream takes: most of the requests arrive meanwhile. */
const UPSTREAM_MS = 300;
const OPENING_USD = 100;
/** Each key admits 60 requests a minute; the 500 requests use the keys in turn. */
const KEYS = 12;
/** In ms, for the start of two processes beside other tests. */
const START_MS = 60_000;

const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 3 };
const LUXURY_ORDER = { tier: 'di', type: 'didc', country: 'ANY', period: '5gb' };
const THREE_PROXIES = { proxyIds: Array(3).fill(expect.any(String)) };

interface Scenario {
  kind: KeyedRequest['kind'];
  /** The purchase that is made first, if an order is to be extended. */
  before?: object;
  body: object;
  price: bigint;
  /** The call of the upstream that does the work. */
  call: Pick<Fault, 'upstream' | 'call'>;
  /** What the upstream must have issued at the end. */
  issued: object;
}

const SCENARIOS: Scenario[] = [
  {
    kind: 'purchase',
    body: ORDER,
    price: 5_400_000n,
    call: { upstream: 'px6', call: 'buy' },
    issued: { ...THREE_PROXIES, days: 30 },
  },
  {
    kind: 'renewal',
    before: ORDER,
    body: { period: '7d' },
    price: 1_800_000n,
    call: { upstream: 'px6', call: 'prolong' },
    issued: { ...THREE_PROXIES, days: 7 },
  },
  {
    kind: 'traffic',
    before: LUXURY_ORDER,
    body: { period: '1gb' },
    price: 500_000n,
    call: { upstream: 'dataimpulse', call: 'balance-add' },
    issued: { gb: 1 },
  },
];

const opened = new AsyncDisposableStack();
let system: System;
let pools: Pool[];

beforeAll(async () => {
  const database = await createDatabase();
  opened.defer(() => database.drop());
  const directory = newDataDirectory();
  system = await openSystem(
    {
      databaseUrl: database.url,
      directory,
      resellers: SCENARIOS.length,
      keysOfReseller: KEYS,
      openingUsd: OPENING_USD,
    },
    opened,
  );
  pools = system.processes.map(({ url }) => opened.adopt(new Pool(url), (pool) => pool.destroy()));
}, START_MS);
afterAll(() => opened.disposeAsync());

test.each(SCENARIOS)(
  '500 concurrent requests for one $kind with one Idempotency-Key, over both doors of two processes, end in one charge and one answer',
  async ({ kind, before, body, price, call, issued }) => {
    const reseller = system.resellers[SCENARIOS.findIndex((scenario) => scenario.kind === kind)];
    if (!reseller) throw new Error('Each scenario has a reseller of its own.');
    const ask = (process: number, door: Door, asked: KeyedRequest) => {
      const pool = pools[process];
      if (!pool) throw new Error(`There is no process ${process}.`);
      return askKeyed(pool, nextKey(reseller), door, asked);
    };
    const bought =
      before && (await ask(0, 'rest', { kind: 'purchase', body: before, key: 'the one before' }));
    const asked: KeyedRequest = { kind, orderId: bought?.fields['id']?.toString(), body, key: 'the one' };
    const earlier = await readBooks(system);

    await arm(system.control, [{ ...call, mode: 'slow', delayMs: UPSTREAM_MS }]);
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, i) => ask(i % 2, i % 4 < 2 ? 'rest' : 'graphql', asked)),
    );
    await arm(system.control, []);
    const late = await Promise.all(
      pools.flatMap((_, process) => [ask(process, 'rest', asked), ask(process, 'graphql', asked)]),
    );

    const done = answers.filter(({ fields }) => fields['code'] === undefined);
    // It is chance how many requests arrive before the first answer; these are refused because the operation
    // is running.
    for (const answer of answers.filter((one) => !done.includes(one))) {
      expect(['graphql 200 request_in_progress', 'rest 409 request_in_progress']).toContain(end(answer));
    }
    expect(done.filter(({ replayed }) => replayed === undefined)).toHaveLength(1);
    expect([...done, ...late].filter(({ replayed }) => replayed === 'true')).toHaveLength(
      done.length + late.length - 1,
    );
    for (const door of ['rest', 'graphql']) {
      const same = [...done, ...late].filter((answer) => answer.door === door);
      expect(new Set(same.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    }
    const [sale = {}] = late.map(({ fields }) => fields);
    expect(late.map(({ fields }) => fields)).toEqual(Array(late.length).fill(sale));
    expect(sale['charged_usd']).toBe(price);

    const books = await readBooks(system);
    const own = ({ resellerId }: { resellerId: number }) => resellerId === reseller.id;
    const orders = books.orders.filter(own);
    expect(books.operations.filter(own).filter(({ key }) => key === asked.key)).toMatchObject([
      { kind, state: 'settled', amount: price, orderId: orders[0]?.id },
    ]);
    expect(orders).toHaveLength(1);
    expect(books.balances.get(reseller.id)).toBe((earlier.balances.get(reseller.id) ?? 0n) - price);
    expect(books.issued.slice(earlier.issued.length)).toMatchObject([{ ...issued, call: call.call }]);
    expect(checkGoods(books)).toEqual([]);
    expect((await verifyLedger(system.services.database)).problems).toEqual([]);
  },
);

function end({ door, status, fields }: KeyedAnswer): string {
  return `${door} ${status} ${fields['code']}`;
}
