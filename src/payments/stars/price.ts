import type { Micros } from '../../kit/money.ts';

/**
 * The most that one invoice asks for. Telegram documents no limit. It takes 100,000 Stars, and refuses
 * 150,000 with CURRENCY_TOTAL_AMOUNT_INVALID.
 */
export const MOST_STARS = 100_000;

/** The largest amount, in whole dollars, that an invoice in Stars can be for. */
export function mostByStars(starsPerUsd: number): Micros {
  return BigInt(Math.floor(MOST_STARS / starsPerUsd)) * 1_000_000n;
}

/** What an amount costs in whole Stars, rounded up: nobody pays less than is credited. */
export function starsFor(amount: Micros, starsPerUsd: number): number {
  return Number((amount * BigInt(starsPerUsd) + 999_999n) / 1_000_000n);
}
