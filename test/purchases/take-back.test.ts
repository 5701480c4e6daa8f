import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { UsageReader } from '../../src/luxury/usage-reader.ts';
import { findOrder } from '../../src/orders/order.ts';
import { followDown } from '../../src/purchases/account-traffic.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import type { Services } from '../../src/purchases/services.ts';
import type { FaultMode } from '../../src/sandbox/faults.ts';
import { UpstreamError } from '../../src/upstreams/failure.ts';
import type { TrafficUpstream } from '../../src/upstreams/traffic.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { subUser } from '../support/sub-user.ts';

const GB = 2n ** 30n;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** In GB: what the order of each test has paid for, and what arrives in addition. */
const PAID = 10;
const SURPLUS = 5;

const { opened, buyer } = usePurchases();
let orderId: number;
let upstreamId: string;

beforeEach(async () => {
  const luxury = { tier: 'di', type: 'diresi', country: 'ANY', period: '10gb' };
  orderId = (await purchase(opened.services, buyer, luxury)).sale.order.id;
  upstreamId = String((await subUser(opened, { resellerId: buyer.resellerId, orderId }))['id']);
});

const arm = (mode: FaultMode, times = 1) =>
  opened.sandbox.arm([{ upstream: 'dataimpulse', call: 'balance-add', mode, times }]);
const addFive = () => addTraffic(opened.services, buyer, { orderId, period: '5gb' });

/** An addition that is refunded and takes effect afterwards. */
async function givenLateAddition(): Promise<void> {
  arm('reset_before');
  await expect(addFive()).rejects.toMatchObject({ code: 'provider_error' });
  await opened.services.traffic.addTraffic(upstreamId, SURPLUS);
  opened.clock.advance(MINUTE);
}

/** Deletes all sweeps except that of the refunded addition. */
async function forgetOtherSweeps(): Promise<void> {
  await sql`delete from sweeps s using operations o where o.id = s.operation_id and o.state = 'settled'`.execute(
    opened.services.database.sql,
  );
}

async function sweepAfter(milliseconds: number, services = opened.services): Promise<void> {
  opened.clock.advance(milliseconds);
  while (await sweepOne(services));
}

/** Runs sweeps long enough for every request to be made, found missing, and made again. */
async function sweepForAWhile(services = opened.services): Promise<void> {
  for (let minute = 0; minute < 12; minute++) await sweepAfter(MINUTE, services);
}

async function sweepForADay(services = opened.services): Promise<void> {
  await sweepForAWhile(services);
  await sweepAfter(DAY, services);
  await sweepForAWhile(services);
}

/** In GB: what the customer can use, and what is written off. */
async function standing() {
  const { leftBytes } = await opened.services.traffic.traffic(upstreamId);
  const { rows } = await sql<{ quantity: number }>`
    select quantity from house_items where reseller_id = ${buyer.resellerId}`.execute(
    opened.services.database.sql,
  );
  return { left: Number(leftBytes / GB), writtenOff: rows.map(({ quantity }) => quantity) };
}

/** The service with a record of what sweeps ask of the account, in GB. */
function recording(
  change: (traffic: TrafficUpstream, asked: number[]) => Partial<TrafficUpstream> = () => ({}),
) {
  const asked: number[] = [];
  const { traffic } = opened.services;
  const addTraffic: TrafficUpstream['addTraffic'] = async (id, gb) => {
    asked.push(gb);
    await traffic.addTraffic(id, gb);
  };
  const services: Services = {
    ...opened.services,
    traffic: { ...traffic, addTraffic, ...change({ ...traffic, addTraffic }, asked) },
  };
  return { services, asked };
}

/**
 * A process that stops after its look-up at the upstream, or right before its call, until the test lets it
 * continue.
 */
function stopping(where: 'after the look' | 'before the call') {
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const stop = () => {
    reached.resolve();
    return go.promise;
  };
  const recorded = recording((traffic) =>
    where === 'after the look'
      ? {
          async addedGb(id) {
            const gb = await traffic.addedGb(id);
            await stop();
            return gb;
          },
        }
      : {
          async addTraffic(id, gb) {
            await stop();
            await traffic.addTraffic(id, gb);
          },
        },
  );
  return { ...recorded, reached: reached.promise, go: go.resolve };
}

