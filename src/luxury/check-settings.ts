import type { ProductType } from '../catalog/catalog.ts';
import { InvalidOptionError } from '../catalog/errors.ts';
import type { Geo } from '../catalog/geo.ts';
import { DomainError, type Flaw, InvalidInputError, quoted } from '../kit/errors.ts';
import type { GeoFilter } from '../upstreams/traffic.ts';
import { bySetting, GEO_FIELDS, type LuxurySettings, SETTINGS, settingOf } from './settings.ts';

/**
 * Checks the settings and returns them in the one form in which they are stored. Throws InvalidOptionError
 * with all flaws that are found. Only when there are no other flaws, throws the InvalidCountryError or
 * ProviderError of the geo lookup.
 *
 * @param before the present settings of the order; left out at a purchase.
 * @param at the path of the settings in the input.
 */
export async function checkSettings(
  settings: LuxurySettings,
  type: ProductType | undefined,
  geo: Geo,
  { before, at = [] }: { before?: LuxurySettings; at?: readonly string[] } = {},
): Promise<LuxurySettings> {
  const flaws: Flaw[] = [];
  const refuse: Refuse = (field, message, entry) =>
    flaws.push({ path: [...at, field, ...(entry === undefined ? [] : [String(entry)])], message });
  const checked = bySetting<LuxurySettings>((name) => {
    const refuseIt = (message: string, entry?: number) => refuse(name, message, entry);
    return (settingOf(name).check?.(settings[name], refuseIt) ??
      settings[name]) as LuxurySettings[typeof name];
  });
  try {
    await checkGeo(checked, type, geo, before, refuse);
  } catch (error) {
    // A failed geo lookup must not hide the flaws that are found already.
    if (flaws.length === 0 || !(error instanceof DomainError)) throw error;
    if (error instanceof InvalidInputError) flaws.push(...error.flaws);
  }
  if (flaws.length > 0) throw new InvalidOptionError(flaws);
  return checked;
}

/** Reports a flaw of a setting, or of one entry of its list. */
type Refuse = (field: keyof LuxurySettings, message: string, entry?: number) => void;

const PLACE_FIELDS = ['country', ...GEO_FIELDS] as const;

/**
 * Reports every filter that is not in the upstream's lists: the upstream would ignore it, and the customer
 * would pay for addresses from elsewhere. Throws InvalidCountryError and ProviderError; the filters that are
 * not checked yet stay unchecked then.
 */
async function checkGeo(
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
    if (!(await geo.has(type, SETTINGS[field].geo, within, code))) {
      const where = within.state ? `${country}, ${quoted(within.state)}` : country;
      refuse(field, `there is no ${quoted(code)} in ${where}; take a code from the geo lookup`);
    } else if (field === 'state') {
      place = { country, state: code };
    }
  }
}
