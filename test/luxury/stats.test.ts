import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readRecentStats, readStats } from '../../src/luxury/stats.ts';
import { useLuxuryOrder } from '../support/luxury-fixture.ts';

const { opened, traffic } = useLuxuryOrder();
let upstreamId: string;

// The upstream is called although the port is wrapped. The clock stands still, because seconds count here.
beforeAll(() => {
  opened.clock.stop();
  vi.spyOn(opened.services.traffic, 'stats');
});
beforeEach(async () => {
  ({ upstreamId } = await traffic());
  vi.mocked(opened.services.traffic.stats).mockClear();
});

const calls = () => vi.mocked(opened.services.traffic.stats).mock.calls.length;

test('many requests for recent stats at once share one call of the upstream, and so do those of the next 5 s', async () => {
  const many = await Promise.all(
    Array.from({ length: 50 }, () => readRecentStats(opened.services, upstreamId)),
  );
  expect(new Set(many).size).toBe(1);
  opened.clock.advance(3_000);
  expect(await readRecentStats(opened.services, upstreamId)).toEqual(many[0]);
  expect(calls()).toBe(1);
  opened.clock.advance(3_000);
  await readRecentStats(opened.services, upstreamId);
  expect(calls()).toBe(2);
});

test('stats that could not be read are asked for again by the next', async () => {
  opened.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'error_before', times: 1 }]);
  await expect(readRecentStats(opened.services, upstreamId)).rejects.toMatchObject({
    code: 'provider_error',
  });
  expect((await readRecentStats(opened.services, upstreamId)).days).toHaveLength(7);
});

test('a request for the present stats is not answered with kept ones', async () => {
  await readRecentStats(opened.services, upstreamId);
  await readStats(opened.services, upstreamId);
  expect(calls()).toBe(2);
});