test('two processes that sweep two operations of one order take its surplus back once', async () => {
  await givenLateAddition();
  const [one, other] = [stopping('after the look'), recording()];
  const first = sweepOne(one.services);
  await one.reached;
  expect(await sweepOne(other.services)).toBe(true);
  one.go();
  await first;
  expect([one.asked, other.asked]).toEqual([[-SURPLUS], []]);
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
  await sweepForADay();
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
});

test('a sweeper that slept after its look asks for nothing, and notes nothing, once another has swept', async () => {
  await givenLateAddition();
  await forgetOtherSweeps();
  await use(7);
  const sleeper = stopping('after the look');
  const first = sweepOne(sleeper.services);
  await sleeper.reached;
  await sweepAfter(MINUTE);
  sleeper.go();
  await first;
  expect(sleeper.asked).toEqual([]);
  expect(await standing()).toEqual({ left: PAID - 7, writtenOff: [] });
  await sweepForADay();
  expect(await standing()).toEqual({ left: PAID - 7, writtenOff: [] });
});

test('a sweeper that slept right before its call takes too much, and the customer gets it again', async () => {
  await givenLateAddition();
  await forgetOtherSweeps();
  const sleeper = stopping('before the call');
  const first = sweepOne(sleeper.services);
  await sleeper.reached;
  await sweepForAWhile();
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
  sleeper.go();
  await first;
  expect(await standing()).toEqual({ left: PAID - SURPLUS, writtenOff: [] });
  await sweepAfter(2 * MINUTE);
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
  await sweepForADay();
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
});

test('what was used is written off once, although two sweepers have found it', async () => {
  await givenLateAddition();
  await forgetOtherSweeps();
  await use(13);
  const sleeper = stopping('after the look');
  const first = sweepOne(sleeper.services);
  await sleeper.reached;
  await sweepAfter(MINUTE);
  sleeper.go();
  await first;
  expect(await standing()).toEqual({ left: 0, writtenOff: [3] });
  await sweepForADay();
  expect(await standing()).toEqual({ left: 0, writtenOff: [3] });
});

test('what is taken back twice is given again', async () => {
  await givenLateAddition();
  await forgetOtherSweeps();
  arm('duplicate');
  await sweepAfter(0);
  expect(await standing()).toEqual({ left: PAID - SURPLUS, writtenOff: [] });
  await sweepForAWhile();
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
  await sweepForADay();
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
});

test('an order that is exhausted because too much was taken back is active again when that was given again', async () => {
  const reader = new UsageReader(opened.services, 5);
  const readUsage = async () => followDown(opened.services, (await reader.round()).lower);
  const { resellerId } = buyer;
  const status = async () =>
    (await findOrder(opened.services.database.sql, resellerId, orderId, opened.clock.now())).status;
  await givenLateAddition();
  await forgetOtherSweeps();
  await use(5);
  arm('duplicate');
  await sweepAfter(0);
  await readUsage();
  expect(await status()).toBe('exhausted');
  await sweepForAWhile();
  await readUsage();
  expect(await status()).toBe('active');
  await reader.close();
});

test('what is taken back twice before a third repetition is refused is given again', async () => {
  await givenLateAddition();
  await forgetOtherSweeps();
  const { services } = recording((traffic) => ({
    async addTraffic(id, gb) {
      await traffic.addTraffic(id, gb);
      await traffic.addTraffic(id, gb);
      throw new UpstreamError('refused', 'not again');
    },
  }));
  await sweepOne(services);
  expect(await standing()).toEqual({ left: PAID - SURPLUS, writtenOff: [] });
  await sweepForADay();
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
});

test('what is taken back late, after it was asked for again, is given again', async () => {
  await givenLateAddition();
  await forgetOtherSweeps();
  arm('reset_before');
  await sweepAfter(0);
  expect(await standing()).toEqual({ left: PAID + SURPLUS, writtenOff: [] });
  await sweepAfter(2 * MINUTE);
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
  // The first call takes effect late.
  await opened.services.traffic.addTraffic(upstreamId, -SURPLUS);
  await sweepForAWhile();
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
});

