import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUsd, parseUsd } from '../../src/kit/money.ts';

test('an amount survives being written and read, to the micro-dollar', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 17n), (amount) => {
      expect(parseUsd(formatUsd(amount))).toBe(amount);
    }),
  );
});

test.each([
  ['0', 0n],
  ['12.5', 12_500_000n],
  ['0.000001', 1n],
  ['999999999999.999999', 999_999_999_999_999_999n],
])('%s USD is read as %s micro-dollars', (text, micros) => {
  expect(parseUsd(text)).toBe(micros);
});

test.each([
  '',
  '-1',
  '+1',
  '1.',
  '.5',
  '1e3',
  '0x10',
  '1,5',
  ' 1',
  '1.0000001',
  'NaN',
  'Infinity',
  '1234567890123',
])('%j is refused as an amount', (text) => {
  expect(parseUsd(text)).toBeUndefined();
});

test.each([
  [12_500_000n, '12.50'],
  [1n, '0.000001'],
  [0n, '0.00'],
  [-1_230_000n, '-1.23'],
  [100_000n, '0.10'],
])('%s micro-dollars are written as %s', (micros, text) => {
  expect(formatUsd(micros)).toBe(text);
});
