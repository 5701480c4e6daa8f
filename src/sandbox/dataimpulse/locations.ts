import { HOSTING, PLACES, type Place } from './places.ts';
import { type Pool, type PoolParameters, poolSchema } from './pool-parameters.ts';

/** The share of addresses that are not known as proxies: the filter for anonymity keeps these. */
const ANONYMOUS_SHARE = 0.9;

export const LOCATION_KINDS = ['countries', 'states', 'cities', 'zipcodes', 'asns'] as const;
export type LocationKind = (typeof LOCATION_KINDS)[number];

export interface Location extends Feature {
  count: number;
}

export type LocationFilter = Pick<PoolParameters, 'countries' | 'states' | 'cities' | 'zipcodes' | 'asns'>;

const FEATURES = { states: 'state', cities: 'city', zipcodes: 'zipcode', asns: 'asn' } as const;

interface Country extends Feature {
  cells: readonly Cell[];
  count: number;
}

/** The share of addresses in the listed parts of a country, state or city. */
const LISTED_SHARE = 0.9;
/** In a given city one network out of this many has no address, so that a filter can find nothing. */
const NETWORKS_PER_GAP = 4;
/** How large a pool is, compared with the residential one. */
const POOL_SHARES: Readonly<Record<Pool, number>> = {
  residential: 1,
  residential_premium: 0.35,
  mobile: 0.2,
  datacenter: 0.03,
};

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** The countries of each pool, in the order of their codes. */
const POOLS: ReadonlyMap<Pool, readonly Country[]> = new Map(
  poolSchema.options.map((pool) => [pool, countriesOf(pool)]),
);

/** How many addresses of the pool fit: 0 means that nobody can be served. */
export function poolSize(pool: Pool, parameters: PoolParameters): number {
  const { exclude_asn: without } = parameters;
  const countries = within(pool, parameters);
  const size = countries.reduce((sum, country) => sum + sizeOf(country, parameters, without), 0);
  return parameters.anonymous_filter ? Math.floor(size * ANONYMOUS_SHARE) : size;
}

/** The places or networks of one kind that fit, the most addresses first. */
export function locations(pool: Pool, kind: LocationKind, filter: LocationFilter): Location[] {
  const found = new Map<string, Location>();
  const add = ({ code, name }: Feature, count: number) => {
    const known = found.get(code);
    if (known) known.count += count;
    else if (count > 0) found.set(code, { code, name, count });
  };
  for (const country of within(pool, filter)) {
    if (kind === 'countries') add(country, sizeOf(country, filter, []));
    else
      for (const cell of country.cells) {
        const feature = cell[FEATURES[kind]];
        if (feature && fits(cell, filter, [])) add(feature, cell.count);
      }
  }
  return [...found.values()].sort((one, other) => other.count - one.count);
}

function countriesOf(pool: Pool): readonly Country[] {
  const countries = Object.entries(PLACES).map(([code, place]) => {
    const cells = cellsOf(place, pool);
    const name = NAMES.of(code.toUpperCase()) ?? code;
    return { code, name, cells, count: cells.reduce((sum, { count }) => sum + count, 0) };
  });
  return countries.sort((one, other) => one.code.localeCompare(other.code));
}

function within(pool: Pool, { countries }: LocationFilter): readonly Country[] {
  const all = POOLS.get(pool) ?? [];
  return countries.length === 0 ? all : all.filter(({ code }) => countries.includes(code));
}

function sizeOf({ cells, count }: Country, filter: LocationFilter, withoutAsns: readonly string[]): number {
  const { states, cities, zipcodes, asns } = filter;
  // This runs for every request through the gateway, and most requests filter by country only.
  if (states.length + cities.length + zipcodes.length + asns.length + withoutAsns.length === 0) return count;
  return cells.reduce((sum, cell) => (fits(cell, filter, withoutAsns) ? sum + cell.count : sum), 0);
}

