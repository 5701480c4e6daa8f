import { expect, test } from 'vitest';
import { readAvailability } from './availability.ts';
import { FAULTS, needsOf } from './faults.ts';
import { lacksOf } from './packages.ts';

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

test('a fault asks for a program only if it needs it: Debian 12 lacks PgBouncer for poolers and Patroni for a frozen leader', () => {
  const versions = {
    etcd: [3, 4, 23],
    patroni: [3, 0, 2],
    haproxy: [2, 6, 12],
    postgres: [15],
    pgbouncer: [1, 18, 0],
    openssl: [3, 0, 19],
    idna: [0],
  };
  expect(lacksOf({ versions })).toEqual([]);
  const lacking = Object.entries(FAULTS).filter(
    ([, fault]) => lacksOf({ versions }, needsOf(fault)).length > 0,
  );
  expect(lacking.map(([name]) => name)).toEqual([
    'node-frozen',
    ...Object.keys(FAULTS).filter((name) => name.includes('pgbouncer')),
  ]);
  expect(lacksOf({ versions: {} }, { pgbouncer: [1, 21, 0] })).toEqual([
    'pgbouncer 1.21.0 or newer is needed, and none is here',
  ]);
  expect(lacksOf({ versions: {} })).toHaveLength(6);
});
