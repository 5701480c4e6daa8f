import { beforeEach, expect, test } from 'vitest';
import { refreshTraffic } from '../../src/luxury/refresh-traffic.ts';
import { useLuxuryOrder } from '../support/luxury-fixture.ts';

const GB = 2n ** 30n;

const { opened, given, use } = useLuxuryOrder();

beforeEach(() => opened.clock.advance(10_000));

const refresh = () => refreshTraffic(opened.services, given.resellerId, given.order.id);

test('while the upstream leaves a reading unanswered, no other request waits for it, and its answer is used when it comes', async () => {
  await use(GB / 4n);
  const last = await refresh();
  opened.clock.advance(10_000);
  const slow = {
    upstream: 'dataimpulse',
    call: 'balance-get',
    mode: 'slow',
    delayMs: 4_000,
    times: 1,
  } as const;
  opened.sandbox.arm([slow]);
  expect(await refresh()).toEqual(last);
  const started = performance.now();
  for (let i = 0; i < 10; i++) expect(await refresh()).toEqual(last);
  expect(performance.now() - started).toBeLessThan(900);
  await expect.poll(refresh).not.toEqual(last);
  expect(await refresh()).toMatchObject({ usedBytes: GB / 4n });
});

test.each(['error_before', 'reset_before', 'malformed', 'hang'] as const)(
  'when the upstream does not answer (%s) the last reading is answered, and soon',
  async (mode) => {
    await use(GB / 4n);
    await refresh();
    opened.clock.advance(10_000);
    opened.sandbox.arm([{ upstream: 'dataimpulse', call: 'balance-get', mode, times: 1 }]);
    const started = performance.now();
    expect(await refresh()).toMatchObject({ totalBytes: GB, usedBytes: GB / 4n });
    expect(performance.now() - started).toBeLessThan(6_000);
  },
);
