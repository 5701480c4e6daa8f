import { type Pool, type PoolParameters, poolSchema } from '../pool-parameters.ts';
import { type Cell, COUNTRIES, cellsOf, type Feature } from './cells.ts';
import { PLACES } from './places.ts';

/**
 * The share of addresses that are not known as another network's proxies: the filter for anonymity keeps
 * these.
 */
const ANONYMOUS_SHARE = 0.9;

export const LOCATION_KINDS = ['countries', 'states', 'cities', 'zipcodes', 'asns'] as const;
export type LocationKind = (typeof LOCATION_KINDS)[number];

/** A place or network with how many addresses it has. */
export interface Location extends Feature {
  count: number;
}

/** Conditions on an address. An empty list is no condition. */
export type LocationFilter = Pick<PoolParameters, 'countries' | 'states' | 'cities' | 'zipcodes' | 'asns'>;

const FEATURES = { states: 'state', cities: 'city', zipcodes: 'zipcode', asns: 'asn' } as const;

interface Country {
  cells: readonly Cell[];
  count: number;
}

const POOLS: ReadonlyMap<Pool, ReadonlyMap<string, Country>> = new Map(
  poolSchema.options.map((pool) => [pool, countriesOf(pool)]),
);

/** How many addresses of the pool fit: 0 means that nobody can be served. */
export function poolSize(pool: Pool, parameters: PoolParameters): number {
  const { exclude_countries: excluded, exclude_asn: without } = parameters;
  let size = 0;
  for (const [code, country] of within(pool, parameters)) {
    if (!excluded.includes(code)) size += sizeOf(country, parameters, without);
  }
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
  const countries = within(pool, filter);
  if (kind === 'countries') {
    for (const feature of COUNTRIES) {
      const country = countries.get(feature.code);
      if (country) add(feature, sizeOf(country, filter, []));
    }
  } else {
    for (const cell of [...countries.values()].flatMap(({ cells }) => cells)) {
      const feature = cell[FEATURES[kind]];
      if (feature && fits(cell, filter, [])) add(feature, cell.count);
    }
  }
  return [...found.values()].sort((one, other) => other.count - one.count);
}

function countriesOf(pool: Pool): ReadonlyMap<string, Country> {
  const countries = Object.entries(PLACES).map(([code, place]): [string, Country] => {
    const cells = cellsOf(place, pool);
    return [code, { cells, count: cells.reduce((sum, { count }) => sum + count, 0) }];
  });
  return new Map(countries);
}

function within(pool: Pool, filter: LocationFilter): ReadonlyMap<string, Country> {
  const all = POOLS.get(pool) ?? new Map<string, Country>();
  if (filter.countries.length === 0) return all;
  const known = filter.countries.flatMap((code): [string, Country][] => {
    const country = all.get(code);
    return country ? [[code, country]] : [];
  });
  return new Map(known);
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
