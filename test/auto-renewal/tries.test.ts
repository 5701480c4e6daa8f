import { expect, test } from 'vitest';
import { planTry } from '../../src/orders/auto-renewals.ts';

const HOUR = 3_600_000;
const END = new Date('2026-12-20T12:00:00Z');
const ORDER = { id: 60, expiresAt: END, renewable: true };

const before = (hours: number, order = ORDER, tried: number | null = null) =>
  planTry(order, tried === null ? null : { end: END, mark: tried }, new Date(END.getTime() - hours * HOUR));
const hoursLeft = (at: Date | null) => at && (END.getTime() - at.getTime()) / HOUR;

test('an order is tried a minute of its own behind each mark, and once after its end', () => {
  const minute = 1 / 60;
  const marks = [48, 24, 6, 1, 0];
  expect(before(100)).toEqual({ due: undefined, nextAt: new Date(END.getTime() - (48 - minute) * HOUR) });
  marks.forEach((mark, i) => {
    const last = marks[i - 1] ?? null;
    expect(before(mark - minute + 0.001, ORDER, last).due).toBeUndefined();
    const { due, nextAt } = before(mark - minute, ORDER, last);
    expect(due).toEqual({ end: END, mark });
    expect(hoursLeft(nextAt)).toBe(mark === 0 ? null : (marks[i + 1] ?? 0) - minute);
    expect(before(mark - minute, ORDER, mark).due).toBeUndefined();
  });
  expect(before(-5, ORDER, 0)).toEqual({ due: undefined, nextAt: null });
});

test('of marks that have passed only the nearest is tried, at once', () => {
  expect(before(3)).toMatchObject({ due: { mark: 6 } });
  expect(before(3, ORDER, 24)).toMatchObject({ due: { mark: 6 } });
  expect(before(3, ORDER, 6).due).toBeUndefined();
});

test('orders that end together are spread over half an hour by their numbers', () => {
  const starts = Array.from(
    { length: 3_600 },
    (_, id) => before(100, { ...ORDER, id }).nextAt?.getTime() ?? 0,
  );
  expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(HOUR / 2);
  const most = Math.max(
    ...Map.groupBy(starts, (at) => at)
      .values()
      .map((same) => same.length),
  );
  expect(most).toBe(2);
});

test('another end begins anew, and what is dropped is tried once more, to tell so', () => {
  const moved = { ...ORDER, expiresAt: new Date(END.getTime() + 720 * HOUR) };
  expect(before(1, moved, 1)).toMatchObject({ due: undefined });
  expect(hoursLeft(before(1, moved, 1).nextAt)).toBe(-720 + 48 - 1 / 60);
  const dropped = { ...ORDER, renewable: false };
  expect(before(400, dropped)).toEqual({ due: { end: END, mark: 0 }, nextAt: null });
  expect(before(400, dropped, 0)).toEqual({ due: undefined, nextAt: null });
  expect(planTry({ ...ORDER, expiresAt: null }, null, END)).toEqual({ due: undefined, nextAt: null });
});
