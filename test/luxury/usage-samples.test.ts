import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { refreshTraffic } from '../../src/luxury/refresh-traffic.ts';
import { noteUsage, takeSnapshot } from '../../src/luxury/usage.ts';
import { UsageReader } from '../../src/luxury/usage-reader.ts';
import { beginningOf, readSamples, type UsageUnit } from '../../src/luxury/usage-samples.ts';
import { followDown } from '../../src/purchases/account-traffic.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { buyerOf } from '../support/given.ts';
import { useLuxuryOrder } from '../support/luxury-fixture.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const GB = 2 ** 30;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: readonly UsageUnit[] = ['minute', 'hour', 'day'];

const { opened, given, name, traffic, use, fail } = useLuxuryOrder();
/** A second process, with the clock of the first. */
let other: OpenedServices;

beforeAll(async () => {
  other = await openServices(opened);
});
afterAll(() => other.close());
/** Ten seconds after the next midnight, and it stays so: no test runs into the end of a minute. */
beforeEach(() => {
  opened.clock.stop();
  const now = opened.clock.now();
  opened.clock.advance(beginningOf('day', now).getTime() + DAY + 10 * SECOND - now.getTime());
});

const db = () => opened.services.database.sql;
const processes = () => [opened.services, { ...other.services, clock: opened.clock }];
/** Reads the upstream as a request for the order does. */
const read = () => {
  opened.clock.advance(3 * SECOND);
  return refreshTraffic(opened.services, given.resellerId, given.order.id);
};
const useAndRead = async (bytes: number) => {
  await use(BigInt(bytes));
  await read();
};
/** All samples of a unit, by how long after the last midnight it began. */
async function samples(unit: UsageUnit): Promise<[afterMidnight: number, bytes: number][]> {
  const range = { unit, from: new Date(0), to: new Date(opened.clock.now().getTime() + DAY) };
  const found = (await readSamples(db(), [name()], range)).get(given.order.id) ?? [];
  const midnight = beginningOf('day', opened.clock.now()).getTime();
  return found.map(({ at, bytes }) => [at.getTime() - midnight, bytes]);
}
async function sums(): Promise<Record<UsageUnit, number>> {
  const sum = async (unit: UsageUnit) => (await samples(unit)).reduce((all, [, bytes]) => all + bytes, 0);
  return { minute: await sum('minute'), hour: await sum('hour'), day: await sum('day') };
}
const everyUnit = (bytes: number) => ({ minute: bytes, hour: bytes, day: bytes });
const stored = async () => {
  const { rows } = await sql<{ unit: string; count: number }>`
    select unit, count(*) from usage_samples where order_id = ${given.order.id} group by unit`.execute(db());
  return Object.fromEntries(rows.map(({ unit, count }) => [unit, count]));
};

test('what is used is in the minute, the hour and the day in which it is read, at once', async () => {
  expect(await samples('minute')).toEqual([]);
  await useAndRead(1_000);
  await useAndRead(20);
  for (const unit of UNITS) expect(await samples(unit)).toEqual([[0, 1_020]]);
  opened.clock.advance(2 * MINUTE);
  await useAndRead(3);
  expect(await samples('minute')).toEqual([
    [0, 1_020],
    [2 * MINUTE, 3],
  ]);
  for (const unit of ['hour', 'day'] as const) expect(await samples(unit)).toEqual([[0, 1_023]]);
});

test('hours and days end where UTC’s do', async () => {
  opened.clock.advance(23 * HOUR + 58 * MINUTE);
  await useAndRead(1);
  opened.clock.advance(MINUTE);
  await useAndRead(10);
  opened.clock.advance(MINUTE);
  await useAndRead(100);
  expect(await samples('minute')).toEqual([
    [-2 * MINUTE, 1],
    [-MINUTE, 10],
    [0, 100],
  ]);
  expect(await samples('hour')).toEqual([
    [-HOUR, 11],
    [0, 100],
  ]);
  expect(await samples('day')).toEqual([
    [-DAY, 11],
    [0, 100],
  ]);
});

