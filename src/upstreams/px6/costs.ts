import type { Micros } from '../../kit/money.ts';
import { millionths } from '../balance.ts';

const MICROS_PER_USD = 1_000_000n;

/** What PX6 says that something costs. */
export interface Px6Price {
  price?: string | number | undefined;
  currency?: string | undefined;
}

/** Turns PX6's prices into micro-dollars. PX6 keeps an account in roubles or in dollars. */
export class Px6Costs {
  readonly #roublesPerUsd: Micros | undefined;
  #canTell = true;

  /** `roublesPerUsd` is in millionths of a rouble; without it, prices in roubles are not known. */
  constructor(roublesPerUsd: Micros | undefined) {
    this.#roublesPerUsd = roublesPerUsd;
  }

  /** Whether the last price that was read could be told in dollars: if not, to ask for one is of no use. */
  get canTell(): boolean {
    return this.#canTell;
  }

  /** Rounded to the nearest micro-dollar; undefined when there is no price, or none in dollars. */
  of({ price, currency }: Px6Price): Micros | undefined {
    const amount = millionths(price);
    if (amount === undefined || amount < 0n || currency === undefined) return undefined;
    const rate = currency === 'USD' ? MICROS_PER_USD : currency === 'RUB' ? this.#roublesPerUsd : undefined;
    this.#canTell = rate !== undefined;
    return rate === undefined ? undefined : (amount * MICROS_PER_USD + rate / 2n) / rate;
  }
}
