import { expect, test } from 'vitest';
import type { BookedOperation } from './books.ts';
import { checkMoney } from './check-money.ts';
import { type Attempt, ClientRecord, type Outcome } from './client-record.ts';
import type { System } from './system.ts';

const PRICE = 600_000n;
const BOUGHT: Outcome = { kind: 'done', orderId: '1', charged: PRICE, proxies: [] };
const LOST: Outcome = { kind: 'lost', reason: 'reset' };
const REFUSED: Outcome = { kind: 'refused', code: 'provider_error' };

test('a charge without a key whose answer was seen, or was lost just then, is explained', () => {
  expect(check([booked('1', 1)], [asked(BOUGHT, 0, 2)])).toEqual([]);
  expect(check([booked('1', 1)], [asked(LOST, 0, 2)])).toEqual([]);
});

test('a charge without a key that was answered with a refusal is found, whatever else was lost before and after', () => {
  const attempts = [asked(LOST, 0, 2), asked(REFUSED, 10, 12), asked(LOST, 20, 22)];
  expect(check([booked('1', 11)], attempts)).toEqual([expect.stringContaining('no lost answer explains')]);
});

test('one lost answer explains one charge', () => {
  expect(check([booked('1', 1), booked('2', 1)], [asked(LOST, 0, 2)])).toHaveLength(1);
});

test('an answer with an order that nobody was charged for is found', () => {
  expect(check([], [asked(BOUGHT, 0, 2)])).toEqual([expect.stringContaining('no operation matches')]);
});

function check(operations: BookedOperation[], attempts: Attempt[]): string[] {
  const record = new ClientRecord();
  record.attempts.push(...attempts);
  const opening = PRICE * BigInt(operations.length);
  const system = { resellers: [{ id: 1, opening, keys: [] }] } as unknown as System;
  const books = { operations, orders: [], balances: new Map([[1, 0n]]), corrected: new Map(), issued: [] };
  return checkMoney(system, record, books);
}

/** A purchase, in seconds since the run began. */
function booked(orderId: string, at: number): BookedOperation {
  const kind = 'purchase' as const;
  const state = 'settled' as const;
  return {
    id: orderId,
    resellerId: 1,
    kind,
    orderId,
    amount: PRICE,
    state,
    days: 7,
    gb: 0,
    key: null,
    createdAt: new Date(at * 1_000),
    decidedAt: null,
  };
}

function asked(outcome: Outcome, from: number, to: number): Attempt {
  const intent = { id: 1, resellerId: 1, kind: 'purchase' as const, body: {}, key: undefined };
  const sentAt = new Date(from * 1_000).toISOString();
  const at = new Date(to * 1_000).toISOString();
  return { intent, sentAt, at, door: 'rest', process: 0, status: 0, text: '', outcome };
}
