const NUL = '\u0000';
/**
 * Characters that change the order in which text is shown. A person who reads a log must see what the machine
 * has read.
 */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * What is wrong with a text from outside, or `undefined` when it may be stored, logged and shown. PostgreSQL
 * refuses NUL in text and lone surrogates in JSON, and bidirectional controls hide from a reader what the
 * text contains.
 */
export function textFlaw(text: string): string | undefined {
  if (text.includes(NUL)) return 'a NUL character';
  if (!text.isWellFormed()) return 'a lone surrogate';
  if (BIDI_CONTROLS.test(text)) return 'a bidirectional control character';
  return undefined;
}

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** What is wrong with a text that is shown on one line, which nothing in it may break. */
export function lineFlaw(text: string): string | undefined {
  return textFlaw(text) ?? (CONTROLS.test(text) ? 'a line break or another control character' : undefined);
}

/** A name such as `stickyMinutes` as it is written in columns and in JSON: `sticky_minutes`. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The type of such names, for tables that the compiler compares with one in the other spelling. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/**
 * How a text begins that spreadsheets may take for a formula: with a sign, in full width, too, or with white
 * space or a character that is not seen, which some of them drop before they look for the sign.
 */
const FORMULA = /^[=+\-@＝＋－＠\s\p{C}]/u;

/** A line of a CSV file (RFC 4180). Before a text that would be a formula stands an apostrophe. */
export function csvLine(cells: readonly (string | null)[]): string {
  const written = cells.map((cell) => {
    const text = cell ?? '';
    const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
