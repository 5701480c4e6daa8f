import type { z } from 'zod';
import type { DataImpulseNetwork } from '../network.ts';

interface CallContext {
  network: DataImpulseNetwork;
  /** Whether to do only half of the work, rounded down. */
  fewer: boolean;
}

/** One call of DataImpulse's API. */
export interface Call {
  /** The call's name in faults. */
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** Does the work. Throws a `ZodError` for an invalid request, and a {@link DataImpulseFailure}. */
  run(request: unknown, context: CallContext): object;
}

/** A call whose request fits a schema. */
export function call<Request>(
  name: string,
  method: Call['method'],
  path: string,
  schema: z.ZodType<Request>,
  run: (request: Request, context: CallContext) => object,
): Call {
  return { name, method, path, run: (request, context) => run(schema.parse(request), context) };
}
