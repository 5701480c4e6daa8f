import { z } from 'zod';
import { InvalidRequestError } from '../../kit/errors.ts';
import { JsonFlaw, parseJsonObject } from '../../kit/json.ts';
import { flawsOf } from '../schema/inputs.ts';
import { MAX_MARKS, MAX_MEMBERS } from './request-limits.ts';

const object = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  )
  .nullish();

/** What a GraphQL request consists of, by POST or by GET. */
const parameters = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: object,
  extensions: object,
});

export type Parameters = z.infer<typeof parameters>;

/** How many letters of an unknown name a message quotes. */
const QUOTED_LETTERS = 40;

/** Reads the body of a POST. Throws JsonFlaw or InvalidRequestError. */
export function readBody(body: Uint8Array): Parameters {
  return check(parse(body));
}

/**
 * Checks the query string of a GET, where variables and extensions are JSON texts. Throws as `readBody` does.
 */
export function readQuery(query: Readonly<Record<string, unknown>>): Parameters {
  const { variables, extensions, ...rest } = query;
  return check({ ...rest, variables: readJson(variables), extensions: readJson(extensions) });
}

function readJson(text: unknown): object | undefined {
  return typeof text === 'string' ? parse(Buffer.from(text)) : (text as undefined);
}

/** The characters that open a string, a list and an object, as bytes. */
const [QUOTE, BRACKET, BRACE] = Buffer.from('"[{');

/**
 * The strict reader takes long for a body of almost nothing but quotes and brackets, so these are counted
 * first.
 */
function parse(bytes: Uint8Array): object {
  let marks = 0;
  for (const byte of bytes) if (byte === QUOTE || byte === BRACKET || byte === BRACE) marks += 1;
  if (marks > MAX_MARKS)
    throw new JsonFlaw(
      'form',
      `The request has more than ${MAX_MARKS} quotes and opening brackets; ask for less.`,
    );
  return parseJsonObject(bytes);
}

function check(given: object): Parameters {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parameters.shape, name));
  if (unknown !== undefined) {
    const name = JSON.stringify(unknown.slice(0, QUOTED_LETTERS));
    throw new InvalidRequestError(`Invalid request parameters. Unrecognized key: ${name}.`);
  }
  const { data, error } = parameters.safeParse(given);
  if (!data) throw new InvalidRequestError(flawsOf(error));
  assertFewMembers(data.variables);
  assertFewMembers(data.extensions);
  return data;
}

/**
 * An error of a variable quotes all of it, so objects that are too large for any input are refused before
 * they are checked.
 */
function assertFewMembers(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const members = Object.values(value);
  if (!Array.isArray(value) && members.length > MAX_MEMBERS) {
    throw new InvalidRequestError(
      `Invalid request parameters. There is an object of more than ${MAX_MEMBERS} members.`,
    );
  }
  members.forEach(assertFewMembers);
}
