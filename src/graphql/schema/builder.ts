import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import ZodPlugin from '@pothos/plugin-zod';
import { InvalidRequestError } from '../../kit/errors.ts';
import type { Micros } from '../../kit/money.ts';
import { CALLER_PLUGIN } from './caller-plugin.ts';
import type { RequestContext } from './context.ts';
import { flawsOf } from './inputs.ts';
import { MAX_COMPLEXITY, MAX_DEPTH, MAX_FIELDS } from './limits.ts';
import { RELAY_OPTIONS } from './relay-options.ts';

/**
 * Plugins wrap a field from the first to the last: errors catches what the others throw, authorization comes
 * before validation, and validation before the resolver.
 */
export const builder = new SchemaBuilder<{
  Context: RequestContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string | number };
    USD: { Input: Micros; Output: Micros };
    DateTime: { Input: Date; Output: Date | string };
    Date: { Input: string; Output: string };
  };
}>({
  plugins: [ErrorsPlugin, CALLER_PLUGIN, ZodPlugin, RelayPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  errors: { directResult: true },
  zod: { validationError: (error) => new InvalidRequestError(flawsOf(error)) },
  relay: RELAY_OPTIONS,
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    limit: (context) =>
      context.limited ? { complexity: MAX_COMPLEXITY, depth: MAX_DEPTH, breadth: MAX_FIELDS } : {},
    complexityError: (kind) =>
      new InvalidRequestError(`The document is over the limit of ${kind.toLowerCase()}; ask for less.`),
  },
});
