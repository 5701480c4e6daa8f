import { useQuery } from 'urql';
import { failureText, refusalText } from '../data/refusals.ts';
import { graphql } from '../generated/index.ts';
import { t } from '../texts/texts.tsx';
import type { Filter } from './places.ts';

const ADDRESS_COUNT = graphql(`
  query AddressCount(
    $type: String!
    $country: String
    $state: String
    $city: String
    $zip: String
    $asn: String
    $anonymous: Boolean
    $excludeAsn: [String!]
  ) {
    addressCount(
      type: $type
      country: $country
      state: $state
      city: $city
      zip: $zip
      asn: $asn
      anonymous: $anonymous
      excludeAsn: $excludeAsn
    ) {
      ... on AddressCount {
        addresses
        exact
      }
      ...Refusal
    }
  }
`);

/**
 * How many addresses of a type, which is named by its `code` and paid by traffic, match a filter, as soon as
 * it is picked; that none does is told before anybody pays.
 */
export function AddressCount({ type, filter }: { type: string; filter: Filter }) {
  const { country, state, city, zip, asn, anonymous, excludeAsn } = filter;
  const [{ data, error, fetching }] = useQuery({
    query: ADDRESS_COUNT,
    variables: { type, country, state, city, zip, asn, anonymous, excludeAsn: [...excludeAsn] },
  });
  const count = data?.addressCount;
  const isNone = count?.__typename === 'AddressCount' && count.addresses === 0;
  return (
    <output className={isNone ? 'block bad strong' : 'block dim'} aria-busy={fetching}>
      {error && failureText(error)}
      {!error && !count && t('geo-counting')}
      {count?.__typename === 'AddressCount' && addressText(count)}
      {count && count.__typename !== 'AddressCount' && refusalText(count)}
    </output>
  );
}

/** Such as "At most 1,200 addresses match." */
export function addressText({ addresses, exact }: { addresses: number; exact: boolean }): string {
  return t(exact || addresses === 0 ? 'geo-matches' : 'geo-matches-at-most', { count: addresses });
}
