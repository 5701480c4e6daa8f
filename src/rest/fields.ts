import { z } from 'zod';
import { idempotencyKey, text, toDomainValue, toEnumValue } from '../graphql/schema/values.ts';
import type { NameOf } from '../kit/errors.ts';
import { toSnakeCase } from '../kit/text.ts';
import { ENUM_NAMES, type EnumName } from '../luxury/settings.ts';
import { NotLuxuryError, OrderNotFoundError } from '../orders/errors.ts';
import { type DescribedCode, RequestError } from './route.ts';

/** Digits of the largest order number that is exact in every client. */
const MAX_ORDER_ID_DIGITS = 15;
const DIGITS = /^\d+$/;

// Fields of responses, each with its description and an example.

export const integer = (description: string, example: number) =>
  z.int().meta({ description, examples: [example] });
export const string = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });
export const usd = (description: string, example: number) =>
  z.number().meta({ description, examples: [example] });

// Parameters of several routes.

export const tierId = text.meta({ description: 'A tier’s `id` from the catalog.', examples: ['prem'] });
export const typeId = text.meta({ description: 'A type’s `id` from the catalog.', examples: ['ipv4'] });
export const periodId = text.meta({ description: 'A period’s `id` from the catalog.', examples: ['30d'] });

export const orderPath = z.object({
  order_id: z
    .string()
    .refine((value) => DIGITS.test(value), 'must be a whole number')
    .meta({
      description: 'The order’s `id`.',
      examples: [1024],
      override: { type: 'integer', minimum: 1 },
    }),
});

/** The order's number as the schema takes it. Throws RequestError for one that no order can have. */
export function orderIdOf({ order_id }: z.output<typeof orderPath>): string {
  const digits = order_id.replace(/^0+/, '');
  if (digits === '' || digits.length > MAX_ORDER_ID_DIGITS) {
    throw new RequestError('order_not_found', 'You have no order of that number.');
  }
  return digits;
}

export const idempotencyHeader = z.object({
  'Idempotency-Key': idempotencyKey.optional().meta({
    description:
      'A name for this request, 1 to 100 characters of your choice. For 24 hours a retry with the same key returns the first ' +
      'answer, with the header `Idempotent-Replayed: true`, and charges nothing; while the first request runs it is answered ' +
      '409 `request_in_progress`. A key that was used for another request is refused with 400 `invalid_request`.',
    examples: ['order-7f3c'],
    override: { maxLength: 100 },
  }),
});

/** What a route that charges may be refused with, whatever it charges for. */
export const CHARGE_ERRORS: readonly DescribedCode[] = [
  'invalid_json',
  'invalid_request',
  'invalid_period',
  'insufficient_balance',
  'unknown_product',
  'request_in_progress',
  'provider_error',
];

/** What reading something of a Luxury order may be refused with. */
export const READ_ERRORS = ['invalid_request', 'order_not_found', 'not_luxury'] as const;

/** What routes that read something of a Luxury order have alike. */
export const LUXURY_READ = {
  tag: 'Luxury',
  method: 'GET',
  parameters: { path: orderPath },
  errors: READ_ERRORS,
  variables: ({ path }: { path: z.output<typeof orderPath> }) => ({ id: orderIdOf(path) }),
} as const;

/** A field of Luxury orders. Throws OrderNotFoundError, and NotLuxuryError where it was not selected. */
export function luxury<Fields extends object, Name extends keyof Fields>(
  { order }: { order: Fields | null },
  name: Name,
  id: string,
): NonNullable<Fields[Name]> {
  if (order === null) throw new OrderNotFoundError(Number(id));
  const value = order[name];
  if (value === undefined || value === null) throw new NotLuxuryError(Number(id));
  return value;
}

/** A whole number in a query, in plain decimal digits. */
export function decimal(least: number, most: number, initial: number, description: string) {
  return z
    .string()
    .refine(
      (value) => DIGITS.test(value) && Number(value) >= least && Number(value) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number)
    .default(initial)
    .meta({ description, override: { type: 'integer', minimum: least, maximum: most, default: initial } });
}

// `/v1` writes enum values in lower case, GraphQL in upper case.

export type NamedSettings = Record<EnumName, string>;

export function withDomainSettings(settings: NamedSettings): NamedSettings {
  for (const name of ENUM_NAMES) settings[name] = toDomainValue(settings[name]);
  return settings;
}

/** Returns the parameters; those whose names are in `named` have GraphQL's enum values. */
export function withEnumValues<Given extends Record<string, unknown>>(
  given: Given,
  ...named: (keyof Given)[]
): Given {
  const translated = { ...given };
  for (const parameter of named) {
    const value = given[parameter];
    if (typeof value === 'string') translated[parameter] = toEnumValue(value) as Given[typeof parameter];
  }
  return translated;
}

// Translates the names of fields between `/v1` and the schema, both ways; no other file does.

/** The fields by their names in the schema, such as `stickyMinutes`, with enum values such as STICKY. */
export function inSchemaNames(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(withEnumValues(fields, ...ENUM_NAMES)).map(([name, value]) => [
      name.replaceAll(/_(.)/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

/** A field of the schema by its name in `/v1`, such as `options.sticky_minutes`. */
export const restName: NameOf = (path) =>
  // In `/v1` the key is a header.
  path.map((step) => (step === 'idempotencyKey' ? 'Idempotency-Key' : toSnakeCase(step))).join('.');
