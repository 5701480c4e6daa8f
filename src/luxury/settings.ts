import { isDeepStrictEqual } from 'node:util';
import { p } from '@mikro-orm/postgresql';
import { texts } from '../kit/columns.ts';
import { HOST_NAME, IP_ADDRESS, listOf, SYSTEM_NUMBER, wholeNumber } from './setting-checks.ts';

const MAX_STICKY_MINUTES = 120;
/** What one account of the upstream takes. */
const MAX_THREADS = 2_000;
const MAX_ALLOWED_IPS = 5;
const MAX_BLOCKED_HOSTS = 100;
/**
 * More providers than this are better told by asking for one; the upstream has no limit of its own that is
 * known.
 */
const MAX_EXCLUDED_ASNS = 100;

type Session = 'rotating' | 'sticky';
type Protocol = 'http' | 'socks5' | 'both';

/** Null for any. The codes are those of the geo lookup, so which of them there are depends on the country. */
const geoFilter = () => ({ column: p.text().nullable(), initially: null as string | null });
const list = () => ({ column: texts().default([]), initially: [] as string[] });

/**
 * What a Luxury order is set to, setting by setting: its column, what it is where nothing was asked, and what
 * it takes, as far as the setting by itself tells. Types, reading, writing and comparing follow from this
 * list. Settings are checked in its order.
 */
export const SETTINGS = {
  /** ISO-2 or ANY. With ANY the four that follow are null. */
  country: { column: p.text(), initially: 'ANY' },
  state: geoFilter(),
  city: geoFilter(),
  zip: geoFilter(),
  asn: geoFilter(),
  anonymous: { column: p.boolean(), initially: false },
  session: { column: p.text().$type<Session>(), initially: 'rotating' as Session },
  /** Kept while the session rotates, for the next time that it does not. */
  stickyMinutes: { column: p.integer(), initially: 30, check: wholeNumber(MAX_STICKY_MINUTES) },
  protocol: { column: p.text().$type<Protocol>(), initially: 'both' as Protocol },
  /** Connections at once. */
  threads: { column: p.integer(), initially: 100, check: wholeNumber(MAX_THREADS) },
  excludeAsn: { ...list(), check: listOf(SYSTEM_NUMBER, MAX_EXCLUDED_ASNS) },
  /** Addresses that need no password. */
  allowedIps: { ...list(), check: listOf(IP_ADDRESS, MAX_ALLOWED_IPS) },
  blockedHosts: { ...list(), check: listOf(HOST_NAME, MAX_BLOCKED_HOSTS) },
  paused: { column: p.boolean().default(false), initially: false },
};

export type SettingName = keyof typeof SETTINGS;
export type LuxurySettings = { [Name in SettingName]: (typeof SETTINGS)[Name]['initially'] };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** Something of each setting, by the settings' names. */
export function bySetting<Part extends { [Name in SettingName]: unknown }>(
  part: (name: SettingName) => Part[SettingName],
): Part {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, part(name)])) as Part;
}

/** What is to be changed; what is left out stays. An empty text or null clears a geo filter. */
export type SettingsChange = {
  [Name in SettingName]?: LuxurySettings[Name] | (Name extends GeoField ? null : never) | undefined;
};

export const GEO_FIELDS = ['state', 'city', 'zip', 'asn'] as const;
export type GeoField = (typeof GEO_FIELDS)[number];

/**
 * The settings of an order for which nothing was asked: any address in the country, all that the gateway
 * speaks.
 */
export function defaultSettings(country: string): LuxurySettings {
  return { ...bySetting<LuxurySettings>((name) => SETTINGS[name].initially), country };
}

/**
 * The settings after a change, not checked yet. Another country resets state, city, ZIP and ASN first, and
 * what the same change says of them is applied after; the same country once more resets nothing.
 */
export function applyChange(settings: LuxurySettings, change: SettingsChange): LuxurySettings {
  const country = change.country?.toUpperCase() ?? settings.country;
  const reset = country === settings.country ? {} : { state: null, city: null, zip: null, asn: null };
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const next: LuxurySettings = { ...settings, ...reset, ...given, country };
  for (const field of GEO_FIELDS) next[field] ||= null;
  return next;
}

/** Those of the settings that are others than before. */
export function changedSettings(before: LuxurySettings, after: LuxurySettings): Partial<LuxurySettings> {
  const changed = SETTING_NAMES.filter((name) => !isDeepStrictEqual(after[name], before[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}