test('after days without use or without the service, what was used by then stays where it was', async () => {
  await useAndRead(1);
  opened.clock.advance(3 * DAY + 5 * HOUR + 7 * MINUTE);
  await useAndRead(10);
  expect(await samples('minute')).toEqual([
    [-3 * DAY, 1],
    [5 * HOUR + 7 * MINUTE, 10],
  ]);
  expect(await samples('hour')).toEqual([
    [-3 * DAY, 1],
    [5 * HOUR, 10],
  ]);
  expect(await samples('day')).toEqual([
    [-3 * DAY, 1],
    [0, 10],
  ]);
});

test('in one minute a row is written once, however often usage is read, and a further one when it is over', async () => {
  for (let i = 0; i < 10; i++) await useAndRead(7);
  expect(await stored()).toEqual({});
  opened.clock.advance(MINUTE);
  await useAndRead(7);
  expect(await stored()).toEqual({ minute: 1 });
  opened.clock.advance(HOUR);
  await useAndRead(7);
  expect(await stored()).toEqual({ minute: 2, hour: 1 });
  opened.clock.advance(DAY);
  await useAndRead(7);
  expect(await stored()).toEqual({ minute: 3, hour: 2, day: 1 });
  expect(await sums()).toEqual(everyUnit(13 * 7));
});

test('with two readers and requests that read at the same time, the samples of each unit add up to what was used', async () => {
  const readers = processes().map((services) => new UsageReader(services, 5));
  for (let i = 0; i < 25; i++) {
    // Now a few seconds of the same minute, then one or several hours.
    opened.clock.advance(i % 5 === 4 ? 7 * HOUR + 13 * MINUTE : i % 2 === 0 ? 3 * SECOND : 40 * SECOND);
    const using = use(BigInt(1_000 + i));
    await sql`delete from leases`.execute(db());
    const reading = readers.map(async (reader, second) => {
      // The lease would keep the second one from reading.
      if (second) await sql`delete from leases`.execute(db());
      await reader.round();
    });
    const requests = processes().map((services) =>
      refreshTraffic(services, given.resellerId, given.order.id),
    );
    await Promise.all([using, ...reading, ...requests]);
    expect(await sums()).toEqual(everyUnit(Number((await traffic()).usedBytes)));
  }
  await read();
  const used = Array.from({ length: 25 }, (_, i) => 1_000 + i).reduce((a, b) => a + b);
  expect(await sums()).toEqual(everyUnit(used));
  for (const reader of readers) await reader.close();
});

test('a reading that is repeated, or older than what is known, adds nothing', async () => {
  const { upstreamId } = await traffic();
  const snapshot = await takeSnapshot(db());
  const note = (used: number) =>
    noteUsage(
      opened.services.database,
      snapshot,
      new Map([[upstreamId, BigInt(GB - used)]]),
      opened.clock.now(),
      0,
    );
  await note(500);
  await Promise.all([note(500), note(500), note(400)]);
  opened.clock.advance(MINUTE);
  await Promise.all([note(500), note(499), note(0)]);
  expect(await samples('minute')).toEqual([[0, 500]]);
});

test('a clock that is behind adds to the last minute and opens no earlier one', async () => {
  const { upstreamId } = await traffic();
  const noteAt = async (used: number, at: number) =>
    noteUsage(
      opened.services.database,
      await takeSnapshot(db()),
      new Map([[upstreamId, BigInt(GB - used)]]),
      new Date(at),
      0,
    );
  const now = opened.clock.now().getTime();
  await noteAt(100, now);
  await noteAt(110, now - 15 * SECOND);
  await noteAt(111, now - DAY);
  await noteAt(112, now + MINUTE);
  expect(await samples('minute')).toEqual([
    [0, 111],
    [MINUTE, 1],
  ]);
  expect(await sums()).toEqual(everyUnit(112));
});

