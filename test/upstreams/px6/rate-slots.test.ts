import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ENTITIES } from '../../../src/app/entities.ts';
import { systemTimer } from '../../../src/kit/clock.ts';
import { type Database, openDatabase } from '../../../src/kit/database.ts';
import {
  DatabaseRateSlots,
  type RateSlot,
  RateSlotQueues,
  rulesOf,
  type Wanted,
} from '../../../src/upstreams/px6/rate-slots.ts';
import { PRIORITIES, type Priority } from '../../../src/upstreams/term.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
/** Three processes, each with its own connections. */
let processes: Database[];
let slots: DatabaseRateSlots[];

beforeAll(async () => {
  database = await createDatabase();
  const open = () => openDatabase({ url: database.url, entities: ENTITIES });
  processes = [await open(), await open(), await open()];
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()));
  await database.drop();
});
beforeEach(async () => {
  await sql`truncate term_turns`.execute(processes[0]?.sql as Database['sql']);
  slots = processes.map((one) => new DatabaseRateSlots(one, 3));
});

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('There is none.');
  return item;
}

const take = (wanted: Partial<Wanted> = {}, by = first(slots)) =>
  by.take({ accounts: ['main'], priority: 'urgent', count: 1, ...wanted });

/** Has the clock of the database run ahead by so many seconds, as far as slots are concerned. */
const pass = (seconds: number) =>
  sql`update term_turns set free_at = free_at - make_interval(secs => ${seconds}),
    leased_until = leased_until - make_interval(secs => ${seconds})`.execute(first(processes).sql);

const countOf = ({ slots: taken }: { slots: RateSlot[] }) => taken.length;

test('of an account’s slots each is taken once, however many processes ask for them at the same time', async () => {
  const accounts = ['main', 'second', 'third', 'fourth'];
  const asked = Array.from({ length: 30 }, (_, i) =>
    take({ accounts, count: (i % 4) + 1 }, slots[i % slots.length]),
  );
  const taken = (await Promise.all(asked)).flatMap(({ slots: some }) => some);
  expect(taken.map(({ account, number }) => `${account} ${number}`).sort()).toEqual(
    accounts.flatMap((account) => [1, 2, 3].map((number) => `${account} ${number}`)).sort(),
  );
});

test('a slot is taken again when its request arrived a second ago, and not sooner', async () => {
  const { slots: taken } = await take({ count: 3 });
  await pass(1.5);
  // Their requests have not arrived.
  expect(countOf(await take({ count: 3 }))).toBe(0);
  await first(slots).end(taken);
  const { slots: none, waitMillis } = await take();
  expect([none, waitMillis > 0 && waitMillis <= 1_010]).toEqual([[], true]);
  await pass(1.01);
  expect(countOf(await take({ count: 9 }))).toBe(3);
});

test('the slots of a process that died come back when its requests can have been sent no more', async () => {
  await take({ count: 3 });
  await pass(4);
  expect(countOf(await take())).toBe(0);
  await pass(1.01);
  expect(countOf(await take({ count: 9 }))).toBe(3);
});

test('calls that end while an end is written down are written down together', async () => {
  const queues = new RateSlotQueues(first(slots), systemTimer);
  const written = vi.spyOn(first(slots), 'end');
  const queue = { name: 'main', priority: 'urgent', accounts: () => ['main'] } as const;
  const ended = await Promise.all([1, 2, 3].map(() => queues.slot(queue, performance.now() + 10_000)));
  for (const slot of ended) slot?.end();
  await queues.ended();
  expect(written.mock.calls.map(([some]) => some.length)).toEqual([1, 2]);
  await pass(1.01);
  expect(countOf(await take({ count: 9 }))).toBe(3);
});

test('a process whose slot another one has taken since does not end it', async () => {
  const slept = first((await take({ count: 3 })).slots);
  await pass(6);
  await take({ count: 3 }, slots[1]);
  await pass(1.5);
  await first(slots).end([slept]);
  await pass(1.5);
  expect(countOf(await take({ count: 3 }))).toBe(0);
});

test('a call goes where a slot has been free for longest, so that accounts are used alike', async () => {
  const accounts = ['main', 'second'];
  for (const account of accounts) await take({ accounts: [account], count: 9 });
  await pass(10);
  await sql`update term_turns set free_at = free_at - interval '1 s' where account = 'second' and number = 2`.execute(
    first(processes).sql,
  );
  expect((await take({ accounts })).slots).toMatchObject([{ account: 'second', number: 2 }]);
});

