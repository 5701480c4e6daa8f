import type { ProductType } from '../catalog/catalog.ts';
import type { Geo } from '../catalog/geo.ts';
import { quoted } from '../kit/errors.ts';
import type { GeoFilter, GeoKind } from '../upstreams/traffic.ts';
import { GEO_FIELDS, type GeoField, type LuxurySettings } from './settings.ts';

/** Reports a flaw of a setting, or of one entry of its list. */
export type Refuse = (field: keyof LuxurySettings, message: string, entry?: number) => void;

/** The kind of geo list that has the codes of each filter. */
const KINDS: Record<GeoField, GeoKind> = { state: 'states', city: 'cities', zip: 'zipcodes', asn: 'asns' };
const PLACE_FIELDS = ['country', ...GEO_FIELDS] as const;

/**
 * Reports every filter that is not in the upstream's lists: the upstream would ignore it, and the customer
 * would pay for addresses from elsewhere. Throws InvalidCountryError and ProviderError; the filters that are
 * not checked yet stay unchecked then.
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
  // The geo lists of a type that is no longer sold are not known. All other settings of its orders can still
  // be changed.
  if (!type) {
    // A change of the country has reset the other filters: only fields that the request asks for are
    // reported.
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
