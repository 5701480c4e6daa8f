import { expect, test } from 'vitest';
import { Restarts } from '../../src/workers/supervisor.ts';

test('one cause may end all workers: as many ends as there are workers have no pause', () => {
  const restarts = new Restarts(3);
  expect([0, 1, 2].map((now) => restarts.pauseAfterEnd(now))).toEqual([0, 0, 0]);
});

test('workers that end again within a minute are replaced after longer pauses, of 8 seconds at most', () => {
  const restarts = new Restarts(2);
  const pauses = Array.from({ length: 8 }, (_, i) => restarts.pauseAfterEnd(i * 4_000));
  expect(pauses).toEqual([0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
});

test('a worker that ends now and then is replaced at once, however often', () => {
  const restarts = new Restarts(2);
  const pauses = Array.from({ length: 100 }, (_, i) => restarts.pauseAfterEnd(i * 31_000));
  expect(new Set(pauses)).toEqual(new Set([0]));
});
