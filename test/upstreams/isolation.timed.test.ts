import { sql } from 'kysely';
import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { CALL_MILLIS } from '../../src/upstreams/http.ts';
import { givenKeys, givenReseller } from '../support/given.ts';
import type { RestAnswer } from '../support/rest-answer.ts';
import { expectRefusal, restClient } from '../support/rest-client.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { ManualTimer } from './manual-timer.ts';

const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const LUXURY = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
/** Together they send more than the 64 calls that may be in flight. */
const BUYERS = 4;
const PURCHASES_OF_EACH = 25;
/**
 * How often each reader asks before the upstream hangs, and again while it hangs; a key admits 60 requests.
 */
const SAMPLES = 9;
/**
 * How much slower a median may become, because of other work on the machine. A reader that waited for the
 * upstream would wait for ever, since the timer stands still.
 */
const FACTOR = 3;
const NOISE_MS = 50;
/** In ms. A refusal takes a few statements. */
const AT_ONCE_MS = 500;
/** How long the breaker stays open. */
const BREAKER_MILLIS = 5_000;

const ORDERS =
  '{ orders { nodes { id status ... on LuxuryOrder { traffic { leftGb } settings { country } } } } }';

type Ask = () => Promise<{ status: number }>;

interface Opened {
  service: RunningService;
  timer: ManualTimer;
  pool(): Pool;
}

async function open(): Promise<Opened> {
  const timer = new ManualTimer();
  let pool: Pool | undefined;
  const onPoolCreated = (created: object) => {
    pool = created as Pool;
  };
  const service = await startService({ timer, onPoolCreated });
  onTestFinished(() => {
    timer.advance(CALL_MILLIS);
    return service.close();
  });
  return { service, timer, pool: () => pool as Pool };
}

/** The requests of other callers, each with a key of its own. */
async function readers({ url, services }: RunningService, other: object): Promise<Record<string, Ask>> {
  const reseller = await givenReseller(services, { balanceUsd: '1000' });
  const keys = await givenKeys(services, reseller.resellerId, 10);
  const client = () => restClient(url, keys.pop());
  const get = (path: string): Ask => {
    const rest = client();
    return () => rest.get(path);
  };
  const graphql = (query: string): Ask => {
    const key = keys.pop();
    return async () => {
      const { status, body } = await sendGraphql(url, key, query);
      return { status: body.errors ? 0 : status };
    };
  };
  const ids: number[] = [];
  for (const product of [TERM, LUXURY]) {
    ids.push((await restClient(url, reseller.apiKey).post<{ id: number }>('/v1/orders', product)).body.id);
  }
  const buyer = client();
  return {
    balance: get('/v1/balance'),
    catalog: get('/v1/products'),
    countries: get(`/v1/products/${TERM.tier}/${TERM.type}/countries`),
    geo: get(`/v1/geo/${LUXURY.type}/countries`),
    orders: get('/v1/orders'),
    'an order of proxies': get(`/v1/orders/${ids[0]}`),
    'a Luxury order': get(`/v1/orders/${ids[1]}`),
    viewer: graphql('{ viewer { name balanceUsd } }'),
    'orders with their traffic': graphql(ORDERS),
    'a purchase from the other upstream': async () => {
      const { status } = await buyer.post('/v1/orders', other);
      return { status: status === 201 ? 200 : status };
    },
  };
}

/** The median time of each request, in ms. All of them must succeed. */
async function medians(asks: Record<string, Ask>): Promise<Record<string, number>> {
  const times = new Map(Object.keys(asks).map((name) => [name, [] as number[]]));
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const [name, ask] of Object.entries(asks)) {
      const since = performance.now();
      expect(await ask(), name).toMatchObject({ status: 200 });
      times.get(name)?.push(performance.now() - since);
    }
  }
  const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return Object.fromEntries([...times].map(([name, all]) => [name, middle(all)]));
}

async function countOf(service: RunningService, statement: ReturnType<typeof sql>): Promise<number> {
  return (await statement.execute(service.services.database.sql)).rows.length;
}

/** Purchases of several resellers that are not answered yet. */
async function startPurchases(service: RunningService, product: object) {
  const answers: Promise<RestAnswer>[] = [];
  const buyers: number[] = [];
  for (let buyer = 0; buyer < BUYERS; buyer++) {
    const { resellerId, apiKey } = await givenReseller(service.services);
    buyers.push(resellerId);
    const { post } = restClient(service.url, apiKey);
    for (let i = 0; i < PURCHASES_OF_EACH; i++) answers.push(post('/v1/orders', product));
  }
  await expect
    .poll(() => countOf(service, sql`select from operations where state = 'running'`))
    .toBe(BUYERS * PURCHASES_OF_EACH);
  return { answers: Promise.all(answers), buyers };
}

test.each([
  { upstream: 'px6', product: TERM, other: LUXURY },
  { upstream: 'dataimpulse', product: LUXURY, other: TERM },
] as const)(
  'while $upstream hangs, everything else is as fast as before, and once it is given up, nothing is charged for it',
  async ({ upstream, product, other }) => {
    const { service, timer, pool } = await open();
    const { services, sandbox } = service;
    const asks = await readers(service, other);
    // The first requests include compiling and connecting, so they are not measured.
    for (const ask of Object.values(asks)) await ask();
    const before = await medians(asks);

    sandbox.arm([{ upstream, call: '*', mode: 'hang' }]);
    const { answers, buyers } = await startPurchases(service, product);
    // The stock readings are then old enough to be read again, and this call hangs, too.
    service.clock.advance(6 * 60_000);
    const during = await medians(asks);
    await expect.poll(() => pool().totalCount - pool().idleCount).toBe(0);
    const inTransaction = sql`select from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    expect(await countOf(service, inTransaction)).toBe(0);

    timer.advance(CALL_MILLIS);
    for (const answer of await answers) expectRefusal(answer, 502, 'provider_error');
    for (const resellerId of buyers) {
      expect(await readBalance(services.database.sql, resellerId)).toBe(100_000_000n);
    }

    const late = await givenReseller(services);
    const rest = restClient(service.url, late.apiKey);
    const since = performance.now();
    expectRefusal(await rest.post('/v1/orders', product), 502, 'provider_error');
    expect(performance.now() - since).toBeLessThan(AT_ONCE_MS);
    expect(await readBalance(services.database.sql, late.resellerId)).toBe(100_000_000n);
    const ofLate = sql`select from operations where reseller_id = ${late.resellerId}`;
    expect(await countOf(service, ofLate)).toBe(0);
    expect((await asks['a purchase from the other upstream']?.())?.status).toBe(200);

    sandbox.arm([]);
    timer.advance(BREAKER_MILLIS);
    // Another call may be the one that tests the upstream; the purchase is refused meanwhile.
    await expect.poll(async () => (await rest.post('/v1/orders', product)).status).toBe(201);

    // Other work on the machine may have changed meanwhile, so a time is compared with both the times before
    // and the times after.
    const after = await medians(asks);
    const slow = Object.entries(during).filter(([name, ms]) => {
      const usual = Math.max(before[name] ?? Number.NaN, after[name] ?? Number.NaN);
      return !(ms <= Math.max(usual * FACTOR, usual + NOISE_MS));
    });
    expect(slow, JSON.stringify({ before, during, after })).toEqual([]);
  },
);
