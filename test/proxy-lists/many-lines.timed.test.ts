import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { sealCredentials } from '../../src/orders/proxies.ts';
import { createProxyList } from '../../src/proxy-lists/proxy-lists.ts';
import { givenReseller } from '../support/given.ts';
import { insertOrders } from '../support/inserted-orders.ts';
import { startService } from '../support/service.ts';
import { recordStatements } from '../support/statements.ts';

const ORDERS = 1_000;
const PROXIES = 10;
/** In milliseconds. */
const AT_MOST = 300;

test('a list of ten thousand proxies is loaded in less than 300 ms, by a bounded number of statements', async () => {
  const statements = recordStatements();
  const service = await startService({ onPoolCreated: statements.onPoolCreated });
  onTestFinished(() => service.close());
  const { services } = service;
  const db = services.database.sql;
  const { resellerId } = await givenReseller(services);
  await insertOrders(services, resellerId, ORDERS);
  const { rows } = await sql<{ id: number }>`
    update orders set customer = 'all', quantity = ${PROXIES} where reseller_id = ${resellerId} returning id`.execute(
    db,
  );
  const orderIds = rows.map(({ id }) => Number(id));
  const sealed = orderIds.map((orderId) => {
    const proxies = Array.from({ length: PROXIES }, (_, n) => ({
      login: `login-${orderId}-${n}`,
      password: `pass-${orderId}-${n}`,
    }));
    return sealCredentials(services.vault, { resellerId, orderId }, proxies);
  });
  await sql`
    insert into proxies (reseller_id, order_id, position, upstream_id, host, port, credentials)
    select ${resellerId}, id, n, id * 100 + n, '203.0.113.' || n, 8000 + n, case when n = 0 then sealed end
    from unnest(${orderIds}::bigint[], ${sealed}::bytea[]) o (id, sealed), generate_series(0, ${PROXIES - 1}) n`.execute(
    db,
  );
  await sql`analyze orders, proxies`.execute(db);
  const how = { resellerId, name: 'x', count: 1, sticky: false, allowedIps: [], at: services.clock.now() };
  const selections = [
    { orderIds },
    { filter: { customer: 'all' } },
    { filter: { tier: 'prem' } },
    { filter: {} },
  ];
  for (const selection of selections) {
    const { token } = await createProxyList(services, { ...how, selection });
    for (const [format, known] of [['txt'], ['csv'], ['json'], ['txt', '*']] as const) {
      const took: number[] = [];
      for (let time = 0; time < 5; time++) {
        const sent = await statements.during(async () => {
          const begun = performance.now();
          const headers = known ? { 'if-none-match': known } : {};
          const answer = await fetch(`${service.url}/lists/${token}?format=${format}`, { headers });
          const lines = (await answer.text()).match(/203\.0\.113/g) ?? [];
          took.push(performance.now() - begun);
          expect([answer.status, lines.length]).toEqual(known ? [304, 0] : [200, ORDERS * PROXIES]);
        });
        expect(sent.length).toBeLessThanOrEqual(4);
      }
      expect(Math.min(...took)).toBeLessThan(AT_MOST);
    }
  }
});
