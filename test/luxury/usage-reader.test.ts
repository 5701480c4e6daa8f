import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHANNEL, type Change, readPayload } from '../../src/events/bell.ts';
import { refreshTraffic } from '../../src/luxury/refresh-traffic.ts';
import { updateSettings } from '../../src/luxury/update-settings.ts';
import { noteUsage, takeSnapshot } from '../../src/luxury/usage.ts';
import { UsageReader } from '../../src/luxury/usage-reader.ts';
import { findOrder } from '../../src/orders/order.ts';
import { followDown } from '../../src/purchases/account-traffic.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { UpstreamError } from '../../src/upstreams/failure.ts';
import { buyerOf } from '../support/given.ts';
import { useLuxuryOrder } from '../support/luxury-fixture.ts';

const GB = 2n ** 30n;
const POLL_SECONDS = 5;

const { opened, given, traffic, use } = useLuxuryOrder();

/** Hears the bell. */
let listener: Client;
let heard: Change[] = [];

beforeEach(async () => {
  await opened.services.bell.send(db());
  await sql`delete from watchers`.execute(db());
  heard = [];
  listener = new Client({ connectionString: opened.databaseUrl });
  listener.on('notification', ({ payload = '' }) => heard.push(...readPayload(payload)));
  await listener.connect();
  await listener.query(`listen ${CHANNEL}`);
});
afterEach(() => listener.end());

const db = () => opened.services.database.sql;
const status = async () =>
  (await findOrder(db(), given.resellerId, given.order.id, opened.clock.now())).status;
const watch = () =>
  sql`insert into watchers values (${randomUUID()}, ${[given.order.id]}::bigint[], clock_timestamp() + interval '1 hour')`.execute(
    db(),
  );
/** What was rung of the order so far. */
const rung = async () => {
  await opened.services.bell.send(db());
  // With the answer comes every notification that was sent before it.
  await listener.query('select');
  return heard.filter(({ topic }) => topic !== 'balance');
};
const change = (topic: 'order' | 'traffic') => ({
  topic,
  resellerId: given.resellerId,
  orderId: given.order.id,
});

async function withReader<Result>(work: (reader: UsageReader) => Promise<Result>): Promise<Result> {
  const reader = new UsageReader(opened.services, POLL_SECONDS);
  try {
    return await work(reader);
  } finally {
    await reader.close();
  }
}

test('what a watched order has used is read in every round, and told of at once', async () => {
  await watch();
  await withReader(async (reader) => {
    await reader.round();
    await use(GB / 4n);
    expect(await reader.round()).toEqual({ pages: 1, changed: 1, lower: [] });
    expect(await reader.round()).toEqual({ pages: 1, changed: 0, lower: [] });
  });
  expect((await traffic()).usedBytes).toBe(GB / 4n);
  expect(await rung()).toEqual([change('traffic')]);
});

test('one process reads for all, and another takes over when it ends', async () => {
  await watch();
  await withReader(async (first) => {
    expect(await first.round()).toMatchObject({ pages: 1 });
    await withReader(async (second) => {
      expect(await second.round()).toEqual({ pages: 0, changed: 0, lower: [] });
      await first.close();
      expect(await second.round()).toMatchObject({ pages: 1 });
    });
  });
});

test('the last byte makes an order exhausted, and added traffic makes it active at once', async () => {
  await watch();
  await use(GB);
  await withReader((reader) => reader.round());
  expect(await status()).toBe('exhausted');
  expect(await rung()).toEqual([change('order')]);
  await addTraffic(opened.services, buyerOf(given), { orderId: given.order.id, period: '1gb' });
  expect(await status()).toBe('active');
  expect(await traffic()).toMatchObject({ totalBytes: 2n * GB, usedBytes: GB });
});

test('a paused order stays paused whatever it has used or gets, and resumes to what it is then', async () => {
  const set = (paused: boolean) =>
    updateSettings(opened.services, buyerOf(given), given.order.id, { paused });
  await set(true);
  expect(await status()).toBe('paused');
  await use(GB);
  await watch();
  await withReader((reader) => reader.round());
  expect(await status()).toBe('paused');
  await set(false);
  expect(await status()).toBe('exhausted');
  await set(true);
  await addTraffic(opened.services, buyerOf(given), { orderId: given.order.id, period: '1gb' });
  expect(await status()).toBe('paused');
  await set(false);
  expect(await status()).toBe('active');
});

