import { expect, test } from 'vitest';
import { readAvailability } from './availability.ts';
import { FAULTS } from './faults.ts';

const met = (failed: Record<string, number>, withoutRetryAfter = 0) => ({
  failed,
  asked: 300,
  withoutRetryAfter,
});

test('a refusal with 503 that does not say when to ask again is a violation under any fault', () => {
  expect(readAvailability(met({ 'read 503': 2 }), false)).toEqual([]);
  expect(readAvailability(met({ 'read 503': 2 }, 1), false)).toEqual(['503 without Retry-After, 1 times']);
});

test('an answer of 500 is a violation under any fault', () => {
  expect(readAvailability(met({ 'purchase 500': 100, 'purchase 0': 4 }), false)).toEqual([
    'of 300 requests, 100 ended as purchase 500',
  ]);
});

test('a planned switchover is no reason for any request to fail', () => {
  for (const name of ['switchover', 'switchover-behind-pgbouncer'])
    expect(FAULTS[name]).toMatchObject({ noneMayFail: true });
  expect(readAvailability(met({}), true)).toEqual([]);
  expect(readAvailability(met({ 'purchase 503': 1, 'read 0': 3 }), true)).toEqual([
    'of 300 requests, 1 ended as purchase 503',
    'of 300 requests, 3 ended as read 0',
  ]);
});
