import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ENTITIES } from '../../src/app/entities.ts';
import { type Database, openDatabase, type Sql } from '../../src/kit/database.ts';
import { giveBackLease, Lease, takeLease } from '../../src/kit/lease.ts';
import { lockWaits } from '../support/held-lock.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

const SECONDS = 15;
const LEASE = new Lease('leases', { token: 'holder', until: 'held_until', seconds: SECONDS });
const START = new Date('2026-01-01T00:00:00Z');
const at = (seconds: number) => new Date(START.getTime() + seconds * 1_000);

let file: TestDatabase;
let database: Database;

beforeAll(async () => {
  file = await createDatabase();
  database = await openDatabase({ url: file.url, entities: ENTITIES });
});
afterAll(async () => {
  await database.close();
  await file.drop();
});

/** A row whose lease is held by the first process. */
async function givenHeld() {
  const [name, first, second] = [randomUUID(), randomUUID(), randomUUID()];
  await database.sql
    .insertInto('leases')
    .values({ name, ...LEASE.taken(first, START) })
    .execute();
  return { name, first, second };
}

const rowOf = (db: Sql, name: string) => db.updateTable('leases').where('name', '=', name);
const count = ({ numUpdatedRows }: { numUpdatedRows: bigint }) => Number(numUpdatedRows);

async function take(name: string, token: string, now: Date, db = database.sql): Promise<number> {
  const update = rowOf(db, name).set(LEASE.taken(token, now)).where(LEASE.isFreeFor(token, now));
  return count(await update.executeTakeFirstOrThrow());
}
async function renew(name: string, token: string, now: Date): Promise<number> {
  const update = rowOf(database.sql, name).set(LEASE.renewed(now)).where(LEASE.isHeldBy(token));
  return count(await update.executeTakeFirstOrThrow());
}
const holderOf = (name: string) =>
  database.sql.selectFrom('leases').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

test('a row that is leased can be taken by no other worker until its lease lapses, and then by the first one', async () => {
  const { name, first, second } = await givenHeld();
  expect(await take(name, second, at(SECONDS - 1))).toBe(0);
  expect(await take(name, second, at(SECONDS))).toBe(1);
  expect(await take(name, first, at(SECONDS))).toBe(0);
  expect(await holderOf(name)).toMatchObject({ holder: second, held_until: at(2 * SECONDS) });
});

test('a lease that its holder has ended can be taken at once, and fences that holder from then on', async () => {
  const { name, first, second } = await givenHeld();
  const end = rowOf(database.sql, name)
    .set(LEASE.ended(at(1)))
    .where(LEASE.isHeldBy(first));
  expect(count(await end.executeTakeFirstOrThrow())).toBe(1);
  expect(await holderOf(name)).toMatchObject({ holder: first, held_until: at(1) });
  expect(await take(name, second, at(1))).toBe(1);
  expect(await renew(name, first, at(1))).toBe(0);
});

test('a lease that is renewed lapses that much later', async () => {
  const { name, first, second } = await givenHeld();
  expect(await renew(name, first, at(SECONDS - 1))).toBe(1);
  expect(await take(name, second, at(2 * SECONDS - 2))).toBe(0);
  expect(await take(name, second, at(2 * SECONDS - 1))).toBe(1);
});

test('a holder whose lease was taken over neither renews it nor writes', async () => {
  const { name, first, second } = await givenHeld();
  await take(name, second, at(SECONDS));
  expect(await renew(name, first, at(SECONDS))).toBe(0);
  const late = rowOf(database.sql, name)
    .set({ held_until: at(999) })
    .where(LEASE.isHeldBy(first));
  expect(count(await late.executeTakeFirstOrThrow())).toBe(0);
  expect(await holderOf(name)).toMatchObject({ holder: second, held_until: at(2 * SECONDS) });
});

test('of two that take a lapsed row on two connections, the one that has to wait for the other does not get it', async () => {
  const { name, second } = await givenHeld();
  const third = randomUUID();
  const taken = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const winner = database.inTransaction(async (tx) => {
    const rows = await take(name, second, at(SECONDS), tx);
    taken.resolve();
    await waits.promise;
    return rows;
  });
  await taken.promise;
  const loser = take(name, third, at(SECONDS));
  await expect.poll(() => lockWaits(database.sql)).toBe(1);
  waits.resolve();
  expect(await winner).toBe(1);
  expect(await loser).toBe(0);
  expect(await holderOf(name)).toMatchObject({ holder: second });
});

test('a statement that is sent again, since its answer was lost, finds that it has the row', async () => {
  const { name, first } = await givenHeld();
  expect(await take(name, first, at(1))).toBe(1);
});

test('work is kept by renewals, three in each lease, until it ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let renewals = 0;
    const work = Promise.withResolvers<string>();
    const renewal = async () => {
      renewals += 1;
      throw new Error('a renewal that fails is made up for by the next');
    };
    const kept = LEASE.keep(renewal, () => work.promise);
    vi.advanceTimersByTime(2 * SECONDS * 1_000);
    expect(renewals).toBe(6);
    work.resolve('done');
    expect(await kept).toBe('done');
    vi.advanceTimersByTime(SECONDS * 1_000);
    expect(renewals).toBe(6);
  } finally {
    vi.useRealTimers();
  }
});

test('of ten that take the same work, one gets it, and it keeps it until it gives it back', async () => {
  const name = randomUUID();
  const holders = Array.from({ length: 10 }, () => randomUUID());
  const all = () => Promise.all(holders.map((holder) => takeLease(database.sql, name, holder, SECONDS)));
  const first = await all();
  expect(first.filter(Boolean)).toHaveLength(1);
  const isHolder = first.map(Boolean);
  expect((await all()).map(Boolean)).toEqual(isHolder);
  const holder = holders[isHolder.indexOf(true)] ?? '';
  await giveBackLease(database.sql, name, randomUUID());
  expect((await all()).map(Boolean)).toEqual(isHolder);
  await giveBackLease(database.sql, name, holder);
  expect(await takeLease(database.sql, name, randomUUID(), SECONDS)).toEqual({ wasKept: false });
});

test('a lease that cannot be given back, since the database is away, is left to end by itself', async () => {
  const away = await openDatabase({ url: file.url, entities: ENTITIES });
  await away.close();
  await expect(giveBackLease(away.sql, randomUUID(), randomUUID())).resolves.toBeUndefined();
});

test('who takes a lease hears whether the last holder gave it back or lost it', async () => {
  const name = randomUUID();
  const [lost, next] = [randomUUID(), randomUUID()];
  expect(await takeLease(database.sql, name, lost, 0)).toEqual({ wasKept: false });
  expect(await takeLease(database.sql, name, next, SECONDS)).toEqual({ wasKept: true });
  expect(await takeLease(database.sql, name, lost, SECONDS)).toBeUndefined();
});
