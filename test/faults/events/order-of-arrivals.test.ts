import { expect, test } from 'vitest';
import { heldBack } from './order-of-arrivals.ts';
import type { Arrival } from './receiver.ts';

/** Attempts of events of one order, each by its sequence, when it began and ended, and how. */
function attempts(...all: [sequence: number, place: number, endPlace: number, end: Arrival['end']][]) {
  return all.map(([sequence, place, endPlace, end]) => ({
    ...{ id: `evt_${sequence}`, sequence, orderId: '7', at: 1_000 * place, place, endPlace, end },
  }));
}

test('an event may come when the earlier one of its order was taken', () => {
  expect(heldBack(attempts([1, 1, 2, 'failed'], [1, 3, 4, 'taken'], [2, 5, 6, 'taken']))).toEqual([]);
});

test('an event that comes while the earlier one is under way, or has failed once, is too early', () => {
  const tooEarly = [{ earlier: 1, later: 2, why: expect.any(String) }];
  expect(heldBack(attempts([1, 1, 4, 'taken'], [2, 2, 3, 'taken']))).toEqual(tooEarly);
  expect(heldBack(attempts([1, 1, 2, 'failed'], [2, 3, 4, 'taken']))).toEqual(tooEarly);
});

test('an event passes an earlier one that has failed twice, but not one that was put off twice', () => {
  const twice = (end: Arrival['end']) => attempts([1, 1, 2, end], [1, 3, 4, end], [2, 5, 6, 'taken']);
  expect(heldBack(twice('failed'))).toEqual([]);
  expect(heldBack(twice('later'))).toHaveLength(1);
});

test('attempts count that only the service knows of, until the later event came', () => {
  const early = attempts([1, 1, 2, 'failed'], [2, 3, 4, 'taken']);
  const kept = (endedAt: number) => ({ id: 'evt_1', status: null, error: 'timed_out', endedAt });
  expect(heldBack(early, [kept(1_500), kept(2_500)])).toEqual([]);
  expect(heldBack(early, [kept(1_500), kept(60_000)])).toHaveLength(1);
});

test('events of different orders, and those of none, wait for nobody', () => {
  const [one, other] = attempts([1, 1, 4, 'taken'], [2, 2, 3, 'taken']);
  if (!one || !other) throw new Error('no attempts');
  expect(heldBack([one, { ...other, orderId: '8' }])).toEqual([]);
  expect(heldBack([one, other].map((each) => ({ ...each, orderId: null })))).toEqual([]);
});
