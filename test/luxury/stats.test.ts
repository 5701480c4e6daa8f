import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { about } from '../../src/kit/request.ts';
import { readingPlaces, readStats, TooManyReadsError } from '../../src/luxury/stats.ts';
import type { Traffic } from '../../src/luxury/traffic.ts';
import type { UsageStats } from '../../src/upstreams/traffic.ts';
import { useLuxuryOrder } from '../support/luxury-fixture.ts';

const { opened, traffic, fail } = useLuxuryOrder();
let order: Traffic;

// The upstream is called although the port is wrapped. The clock stands still, because seconds count here.
beforeAll(() => {
  opened.clock.stop();
  vi.spyOn(opened.services.traffic, 'stats');
});
beforeEach(async () => {
  order = await traffic();
  vi.mocked(opened.services.traffic.stats).mockClear();
});

const calls = () => vi.mocked(opened.services.traffic.stats).mock.calls.length;
const stats = () => readStats(opened.services, order);

test('many requests for stats at once share one call of the upstream, and so do those of the next 5 s', async () => {
  const many = await Promise.all(Array.from({ length: 50 }, stats));
  expect(new Set(many).size).toBe(1);
  opened.clock.advance(3_000);
  expect(await stats()).toEqual(many[0]);
  expect(calls()).toBe(1);
  opened.clock.advance(3_000);
  await stats();
  expect(calls()).toBe(2);
});

test('a call of the upstream that takes longer than that is the only one under way, and its answer counts for 5 s', async () => {
  const answer = Promise.withResolvers<UsageStats>();
  vi.mocked(opened.services.traffic.stats).mockReturnValueOnce(answer.promise);
  const first = stats();
  opened.clock.advance(60_000);
  const second = stats();
  answer.resolve({ days: [], errors: [{ code: 'NO_RAY', count: 2 }] });
  expect(await first).toBe(await second);
  opened.clock.advance(4_900);
  expect((await stats()).errors).toEqual([{ code: 'NO_RAY', count: 2 }]);
  expect(calls()).toBe(1);
});

test('stats that could not be read are not asked for again for 2 s', async () => {
  fail('*', 'error_before');
  await expect(stats()).rejects.toMatchObject({ code: 'provider_error' });
  opened.clock.advance(1_900);
  await expect(stats()).rejects.toMatchObject({ code: 'provider_error' });
  expect(calls()).toBe(1);
  opened.clock.advance(200);
  expect((await stats()).days).toHaveLength(7);
});

/** Readings that last until the test ends them, in the order in which they have begun. */
function heldReads() {
  const reads = readingPlaces();
  const begun: { resellerId: number; end: () => void }[] = [];
  return {
    reads,
    begun,
    run: (resellerId: number) =>
      about({ resellerId }, () =>
        reads.run(() => new Promise<void>((end) => begun.push({ resellerId, end }))),
      ),
    async endAll(count: number) {
      for (let i = 0; i < count; i++) {
        await expect.poll(() => begun[i]).toBeDefined();
        begun[i]?.end();
      }
    },
  };
}

test('of one reseller 8 readings are made at the same time, beside those of others, and the next when one has ended', async () => {
  const { reads, begun, run, endAll } = heldReads();
  const all = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2].map(run);
  const whose = () => begun.map(({ resellerId }) => resellerId);
  await expect.poll(whose).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2]);
  expect([reads.isFree(1), reads.isFree(2)]).toEqual([false, true]);
  begun[3]?.end();
  await all[3];
  await expect.poll(() => begun.length).toBe(10);
  await endAll(all.length);
  await Promise.all(all);
  expect(reads.isFree(1)).toBe(true);
});

test('behind 64 that wait a reading is refused, with when to ask again', async () => {
  const { reads, run, endAll } = heldReads();
  const all = Array.from({ length: 8 + 64 }, () => run(1));
  await expect(run(1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 2 });
  expect(reads.refused).toBe(1);
  await endAll(all.length);
  await Promise.all(all);
});

test('a reading that has waited for 10 s is refused and never made', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { reads, begun, run } = heldReads();
  const first = Array.from({ length: 8 }, () => run(1));
  const late = run(1);
  const refused = expect(late).rejects.toBeInstanceOf(TooManyReadsError);
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  for (const { end } of begun) end();
  await Promise.all(first);
  expect([begun.length, reads.refused, reads.isFree(1)]).toEqual([8, 1, true]);
});

test('a reading that fails gives its place to the next', async () => {
  const reads = readingPlaces();
  const fail = () => Promise.reject(new Error('away'));
  const failing = Array.from({ length: 9 }, () => about({ resellerId: 1 }, () => reads.run(fail)));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array(9).fill('rejected'));
  expect(reads.isFree(1)).toBe(true);
});
