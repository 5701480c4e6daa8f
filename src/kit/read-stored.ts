import { z } from 'zod';

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
