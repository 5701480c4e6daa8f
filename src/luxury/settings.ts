/** What a Luxury order is set to. */
export interface LuxurySettings {
  /** ISO-2 or ANY. With ANY the four that follow are null. */
  country: string;
  state: string | null;
  city: string | null;
  zip: string | null;
  asn: string | null;
  excludeAsn: string[];
  anonymous: boolean;
  session: 'rotating' | 'sticky';
  /** 1 to 120. Kept while the session rotates, for the next time that it does not. */
  stickyMinutes: number;
  protocol: 'http' | 'socks5' | 'both';
  /** Connections at once. */
  threads: number;
  allowedIps: string[];
  blockedHosts: string[];
  paused: boolean;
}

/** What is to be changed; what is left out stays. An empty text or null clears a geo filter. */
export type SettingsChange = {
  [Name in keyof LuxurySettings]?: LuxurySettings[Name] | (Name extends GeoField ? null : never) | undefined;
};

export const GEO_FIELDS = ['state', 'city', 'zip', 'asn'] as const;
export type GeoField = (typeof GEO_FIELDS)[number];

/** The settings of an order for which nothing was asked: any address in the country, all that the gateway speaks. */
export function defaultSettings(country: string): LuxurySettings {
  return {
    country,
    state: null,
    city: null,
    zip: null,
    asn: null,
    excludeAsn: [],
    anonymous: false,
    session: 'rotating',
    stickyMinutes: 30,
    protocol: 'both',
    threads: 100,
    allowedIps: [],
    blockedHosts: [],
    paused: false,
  };
}

/**
 * The settings after a change, not checked yet. Another country resets state, city, ZIP and ASN first, and what the same change
 * says of them is applied after; the same country once more resets nothing.
 */
export function applyChange(settings: LuxurySettings, change: SettingsChange): LuxurySettings {
  const country = change.country?.toUpperCase() ?? settings.country;
  const reset = country === settings.country ? {} : { state: null, city: null, zip: null, asn: null };
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const next: LuxurySettings = { ...settings, ...reset, ...given, country };
  for (const field of GEO_FIELDS) next[field] ||= null;
  return next;
}

export function sameSettings(one: LuxurySettings, other: LuxurySettings): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered(settings: LuxurySettings): unknown[] {
  return Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
}
