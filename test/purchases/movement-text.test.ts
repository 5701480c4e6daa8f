import { expect, test } from 'vitest';
import type { Tier } from '../../src/catalog/catalog.ts';
import type { AccountMovement } from '../../src/purchases/account-statement.ts';
import { describeMovement } from '../../src/purchases/account-statement.ts';

const CATALOG = [
  { id: 'tg', name: 'Telegram', types: [{ id: 'socks5', name: 'Telegram SOCKS5' }] },
  { id: 'prem', name: 'Premium', types: [{ id: 'ipv4', name: 'IPv4 HTTP' }] },
] as unknown as readonly Tier[];

test.each([
  [{ kind: 'adjustment', work: null, reason: 'Credited twice' }, 'Adjustment: Credited twice'],
  [{ kind: 'operation_refund', work: null, reason: 'Slow' }, 'Given back: a charge. Slow'],
])('a correction is told with its reason', (movement, text) => {
  expect(describeMovement(movement as AccountMovement, CATALOG)).toBe(text);
});

test.each([
  ['stars:stx01abc', 'Top-up with Telegram Stars'],
  ['crypto-pay:4711', 'Top-up with Crypto Pay'],
  ['payment-4711', 'Top-up'],
])('the top-up %s is told in words', (reference, text) => {
  const movement = { kind: 'top_up', work: null, reference } as AccountMovement;
  expect(describeMovement(movement, CATALOG)).toBe(text);
});

test.each([
  ['tg', 'socks5', 'Telegram SOCKS5, DE, 30 days, 1 proxy'],
  ['prem', 'ipv4', 'Premium IPv4 HTTP, DE, 30 days, 1 proxy'],
])('a purchase of %s/%s is told without saying the tier twice', (tier, type, text) => {
  const movement = {
    kind: 'purchase',
    work: {
      kind: 'purchase',
      orderId: 1,
      days: 30,
      gb: null,
      product: { tier, type, country: 'DE', quantity: 1 },
    },
  } as unknown as AccountMovement;
  expect(describeMovement(movement, CATALOG)).toBe(text);
});
