import { GraphQLError } from 'graphql';
import { flawsIn, type Refusal, refusalOf } from './refusal.ts';

/**
 * The error that a client gets: the contract's code, and the wrong fields as in the schema's
 * `InvalidInputError`. An internal error is hidden from the client and passed to `onBug`.
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

/** The wait as an extension beside the code, for transports without headers. */
export function waitOf({ retryAfterSeconds }: Refusal): object {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
}
