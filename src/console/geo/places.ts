import { useQuery } from 'urql';
import { failureText, refusalText } from '../data/refusals.ts';
import type { GeoKind } from '../generated/graphql.ts';
import { graphql } from '../generated/index.ts';
import { LANGUAGE, t } from '../texts/texts.tsx';

const GEO_LIST = graphql(`
  query GeoList($type: String!, $kind: GeoKind!, $country: String, $state: String) {
    geo(type: $type, kind: $kind, country: $country, state: $state) {
      ... on GeoItems {
        items {
          code
          name
          count
        }
      }
      ...Refusal
    }
  }
`);

export const ANY_COUNTRY = 'ANY';

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
export function useGeoList({ type, kind, country, state = null }: GeoQuestion) {
  const isWorld = kind === 'COUNTRIES';
  const [{ data, error, fetching }] = useQuery({
    query: GEO_LIST,
    variables: { type, kind, country: isWorld ? null : country, state: isWorld ? null : state },
    pause: !isWorld && country === ANY_COUNTRY,
  });
  const geo = data?.geo;
  return {
    items: geo?.__typename === 'GeoItems' ? geo.items : [],
    isLoading: fetching,
    failure: error ? failureText(error) : geo && geo.__typename !== 'GeoItems' ? refusalText(geo) : undefined,
  };
}

const NAMES = new Intl.DisplayNames(LANGUAGE, { type: 'region', fallback: 'code' });

/** The name of a country by its ISO code; the code itself when there is no such country. */
export function countryName(code: string): string {
  if (code === ANY_COUNTRY) return t('any-country');
  try {
    return NAMES.of(code) ?? code;
  } catch {
    return code;
  }
}

export interface Filter {
  /** ISO 3166-1 alpha-2, or ANY. */
  country: string;
  state: string | null;
  city: string | null;
  zip: string | null;
  asn: string | null;
  anonymous: boolean;
  /** Autonomous system numbers. */
  excludeAsn: string[];
}

/** Another country has other places and providers; another state has other cities and ZIP codes. */
export function withPlace(
  name: 'country' | 'state' | 'city' | 'zip' | 'asn',
  code: string | null,
): Partial<Filter> {
  if (name === 'country')
    return { country: code ?? ANY_COUNTRY, state: null, city: null, zip: null, asn: null };
  return name === 'state' ? { state: code, city: null, zip: null } : { [name]: code };
}

/** A place or provider by its name; by its code until the name is known. */
export function PlaceName({ code, ...question }: GeoQuestion & { code: string }) {
  const name = useGeoList(question).items.find((item) => item.code === code)?.name;
  if (question.kind !== 'ASNS') return name ?? code;
  return name === undefined ? `AS${code}` : `${name} (AS${code})`;
}
