import type { AddressCount } from '../catalog/address-count.ts';
import type { AdvisedSetting } from './connection-errors.ts';
import { applyChange, changedSettings, type LuxurySettings, SETTINGS } from './settings.ts';

/** What each setting that narrows exit addresses is called in a sentence; the most specific place first. */
const NARROWING = {
  zip: 'the ZIP code',
  city: 'the city',
  state: 'the state',
  asn: 'the provider',
  excludeAsn: 'the excluded providers',
  anonymous: 'the limit to anonymous addresses',
  country: 'the country',
} satisfies Partial<Record<AdvisedSetting, string>>;
type NarrowingSetting = keyof typeof NARROWING;

/** A setting to clear or change, and how many addresses match then; undefined where that is not known. */
export interface Loosening {
  setting: AdvisedSetting;
  count: AddressCount | undefined;
}

/**
 * The settings as they would be if one of those that narrow the exit addresses was cleared, for each that is
 * set. Without a country there are no state, city, ZIP code and provider either.
 */
export function loosened(
  settings: LuxurySettings,
): { setting: NarrowingSetting; settings: LuxurySettings }[] {
  const names = Object.keys(NARROWING) as NarrowingSetting[];
  return names
    .map((setting) => ({
      setting,
      settings: applyChange(settings, { [setting]: SETTINGS[setting].initially }),
    }))
    .filter((without) => Object.keys(changedSettings(settings, without.settings)).length > 0);
}

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' });
const allOf = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * What to do when the provider had no matching address, for people. `now` is how many match the settings as
 * they are.
 */
export function adviceOnFilters(
  now: AddressCount,
  loosenings: readonly { setting: NarrowingSetting; count: AddressCount }[],
): string {
  if (now.exact && now.addresses > 0)
    return 'Addresses match the settings as they are now. If it goes on, look for filters that your programs add to the login.';
  // Without its country an order has no place at all: what keeps the country is the smaller change.
  const inCountry = loosenings.filter(({ setting }) => setting !== 'country');
  const helpful = inCountry.filter(({ count }) => count.addresses > 0);
  const names = (some: typeof inCountry) => some.map(({ setting }) => NARROWING[setting]);
  if (helpful.length > 0)
    return `Clear or change ${oneOf.format(names(helpful))}: addresses can match with one of these changes alone.`;
  if (inCountry.length > 1)
    return `Clear several of these: ${allOf.format(names(inCountry))}. No address matches with one of these changes alone.`;
  return 'The provider has no address there at present. Choose another country, or try again later.';
}
