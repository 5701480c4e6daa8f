import { z } from 'zod';
import { textFlaw } from './text.ts';

/** The deepest nesting that is accepted, in levels. The contract needs three. */
const MAX_DEPTH = 32;
/** Names that can change the prototype of an object when code copies properties carelessly. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export type JsonObject = { [name: string]: unknown };

/**
 * Thrown when a text is no JSON object that the service accepts. The message tells the client what to
 * correct.
 */
export class JsonFlaw extends Error {
  /**
   * `form`: it is not a JSON object, or not a safe one. `text`: it is, but one of its strings is not
   * acceptable.
   */
  readonly kind: 'form' | 'text';

  constructor(kind: 'form' | 'text', message: string) {
    super(message);
    this.name = 'JsonFlaw';
    this.kind = kind;
  }
}

/**
 * Reads a JSON object from UTF-8 bytes, more strictly than `JSON.parse`. Refuses duplicate keys, of which the
 * last would win silently, keys that reach prototypes, deep nesting, and text that the database refuses.
 * Throws JsonFlaw.
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonFlaw('form', 'The request body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new JsonFlaw('form', 'The request body must be a JSON object.');
  }
  scan(text);
  return value as JsonObject;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new JsonFlaw('form', 'The request body is not valid UTF-8.');
  }
}

const TOKEN = /[{}[\]]|"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * Checks the tokens of a text that is known to be valid JSON, since the parsed value no longer shows
 * duplicate keys.
 */
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

/**
 * Reads JSON that nobody is answered for; undefined for any other text. The parser's error quotes the text,
 * so it must not be passed on.
 */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
