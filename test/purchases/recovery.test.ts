import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { recovery, sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Services } from '../../src/purchases/services.ts';
import { UpstreamError } from '../../src/upstreams/failure.ts';
import { type Bought, FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { recoverOne } from '../support/recover-one.ts';

/** What the upstream does late. */
const LATE = {
  product: 'ipv4:http',
  country: 'DE',
  days: 30,
  quantity: 2,
  onAccount: async () => {},
};
const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 2 };
const FUNDS = 100_000_000n;
const PRICE = 3_600_000n;
/** Longer than the lease of an operation. */
const LEASE_MS = 46_000;
const DAY_MS = 24 * 60 * 60_000;

const { opened, buyer, balance, orders } = usePurchases();

const dying = (call: 'buy' | 'extend', when: 'before' | 'after') => dyingAt(opened.services, call, when);

async function recoverAfterLease(): Promise<void> {
  expect(await recoverOne(opened.services)).toBe(false);
  opened.clock.advance(LEASE_MS);
  expect(await recoverOne(opened.services)).toBe(true);
  expect(await recoverOne(opened.services)).toBe(false);
}

test('a purchase that died before the upstream was asked is refunded, and its key answers provider_error for good', async () => {
  const input = { ...ORDER, idempotencyKey: 'before' };
  await expect(purchase(dying('buy', 'before'), buyer, input)).rejects.toThrow(Died);
  expect([await balance(), await orders()]).toEqual([FUNDS - PRICE, []]);
  await expect(purchase(opened.services, buyer, input)).rejects.toMatchObject({
    code: 'request_in_progress',
  });
  await recoverAfterLease();
  expect([await balance(), await orders()]).toEqual([FUNDS, []]);
  await expect(purchase(opened.services, buyer, input)).rejects.toMatchObject({
    code: 'provider_error',
    replayed: true,
  });
});

test('a purchase that died after the upstream delivered is settled, and its key answers with the order', async () => {
  const input = { ...ORDER, idempotencyKey: 'after' };
  await expect(purchase(dying('buy', 'after'), buyer, input)).rejects.toThrow(Died);
  await recoverAfterLease();
  const [order] = await orders();
  const { sale, replayed } = await purchase(opened.services, buyer, input);
  expect([replayed, sale.order.id, sale.proxies.length]).toEqual([true, order?.id, 2]);
  expect(await balance()).toBe(FUNDS - PRICE);
});

test.each(['before', 'after'] as const)(
  'a renewal that died %s the extension ends as the upstream has it',
  async (when) => {
    const { order } = (await purchase(opened.services, buyer, ORDER)).sale;
    await expect(renew(dying('extend', when), buyer, { orderId: order.id, period: '30d' })).rejects.toThrow(
      Died,
    );
    await recoverAfterLease();
    const [renewed] = await orders();
    const month = when === 'after' ? 30 * 86_400_000 : 0;
    const end = new Date((order.expiresAt?.getTime() ?? 0) + month);
    expect(renewed?.expiresAt).toBe(end.toISOString());
    expect(await balance()).toBe(FUNDS - PRICE * (when === 'after' ? 2n : 1n));
    await renew(opened.services, buyer, { orderId: order.id, period: '30d' });
  },
);

test('a worker that was taken for dead changes nothing when it comes back', async () => {
  const { term } = opened.services;
  const slow: Services = {
    ...opened.services,
    term: {
      ...term,
      async buy(wanted) {
        const issued = await term.buy(wanted);
        opened.clock.advance(LEASE_MS);
        expect(await recoverOne(opened.services)).toBe(true);
        return issued;
      },
    },
  };
  await expect(purchase(slow, buyer, ORDER)).rejects.toMatchObject({ code: 'request_in_progress' });
  expect(await orders()).toHaveLength(1);
  expect(await balance()).toBe(FUNDS - PRICE);
  const { rows } =
    await sql`select from ledger where reseller_id = ${buyer.resellerId} and stage = 2`.execute(
      opened.services.database.sql,
    );
  expect(rows).toHaveLength(1);
});

test('proxies that another worker has delivered are safe from one that was asleep when some were still missing', async () => {
  const { term } = opened.services;
  let bought: Bought = { account: FIRST_ACCOUNT, reference: '' };
  let isAsleep = true;
  const sleeper: Services = {
    ...opened.services,
    term: {
      ...term,
      async buy(wanted) {
        bought = { account: FIRST_ACCOUNT, reference: wanted.reference };
        await term.buy({ ...wanted, quantity: 1 });
        throw new UpstreamError('unknown', 'the answer was lost');
      },
      async findByReference(of) {
        const seen = await term.findByReference(of);
        if (!isAsleep) return seen;
        isAsleep = false;
        await term.buy({ ...LATE, quantity: 1, reference: bought.reference });
        opened.clock.advance(LEASE_MS);
        expect(await recoverOne(opened.services)).toBe(true);
        return seen;
      },
    },
  };
  await expect(purchase(sleeper, buyer, ORDER)).rejects.toThrow();
  expect(await orders()).toHaveLength(1);
  opened.clock.advance(DAY_MS);
  while (await sweepOne(opened.services));
  expect(await term.findByReference(bought)).toHaveLength(2);
});

test('many operations of a process that died are decided within a minute, however slowly the upstream answers for them', async () => {
  const COUNT = 30;
  const dead = await Promise.allSettled(
    Array.from({ length: COUNT }, () => purchase(dying('buy', 'before'), buyer, { ...ORDER, quantity: 1 })),
  );
  expect(dead.every(({ status }) => status === 'rejected')).toBe(true);
  opened.clock.advance(LEASE_MS);
  const answers = Promise.withResolvers<void>();
  let asked = 0;
  const { term } = opened.services;
  const slow: Services = {
    ...opened.services,
    term: {
      ...term,
      async findByReference(reference) {
        asked += 1;
        await answers.promise;
        return term.findByReference(reference);
      },
    },
  };
  const recovering = recovery(slow, (error) => expect.unreachable(String(error)));
  await recovering.round();
  // All operations are under way before the first one is answered.
  await expect.poll(() => asked).toBe(COUNT);
  answers.resolve();
  await recovering.close();
  expect(await balance()).toBe(FUNDS);
});

test('an operation is taken over by one of many processes', async () => {
  await expect(purchase(dying('buy', 'after'), buyer, ORDER)).rejects.toThrow(Died);
  opened.clock.advance(LEASE_MS);
  const taken = await Promise.all(Array.from({ length: 10 }, () => recoverOne(opened.services)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await orders()).toHaveLength(1);
});

test('a proxy that one look-up does not show is no reason to end the order: the extension decides', async () => {
  const { order } = (await purchase(opened.services, buyer, ORDER)).sale;
  const { term } = opened.services;
  const forgetful: Services = { ...opened.services, term: { ...term, find: async () => [] } };
  const { sale } = await renew(forgetful, buyer, { orderId: order.id, period: '30d' });
  expect(sale.order.expiresAt?.getTime()).toBe((order.expiresAt?.getTime() ?? 0) + 30 * 86_400_000);
});