test('added traffic, refunds and what the provider lets through beyond the total leave no gap and nothing twice', async () => {
  const add = () => addTraffic(opened.services, buyerOf(given), { orderId: given.order.id, period: '1gb' });
  const asUsed = async () => everyUnit(Number((await traffic()).usedBytes));
  await useAndRead(GB - 10);
  opened.clock.advance(MINUTE);
  await useAndRead(1_000_000);
  expect((await traffic()).usedBytes).toBe(BigInt(GB));
  expect(await sums()).toEqual(await asUsed());
  fail('balance-add', 'refuse');
  await expect(add()).rejects.toThrow();
  expect(await sums()).toEqual(await asUsed());
  opened.clock.advance(MINUTE);
  await add();
  await read();
  expect(await sums()).toEqual(await asUsed());
  opened.clock.advance(HOUR);
  await useAndRead(5_000);
  expect(await sums()).toEqual(await asUsed());
  expect((await samples('hour')).at(-1)).toEqual([HOUR, 5_000]);
});

test('what was used and is taken off again is taken off the last samples of each unit', async () => {
  const { upstreamId } = await traffic();
  await useAndRead(1_000);
  opened.clock.advance(DAY);
  await useAndRead(200);
  while (await sweepOne(opened.services));
  const noteWrong = async (left: number) =>
    noteUsage(
      opened.services.database,
      await takeSnapshot(db()),
      new Map([[upstreamId, BigInt(left)]]),
      opened.clock.now(),
      0,
    );
  for (const left of [GB / 2, GB / 4, 0]) {
    opened.clock.advance(HOUR);
    await noteWrong(left);
  }
  expect(await sums()).toEqual(everyUnit(GB));
  expect(await followDown(opened.services, [upstreamId])).toBe(1);
  expect(await sums()).toEqual(everyUnit(1_200));
  expect((await samples('day')).at(-1)).toEqual([0, 200]);
  opened.clock.advance(HOUR);
  await useAndRead(30);
  expect(await sums()).toEqual(everyUnit(1_230));
  expect((await samples('hour')).at(-1)).toEqual([4 * HOUR, 30]);
});

test('what was used beyond the total before it is raised is in no sample', async () => {
  const { upstreamId } = await traffic();
  const note = async (left: number) =>
    noteUsage(
      opened.services.database,
      await takeSnapshot(db()),
      new Map([[upstreamId, BigInt(left)]]),
      opened.clock.now(),
      0,
    );
  await note(10);
  await note(-5_000);
  opened.clock.advance(MINUTE);
  await note(-9_000);
  expect(await samples('minute')).toEqual([[0, GB]]);
  await addTraffic(opened.services, buyerOf(given), { orderId: given.order.id, period: '1gb' });
  opened.clock.advance(MINUTE);
  await note(GB - 30);
  expect(await samples('minute')).toEqual([
    [0, GB],
    [2 * MINUTE, 30],
  ]);
});

test('a statement that ends halfway leaves neither a sample nor the use that it belongs to', async () => {
  await useAndRead(100);
  opened.clock.advance(DAY);
  await use(10n);
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`.execute(
    db(),
  );
  await sql`create trigger refused before insert on usage_samples execute function refuse()`.execute(db());
  try {
    await expect(read()).rejects.toThrow('no');
  } finally {
    await sql`drop function refuse cascade`.execute(db());
  }
  expect(await samples('day')).toEqual([[-DAY, 100]]);
  await read();
  expect(await samples('day')).toEqual([
    [-DAY, 100],
    [0, 10],
  ]);
});

test('minutes are deleted after 48 hours and hours after 90 days, by two processes at once and in any number, and days never', async () => {
  await sql`insert into usage_samples select ${given.resellerId}, ${given.order.id}, 'minute',
    ${opened.clock.now()}::timestamptz - interval '49 hours' - make_interval(mins => n), 1 from generate_series(1, 2500) n`.execute(
    db(),
  );
  await useAndRead(1);
  opened.clock.advance(HOUR);
  await useAndRead(10);
  opened.clock.advance(DAY);
  await useAndRead(100);
  const clean = () => Promise.all(processes().map(cleanUp));
  await clean();
  expect(await stored()).toEqual({ minute: 2, hour: 2, day: 1 });
  opened.clock.advance(2 * DAY);
  await clean();
  expect(await stored()).toEqual({ hour: 2, day: 1 });
  opened.clock.advance(90 * DAY);
  await clean();
  expect(await stored()).toEqual({ day: 1 });
  await useAndRead(1_000);
  expect((await sums()).day).toBe(1_111);
});
