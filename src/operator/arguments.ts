import { InvalidArgumentError, Option } from 'commander';
import { DAY_MS } from '../kit/clock.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { type Micros, parseUsd } from '../kit/money.ts';
import { lineFlaw } from '../kit/text.ts';
import { readOperationId } from '../purchases/operation.ts';

/**
 * The form of the ids of resellers, keys and orders. With 15 digits they are exact as numbers in every
 * client.
 */
const ID = /^[1-9]\d{0,14}$/;
/** The largest amount of one top-up or correction, in USD. Anything above is a typing error. */
const MAX_AMOUNT_USD = 1_000_000n;
/** The longest reference of a payment or a correction, in characters. */
export const MAX_REFERENCE_CHARACTERS = 200;
/** Longer than any id of the catalog, and short enough for an error message to repeat it. */
export const MAX_WORD_CHARACTERS = 50;
const MAX_ROWS = 1_000;
/** Rows that are skipped are read. To go further back, `--to` costs nothing. */
const MAX_SKIPPED = 1_000_000;

// These functions throw InvalidArgumentError. Commander names the option and its value; the message here says
// what the value has to be.

export function id(value: string): number {
  if (!ID.test(value)) throw new InvalidArgumentError('It is a number such as 1.');
  return Number(value);
}

export function usd(value: string): Micros {
  const amount = parseUsd(value);
  if (amount === undefined || amount <= 0n || amount > MAX_AMOUNT_USD * 1_000_000n) {
    throw new InvalidArgumentError(`It is an amount above 0 such as 12.50, at most ${MAX_AMOUNT_USD}.`);
  }
  return amount;
}

/** An amount that is added or, when it is negative, taken. */
export function signedUsd(value: string): Micros {
  const isNegative = value.startsWith('-');
  const amount = parseUsd(isNegative ? value.slice(1) : value);
  if (amount === undefined || amount === 0n || amount > MAX_AMOUNT_USD * 1_000_000n) {
    throw new InvalidArgumentError(
      `It is an amount such as 12.50, or -12.50 to take it, and not 0; at most ${MAX_AMOUNT_USD}.`,
    );
  }
  return isNegative ? -amount : amount;
}

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

/** A time of that form, which begins with a day. A day alone begins at midnight in UTC. */
function time(form: RegExp, about: string) {
  return (value: string): Date => {
    const at = new Date(form.test(value) ? value : Number.NaN);
    const day = value.slice(0, 10);
    // JavaScript takes 30 February for 2 March.
    if (Number.isNaN(at.getTime()) || !new Date(day).toISOString().startsWith(day))
      throw new InvalidArgumentError(about);
    return at;
  };
}

export const day = time(/^\d{4}-\d\d-\d\d$/, 'It is a UTC day such as 2026-11-23.');
/** A day, or an instant of ISO 8601 with its zone. */
export const instant = time(
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/,
  'It is a day such as 2026-11-23, or an instant such as 2026-11-23T10:30:00Z.',
);

export function operationId(value: string): string {
  if (!readOperationId(value)) {
    throw new InvalidArgumentError(
      'It is an id that "operation list" prints, such as 01a206a0-6b82-8000-8000-1ef62ef070ea.',
    );
  }
  return value;
}

/** Two letters or ANY, as the orders have it. */
export function country(value: string): string {
  if (!/^([a-z]{2}|any)$/i.test(value))
    throw new InvalidArgumentError('It has two letters, such as US; ANY for Luxury orders of any country.');
  return value.toUpperCase();
}

/** A tier and a type of the catalog. Longer names than the catalog allows are repeated in no error. */
export function product(value: string): { tier: string; type: string } {
  const [, tier, type] = /^([^\s/]{1,50})\/([^\s/]{1,50})$/.exec(value) ?? [];
  if (tier === undefined || type === undefined)
    throw new InvalidArgumentError('It is a tier and a type of "catalog show", such as prem/ipv4.');
  return { tier, type };
}

/** A line of 1 to `most` characters, without the white space around it. */
export function text(most: number) {
  return (value: string): string => {
    const trimmed = value.trim();
    const flaw = lineFlaw(trimmed);
    if (flaw) throw new InvalidArgumentError(`It contains ${flaw}.`);
    if (trimmed === '' || [...trimmed].length > most) {
      throw new InvalidArgumentError(`It has 1 to ${most} characters.`);
    }
    return trimmed;
  };
}

/** An option of a command; `read` makes of its text what the command gets. */
export function option<Value>(
  flags: string,
  about: string,
  read?: (text: string, before: Value) => Value,
  otherwise?: Value,
): Option {
  const made = new Option(flags, about).default(otherwise);
  return read ? made.argParser(read) : made;
}

export function required<Value>(
  flags: string,
  about: string,
  read?: (text: string, before: Value) => Value,
): Option {
  return option(flags, about, read).makeOptionMandatory();
}

export function flag(flags: string, about: string): Option {
  return new Option(flags, about).default(false);
}

export function oneOf(flags: string, about: string, choices: readonly string[], otherwise?: string): Option {
  return new Option(flags, about).choices(choices).default(otherwise);
}

export const WHOM = required('--reseller <id>', 'the reseller', id);
export const OF_RESELLER = option('--reseller <id>', 'only those of one reseller', id);

export function limit(rows: number): Option {
  return option('--limit <number>', 'how many', rowLimit, rows);
}

export function page(rows = 50): Option[] {
  return [limit(rows), option('--offset <number>', 'how many to skip', wholeNumber(MAX_SKIPPED), 0)];
}

export interface Page {
  limit: number;
  offset: number;
}

/** UTC days: the first one, and the one after the last. */
export interface Days {
  from?: Date | undefined;
  to?: Date | undefined;
}

export const DAYS = [
  option('--from <day>', 'only from this UTC day on, such as 2026-11-01', day),
  option('--to <day>', 'only before this UTC day', day),
];

/** Throws InvalidRequestError unless there is time between the two, which are options of these names. */
export function checkDays({ from, to }: Days, [first, last] = ['--from', '--to']): void {
  if (!from || !to || from < to) return;
  throw new InvalidRequestError(
    `${first} ${shown(from)} is not before ${last} ${shown(to)}, which is not included.`,
  );
}

function shown(at: Date): string {
  return at.getTime() % DAY_MS === 0 ? nameOfDay(at) : at.toISOString();
}

export function nameOfDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
