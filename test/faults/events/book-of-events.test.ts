import { expect, test } from 'vitest';
import { BookOfEvents, readEvent } from './book-of-events.ts';

const text = (sequence: number, type: string, data: object) =>
  JSON.stringify({ type, timestamp: '2026-11-29T10:00:00.000Z', sequence, data });
const told = (...all: Parameters<typeof text>[]) =>
  all.flatMap(([sequence, type, data]) => readEvent(`evt_${sequence}`, text(sequence, type, data)) ?? []);
const order = { id: 7, status: 'active', expires_at: null, quantity: 1, traffic_gb: null };

test('a book has lines, the balance and the last state of each order, in whichever order events came', () => {
  const book = new BookOfEvents(
    told(
      [3, 'order.paused', { order: { ...order, status: 'paused' } }],
      [1, 'balance.topped_up', { amount_usd: 10, balance_usd: 10, reference: 'first' }],
      [2, 'order.created', { amount_usd: -1.1, balance_usd: 8.9, order }],
    ),
  );
  expect(book.balance).toBe(8_900_000n);
  expect(book.lines).toEqual([
    { kind: 'TOP_UP', orderId: null, amount: 10_000_000n, reference: 'first' },
    { kind: 'PURCHASE', orderId: '7', amount: -1_100_000n, reference: null },
  ]);
  expect(book.orders.get('7')?.status).toBe('paused');
  expect(book.wrong).toEqual([]);
});

test('a balance that is not the sum of all amounts so far is noticed', () => {
  const failed = { amount_usd: 0, balance_usd: 9.99 };
  const book = new BookOfEvents(
    told([1, 'balance.topped_up', { amount_usd: 10, balance_usd: 10 }], [2, 'purchase.failed', failed]),
  );
  expect(book.failed).toEqual([null]);
  expect(book.wrong).toHaveLength(1);
});

test('a body that is no event of a log is none', () => {
  expect(
    readEvent('evt_1', JSON.stringify({ type: 'webhook.test', timestamp: '', sequence: null })),
  ).toBeUndefined();
});
