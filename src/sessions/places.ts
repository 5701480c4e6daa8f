import { readFile } from 'node:fs/promises';
import { type CityResponse, Reader } from 'mmdb-lib';

let places: Reader<CityResponse> | undefined;

/** Reads a database of places in MaxMind's format, which stays in memory: 60 MB for all cities. */
export async function readPlaces(path: string): Promise<void> {
  places = new Reader<CityResponse>(await readFile(path));
}

/** Such as "Berlin, DE", or "DE" where no more is known; undefined where nothing is. */
export function placeOf(address: string): string | undefined {
  const { city, country } = places?.get(address) ?? {};
  return country && [city?.names.en, country.iso_code].filter(Boolean).join(', ');
}
