import { z } from 'zod';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { cutName, type Flaw } from '../../kit/errors.ts';
import { atMostCharacters, textFlaw } from '../../kit/text.ts';
import { type AnnotationName, annotationFlaw } from '../../orders/annotations.ts';
import { MAX_NODES } from './limits.ts';

// The domain and `/v1` write the values of an enum in lower case, GraphQL in upper case: `per_gb` is PER_GB.
// Resolvers take and return GraphQL's values: when the compiled documents mapped enums, a list of 200 orders
// took five times as long.

const enumValues = new Map<string, string>();
const domainValues = new Map<string, string>();

export function toEnumValue<Value extends string>(domainValue: Value): Uppercase<Value> {
  return enumValues.getOrInsertComputed(domainValue, toUpperCase) as Uppercase<Value>;
}

export function toDomainValue<Value extends string>(enumValue: Value): Lowercase<Value> {
  return domainValues.getOrInsertComputed(enumValue, toLowerCase) as Lowercase<Value>;
}

const toUpperCase = (text: string) => text.toUpperCase();
const toLowerCase = (text: string) => text.toLowerCase();

/** Longer than any identifier of the catalog. */
const MAX_TEXT_LENGTH = 200;
/** The contract's limit, in characters as people count them, not in code units. */
const MAX_IDEMPOTENCY_KEY_CHARACTERS = 100;
/** The range of GraphQL's Int; no number of the service is outside it. */
const MAX_INT = 2 ** 31 - 1;
const MIN_INT = -(2 ** 31);

const withoutFlaw = (value: string, context: z.RefinementCtx) => {
  const flaw = textFlaw(value);
  if (flaw) context.addIssue({ code: 'custom', message: `contains ${flaw}` });
};

/** A text that may be stored, logged and shown. */
export const text = z
  .string()
  .max(MAX_TEXT_LENGTH, atMostCharacters(MAX_TEXT_LENGTH))
  .superRefine(withoutFlaw);

export const textField = (description: string) => ({ description, validate: { schema: text } }) as const;
export const requiredText = (description: string) =>
  ({ required: true, description, validate: { schema: text } }) as const;

export const nodeIds = z.array(text).max(MAX_NODES, `must be at most ${MAX_NODES} ids`);

const wholeNumber = z.number().refine(Number.isInteger, 'must be a whole number');

/** Clamped to GraphQL's range, so that a larger number is refused for its value and not its type. */
export const clampedInt = wholeNumber.transform((value) => Math.min(Math.max(value, MIN_INT), MAX_INT));

export const idempotencyKey = z
  .string()
  .min(1, 'must not be empty')
  .superRefine(withoutFlaw)
  .refine(
    (value) => [...value].length <= MAX_IDEMPOTENCY_KEY_CHARACTERS,
    `is longer than ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters`,
  );

/** What a reseller writes on an order, without the white space around it; empty when that is nothing. */
export function annotation(name: AnnotationName) {
  return z
    .string()
    .trim()
    .superRefine((value, context) => {
      const flaw = annotationFlaw(name, value);
      if (flaw) context.addIssue({ code: 'custom', message: flaw });
    });
}

/** Order numbers are positive and small enough to be exact in every client. */
export const orderNumber = z.string().regex(/^[1-9]\d{0,14}$/, 'must be a whole number of at most 15 digits');

export const ORDER_ID = {
  required: true,
  description: 'The `id` of an order.',
  validate: { schema: orderNumber },
} as const;

/** IANA's names only: an offset such as +02:00 has no summer. */
const timeZone = z.string().refine((name) => {
  try {
    return /^[A-Z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}, 'must be the IANA name of a time zone, such as Europe/Berlin');

/** By whose days something is grouped. */
export const TIME_ZONE = {
  required: true,
  defaultValue: 'UTC',
  description:
    'The time zone in which days, weeks and months begin, by its IANA name, such as Europe/Berlin.',
  validate: { schema: timeZone },
} as const;

/** Kinds of nodes whose id is the kind and a number. */
export type NumberedKind =
  | 'key'
  | 'session'
  | 'passkey'
  | 'webhook'
  | 'stock-watch'
  | 'list'
  | 'bulk'
  | 'frontend-token';

function numberedId(kind: NumberedKind, of: string = kind) {
  const form = new RegExp(`^${kind}:[1-9]\\d{0,14}$`);
  return z.string().regex(form, `must be the id of a ${of}, such as ${kind}:7`);
}

export function nodeId(kind: NumberedKind, of: string = kind) {
  return {
    required: true,
    description: `The \`id\` of a ${of}.`,
    validate: { schema: numberedId(kind, of) },
  } as const;
}

/** Tokens that one request revokes: as many as a key has. */
const MAX_TOKENS_REVOKED = 1_000;
export const frontendTokenIds = z
  .array(numberedId('frontend-token'))
  .max(MAX_TOKENS_REVOKED, `must be at most ${MAX_TOKENS_REVOKED} ids`);

/** A place in the log of events: the cursor of one is its sequence. */
export const logPlace = z.string().regex(/^\d{1,15}$/, 'must be a cursor of an event, or a sequence');
export const eventTypes = z
  .array(z.string().refine((type) => Object.hasOwn(EVENT_TYPES, type), 'is no type of events'))
  .max(MAX_NODES, `must be at most ${MAX_NODES} types`);

/** Encoded, so that clients do not rely on its form. */
export const toCursor = (place: string) => Buffer.from(place).toString('base64url');
export const fromCursor = (cursor: string) => Buffer.from(cursor, 'base64url').toString();

type WithoutNulls<T> = { [K in keyof T]: null extends T[K] ? Exclude<T[K], null> | undefined : T[K] };

/** Leaves out the fields that are null: both mean the same. */
export function withoutNulls<T extends object>(input: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as WithoutNulls<T>;
}

/** The wrong fields of an input. The argument `input`, which all mutations have, is left out of the paths. */
export function flawsOf({ issues }: z.core.$ZodError): Flaw[] {
  return issues.flatMap((issue) => {
    const [first, ...rest] = issue.path.map(String);
    const path = first === undefined || first === 'input' ? rest : [first, ...rest];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((name) => ({ path: [...path, cutName(name)], message: 'is not known' }));
    return [{ path, message: issue.message.endsWith('received undefined') ? 'is required' : issue.message }];
  });
}
