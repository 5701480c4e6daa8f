import { InvalidArgumentError } from 'commander';
import { type Micros, parseUsd } from '../kit/money.ts';
import { textFlaw } from '../kit/text.ts';

/** Numbers of resellers, keys and orders are exact in every client of the API. */
const ID = /^[1-9]\d{0,14}$/;
/** More than a business of prepaid balances moves at once, in USD: what is above is a typing error. */
const MAX_AMOUNT_USD = 1_000_000n;
/** Rows that one command prints. */
const MAX_ROWS = 1_000;

// What a value has to be is said behind what commander says of its option; these throw InvalidArgumentError.

export function id(value: string): number {
  if (!ID.test(value)) throw new InvalidArgumentError('It is a number such as 1.');
  return Number(value);
}

/** A positive amount. */
export function usd(value: string): Micros {
  const amount = parseUsd(value);
  if (amount === undefined || amount <= 0n || amount > MAX_AMOUNT_USD * 1_000_000n) {
    throw new InvalidArgumentError(`It is an amount above 0 such as 12.50, at most ${MAX_AMOUNT_USD}.`);
  }
  return amount;
}

/** A whole number from 0 up to `most`. */
export function wholeNumber(most: number) {
  return (value: string): number => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number <= most)) throw new InvalidArgumentError(`It is a whole number of at most ${most}.`);
    return number;
  };
}

export function rowLimit(value: string): number {
  const limit = wholeNumber(MAX_ROWS)(value);
  if (limit === 0) throw new InvalidArgumentError('It is at least 1.');
  return limit;
}

/** A text of 1 up to `most` characters; white space around it does not count. */
export function text(most: number) {
  return (value: string): string => {
    const trimmed = value.trim();
    const flaw = textFlaw(trimmed);
    if (flaw) throw new InvalidArgumentError(`It contains ${flaw}.`);
    if (trimmed === '' || [...trimmed].length > most) {
      throw new InvalidArgumentError(`It has 1 to ${most} characters.`);
    }
    return trimmed;
  };
}
