import { expect, test } from 'vitest';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { readProfit } from '../../src/purchases/profit.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Services } from '../../src/purchases/services.ts';
import type { FaultMode } from '../../src/sandbox/faults.ts';
import { FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { subUser } from '../support/sub-user.ts';

const PROXIES = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 2 };
const TRAFFIC = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
/** Two proxies for 30 days at 2.40 roubles a day, and 80 roubles to the dollar. */
const COST = 1_800_000n;
const GB = 2 ** 30;
const COST_OF_GB = 800_000n;
const MINUTE = 60_000;
const DAY = 86_400_000;

const { opened, buyer } = usePurchases();

const arm = (call: string, mode: FaultMode) =>
  opened.sandbox.arm([{ upstream: call === 'balance-add' ? 'dataimpulse' : 'px6', call, mode, times: 1 }]);
const refused = { code: 'provider_error' };

async function sweepAfter(milliseconds: number): Promise<void> {
  opened.clock.advance(milliseconds);
  while (await sweepOne(opened.services));
}

async function losses() {
  const now = opened.clock.now().getTime();
  const days = { from: new Date(now - 10 * DAY), to: new Date(now + 10 * DAY) };
  const { rows } = await readProfit(opened.services.database.sql, { by: 'reseller', ...days });
  const own = rows.find(({ name }) => name === `${buyer.resellerId}`);
  return { losses: own?.losses, unknownLosses: own?.unknownLosses };
}

const priced = (amount: bigint) => ({ losses: amount, unknownLosses: 0 });

/** An order, with what renews it and what extends its proxies past the service. */
async function givenOrder() {
  const { sale } = await purchase(opened.services, buyer, PROXIES);
  const orderId = sale.order.id;
  const [found] = await opened.services.database.sql
    .selectFrom('proxies')
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['upstream_id']).as('ids'))
    .where('reseller_id', '=', buyer.resellerId)
    .where('order_id', '=', orderId)
    .execute();
  return {
    renew: (services: Services = opened.services) => renew(services, buyer, { orderId, period: '30d' }),
    land: () => opened.services.term.extend(FIRST_ACCOUNT, found?.ids ?? [], 30),
  };
}

test('an extension that was done twice is a loss of its second half', async () => {
  const order = await givenOrder();
  arm('prolong', 'duplicate');
  await order.renew();
  await sweepAfter(MINUTE);
  expect(await losses()).toEqual(priced(COST));
});

test('an extension that lands after its refund is a loss of what it costs', async () => {
  const order = await givenOrder();
  arm('prolong', 'reset_before');
  await expect(order.renew()).rejects.toMatchObject(refused);
  await order.land();
  await sweepAfter(MINUTE);
  expect(await losses()).toEqual(priced(COST));
});

test('it is the same loss when the customer has renewed before the sweep', async () => {
  const order = await givenOrder();
  arm('prolong', 'reset_before');
  await expect(order.renew()).rejects.toMatchObject(refused);
  await order.land();
  await order.renew();
  await sweepAfter(MINUTE);
  expect(await losses()).toEqual(priced(COST));
});

test('a refunded renewal whose cost the upstream has said is one loss, whichever renewal finds its days', async () => {
  const order = await givenOrder();
  const { term } = opened.services;
  const late: Services = {
    ...opened.services,
    term: {
      ...term,
      async extend(account, ids, _days, onCost) {
        onCost?.(COST);
        const [{ operation_id: reference } = { operation_id: '' }] = await opened.services.database.sql
          .selectFrom('orders')
          .select('operation_id')
          .where('reseller_id', '=', buyer.resellerId)
          .execute();
        return term.find({ account, reference }, ids);
      },
    },
  };
  await expect(order.renew(late)).rejects.toMatchObject(refused);
  expect(await losses()).toEqual(priced(COST));
  await order.land();
  arm('prolong', 'duplicate');
  await order.renew();
  await sweepAfter(MINUTE);
  await sweepAfter(10 * MINUTE);
  // The first one, and the second half of the other.
  expect(await losses()).toEqual(priced(2n * COST));
});

test('a price that the upstream does not tell at the first sweep is asked for at the next one', async () => {
  const order = await givenOrder();
  arm('prolong', 'reset_before');
  await expect(order.renew()).rejects.toMatchObject(refused);
  await order.land();
  arm('getprice', 'error_before');
  await sweepAfter(MINUTE);
  expect(await losses()).toEqual({ losses: 0n, unknownLosses: 1 });
  await sweepAfter(10 * MINUTE);
  expect(await losses()).toEqual(priced(COST));
});

test('what a loss has cost stays known when more of it is found while the upstream tells no price', async () => {
  const order = await givenOrder();
  arm('prolong', 'reset_before');
  await expect(order.renew()).rejects.toMatchObject(refused);
  await order.land();
  await sweepAfter(MINUTE);
  await order.land();
  arm('getprice', 'error_before');
  await sweepAfter(10 * MINUTE);
  expect(await losses()).toEqual(priced(2n * COST));
});

test('a purchase that was delivered in part is a loss of that part', async () => {
  arm('buy', 'partial');
  await expect(purchase(opened.services, buyer, PROXIES)).rejects.toMatchObject(refused);
  await sweepAfter(MINUTE);
  expect(await losses()).toEqual(priced(COST / 2n));
});

test('traffic that nobody paid for is a loss as far as it was used', async () => {
  const { sale } = await purchase(opened.services, buyer, TRAFFIC);
  const orderId = sale.order.id;
  arm('balance-add', 'reset_before');
  await expect(addTraffic(opened.services, buyer, { orderId, period: '5gb' })).rejects.toMatchObject(refused);
  const { id } = await subUser(opened, { resellerId: buyer.resellerId, orderId });
  await opened.services.traffic.addTraffic(String(id), 5);
  await fetch(`${opened.sandbox.url}/control/usage`, {
    method: 'PUT',
    body: JSON.stringify([{ subUserId: Number(id), bytes: 4 * GB }]),
  });
  await sweepAfter(MINUTE);
  expect(await losses()).toEqual(priced(3n * COST_OF_GB));
});