test.each(PRIORITIES)('the first call of all waits for no slot (%s)', async (priority) => {
  expect(countOf(await take({ priority }))).toBe(1);
});

test.each<[Priority, number]>([
  ['urgent', 3],
  ['presale', 3],
  ['awaited', 2],
  ['background', 2],
])('calls of the priority %s have %i of three slots in a second', async (priority, count) => {
  await take();
  await pass(10);
  expect(countOf(await take({ priority, count: 9 }))).toBe(count);
});

test('where there is one slot, every call may have it', async () => {
  const single = new DatabaseRateSlots(first(processes), 1);
  expect(countOf(await take({ priority: 'background' }, single))).toBe(1);
});

test('a slot that becomes free is for what a customer has paid for first, and for readings last', async () => {
  const patience = PRIORITIES.map((priority) => rulesOf(priority, 3).patienceMillis);
  expect(patience).toEqual([...new Set(patience)].sort((one, other) => one - other));
  await take({ count: 3 });
  await sql`update term_turns set leased_until = null, lease_token = null,
    free_at = (select max(free_at) from term_turns) + interval '9 s'`.execute(first(processes).sql);
  // Each is told to come back its patience after the instant at which all slots become free. When exactly it
  // was told is not known: between two readings of the clock.
  const instants: { from: number; until: number }[] = [];
  for (const [place, priority] of PRIORITIES.entries()) {
    const before = performance.now();
    const { waitMillis } = await take({ priority });
    const after = performance.now();
    const left = waitMillis - (patience[place] ?? 0);
    instants.push({ from: before + left, until: after + left });
  }
  const latestFrom = Math.max(...instants.map(({ from }) => from));
  expect(latestFrom).toBeLessThanOrEqual(Math.min(...instants.map(({ until }) => until)));
});

test('an account that is held gets no call, and the others go on', async () => {
  await take({ accounts: ['main', 'second'], count: 6 });
  await pass(10);
  await first(slots).hold('main', 20_000);
  const { slots: taken } = await take({ accounts: ['main', 'second'], count: 9 }, slots[1]);
  expect(taken.map(({ account }) => account)).toEqual(['second', 'second', 'second']);
  const { slots: none, waitMillis } = await take({}, slots[2]);
  expect([none, waitMillis > 10_000]).toEqual([[], true]);
});

test('the end of a slot does not shorten a hold', async () => {
  const { slots: taken } = await take({ count: 3 });
  await first(slots).hold('main', 20_000);
  await first(slots).end(taken);
  await pass(10);
  expect(countOf(await take({ count: 3 }))).toBe(0);
  await pass(10);
  expect(countOf(await take({ count: 3 }))).toBe(3);
});

test('slots from the future, after the clock of the database was put back, are free', async () => {
  await take({ count: 3 });
  await pass(-3_600);
  expect(countOf(await take({ count: 3 }))).toBe(3);
});

test('slots that a restored database or one that has crashed does not have are added again, for a second later', async () => {
  await take({ count: 3 });
  await sql`truncate term_turns`.execute(first(processes).sql);
  expect(countOf(await take({ count: 3 }))).toBe(0);
  const { slots: none, waitMillis } = await take({ count: 3 });
  expect([none, waitMillis > 0 && waitMillis <= 1_010]).toEqual([[], true]);
  await pass(1.01);
  expect(countOf(await take({ count: 3 }))).toBe(3);
});

test('that the slots of one account are gone is noticed beside those that another process has added again', async () => {
  const accounts = ['main', 'second'];
  await take({ accounts, count: 6 });
  await sql`truncate term_turns`.execute(first(processes).sql);
  await take({}, slots[1]);
  await take({ accounts });
  await take({ accounts });
  await pass(10);
  expect(countOf(await take({ accounts, count: 6 }))).toBe(6);
});

test('a process with a higher rate has more slots, and the others keep theirs', async () => {
  await take({ count: 3 });
  const faster = new DatabaseRateSlots(first(processes), 5);
  expect(countOf(await take({ count: 9 }, faster))).toBe(2);
  await pass(10);
  expect(countOf(await take({ count: 9 }))).toBe(3);
});
