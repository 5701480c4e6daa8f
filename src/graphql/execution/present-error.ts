import { GraphQLError } from 'graphql';
import { flawsIn, type Refusal, refusalOf } from './refusal.ts';

/**
 * An error as a client may see it, with the contract's code and the fields that are wrong, as in the schema's `InvalidInputError`; the
 * inside is hidden from the client and told to `onBug`.
 */
export function presentError(
  error: unknown,
  onBug: (error: unknown) => void,
  extensionsOf: (refusal: Refusal, error: GraphQLError | undefined) => object = waitOf,
): GraphQLError {
  const refusal = refusalOf(error);
  if (refusal.isOurs) onBug(error);
  const fields = flawsIn(error).map(({ path, message }) => ({ path, message }));
  const place = error instanceof GraphQLError ? error : undefined;
  return new GraphQLError(refusal.message, {
    ...(place?.nodes && { nodes: place.nodes }),
    ...(place?.source && { source: place.source }),
    ...(place?.positions && { positions: place.positions }),
    ...(place?.path && { path: place.path }),
    extensions: { code: refusal.code, ...(fields.length > 0 && { fields }), ...extensionsOf(refusal, place) },
  });
}

/** Where there are no headers, how long to wait is said beside the code. */
export function waitOf({ retryAfterSeconds }: Refusal): object {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
}
