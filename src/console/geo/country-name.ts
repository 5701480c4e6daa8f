import { ANY_COUNTRY } from './geo-list.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The English name of a country by its ISO code; the code itself when there is no such country. */
export function countryName(code: string): string {
  if (code === ANY_COUNTRY) return 'Any country';
  try {
    return NAMES.of(code) ?? code;
  } catch {
    return code;
  }
}
