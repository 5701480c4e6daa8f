import { ANY_COUNTRY } from './geo-list.ts';

/** What limits the exit addresses of a Luxury order; null means any. */
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
export function withCountry(country: string | null): Partial<Filter> {
  return { country: country ?? ANY_COUNTRY, state: null, city: null, zip: null, asn: null };
}

export function withState(state: string | null): Partial<Filter> {
  return { state, city: null, zip: null };
}