test('a reading from before an addition does not use up what was added', async () => {
  const { upstreamId } = await traffic();
  const snapshot = await takeSnapshot(db());
  await addTraffic(opened.services, buyerOf(given), { orderId: given.order.id, period: '1gb' });
  const noted = await noteUsage(
    opened.services.database,
    snapshot,
    new Map([[upstreamId, GB]]),
    opened.clock.now(),
    60,
  );
  expect(noted.changed).toEqual([]);
  expect(await traffic()).toMatchObject({ totalBytes: 2n * GB, usedBytes: 0n });
  const later = await takeSnapshot(db());
  await noteUsage(opened.services.database, later, new Map([[upstreamId, GB]]), opened.clock.now(), 60);
  expect((await traffic()).usedBytes).toBe(GB);
});

test('what was used does not shrink by one reading, whatever it says is left', async () => {
  const { upstreamId } = await traffic();
  const note = async (left: bigint) =>
    noteUsage(
      opened.services.database,
      await takeSnapshot(db()),
      new Map([[upstreamId, left]]),
      opened.clock.now(),
      60,
    );
  await note(GB / 2n);
  await note(GB);
  expect((await traffic()).usedBytes).toBe(GB / 2n);
});

test('nobody is told of one reading that says that nothing is left: the account is read again first', async () => {
  await watch();
  const { upstreamId } = await traffic();
  const { traffic: upstream } = opened.services;
  const wrong = Object.create(upstream, {
    leftOnPage: { value: async () => ({ leftBytes: new Map([[upstreamId, 0n]]), isLast: true }) },
  });
  const reader = new UsageReader({ ...opened.services, traffic: wrong }, POLL_SECONDS);
  expect(await reader.round()).toMatchObject({ changed: 0 });
  await reader.close();
  const readings = vi.spyOn(upstream, 'traffic').mockResolvedValueOnce({ totalBytes: GB, leftBytes: 0n });
  opened.clock.advance(10_000);
  await refreshTraffic(opened.services, given.resellerId, given.order.id);
  expect(readings).toHaveBeenCalledTimes(2);
  readings.mockRestore();
  expect((await traffic()).usedBytes).toBe(0n);
  expect(await status()).toBe('active');
  expect(await rung()).toEqual([]);
});

/** What a wrong reading has left behind: the order is exhausted, and the upstream has traffic left. */
async function givenWrongReading(): Promise<string> {
  const { upstreamId } = await traffic();
  await use(GB / 4n);
  opened.clock.advance(10_000);
  await refreshTraffic(opened.services, given.resellerId, given.order.id);
  // Later than the late effects of the purchase.
  opened.clock.advance(5 * 60_000);
  while (await sweepOne(opened.services));
  const empty = new Map([[upstreamId, 0n]]);
  await noteUsage(opened.services.database, await takeSnapshot(db()), empty, opened.clock.now(), 60);
  expect(await status()).toBe('exhausted');
  await rung();
  heard = [];
  return upstreamId;
}

test('an order that a wrong reading has exhausted is active again when two readings agree', async () => {
  const upstreamId = await givenWrongReading();
  await withReader(async (reader) => {
    const { lower } = await reader.round();
    expect(lower).toContain(upstreamId);
    expect(await status()).toBe('exhausted');
    await followDown(opened.services, lower);
    expect((await reader.round()).lower).toEqual([]);
  });
  expect((await traffic()).usedBytes).toBe(GB / 4n);
  expect(await status()).toBe('active');
  expect(await rung()).toContainEqual(change('order'));
  // Usage goes on from there.
  await use(GB / 8n);
  await withReader((reader) => reader.round());
  expect((await traffic()).usedBytes).toBe((GB * 3n) / 8n);
});

