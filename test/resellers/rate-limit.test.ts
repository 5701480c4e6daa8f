import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RateLimitedError } from '../../src/resellers/errors.ts';
import { admit } from '../../src/resellers/rate-limit.ts';
import { reissueKey } from '../../src/resellers/reissue-key.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

async function givenKey() {
  const { keyId } = await givenReseller(opened.services, { balanceUsd: '0' });
  const client = opened.services.database.sql;
  return {
    keyId,
    admit: (requests: number) => admit(client, keyId, requests),
    /** What the limit knows of the key, as the database has it. */
    window: async () =>
      (await sql`select admitted from rate_windows where key_id = ${keyId}`.execute(client)).rows,
    /** Lets time pass for this key: its past moves away. */
    age: (seconds: number) =>
      sql`update rate_windows set admitted = array(
          select at - make_interval(secs => ${seconds}) from unnest(admitted) with ordinality past (at, n) order by n)
        where key_id = ${keyId}`.execute(client),
  };
}

async function waitOf(refused: Promise<void>): Promise<number> {
  const error = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RateLimitedError)) throw new Error('was admitted');
  return error.retryAfterSeconds;
}

test('of 64 requests at once 60 are admitted, also the very first of a key', async () => {
  const key = await givenKey();
  const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => key.admit(1)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(RateLimitedError);
  }
});

test('requests of several root fields at once are admitted whole, and never beyond 60', async () => {
  const key = await givenKey();
  const outcomes = await Promise.allSettled(Array.from({ length: 13 }, () => key.admit(5)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
});

test('the window slides: what was used late in a minute is not free at its end', async () => {
  const key = await givenKey();
  await key.admit(10);
  await key.age(50);
  await key.admit(50);
  await key.age(11);
  await key.admit(10);
  await expect(key.admit(1)).rejects.toBeInstanceOf(RateLimitedError);
  await key.age(38);
  await expect(key.admit(1)).rejects.toBeInstanceOf(RateLimitedError);
  await key.age(11);
  await key.admit(50);
});

test('a request of n root fields counts n times, and fits whole or not at all', async () => {
  const key = await givenKey();
  await key.admit(58);
  await expect(key.admit(3)).rejects.toBeInstanceOf(RateLimitedError);
  await key.admit(2);
  await expect(key.admit(1)).rejects.toBeInstanceOf(RateLimitedError);
});

test('a refused request counts nothing', async () => {
  const key = await givenKey();
  await key.admit(60);
  const before = await key.window();
  for (const requests of [1, 20, 60, 61]) {
    await expect(key.admit(requests)).rejects.toBeInstanceOf(RateLimitedError);
  }
  expect(await key.window()).toEqual(before);
});

test.each([1, 7, 60])(
  '%i requests are admitted after the wait that their refusal named',
  async (requests) => {
    const key = await givenKey();
    await key.admit(30);
    await key.age(17.5);
    await key.admit(30);
    const seconds = await waitOf(key.admit(requests));
    expect(seconds).toSatisfy((wait: number) => Number.isInteger(wait) && wait >= 1 && wait <= 60);
    await key.age(seconds);
    await key.admit(requests);
  },
);

test('the wait is not longer than it has to be', async () => {
  const key = await givenKey();
  await key.admit(60);
  await key.age(50);
  const seconds = await waitOf(key.admit(1));
  expect(seconds).toBeGreaterThan(5);
  expect(seconds).toBeLessThanOrEqual(10);
  await key.age(seconds - 5);
  expect(await waitOf(key.admit(1))).toBeGreaterThanOrEqual(1);
});

test('each key has a window of its own', async () => {
  const busy = await givenKey();
  await busy.admit(60);
  await (await givenKey()).admit(60);
});

test('a reissued key keeps its window', async () => {
  const key = await givenKey();
  await key.admit(60);
  await reissueKey(opened.services.database, { keyId: key.keyId, at: new Date() });
  await expect(key.admit(1)).rejects.toBeInstanceOf(RateLimitedError);
});
