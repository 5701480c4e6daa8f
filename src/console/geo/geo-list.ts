import { useQuery } from 'urql';
import { failureText } from '../data/refusals.ts';
import type { GeoKind } from '../generated/graphql.ts';
import { graphql } from '../generated/index.ts';

const GEO_LIST = graphql(`
  query GeoList($type: String!, $kind: GeoKind!, $country: String, $state: String) {
    geo(type: $type, kind: $kind, country: $country, state: $state) {
      __typename
      ... on GeoItems {
        items {
          code
          name
          count
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

export const ANY_COUNTRY = 'ANY';

/** Which places or providers. */
export interface GeoQuestion {
  /** The `code` of a type that is paid by traffic. */
  type: string;
  kind: GeoKind;
  /** ISO 3166-1 alpha-2, or ANY, for which there is a list of countries only. */
  country: string;
  /** Limits cities and ZIP codes to a state. */
  state?: string | null;
}

/** A list of places or providers, most addresses first. Without a country the list is empty. */
export function useGeoList({ type, kind, country, state = null }: GeoQuestion, pause = false) {
  const isWorld = kind === 'COUNTRIES';
  const [{ data, error, fetching }] = useQuery({
    query: GEO_LIST,
    variables: { type, kind, country: isWorld ? null : country, state: isWorld ? null : state },
    pause: pause || (!isWorld && country === ANY_COUNTRY),
  });
  const geo = data?.geo;
  return {
    items: geo?.__typename === 'GeoItems' ? geo.items : [],
    isLoading: fetching,
    failure: error ? failureText(error) : geo && 'message' in geo ? geo.message : undefined,
  };
}