test.each([
  [
    'an operation runs',
    () => sql`update operations set state = 'running', decided_at = null where order_id = ${given.order.id}`,
  ],
  [
    'its settings are in doubt',
    () =>
      sql`update luxury_settings set change_token = ${randomUUID()}, change_until = now() where order_id = ${given.order.id}`,
  ],
  [
    'a sweep has its account',
    () =>
      sql`update luxury_traffic set sweep_token = ${randomUUID()}, swept_until = now() + interval '1 hour' where order_id = ${given.order.id}`,
  ],
  [
    'a sweep is due',
    () =>
      sql`insert into sweeps (reseller_id, operation_id, due_at) select reseller_id, id, now() from operations where order_id = ${given.order.id}`,
  ],
])('what was used is not lowered while %s', async (_what, given) => {
  const upstreamId = await givenWrongReading();
  await given().execute(db());
  expect(await followDown(opened.services, [upstreamId])).toBe(0);
  expect(await status()).toBe('exhausted');
});

test('traffic that nobody has paid for does not lower what was used', async () => {
  const { upstreamId } = await traffic();
  await givenWrongReading();
  await followDown(opened.services, [upstreamId]);
  await opened.services.traffic.addTraffic(upstreamId, 1);
  expect(await followDown(opened.services, [upstreamId])).toBe(0);
  expect((await traffic()).usedBytes).toBe(GB / 4n);
});

test('a watched account that is gone upstream is looked for once a minute, not in every round', async () => {
  await watch();
  await opened.services.traffic.remove((await traffic()).upstreamId);
  await withReader(async (reader) => {
    const rounds = [];
    for (let round = 0; round < 4; round++) rounds.push((await reader.round()).pages);
    // The only page, which has other orders, too.
    expect(rounds).toEqual([1, 1, 1, 1]);
  });
});

test('a round in which a page could not be read says so, and the next one catches up', async () => {
  await watch();
  await withReader(async (reader) => {
    await reader.round();
    await use(GB / 8n);
    opened.sandbox.arm([{ upstream: 'dataimpulse', call: 'list', mode: 'error_before', times: 1 }]);
    await expect(reader.round()).rejects.toThrow(UpstreamError);
    expect(await reader.round()).toMatchObject({ pages: 1, changed: 1 });
  });
});

test.each([0, 2, 30])(
  'a page that can never be read, number %i of 0 to 30, does not keep the others from being read',
  async (broken) => {
    await watch();
    const { upstreamId } = await traffic();
    const failure = new UpstreamError('unknown', 'an unusable page');
    const rounds = 2 * (60 / POLL_SECONDS);
    const times = Array.from({ length: 31 }, () => 0);
    const leftOnPage = async (page: number) => {
      if (page === broken) throw failure;
      times[page] = (times[page] ?? 0) + 1;
      return { leftBytes: new Map([[page === 29 ? upstreamId : `on ${page}`, GB]]), isLast: page >= 30 };
    };
    const services = {
      ...opened.services,
      traffic: Object.create(opened.services.traffic, { leftOnPage: { value: leftOnPage } }),
    };
    const reader = new UsageReader(services, POLL_SECONDS);
    for (let round = 0; round < 2; round++) await reader.round().catch(() => {});
    times.fill(0);
    let failed = 0;
    for (let round = 0; round < rounds; round++)
      await reader.round().catch((error: unknown) => {
        expect(error).toBe(failure);
        failed += 1;
      });
    await reader.close();
    // Watched orders are read in every round, and every page once a minute; the failure of the broken page is
    // logged.
    expect(times[29]).toBe(rounds);
    expect(times.filter((_, page) => page !== broken).every((count) => count >= 2)).toBe(true);
    expect(failed).toBeGreaterThanOrEqual(2);
  },
);

test('an upstream that is down ends the round', async () => {
  const failure = new UpstreamError('refused', 'down');
  let calls = 0;
  const leftOnPage = () => {
    calls += 1;
    return Promise.reject(failure);
  };
  const traffic = Object.create(opened.services.traffic, {
    leftOnPage: { value: leftOnPage },
    isUp: { value: () => false },
  });
  const reader = new UsageReader({ ...opened.services, traffic }, POLL_SECONDS);
  await expect(reader.round()).rejects.toBe(failure);
  await reader.close();
  expect(calls).toBe(1);
});
