import type { GraphQLField } from 'graphql';

/**
 * The `extensions` of a field whose value depends on the credential of the request, not on the reseller
 * alone. Results with such a field are no other credential's, so subscriptions do not share them.
 */
export const OF_CREDENTIAL = { ofCredential: true };

export function isOfCredential({ extensions }: GraphQLField<unknown, unknown>): boolean {
  return extensions['ofCredential'] === true;
}
