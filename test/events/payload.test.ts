import { expect, test } from 'vitest';
import { readPayload } from '../../src/events/outbox.ts';

test('events are read in their order, and words that are not understood are skipped', () => {
  expect(readPayload('t7:1024 o7:1025 b7')).toEqual([
    { topic: 'traffic', resellerId: 7, orderId: 1024 },
    { topic: 'order', resellerId: 7, orderId: 1025 },
    { topic: 'balance', resellerId: 7 },
  ]);
  expect(readPayload('')).toEqual([]);
  expect(readPayload('x1:2 o7 t b o7:x o7:1')).toEqual([{ topic: 'order', resellerId: 7, orderId: 1 }]);
});