test.each<FaultMode>(['reset_before', 'reset_after', 'error_after', 'malformed', 'refuse', 'partial'])(
  'a surplus is taken back whole and once, although the first call ends in %s',
  async (mode) => {
    await givenLateAddition();
    arm(mode);
    await sweepForADay();
    expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
  },
);

test.each<FaultMode>([
  'reset_before',
  'reset_after',
  'error_after',
  'malformed',
  'refuse',
  'partial',
  'duplicate',
])('what has to be given again is, although the first call ends in %s', async (mode) => {
  await givenLateAddition();
  await forgetOtherSweeps();
  arm('duplicate');
  await sweepAfter(0);
  expect(await standing()).toEqual({ left: PAID - SURPLUS, writtenOff: [] });
  arm(mode);
  await sweepForADay();
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
});

test('no more is ever given again than was taken back', async () => {
  await givenLateAddition();
  await sweepAfter(0);
  await opened.services.traffic.addTraffic(upstreamId, -7);
  await sweepForADay();
  expect(await standing()).toEqual({ left: PAID - 2, writtenOff: [] });
});

test('where the total counts additions only, a surplus is taken back once', async () => {
  await givenLateAddition();
  const { services, asked } = recording((traffic, all) => ({
    async traffic(id) {
      const reading = await traffic.traffic(id);
      const taken = all.reduce((sum, gb) => sum + Math.max(0, -gb), 0);
      return { ...reading, totalBytes: reading.totalBytes + BigInt(taken) * GB };
    },
  }));
  await sweepForADay(services);
  expect(asked).toEqual([-SURPLUS]);
  expect(await standing()).toEqual({ left: PAID, writtenOff: [] });
});

test('where nothing shows that traffic was taken back, it is taken back once, and that amount is written off', async () => {
  await givenLateAddition();
  const reading = { totalBytes: BigInt(PAID + SURPLUS) * GB, leftBytes: BigInt(PAID + SURPLUS) * GB };
  const { services, asked } = recording(() => ({
    traffic: async () => reading,
    addedGb: async () => PAID + SURPLUS,
  }));
  await sweepForADay(services);
  expect(asked).toEqual([-SURPLUS]);
  expect(await standing()).toEqual({ left: PAID, writtenOff: [SURPLUS] });
});

test('a surplus that only one of the total and the additions shows is none', async () => {
  await givenLateAddition();
  const { services, asked } = recording(() => ({ addedGb: async () => PAID }));
  await sweepForADay(services);
  expect(asked).toEqual([]);
});

test('nothing is asked for while an addition of the same order runs', async () => {
  await givenLateAddition();
  await forgetOtherSweeps();
  const sleeper = stopping('before the call');
  const adding = addTraffic(sleeper.services, buyer, { orderId, period: '5gb' });
  await sleeper.reached;
  const { services, asked } = recording();
  await sweepOne(services);
  expect(asked).toEqual([]);
  sleeper.go();
  await adding;
  await sweepForADay();
  expect(await standing()).toEqual({ left: PAID + 5, writtenOff: [] });
});

test('an addition whose answer is lost counts as done only when it is recorded as well', async () => {
  arm('reset_after');
  await addFive();
  const { services } = recording(() => ({ addedGb: async () => PAID + 5 }));
  arm('reset_after');
  const adding = addTraffic(services, buyer, { orderId, period: '5gb' });
  await expect(adding).rejects.toMatchObject({ code: 'provider_error' });
  await sweepForADay();
  expect(await standing()).toEqual({ left: PAID + 5, writtenOff: [] });
});

test('an addition does not fail because the record of additions cannot be read', async () => {
  opened.sandbox.arm([{ upstream: 'dataimpulse', call: 'addition-history', mode: 'error_before' }]);
  expect((await addFive()).sale.traffic.totalBytes).toBe(BigInt(PAID + 5) * GB);
});

/** Uses so many GB up. */
async function use(gb: number): Promise<void> {
  await fetch(`${opened.sandbox.url}/control/usage`, {
    method: 'PUT',
    body: JSON.stringify([{ subUserId: Number(upstreamId), bytes: gb * Number(GB) }]),
  });
}
