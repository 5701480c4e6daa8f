import { type DocumentNode, print } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../e2e/frontend.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { CACHING_CLIENTS, type CachingClient } from './caching-clients.ts';
import {
  ADD_TRAFFIC,
  BALANCE_UPDATED,
  CATALOG,
  GEO,
  ME,
  NODE,
  ORDER_OF,
  ORDERS,
  ORDERS_UPDATED,
  PRODUCT_OF,
  PURCHASE,
  QUOTE,
  RENEW,
  RESET_PASSWORD,
  TRAFFIC_UPDATED,
  UPDATE_SETTINGS,
} from './documents.ts';

const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const LUXURY = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.close());

describe.each(Object.entries(CACHING_CLIENTS))('%s', (_name, open) => {
  let reseller: GivenReseller;
  let client: CachingClient;

  beforeEach(async () => {
    reseller = await givenReseller(service.services);
    client = open(service, reseller.apiKey);
    onTestFinished(() => client.close());
  });

  it('shows the whole catalog as the server sent it, every price of every period', async () => {
    await client.query(CATALOG);
    await expectCached(CATALOG);
  });

  it('shows the catalog right after each product was read by itself, and each product after the catalog', async () => {
    const paths = await productPaths();
    for (const path of paths) await client.query(PRODUCT_OF, path);
    await client.query(CATALOG);
    for (const path of paths) await expectCached(PRODUCT_OF, path);
    await expectCached(CATALOG);
  });

  it('shows what was read by its id as it shows it elsewhere', async () => {
    const term = await buy(TERM);
    const luxury = await buy(LUXURY);
    const ids = [
      ...[
        'tier:prem',
        'product:prem/ipv4',
        'period:prem/ipv4/30d',
        'product:di/diresi',
        'period:di/diresi/1gb',
      ],
      ...[`viewer:${reseller.resellerId}`, term, luxury, `traffic:${luxury}`, `settings:${luxury}`],
    ];
    await client.query(ORDERS);
    await client.query(CATALOG);
    for (const id of ids) {
      expect(await client.query(NODE, { id })).toMatchObject({ node: { id } });
      await expectCached(NODE, { id });
    }
    await expectCached(CATALOG);
    await expectCached(ORDERS);
  });

  it('shows lists without ids, geo and quotes, as they were answered', async () => {
    const questions: [DocumentNode, object][] = [
      [GEO, { type: 'diresi', kind: 'COUNTRIES' }],
      [GEO, { type: 'didc', kind: 'COUNTRIES' }],
      [GEO, { type: 'diresi', kind: 'STATES', country: 'US' }],
      [QUOTE, { input: TERM }],
      [QUOTE, { input: { ...TERM, period: '7d' } }],
    ];
    for (const [document, variables] of questions) await client.query(document, { ...variables });
    for (const [document, variables] of questions) await expectCached(document, { ...variables });
  });

  it('shows orders of both kinds with today’s products, in the list and by number', async () => {
    const ids = [await buy(TERM), await buy({ ...TERM, period: '7d' }), await buy(LUXURY)];
    for (const id of ids) await client.query(ORDER_OF, { id });
    await client.query(ORDERS);
    await client.query(CATALOG);
    for (const id of ids) await expectCached(ORDER_OF, { id });
    await expectCached(ORDERS);
    await expectCached(CATALOG);
  });

  it('shows the balance after a purchase, and the new order when it is asked for', async () => {
    await client.query(ME);
    await client.query(CATALOG);
    const id = await buy(TERM);
    await expectCached(ME);
    await expectCached(CATALOG);
    await client.query(ORDER_OF, { id });
    await expectCached(ORDER_OF, { id });
  });

  it('shows the new end of an order that was renewed, and the balance', async () => {
    const id = await buy(TERM);
    await readAll(id);
    await succeed(RENEW, { orderId: id, period: '30d' });
    await expectAll(id);
  });

  it('shows an order with its new traffic, and the balance', async () => {
    const id = await buy(LUXURY);
    await readAll(id);
    await succeed(ADD_TRAFFIC, { orderId: id, period: '1gb' });
    await expectAll(id);
  });

  it.each([
    { country: 'DE', threads: 7 },
    { session: 'STICKY', stickyMinutes: 5 },
    { protocol: 'SOCKS5' },
    { paused: true },
    { allowedIps: [], blockedHosts: ['example.com'], excludeAsn: ['7018'] },
  ])('shows an order with its new settings: %o', async (change) => {
    const id = await buy(LUXURY);
    await readAll(id);
    await succeed(UPDATE_SETTINGS, { orderId: id, ...change });
    await expectAll(id);
  });

  it('shows the new login and password of an order wherever it shows them', async () => {
    const id = await buy(LUXURY);
    await readAll(id);
    await succeed(RESET_PASSWORD, { orderId: id });
    await expectAll(id);
  });

  it('shows the balance of now after a retry that was answered as before', async () => {
    const first = { ...TERM, idempotencyKey: 'first' };
    const id = await buy(first);
    await buy({ ...TERM, period: '7d' });
    await readAll(id);
    await buy(first);
    await expectCached(ME);
  });

  it('leaves what it shows as it is when a mutation is refused', async () => {
    const id = await buy(TERM);
    await readAll(id);
    expect(await client.mutate(RENEW, { input: { orderId: id, period: 'no' } })).toMatchObject({
      result: { __typename: 'InvalidPeriodError' },
    });
    await expectAll(id);
  });

  it('shows traffic, balance and orders as subscriptions deliver them', async () => {
    const id = await buy(LUXURY);
    await readAll(id);
    const traffic = client.subscribe(TRAFFIC_UPDATED, { orderId: id });
    const balance = client.subscribe(BALANCE_UPDATED);
    const orders = client.subscribe(ORDERS_UPDATED);
    for (const events of [traffic, balance, orders]) await events.next();
    // Another program of the same reseller.
    await otherProgram(UPDATE_SETTINGS, { orderId: id, country: 'DE' });
    await until(orders, (data) => JSON.stringify(data).includes('"country":"DE"'));
    await expectCached(ORDER_OF, { id });
    await otherProgram(ADD_TRAFFIC, { orderId: id, period: '1gb' });
    await until(orders, (data) => JSON.stringify(data).includes('"trafficGb":2'));
    await until(traffic, (data) => JSON.stringify(data).includes('"totalGb":2'));
    const { balanceUsd } = ((await raw(ME, {})) as { viewer: { balanceUsd: string } }).viewer;
    await until(balance, (data) => JSON.stringify(data).includes(balanceUsd));
    await expectAll(id);
  });

  async function otherProgram(document: DocumentNode, input: object): Promise<void> {
    await sendGraphql(service.url, reseller.apiKey, print(document), { input });
  }

  /** Returns the order's number. */
  async function buy(input: object): Promise<string> {
    const { order } = await succeed(PURCHASE, input);
    return order.id;
  }

  async function succeed(document: DocumentNode, input: object): Promise<{ order: { id: string } }> {
    const { result } = (await client.mutate(document, { input })) as {
      result: { __typename: string; order: { id: string } };
    };
    expect(result.__typename).toMatch(/Success$/);
    return result;
  }

  /** What pages about an order show. */
  function pagesOf(id: string): [DocumentNode, Record<string, unknown>][] {
    return [
      [ME, {}],
      [ORDER_OF, { id }],
      [ORDERS, {}],
      [CATALOG, {}],
    ];
  }

  async function readAll(id: string): Promise<void> {
    for (const [document, variables] of pagesOf(id)) await client.query(document, variables);
  }

  async function expectAll(id: string): Promise<void> {
    for (const [document, variables] of pagesOf(id)) await expectCached(document, variables);
  }

  /** Expects the cache to have the result, and to have it as the server returns it now. */
  async function expectCached(
    document: DocumentNode,
    variables: Record<string, unknown> = {},
  ): Promise<void> {
    const cached = await client.cached(document, variables);
    expect(comparable(cached)).toEqual(comparable(await raw(document, variables)));
  }

  async function raw(document: DocumentNode, variables: Record<string, unknown>): Promise<unknown> {
    const { body } = await sendGraphql(service.url, reseller.apiKey, print(document), variables);
    expect(body.errors).toBeUndefined();
    return body.data;
  }

  async function productPaths(): Promise<{ tier: string; type: string }[]> {
    const { tiers } = (await raw(CATALOG, {})) as { tiers: { code: string; types: { code: string }[] }[] };
    return tiers.flatMap(({ code: tier, types }) => types.map(({ code: type }) => ({ tier, type })));
  }
});

/**
 * Clients add type names by themselves, and the time of a measurement differs whenever the upstream is asked.
 */
function comparable(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data ?? null), (name, value) =>
    name === '__typename' || name === 'measuredAt' ? undefined : value,
  );
}
