import type { ProductType } from '../catalog/catalog.ts';
import type { Geo } from '../catalog/geo.ts';
import { quoted } from '../kit/flaws.ts';
import type { GeoFilter, GeoKind } from '../upstreams/traffic.ts';
import { GEO_FIELDS, type GeoField, type LuxurySettings } from './settings.ts';

/** Notes what is wrong with a setting, or with one entry of its list. */
export type Refuse = (field: keyof LuxurySettings, message: string, entry?: number) => void;

/** The list that each geo filter takes its codes from. */
const KINDS: Record<GeoField, GeoKind> = { state: 'states', city: 'cities', zip: 'zipcodes', asn: 'asns' };
const PLACE_FIELDS = ['country', ...GEO_FIELDS] as const;

/**
 * Refuses every filter that the upstream does not know: it would be ignored there, and the customer would pay
 * for addresses from elsewhere. Throws InvalidCountryError and ProviderError, after which the filters that
 * are left are not judged.
 */
export async function checkGeo(
  settings: LuxurySettings,
  type: ProductType | undefined,
  geo: Geo,
  before: LuxurySettings | undefined,
  refuse: Refuse,
): Promise<void> {
  const { country } = settings;
  const filters = GEO_FIELDS.filter((field) => settings[field] !== null);
  if (country === 'ANY') {
    for (const field of filters) refuse(field, 'needs a country: set one instead of ANY');
    return;
  }
  const changed = PLACE_FIELDS.filter((field) => before?.[field] !== settings[field]);
  if (changed.length === 0) return;
  // What the filters may be is not known of a type that is no longer sold; everything else of its orders can
  // still be set.
  if (!type) {
    // Another country has reset the others: only what was asked for is to blame.
    const asked = changed.includes('country') ? changed.filter((field) => settings[field] !== null) : changed;
    for (const field of asked) refuse(field, 'can no longer be changed: the type is not sold any more');
    return;
  }
  await geo.country(type, country);
  let place: GeoFilter = { country };
  for (const field of filters) {
    const code = settings[field] ?? '';
    const within = field === 'city' || field === 'zip' ? place : { country };
    if (!(await geo.has(type, KINDS[field], within, code))) {
      const where = within.state ? `${country}, ${quoted(within.state)}` : country;
      refuse(field, `there is no ${quoted(code)} in ${where}; take a code from the geo lookup`);
    } else if (field === 'state') {
      place = { country, state: code };
    }
  }
}
