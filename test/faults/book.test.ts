import { expect, test } from 'vitest';
import { Book, type Line } from './book.ts';
import { type Attempt, ClientRecord, type Outcome } from './client-record.ts';
import { CATALOG, Prices } from './prices.ts';

const RESELLER = { id: 1, opening: 0n, priceList: 'standard', keys: [] };
const PRICE = 1_200_000n;
const BODY = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', quantity: 2 };
const BOUGHT: Outcome = { kind: 'done', orderId: '1', charged: PRICE, proxies: [], fields: {} };
const LOST: Outcome = { kind: 'lost', reason: 'reset' };
const REFUSED: Outcome = { kind: 'refused', code: 'provider_error', fields: {} };

test('a charge without a key whose answer was lost just then is explained, and its order is in the book', () => {
  const book = bookOf([asked(LOST, 0, 2)]);
  expect(book.settle(RESELLER, [line('7', 1)])).toEqual([]);
  expect([...book.orders().keys()]).toEqual(['7']);
});

test('a charge that was answered with a refusal is not explained, whatever else was lost before and after', () => {
  const book = bookOf([asked(LOST, 0, 2), asked(REFUSED, 10, 12), asked(LOST, 20, 22)]);
  expect(book.settle(RESELLER, [line('7', 11)])).toHaveLength(1);
});

test('one lost answer explains one charge', () => {
  expect(bookOf([asked(LOST, 0, 2)]).settle(RESELLER, [line('7', 1), line('8', 1)])).toHaveLength(1);
});

test('a lost answer explains no charge of another price, quantity or term', () => {
  const settle = (other: Partial<Line>) =>
    bookOf([asked(LOST, 0, 2)]).settle(RESELLER, [{ ...line('7', 1), ...other }]);
  expect(settle({ amount: -PRICE / 2n })).toHaveLength(1);
  expect(settle({ description: 'Premium IPv4 HTTP, US, 7 days, 1 proxy' })).toHaveLength(1);
  expect(settle({ description: 'Premium IPv4 HTTP, US, 30 days, 2 proxies' })).toHaveLength(1);
});

test('a lost answer explains no charge above the limit that the client gave', () => {
  const lost = asked(LOST, 0, 2);
  const limited = { ...lost, intent: { ...lost.intent, body: { ...BODY, maxPriceUsd: '1.19' } } };
  expect(bookOf([limited, lost]).settle(RESELLER, [line('7', 1)])).toEqual([]);
  expect(bookOf([limited]).settle(RESELLER, [line('7', 1)])).toHaveLength(1);
});

test('of two equal charges the refund is of the one that no lost answer explains, in any order', () => {
  const [refunded, lost] = [line('7', 1), line('7', 21)];
  const refund = {
    ...line('7', 30),
    kind: 'REFUND',
    amount: PRICE,
    description: `Refund, not delivered: ${refunded.description}`,
  };
  const lines = [refunded, lost, refund];
  for (const given of [lines, lines.toReversed()]) {
    const book = bookOf([asked(REFUSED, 0, 2), asked(LOST, 20, 22)]);
    expect(book.settle(RESELLER, given)).toEqual([refund]);
  }
});

test('what was answered is in the book without a line', () => {
  expect(bookOf([asked(BOUGHT, 0, 2)]).deals).toMatchObject([{ orderId: '1', charged: PRICE }]);
});

test('a price that the operator changes may be the old or the new one until the command has ended', () => {
  const prices = new Prices(CATALOG);
  const path = { tier: 'prem', type: 'ipv4', period: '7d' };
  let now = 100;
  const isSet = prices.change('standard', path, 640_000n, () => now);
  now = 200;
  isSet();
  expect(prices.between('standard', path, 50, 90)).toEqual([600_000n]);
  expect(prices.between('standard', path, 150, 160)).toEqual([600_000n, 640_000n]);
  expect(prices.between('standard', path, 250, 260)).toEqual([640_000n]);
});

function bookOf(attempts: Attempt[]): Book {
  const record = new ClientRecord();
  record.attempts.push(...attempts);
  return new Book(record, new Prices(CATALOG));
}

/** A request without a key, in minutes since 1970. */
function asked(outcome: Outcome, from: number, to: number): Attempt {
  const intent = { id: 1, resellerId: 1, kind: 'purchase' as const, body: BODY, key: undefined };
  const [sentAt, at] = [from, to].map((minute) => new Date(minute * 60_000).toISOString());
  return {
    intent,
    sentAt: sentAt ?? '',
    at: at ?? '',
    door: 'rest',
    process: 0,
    status: 0,
    text: '',
    outcome,
  };
}

function line(orderId: string, minute: number): Line {
  const description = 'Premium IPv4 HTTP, US, 7 days, 2 proxies';
  const [amount, after] = [-PRICE, 0n];
  return { kind: 'PURCHASE', amount, after, at: minute * 60_000, orderId, reference: null, description };
}
