import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { OrdersDocument, PurchaseDocument } from '../graphql/generated/graphql.ts';
import { type Cut, type DatabaseRelay, startDatabaseRelay } from '../support/database-relay.ts';
import { givenKeys } from '../support/given.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { restClient } from '../support/rest-client.ts';
import { type RunningService, startService } from '../support/service.ts';

const CUTS: readonly Cut[] = ['before', 'after'];
/** How many statements of a run may be the service's own, which it sends by the clock. */
const BY_THE_CLOCK = 2;
/** How many runs are measured: the shortest has met the fewest of these. */
const MEASURED = 3;
const TERM = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d' };
const LUXURY = { tier: 'di', type: 'didc', country: 'ANY', period: '1gb' };

const { opened: direct, buyer, balance } = usePurchases({ balanceUsd: '1000' });
let relay: DatabaseRelay;
let service: RunningService;
let apiKey: string;
let keys = 0;

beforeAll(async () => {
  relay = await startDatabaseRelay(direct.databaseUrl);
  service = await startService({ ...direct, databaseUrl: relay.url });
  // The first purchase would read it, in statements that no later one sends.
  await service.services.countries.stocks.readCount('ipv4', TERM.country, 'presale');
});
afterAll(async () => {
  await service.close();
  await relay.close();
});
beforeEach(async () => {
  [apiKey = ''] = await givenKeys(direct.services, buyer.resellerId, 1);
});

/**
 * A request that must get the same answer whichever statement is cut. Returns the answer without what differs
 * each time.
 */
interface Work {
  name: string;
  /** How many of its operations are charged. */
  charged: number;
  prepare(): Promise<() => Promise<unknown>>;
}

const rest = () => restClient(service.url, apiKey);
function nextKey(): string {
  keys += 1;
  return `key ${keys}`;
}

async function luxuryOrder(): Promise<number> {
  const { sale } = await purchase(direct.services, buyer, LUXURY);
  // The order has traffic added once, like an order in use.
  await addTraffic(direct.services, buyer, { orderId: sale.order.id, period: '1gb' });
  return sale.order.id;
}

/** An answer's status and the shape of its body. */
function shape({ status, body }: { status: number; body: unknown }): unknown {
  return JSON.parse(
    JSON.stringify({ status, body }, (_name, value) =>
      typeof value === 'number' && value !== status
        ? 0
        : typeof value === 'string'
          ? value.replace(/.+/s, 'text')
          : value,
    ),
  );
}

const WORKS: Work[] = [
  {
    name: 'a page of orders over /v1',
    charged: 0,
    prepare: async () => async () => shape(await rest().get('/v1/orders')),
  },
  {
    name: 'a page of orders over GraphQL',
    charged: 0,
    prepare: async () => async () => shape(await service.graphql(apiKey, OrdersDocument, { first: 5 })),
  },
  {
    name: 'a purchase over /v1',
    charged: 1,
    prepare: async () => async () => shape(await rest().post('/v1/orders', TERM)),
  },
  {
    name: 'a purchase over /v1 with an Idempotency-Key',
    charged: 1,
    prepare: async () => async () =>
      shape(await rest().post('/v1/orders', TERM, { 'idempotency-key': nextKey() })),
  },
  {
    name: 'a refusal that is kept under its Idempotency-Key',
    charged: 0,
    prepare: async () => async () => {
      const answer = await rest().post(
        '/v1/orders',
        { ...TERM, tier: 'none' },
        { 'idempotency-key': nextKey() },
      );
      expect(answer.headers).not.toHaveProperty('idempotent-replayed');
      return shape(answer);
    },
  },
  {
    name: 'a purchase over GraphQL',
    charged: 1,
    prepare: async () => async () =>
      shape(
        await service.graphql(apiKey, PurchaseDocument, {
          input: { ...TERM, idempotencyKey: nextKey() },
        }),
      ),
  },
  {
    name: 'an addition of traffic over /v1',
    charged: 1,
    prepare: async () => {
      const orderId = await luxuryOrder();
      return async () => shape(await rest().post(`/v1/orders/${orderId}/traffic`, { period: '1gb' }));
    },
  },
  {
    name: 'a change of settings over /v1',
    charged: 0,
    prepare: async () => {
      const orderId = await luxuryOrder();
      let threads = 10;
      return async () => {
        threads += 1;
        const path = `/v1/orders/${orderId}/settings`;
        return shape(await rest().send({ method: 'PATCH', path, body: { threads } }));
      };
    },
  },
];

async function settledOperations(): Promise<number> {
  const { rows } = await sql<{ state: string }>`
    select state from operations where reseller_id = ${buyer.resellerId}`.execute(
    direct.services.database.sql,
  );
  expect(rows.every(({ state }) => state === 'settled')).toBe(true);
  return rows.length;
}

/** Each run reads the catalog again. */
async function forgetCatalog(): Promise<void> {
  await sql`update service_state set catalog_version = gen_random_uuid()`.execute(
    direct.services.database.sql,
  );
}

test.each(WORKS)(
  '$name is answered as ever and charged once, wherever the connection is cut',
  async (work) => {
    const run = await work.prepare();
    const balanceBefore = await balance();
    const operationsBefore = await settledOperations();
    let expected: unknown;
    const counted: number[] = [];
    while (counted.length < MEASURED) {
      await forgetCatalog();
      counted.push(
        await relay.statementsDuring(async () => {
          expected = await run();
        }),
      );
    }
    const statements = Math.min(...counted);
    const price = (balanceBefore - (await balance())) / BigInt(MEASURED);
    expect(statements).toBeGreaterThanOrEqual(2);
    let runs = MEASURED;
    for (const cut of CUTS) {
      for (let number = 1; number <= statements; number++) {
        await sql`truncate rate_windows`.execute(direct.services.database.sql);
        await forgetCatalog();
        const cuts = relay.cuts();
        relay.cutStatement(cut, number);
        const place = `${cut} statement ${number} of ${statements}`;
        expect(await run(), place).toEqual(expected);
        // The measured run may have met statements that the service sends by the clock, so later ones can be
        // shorter.
        if (number <= statements - BY_THE_CLOCK) expect(relay.cuts(), place).toBe(cuts + 1);
        relay.disarm();
        runs += 1;
        expect(await settledOperations(), place).toBe(operationsBefore + runs * work.charged);
        expect(await balance(), place).toBe(balanceBefore - BigInt(runs) * price);
      }
    }
  },
);