function fits(cell: Cell, filter: LocationFilter, withoutAsns: readonly string[]): boolean {
  return (
    allows(filter.states, cell.state) &&
    allows(filter.cities, cell.city) &&
    allows(filter.zipcodes, cell.zipcode) &&
    allows(filter.asns, cell.asn) &&
    !(cell.asn && withoutAsns.includes(cell.asn.code))
  );
}

function allows(codes: readonly string[], feature: Feature | undefined): boolean {
  return codes.length === 0 || (feature !== undefined && codes.includes(feature.code));
}

interface Feature {
  code: string;
  name: string;
}

/** Addresses with the same features. One that is absent is not known of them. */
interface Cell {
  state?: Feature;
  city?: Feature;
  zipcode?: Feature;
  asn?: Feature;
  count: number;
}

function cellsOf(place: Place, pool: Pool): Cell[] {
  const networks = shared(networksOf(place, pool).map(featureOfNetwork));
  const addresses = place.addresses * POOL_SHARES[pool];
  const cells: Cell[] = [];
  for (const { item: spot, share } of spotsOf(place)) {
    for (const { item: asn, share: part } of networks) {
      const hole = spot.city && asn && hash(spot.city.code + asn.code) % NETWORKS_PER_GAP === 0;
      const count = hole ? 0 : Math.floor(addresses * share * part);
      if (count > 0) cells.push({ ...spot, ...(asn && { asn }), count });
    }
  }
  return cells;
}

interface Part<Item> {
  item: Item;
  share: number;
}

type Spot = Pick<Cell, 'state' | 'city' | 'zipcode'>;

/** Every place of a country, with the share of its addresses that are there. */
function spotsOf({ states = {} }: Place): Part<Spot>[] {
  return shared(Object.entries(states)).flatMap(({ item: entry, share: ofCountry }) => {
    if (!entry) return [{ item: {}, share: ofCountry }];
    const [stateName, text] = entry;
    const state = feature(stateName);
    return shared(text.split(' | ')).flatMap(({ item: cityText, share: ofState }) => {
      const share = ofCountry * ofState;
      if (cityText === undefined) return [{ item: { state }, share }];
      const { city, zipcodes } = readCity(cityText);
      return shared(zipcodes).map(({ item: zipcode, share: ofCity }) => ({
        item: { state, city, ...(zipcode && { zipcode }) },
        share: share * ofCity,
      }));
    });
  });
}

/** A name, then postal codes, each with at least one digit: `New York 10001 10025`. */
function readCity(text: string): { city: Feature; zipcodes: Feature[] } {
  const words = text.split(' ');
  const start = words.findIndex((word) => /\d/.test(word));
  const zipcodes = words.slice(start).map((code) => ({ code: code.toLowerCase(), name: code }));
  return { city: feature(words.slice(0, start).join(' ')), zipcodes };
}

/** The items with shrinking shares, then `undefined` with the rest. */
function shared<Item>(items: readonly Item[]): Part<Item | undefined>[] {
  const weights = items.map((_, index) => 1 / (index + 1.5));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = items.map((item, index) => ({ item, share: (LISTED_SHARE * (weights[index] ?? 0)) / total }));
  return [...parts, { item: undefined, share: items.length > 0 ? 1 - LISTED_SHARE : 1 }];
}

function networksOf({ lines = [], mobile = [] }: Place, pool: Pool): readonly string[] {
  if (pool === 'datacenter') return HOSTING;
  return pool === 'mobile' ? mobile : [...lines, ...mobile];
}

function featureOfNetwork(text: string): Feature {
  const [code = '', ...name] = text.split(' ');
  return { code, name: name.join(' ') };
}

/**
 * Codes have lower-case letters and digits only: they are written in logins, where other characters separate
 * parameters.
 */
function feature(name: string): Feature {
  return { code: name.toLowerCase().replace(/[^a-z0-9]/g, ''), name };
}

function hash(text: string): number {
  let value = 17;
  for (const letter of text) value = (value * 31 + letter.charCodeAt(0)) % 1_000_003;
  return value;
}
