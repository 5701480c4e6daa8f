import { readFile } from 'node:fs/promises';
import { type CityResponse, Reader } from 'mmdb-lib';

let places: Reader<CityResponse> | undefined;

/** Reads a database of places in MaxMind's format, which stays in memory: 60 MB for all cities. */
export async function readPlaces(path: string): Promise<void> {
  const bytes = await readFile(path);
  try {
    places = new Reader<CityResponse>(bytes);
  } catch (error) {
    throw new Error(`PLACES_DATABASE: ${path} is no database of places`, { cause: error });
  }
}

/** Such as "Berlin, DE", or "DE" where no more is known; undefined where nothing is. */
export function placeOf(address: string): string | undefined {
  // A database of IPv4 would find another address by the first bits of an IPv6 one.
  if (!places || (address.includes(':') && places.metadata.ipVersion === 4)) return undefined;
  const { city, country } = places.get(address) ?? {};
  return country?.iso_code && [city?.names?.en, country.iso_code].filter(Boolean).join(', ');
}
