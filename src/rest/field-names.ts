import type { NameOf } from '../kit/errors.ts';
import { toSnakeCase } from '../kit/text.ts';
import { ENUM_SETTINGS, withEnumValues } from './enum-values.ts';

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
