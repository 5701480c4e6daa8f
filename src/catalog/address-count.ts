import type { AccountSettings, GeoFilter, GeoKind } from '../upstreams/traffic.ts';
import type { ProductType } from './catalog.ts';
import type { Geo } from './geo.ts';

/** The settings of an account that narrow its exit addresses. */
export type AddressFilter = Pick<
  AccountSettings,
  'country' | 'state' | 'city' | 'zip' | 'asn' | 'excludeAsn' | 'anonymous'
>;

export interface AddressCount {
  addresses: number;
  /** False: at most so many match, because no list of the upstream is narrowed by the whole filter. */
  exact: boolean;
}

/**
 * How many exit addresses of a Luxury type match the filter, by the upstream's lists. These are narrowed by
 * country, state and city only. So there is an upper bound for a ZIP code together with providers, for
 * excluded providers without a country, and for anonymity. Reads at most two lists.
 *
 * A code that is not listed matches nothing: whether a client's codes exist has to be checked before. Throws
 * ProviderError.
 */
export async function countAddresses(
  geo: Geo,
  type: ProductType,
  filter: AddressFilter,
): Promise<AddressCount> {
  const { asn, excludeAsn } = filter;
  const providers = asn === null ? excludeAsn : [asn];
  const [inPlace, ofProviders] = await Promise.all([
    addressesInPlace(geo, type, filter),
    addressesOfProviders(geo, type, filter, providers),
  ]);
  const { addresses, exact } = combined(filter, inPlace, ofProviders);
  return { addresses, exact: addresses === 0 || (exact && !filter.anonymous) };
}

/**
 * @param ofProviders The addresses of the provider, or of the excluded ones, in the country, state and city;
 *   undefined without a country.
 */
function combined(
  { zip, asn, excludeAsn }: AddressFilter,
  inPlace: number,
  ofProviders: number | undefined,
): AddressCount {
  if (asn !== null) {
    const addresses = excludeAsn.includes(asn) ? 0 : Math.min(inPlace, ofProviders ?? inPlace);
    return { addresses, exact: zip === null };
  }
  if (excludeAsn.length === 0) return { addresses: inPlace, exact: true };
  if (ofProviders === undefined) return { addresses: inPlace, exact: false };
  if (zip !== null) return { addresses: inPlace, exact: ofProviders === 0 };
  // The two lists may have been read minutes apart.
  return { addresses: Math.max(0, inPlace - ofProviders), exact: true };
}

async function addressesInPlace(geo: Geo, type: ProductType, filter: AddressFilter): Promise<number> {
  const { country, state, city, zip } = filter;
  if (country === null) return sum(geo, type, 'countries', {});
  if (zip !== null) return sum(geo, type, 'zipcodes', areaOf(filter), [zip]);
  if (city !== null) return sum(geo, type, 'cities', areaOf({ ...filter, city: null }), [city]);
  if (state !== null) return sum(geo, type, 'states', { country }, [state]);
  return sum(geo, type, 'countries', {}, [country]);
}

async function addressesOfProviders(
  geo: Geo,
  type: ProductType,
  filter: AddressFilter,
  providers: readonly string[],
): Promise<number | undefined> {
  if (providers.length === 0 || filter.country === null) return undefined;
  return sum(geo, type, 'asns', areaOf(filter), providers);
}

function areaOf({ country, state, city }: AddressFilter): GeoFilter {
  return { country: country ?? undefined, state: state ?? undefined, city: city ?? undefined };
}

/** The addresses of the codes in one list, or of all its codes. */
async function sum(
  geo: Geo,
  type: ProductType,
  kind: GeoKind,
  place: GeoFilter,
  codes?: readonly string[],
): Promise<number> {
  const items = await geo.itemsInPlace(type, kind, place);
  const counted = codes ? items.filter(({ code }) => codes.includes(code)) : items;
  return counted.reduce((all, { count }) => all + count, 0);
}
