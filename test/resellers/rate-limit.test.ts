import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admit, presentedKeyOf } from '../../src/resellers/admission.ts';
import { reissueKey, setRateLimit } from '../../src/resellers/keys.ts';
import { RateLimitedError } from '../../src/resellers/rate-limit.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

async function givenKey() {
  const { resellerId, keyId, apiKey } = await givenReseller(opened.services, { balanceUsd: '0' });
  const client = opened.services.database.sql;
  let presentedKey = presentedKeyOf(apiKey, undefined);
  return {
    keyId,
    /** The operator sets the rate of the key, or of its reseller. */
    setRate: (requestsPerMinute: number | null, whose: 'key' | 'reseller' = 'key') =>
      setRateLimit(opened.services.database, {
        ...(whose === 'key' ? { keyId } : { resellerId }),
        requestsPerMinute,
      }),
    admit: async (requests: number) => (await admit(client, presentedKey, requests)).window,
    async reissue() {
      const reissued = await reissueKey(opened.services.database, { keyId, at: new Date() });
      presentedKey = presentedKeyOf(reissued.apiKey, undefined);
    },
    /** The key's rate window in the database. */
    window: async () =>
      (await sql`select admitted from rate_windows where key_id = ${keyId}`.execute(client)).rows,
    /** When the oldest counted request was admitted, in seconds. */
    oldest: async () => {
      const { rows } = await sql<{ at: number }>`select extract(epoch from min(at))::float8 as at
        from rate_windows, unnest(admitted) at where key_id = ${keyId} and at > clock_timestamp() - interval '60 s'`.execute(
        client,
      );
      return rows[0]?.at ?? Number.NaN;
    },
    /** Moves the key's window into the past, as if time had passed. */
    age: (seconds: number) =>
      sql`update rate_windows set admitted = array(
          select at - make_interval(secs => ${seconds}) from unnest(admitted) with ordinality past (at, n) order by n)
        where key_id = ${keyId}`.execute(client),
  };
}

async function databaseTime(): Promise<number> {
  const { rows } = await sql<{
    now: number;
  }>`select extract(epoch from clock_timestamp())::float8 as now`.execute(opened.services.database.sql);
  return rows[0]?.now ?? Number.NaN;
}

async function refusalOf(refused: Promise<unknown>): Promise<RateLimitedError> {
  const error = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RateLimitedError)) throw new Error('was admitted');
  return error;
}

async function waitOf(refused: Promise<unknown>): Promise<number> {
  return (await refusalOf(refused)).retryAfterSeconds;
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
  for (const requests of [1, 20, 60]) {
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

test('every admission says what is left: how many more requests, and when the oldest one stops to count', async () => {
  const key = await givenKey();
  const left = async (requests: number) => {
    const before = await databaseTime();
    const { remaining, resetSeconds } = await key.admit(requests);
    const after = await databaseTime();
    const freeAt = (await key.oldest()) + 60;
    expect(resetSeconds).toBeGreaterThanOrEqual(Math.ceil(freeAt - after));
    expect(resetSeconds).toBeLessThanOrEqual(Math.ceil(freeAt - before));
    return remaining;
  };
  expect(await left(1)).toBe(59);
  await key.age(20);
  expect(await left(9)).toBe(50);
  await key.age(30);
  expect(await left(50)).toBe(0);
  await key.age(10);
  expect(await left(1)).toBe(0);
  await key.age(3_600);
  expect(await left(1)).toBe(59);
});

test('a refusal says what is left, too: the wait when that is nothing', async () => {
  const key = await givenKey();
  await key.admit(20);
  await key.age(15);
  await key.admit(38);
  const three = await refusalOf(key.admit(3));
  expect(three.window).toEqual({ limit: 60, remaining: 2, resetSeconds: three.retryAfterSeconds });
  const thirty = await refusalOf(key.admit(30));
  expect(thirty.window?.remaining).toBe(2);
  expect(thirty.window?.resetSeconds).toBeLessThan(thirty.retryAfterSeconds);
  await key.admit(2);
  const { retryAfterSeconds, window } = await refusalOf(key.admit(1));
  expect(window).toEqual({ limit: 60, remaining: 0, resetSeconds: retryAfterSeconds });
});

test('of 60 requests at once each gets another number of those that are left', async () => {
  const key = await givenKey();
  const windows = await Promise.all(Array.from({ length: 60 }, () => key.admit(1)));
  const left = windows.map(({ remaining }) => remaining).sort((a, b) => a - b);
  expect(left).toEqual(Array.from({ length: 60 }, (_, i) => i));
});

test('each key has a window of its own', async () => {
  const busy = await givenKey();
  await busy.admit(60);
  await (await givenKey()).admit(60);
});

test('a reissued key keeps its window', async () => {
  const key = await givenKey();
  await key.admit(60);
  await key.reissue();
  await expect(key.admit(1)).rejects.toBeInstanceOf(RateLimitedError);
});

test('a key keeps to the rate that the operator has set: its own, else that of its reseller, else 60', async () => {
  const key = await givenKey();
  await key.setRate(100, 'reseller');
  expect(await key.admit(60)).toMatchObject({ limit: 100, remaining: 40 });
  await key.setRate(120);
  expect(await key.admit(60)).toMatchObject({ limit: 120, remaining: 0 });
  expect((await refusalOf(key.admit(1))).window).toMatchObject({ limit: 120, remaining: 0 });
  await key.setRate(null);
  await expect(key.admit(1)).rejects.toMatchObject({ window: { limit: 100 } });
  await key.setRate(null, 'reseller');
  await key.age(61);
  expect(await key.admit(1)).toMatchObject({ limit: 60, remaining: 59 });
});

test('a rate that rises counts what was sent before it, and is kept exactly', async () => {
  const key = await givenKey();
  await key.admit(60);
  await key.age(30);
  await key.setRate(90);
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => key.admit(1)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  expect((await refusalOf(key.admit(1))).retryAfterSeconds).toBeLessThanOrEqual(30);
  await key.age(31);
  expect(await key.admit(60)).toMatchObject({ remaining: 0 });
});

test('a rate that falls counts what was sent before it, and is kept exactly', async () => {
  const key = await givenKey();
  await key.admit(15);
  await key.age(40);
  await key.admit(15);
  await key.setRate(20);
  const { retryAfterSeconds, window } = await refusalOf(key.admit(1));
  expect(window).toMatchObject({ limit: 20, remaining: 0 });
  await key.age(retryAfterSeconds);
  expect(await key.admit(5)).toMatchObject({ limit: 20, remaining: 0 });
  await key.age(61);
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => key.admit(1)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});

test('more root fields at once than the rate has are refused, also as the very first of a key', async () => {
  const key = await givenKey();
  await key.setRate(5);
  await expect(key.admit(6)).rejects.toBeInstanceOf(RateLimitedError);
  expect(await key.admit(5)).toMatchObject({ limit: 5, remaining: 0 });
  await key.age(61);
  await expect(key.admit(6)).rejects.toBeInstanceOf(RateLimitedError);
});

test.each([0, 601, 1.5])('a rate of %d is refused', async (rate) => {
  const key = await givenKey();
  await expect(key.setRate(rate)).rejects.toMatchObject({ code: 'invalid_request' });
});
