import type { NameOf } from '../kit/flaws.ts';
import { inNames } from './words.ts';

// What `/v1` and the schema call the same fields: both ways of the translation, which nothing else makes.

/** The same fields by the names that they have in the schema, such as `stickyMinutes`, and words likewise, such as STICKY. */
export function inSchemaNames(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inNames(fields, 'session', 'protocol')).map(([name, value]) => [
      name.replaceAll(/_(.)/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

/** A field of the schema by its name in `/v1`, such as `options.sticky_minutes`. */
export const restName: NameOf = (path) => path.map(restStep).join('.');

function restStep(step: string): string {
  // The one parameter that is a header here.
  if (step === 'idempotencyKey') return 'Idempotency-Key';
  return step.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
