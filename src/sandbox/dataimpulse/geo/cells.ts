import type { Pool } from '../pool-parameters.ts';
import { HOSTING, PLACES, type Place } from './places.ts';

/** A property of an address: a code for filters and a name to show. */
export interface Feature {
  code: string;
  name: string;
}

/** Addresses that have the same features. A feature that is absent is not known of these addresses. */
export interface Cell {
  state?: Feature;
  city?: Feature;
  zipcode?: Feature;
  asn?: Feature;
  count: number;
}

/**
 * The share of addresses in the listed parts of a country, state or city. The other addresses have no such
 * feature.
 */
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

/** The addresses of a pool in a country, grouped by their features. */
export function cellsOf(place: Place, pool: Pool): Cell[] {
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

/** The countries with their names, in the order of their codes. */
export const COUNTRIES: readonly Feature[] = Object.entries(PLACES)
  .map(([code, { name }]) => ({ code, name }))
  .sort((one, other) => one.code.localeCompare(other.code));

interface Part<Item> {
  item: Item;
  share: number;
}

type Spot = Pick<Cell, 'state' | 'city' | 'zipcode'>;

/** Every place of a country that an address can be in, with the share of the addresses that are there. */
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
