import { toDomainValue, toEnumValue } from '../graphql/schema/enums.ts';
import type { NameOf } from '../kit/errors.ts';
import { toSnakeCase } from '../kit/text.ts';

// `/v1` writes enum values in lower case, GraphQL in upper case. Results are changed in place, because they
// belong to this request alone and a page has 200 orders.

export interface NamedOrder {
  status: string;
  protocol: string;
  source: string;
}

export function withDomainValues<Order extends NamedOrder>(order: Order): Order {
  order.status = toDomainValue(order.status);
  order.protocol = toDomainValue(order.protocol);
  order.source = toDomainValue(order.source);
  return order;
}

const ENUM_SETTINGS = ['session', 'protocol'] as const;

export type NamedSettings = Record<(typeof ENUM_SETTINGS)[number], string>;

export function withDomainSettings(settings: NamedSettings): NamedSettings {
  for (const name of ENUM_SETTINGS) settings[name] = toDomainValue(settings[name]);
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
    Object.entries(withEnumValues(fields, ...ENUM_SETTINGS)).map(([name, value]) => [
      name.replaceAll(/_(.)/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

/** A field of the schema by its name in `/v1`, such as `options.sticky_minutes`. */
export const restName: NameOf = (path) => path.map(restStep).join('.');

function restStep(step: string): string {
  // In `/v1` this one is a header.
  if (step === 'idempotencyKey') return 'Idempotency-Key';
  return toSnakeCase(step);
}
