import { isDeepStrictEqual } from 'node:util';
import { p } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { texts } from '../kit/tables.ts';
import type { AccountSettings, GeoKind } from '../upstreams/traffic.ts';
import { HOST_NAME, IP_ADDRESS, listOf, SYSTEM_NUMBER, wholeNumber } from './setting-checks.ts';

export const MAX_STICKY_MINUTES = 120;
/** The limits of one account at the upstream. */
export const MAX_THREADS = 2_000;
const MAX_ALLOWED_IPS = 5;
const MAX_BLOCKED_HOSTS = 100;
/**
 * A customer who wants to leave out more providers than this should set `asn` to the one that is wanted. No
 * limit of the upstream is known to us.
 */
const MAX_EXCLUDED_ASNS = 100;

type Session = 'rotating' | 'sticky';
type Protocol = 'http' | 'socks5' | 'both';

/** An order can be bought with the setting; the others can be changed after the purchase. */
const atPurchase = true as const;
/**
 * A geo filter; null means any. Its codes are those of a geo list, so the valid ones depend on the country.
 */
const geoFilter = (kind: GeoKind) => ({
  column: p.text().nullable(),
  initially: null as string | null,
  kind,
  atPurchase,
});
const list = () => ({ column: texts().default([]), initially: [] as string[] });

/**
 * The settings of a Luxury order, in the order in which they are checked: for each its column, its initial
 * value, the check that needs no other setting, and whether an order can be bought with it. Types, reading,
 * writing and comparing follow from this list.
 */
export const SETTINGS = {
  /** ISO-2 or ANY. With ANY the next four are null. */
  country: { column: p.text(), initially: 'ANY' },
  state: geoFilter('states'),
  city: geoFilter('cities'),
  zip: geoFilter('zipcodes'),
  asn: geoFilter('asns'),
  anonymous: { column: p.boolean(), initially: false, atPurchase },
  session: { column: p.text().$type<Session>(), initially: 'rotating' as Session, atPurchase },
  /** Stored also while the session rotates, for the next change to sticky. */
  stickyMinutes: { column: p.integer(), initially: 30, check: wholeNumber(MAX_STICKY_MINUTES), atPurchase },
  protocol: { column: p.text().$type<Protocol>(), initially: 'both' as Protocol, atPurchase },
  /** Concurrent connections. */
  threads: { column: p.integer(), initially: 100, check: wholeNumber(MAX_THREADS), atPurchase },
  excludeAsn: { ...list(), check: listOf(SYSTEM_NUMBER, MAX_EXCLUDED_ASNS), atPurchase },
  /** Addresses that may connect without a password. */
  allowedIps: { ...list(), check: listOf(IP_ADDRESS, MAX_ALLOWED_IPS) },
  blockedHosts: { ...list(), check: listOf(HOST_NAME, MAX_BLOCKED_HOSTS) },
  paused: { column: p.boolean().default(false), initially: false },
};

export type SettingName = keyof typeof SETTINGS;
export type LuxurySettings = { [Name in SettingName]: (typeof SETTINGS)[Name]['initially'] };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** An object with one property for each setting. */
export function bySetting<Part extends { [Name in SettingName]: unknown }>(
  part: (name: SettingName) => Part[SettingName],
): Part {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, part(name)])) as Part;
}

/** The settings that an operation has stored. One that was added since has its initial value. */
export const STORED_SETTINGS: z.ZodType<LuxurySettings> = z.object(
  bySetting<{ [Name in SettingName]: z.ZodDefault<z.ZodAny> }>((name) =>
    z.any().default(SETTINGS[name].initially),
  ),
);

/** The settings to change; others stay as they are. An empty text or null clears a geo filter. */
export type SettingsChange = {
  [Name in SettingName]?: LuxurySettings[Name] | (Name extends GeoField ? null : never) | undefined;
};

/** A change that a dialogue has stored. It is refused where it has a setting of a later version. */
export const STORED_CHANGE: z.ZodType<SettingsChange> = z.strictObject(
  bySetting<{ [Name in SettingName]: z.ZodExactOptional<z.ZodAny> }>(() => z.any().exactOptional()),
);

export const GEO_FIELDS = ['state', 'city', 'zip', 'asn'] as const;
export type GeoField = (typeof GEO_FIELDS)[number];

/** The settings that an order can be bought with. */
export type OptionName = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends { atPurchase: true } ? Name : never;
}[SettingName];
export type LuxuryOptions = Pick<SettingsChange, OptionName>;

/**
 * The settings of an order that was bought without options: any address in the country, all protocols of the
 * gateway.
 */
export function defaultSettings(country: string): LuxurySettings {
  return { ...bySetting<LuxurySettings>((name) => SETTINGS[name].initially), country };
}

/**
 * The settings after a change, before they are checked. Another country first resets state, city, ZIP and
 * ASN, and then the values in the same change apply. Naming the present country resets nothing.
 */
export function applyChange(settings: LuxurySettings, change: SettingsChange): LuxurySettings {
  const country = change.country?.toUpperCase() ?? settings.country;
  const reset = country === settings.country ? {} : { state: null, city: null, zip: null, asn: null };
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const next: LuxurySettings = { ...settings, ...reset, ...given, country };
  for (const field of GEO_FIELDS) next[field] ||= null;
  return next;
}

/** The settings that a change has changed, with their values after it. */
export function changedSettings(before: LuxurySettings, after: LuxurySettings): Partial<LuxurySettings> {
  const changed = SETTING_NAMES.filter((name) => !isDeepStrictEqual(after[name], before[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/**
 * The settings as the upstream takes them. It takes all; whether the session is sticky follows from the
 * minutes.
 */
export function toAccountSettings(
  settings: LuxurySettings,
): Pick<AccountSettings, Exclude<SettingName, 'session'>> {
  const { country, session, stickyMinutes, ...same } = settings;
  return {
    ...same,
    country: country === 'ANY' ? null : country,
    stickyMinutes: session === 'sticky' ? stickyMinutes : null,
  };
}
