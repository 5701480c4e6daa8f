import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { defaultSettings, toAccountSettings } from '../../src/luxury/settings.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { FaultMode } from '../../src/sandbox/faults.ts';
import { type Bought, FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { startDatabaseRelay } from '../support/database-relay.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { openServices } from '../support/services.ts';
import { subUser } from '../support/sub-user.ts';

/** What the upstream does late. */
const LATE = {
  product: 'ipv4:http',
  country: 'DE',
  days: 30,
  quantity: 2,
  onAccount: async () => {},
};
const PROXIES = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 2 };
const TRAFFIC = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
const FUNDS = 100_000_000n;
const GB = 2 ** 30;
const MINUTE = 60_000;

const { opened, buyer, balance } = usePurchases();

const arm = (upstream: 'px6' | 'dataimpulse', call: string, mode: FaultMode) =>
  opened.sandbox.arm([{ upstream, call, mode, times: 1 }]);
const account = (orderId: number) => subUser(opened, { resellerId: buyer.resellerId, orderId });

async function sweepAfter(milliseconds: number): Promise<number> {
  opened.clock.advance(milliseconds);
  let swept = 0;
  while (await sweepOne(opened.services)) swept += 1;
  return swept;
}

async function lastOperation(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from operations where reseller_id = ${buyer.resellerId} order by created_at desc, id desc limit 1`.execute(
    opened.services.database.sql,
  );
  return rows[0]?.id ?? '';
}

async function writeOffs() {
  const { rows } = await sql<{ unit: string; quantity: number }>`
    select unit, quantity from house_items where reseller_id = ${buyer.resellerId}`.execute(
    opened.services.database.sql,
  );
  return rows;
}

const boughtUnder = (reference: string): Bought => ({ account: FIRST_ACCOUNT, reference });

/** The proxies that the upstream has under a reference. */
const proxiesOf = async (reference: string) =>
  (await opened.services.term.findByReference(boughtUnder(reference))).map(({ upstreamId }) => upstreamId);

test('proxies that were bought twice for one charge go back, and the customer keeps his', async () => {
  arm('px6', 'buy', 'duplicate');
  const { sale } = await purchase(opened.services, buyer, PROXIES);
  const reference = await lastOperation();
  expect(await proxiesOf(reference)).toHaveLength(4);
  expect(await sweepAfter(59_000)).toBe(0);
  expect(await sweepAfter(1_000)).toBe(1);
  const kept = await opened.services.term.findByReference(boughtUnder(reference));
  expect(kept.map(({ login }) => login).sort()).toEqual(sale.proxies.map(({ login }) => login).sort());
  expect(await sweepAfter(24 * 60 * MINUTE)).toBe(0);
});

test.each<[FaultMode, number]>([
  ['duplicate', 60],
  ['partial', 30],
])(
  'proxies that a process has given back are written off, even if it dies before it hears so (%s)',
  async (mode, quantity) => {
    arm('px6', 'buy', mode);
    await purchase(opened.services, buyer, PROXIES).catch(() => {});
    opened.clock.advance(MINUTE);
    await expect(sweepOne(dyingAt(opened.services, 'cancel', 'after'))).rejects.toThrow(Died);
    await sweepAfter(2 * MINUTE);
    expect(await writeOffs()).toEqual([{ unit: 'proxy_days', quantity }]);
  },
);

test('proxies that could not be given back at first are written off once', async () => {
  arm('px6', 'buy', 'duplicate');
  await purchase(opened.services, buyer, PROXIES);
  arm('px6', 'delete', 'error_before');
  await sweepAfter(MINUTE);
  await sweepAfter(2 * MINUTE);
  expect(await proxiesOf(await lastOperation())).toHaveLength(2);
  expect(await writeOffs()).toEqual([{ unit: 'proxy_days', quantity: 60 }]);
});

test.each(['insert into "house_items"', 'commit\0'])(
  'a write-off counts once when its connection is lost (at %j)',
  async (text) => {
    arm('px6', 'buy', 'duplicate');
    await purchase(opened.services, buyer, PROXIES);
    const relay = await startDatabaseRelay(opened.databaseUrl);
    const cut = await openServices({ ...opened, databaseUrl: relay.url });
    opened.clock.advance(MINUTE);
    relay.cutText('after', text);
    expect(await sweepOne({ ...cut.services, clock: opened.clock })).toBe(true);
    expect(relay.cuts()).toBe(1);
    expect(await writeOffs()).toEqual([{ unit: 'proxy_days', quantity: 60 }]);
    await cut.close();
    await relay.close();
  },
);

test.each([
  ['a minute', 30_000, MINUTE],
  ['ten minutes', 5 * MINUTE, 10 * MINUTE],
  ['a day', 60 * MINUTE, 24 * 60 * MINUTE],
])('proxies that land after the refund are gone when %s has passed', async (_when, landsAfter, goneAfter) => {
  arm('px6', 'buy', 'reset_before');
  await expect(purchase(opened.services, buyer, PROXIES)).rejects.toMatchObject({ code: 'provider_error' });
  const reference = await lastOperation();
  await sweepAfter(landsAfter);
  await opened.services.term.buy({ ...LATE, reference });
  await sweepAfter(goneAfter - landsAfter);
  expect(await proxiesOf(reference)).toEqual([]);
  expect(await balance()).toBe(FUNDS);
});

test('a purchase that was refused is looked at, too: its request may have come twice, and been refused the second time', async () => {
  arm('px6', 'buy', 'refuse');
  await expect(purchase(opened.services, buyer, PROXIES)).rejects.toMatchObject({ code: 'provider_error' });
  const reference = await lastOperation();
  await opened.services.term.buy({ ...LATE, reference });
  await sweepAfter(MINUTE);
  expect(await proxiesOf(reference)).toEqual([]);
});

test('a sweeper that was asleep ends no round that another one has ended', async () => {
  arm('px6', 'buy', 'reset_before');
  await expect(purchase(opened.services, buyer, PROXIES)).rejects.toMatchObject({ code: 'provider_error' });
  const reference = await lastOperation();
  const { term } = opened.services;
  const asleep = {
    ...opened.services,
    term: {
      ...term,
      async cancel(...of: Parameters<typeof term.cancel>) {
        await term.cancel(...of);
        await sweepAfter(MINUTE);
      },
    },
  };
  opened.clock.advance(MINUTE);
  expect(await sweepOne(asleep)).toBe(true);
  const { rows } = await sql<{
    round: number;
  }>`select round from sweeps where operation_id = ${reference}`.execute(opened.services.database.sql);
  expect(rows).toEqual([{ round: 2 }]);
});

test('a round whose end is written down twice, since the answer was lost, leaves what was put off in between', async () => {
  await purchase(opened.services, buyer, PROXIES);
  const reference = await lastOperation();
  const relay = await startDatabaseRelay(opened.databaseUrl);
  const cut = await openServices({ ...opened, databaseUrl: relay.url });
  const { term } = cut.services;
  const services = {
    ...cut.services,
    clock: opened.clock,
    term: {
      ...term,
      async find(...of: Parameters<typeof term.find>) {
        // The second attempt waits for a connection.
        relay.swallowNew(true);
        return term.find(...of);
      },
    },
  };
  opened.clock.advance(MINUTE);
  relay.cutText('after', 'delete from "sweeps"');
  const swept = sweepOne(services);
  const rounds = async () =>
    (await sql`select from sweeps where operation_id = ${reference}`.execute(opened.services.database.sql))
      .rows.length;
  await expect.poll(rounds).toBe(0);
  // A sweep that was put off, and so is repeated.
  await sql`insert into sweeps (reseller_id, operation_id, round, due_at)
    values (${buyer.resellerId}, ${reference}, 1, ${opened.clock.now()})`.execute(
    opened.services.database.sql,
  );
  relay.swallowNew(false);
  expect(await swept).toBe(true);
  expect(relay.cuts()).toBe(1);
  expect(await rounds()).toBe(1);
  await cut.close();
  await relay.close();
});

test('a sweep that the upstream does not answer is done a minute later', async () => {
  arm('px6', 'buy', 'duplicate');
  await purchase(opened.services, buyer, PROXIES);
  const reference = await lastOperation();
  arm('px6', 'getproxy', 'error_before');
  expect(await sweepAfter(MINUTE)).toBe(1);
  expect(await proxiesOf(reference)).toHaveLength(4);
  expect(await sweepAfter(MINUTE)).toBe(1);
  expect(await proxiesOf(reference)).toHaveLength(2);
});

test('an account that is made after the refund is closed', async () => {
  arm('dataimpulse', 'create', 'reset_before');
  await expect(purchase(opened.services, buyer, TRAFFIC)).rejects.toMatchObject({ code: 'provider_error' });
  const reference = await lastOperation();
  const { traffic } = opened.services;
  const late = await traffic.create({
    product: 'residential',
    reference,
    settings: toAccountSettings(defaultSettings('ANY')),
  });
  await traffic.addTraffic(late.upstreamId, 1);
  await sweepAfter(MINUTE);
  expect(await traffic.findByReference(reference)).toEqual([]);
  expect(await balance()).toBe(FUNDS);
});

test.each<FaultMode>(['duplicate', 'partial', 'reset_before'])(
  'traffic that nobody paid for is taken back, whether it came twice, in part or late (%s)',
  async (mode) => {
    const { sale } = await purchase(opened.services, buyer, TRAFFIC);
    const orderId = sale.order.id;
    arm('dataimpulse', 'balance-add', mode);
    const adding = addTraffic(opened.services, buyer, { orderId, period: '5gb' });
    if (mode === 'duplicate') await adding;
    else await expect(adding).rejects.toMatchObject({ code: 'provider_error' });
    const { upstreamId } = await accountId(orderId);
    if (mode === 'reset_before') await opened.services.traffic.addTraffic(upstreamId, 5);
    await sweepAfter(MINUTE);
    const paid = mode === 'duplicate' ? 6 : 1;
    expect((await account(orderId))['balance']).toBe(paid * GB);
    expect(await writeOffs()).toEqual([]);
  },
);

test('what was used of it already is written off', async () => {
  const { sale } = await purchase(opened.services, buyer, TRAFFIC);
  const orderId = sale.order.id;
  arm('dataimpulse', 'balance-add', 'reset_before');
  await expect(addTraffic(opened.services, buyer, { orderId, period: '5gb' })).rejects.toThrow();
  const { upstreamId } = await accountId(orderId);
  await opened.services.traffic.addTraffic(upstreamId, 5);
  await fetch(`${opened.sandbox.url}/control/usage`, {
    method: 'PUT',
    body: JSON.stringify([{ subUserId: Number(upstreamId), bytes: 4 * GB }]),
  });
  await sweepAfter(MINUTE);
  expect((await account(orderId))['balance']).toBe(0);
  expect(await writeOffs()).toEqual([{ unit: 'gb', quantity: 3 }]);
});

test('an extension that lands after the refund is written off, once, and the order shows its own end', async () => {
  const { sale } = await purchase(opened.services, buyer, PROXIES);
  const reference = await lastOperation();
  const orderId = sale.order.id;
  arm('px6', 'prolong', 'reset_before');
  await expect(renew(opened.services, buyer, { orderId, period: '30d' })).rejects.toMatchObject({
    code: 'provider_error',
  });
  await opened.services.term.extend(FIRST_ACCOUNT, await proxiesOf(reference), 30);
  await sweepAfter(MINUTE);
  await sweepAfter(10 * MINUTE);
  expect(await writeOffs()).toEqual([{ unit: 'proxy_days', quantity: 60 }]);
});

test('an extension that was done twice for one charge is written off for its second half', async () => {
  const { sale } = await purchase(opened.services, buyer, PROXIES);
  arm('px6', 'prolong', 'duplicate');
  await renew(opened.services, buyer, { orderId: sale.order.id, period: '30d' });
  expect(await writeOffs()).toEqual([{ unit: 'proxy_days', quantity: 60 }]);
  await sweepAfter(MINUTE);
  expect(await writeOffs()).toEqual([{ unit: 'proxy_days', quantity: 60 }]);
});

async function accountId(orderId: number) {
  const { id } = await account(orderId);
  return { upstreamId: String(id) };
}
