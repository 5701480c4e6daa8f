import type { Micros } from '../../kit/money.ts';

/** What an amount costs in whole Stars, rounded up: nobody pays less than is credited. */
export function starsFor(amount: Micros, starsPerUsd: number): number {
  return Number((amount * BigInt(starsPerUsd) + 999_999n) / 1_000_000n);
}
