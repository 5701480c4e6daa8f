import { z } from 'zod';

const NUL = '\u0000';
/** Characters that change the order in which text is shown: a person must see what the machine has read. */
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

export function atMostCharacters(count: number): string {
  return `must be at most ${count} characters long`;
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
/** What spreadsheets may take for a formula: a sign, also behind white space or characters not seen. */
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

/** The deepest nesting that is accepted, in levels. The contract needs three. */
const MAX_DEPTH = 32;
/** Names that can change the prototype of an object when code copies properties carelessly. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export type JsonObject = { [name: string]: unknown };

/** A text is no JSON object that the service accepts. The message says what to correct. */
export class JsonFlaw extends Error {
  /** `form`: no JSON object, or not a safe one. `text`: a string in it is not acceptable. */
  readonly kind: 'form' | 'text';

  constructor(kind: 'form' | 'text', message: string) {
    super(message);
    this.name = 'JsonFlaw';
    this.kind = kind;
  }
}

/**
 * More strictly than `JSON.parse`: refuses duplicate keys, of which the last would win silently, keys that
 * reach prototypes, deep nesting, and text that the database refuses. Throws JsonFlaw.
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  let text: string | undefined;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new JsonFlaw('form', `The request body is not valid ${text === undefined ? 'UTF-8' : 'JSON'}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new JsonFlaw('form', 'The request body must be a JSON object.');
  }
  scan(text);
  return value as JsonObject;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
const TOKEN = /[{}[\]]|"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** Checks the tokens of valid JSON, since the parsed value no longer shows duplicate keys. */
function scan(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined);
      if (open.length > MAX_DEPTH)
        throw new JsonFlaw('form', `The request body is nested deeper than ${MAX_DEPTH} levels.`);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (colon !== undefined) {
      checkKey(JSON.parse(token.slice(0, -colon.length)), open.at(-1));
    } else {
      checkText(JSON.parse(token));
    }
  }
}

function checkKey(key: string, siblings: Set<string> | undefined): void {
  checkText(key);
  const shown = JSON.stringify(key.slice(0, 40));
  if (FORBIDDEN_KEYS.has(key))
    throw new JsonFlaw('form', `The request body must not have a key named ${shown}.`);
  if (siblings?.has(key)) throw new JsonFlaw('form', `The request body has the key ${shown} twice.`);
  siblings?.add(key);
}

function checkText(value: string): void {
  const flaw = textFlaw(value);
  if (flaw) throw new JsonFlaw('text', `A string in the request body contains ${flaw}; remove it.`);
}

/**
 * Reads JSON that this version of the service, or one before or after it, has stored. A field that a version
 * before has not written needs a default in the schema: test/stored has what those wrote. `what` names it in
 * the error that is thrown when it does not fit, which has no values.
 */
export function readStored<Output>(schema: z.ZodType<Output>, what: string, stored: unknown): Output {
  const read = schema.safeParse(stored);
  if (read.success) return read.data;
  throw new Error(`This version cannot read the stored ${what}: ${z.prettifyError(read.error)}`);
}

/** Undefined for what is no JSON. The parser's error quotes the text, so it must not be passed on. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
