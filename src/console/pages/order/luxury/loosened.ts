import type { LuxurySettingName } from '../../../generated/graphql.ts';
import { withCountry } from '../../../geo/places.ts';
import type { SettingName, Settings, SettingsEdit } from './settings.ts';

/** The most connections that an order can be given. */
const MAX_THREADS = 2_000;

/** What a button of the diagnosis does to the form. */
export interface LooseningStep {
  label: string;
  /** What to fill in; undefined when only the reader knows what to change. */
  edit?: SettingsEdit;
  /** Where in the form. */
  field: SettingName;
}

/** A setting that keeps connections from working: how the form would loosen it. */
export function looseningOf(setting: LuxurySettingName, { threads }: Settings): LooseningStep {
  switch (setting) {
    case 'COUNTRY':
      return { label: 'Take any country', edit: withCountry(null), field: 'country' };
    case 'STATE':
      return { label: 'Clear the state', edit: { state: null }, field: 'state' };
    case 'CITY':
      return { label: 'Clear the city', edit: { city: null }, field: 'city' };
    case 'ZIP':
      return { label: 'Clear the ZIP code', edit: { zip: null }, field: 'zip' };
    case 'ASN':
      return { label: 'Clear the provider', edit: { asn: null }, field: 'asn' };
    case 'EXCLUDE_ASN':
      return { label: 'Leave out no provider', edit: { excludeAsn: [] }, field: 'excludeAsn' };
    case 'ANONYMOUS':
      return { label: 'Take any address', edit: { anonymous: false }, field: 'anonymous' };
    case 'PAUSED':
      return { label: 'Resume the order', edit: { paused: false }, field: 'paused' };
    case 'PROTOCOL':
      return { label: 'Allow both protocols', edit: { protocol: 'BOTH' }, field: 'protocol' };
    case 'THREADS': {
      const more = Math.min(threads * 2, MAX_THREADS);
      return { label: `Allow ${more} connections`, edit: { threads: more }, field: 'threads' };
    }
    case 'ALLOWED_IPS':
      return { label: 'Edit the allowed addresses', field: 'allowedIps' };
    case 'BLOCKED_HOSTS':
      return { label: 'Edit the blocked hosts', field: 'blockedHosts' };
  }
}
