import { InvalidArgumentError } from 'commander';
import { type Micros, parseUsd } from '../kit/money.ts';
import { textFlaw } from '../kit/text.ts';

/**
 * The form of the ids of resellers, keys and orders. With 15 digits they are exact as numbers in every
 * client.
 */
const ID = /^[1-9]\d{0,14}$/;
/** The largest amount of one top-up, in USD. Anything above is a typing error. */
const MAX_AMOUNT_USD = 1_000_000n;
/** The most rows that one command prints. */
const MAX_ROWS = 1_000;

// These functions throw InvalidArgumentError. Commander names the option and its value; the message here says
// what the value has to be.

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

/** A text of 1 to `most` characters, without the white space around it. */
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
