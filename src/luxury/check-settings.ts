import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { ProductType } from '../catalog/catalog.ts';
import { InvalidOptionError } from '../catalog/errors.ts';
import type { Geo } from '../catalog/geo.ts';
import { normalizeIp } from '../resellers/authenticate.ts';
import type { GeoKind } from '../upstreams/traffic.ts';
import { GEO_FIELDS, type GeoField, type LuxurySettings } from './settings.ts';

const MAX_STICKY_MINUTES = 120;
/** What one account of the upstream takes. */
const MAX_THREADS = 2_000;
const MAX_ALLOWED_IPS = 5;
const MAX_BLOCKED_HOSTS = 100;
/** More providers than this are better told by asking for one; the upstream has no limit of its own that is known. */
const MAX_EXCLUDED_ASNS = 100;
const ASN = /^\d{1,10}$/;
const MAX_ASN = 2 ** 32 - 1;
/** Longer entries are cut where they are repeated in an error message. */
const MAX_ENTRY_SHOWN = 50;
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** The list that each geo filter takes its codes from. */
const KINDS: Record<GeoField, GeoKind> = { state: 'states', city: 'cities', zip: 'zipcodes', asn: 'asns' };

/**
 * The settings in the one form that they are kept in. Throws InvalidOptionError, which names the field, for what no order can be
 * set to, and InvalidCountryError or ProviderError by way of the geo lookup.
 */
export async function checkSettings(
  settings: LuxurySettings,
  type: ProductType | undefined,
  geo: Geo,
  before?: LuxurySettings,
): Promise<LuxurySettings> {
  checkRange('sticky_minutes', settings.stickyMinutes, MAX_STICKY_MINUTES);
  checkRange('threads', settings.threads, MAX_THREADS);
  const checked = {
    ...settings,
    excludeAsn: list('exclude_asn', settings.excludeAsn, MAX_EXCLUDED_ASNS, toAsn),
    allowedIps: list('allowed_ips', settings.allowedIps, MAX_ALLOWED_IPS, toAddress),
    blockedHosts: list('blocked_hosts', settings.blockedHosts, MAX_BLOCKED_HOSTS, toHost),
  };
  await checkGeo(checked, type, geo, before);
  return checked;
}

/** A filter that the upstream does not know would be ignored there, and the customer would pay for addresses from elsewhere. */
async function checkGeo(
  settings: LuxurySettings,
  type: ProductType | undefined,
  geo: Geo,
  before: LuxurySettings | undefined,
): Promise<void> {
  const { country, state } = settings;
  const filters = GEO_FIELDS.filter((field) => settings[field] !== null);
  if (country === 'ANY') {
    if (filters.length > 0)
      throw new InvalidOptionError(`"${filters[0]}" needs a country: set one instead of ANY.`);
    return;
  }
  const unchanged =
    before && before.country === country && GEO_FIELDS.every((f) => before[f] === settings[f]);
  if (unchanged) return;
  // What the filters may be is not known of a type that is no longer sold; everything else of its orders can still be set.
  if (!type)
    throw new InvalidOptionError('The country and the geo filters of this order can no longer be changed.');
  await geo.country(type, country);
  for (const field of filters) {
    const code = settings[field] ?? '';
    const within = field === 'city' || field === 'zip' ? { country, state: state ?? undefined } : { country };
    if (!(await geo.has(type, KINDS[field], within, code))) {
      throw new InvalidOptionError(
        `"${field}": there is no "${code}" in ${country}${within.state ? `, ${within.state}` : ''}; take a code from the geo lookup.`,
      );
    }
  }
}

function checkRange(field: string, value: number, most: number): void {
  if (!(Number.isInteger(value) && value >= 1 && value <= most))
    throw new InvalidOptionError(`"${field}" must be a whole number from 1 to ${most}.`);
}

function list(
  field: string,
  values: readonly string[],
  most: number,
  read: (text: string) => string | undefined,
): string[] {
  if (values.length > most) throw new InvalidOptionError(`"${field}" takes at most ${most} entries.`);
  const entries = values.map((text) => {
    const entry = read(text.trim());
    if (entry === undefined)
      throw new InvalidOptionError(
        `"${field}": ${JSON.stringify(text.slice(0, MAX_ENTRY_SHOWN))} is not ${EXPECTED[field]}.`,
      );
    return entry;
  });
  return [...new Set(entries)];
}

const EXPECTED: Record<string, string> = {
  exclude_asn: 'an autonomous system number such as "7922"',
  allowed_ips: 'an IP address; networks are not taken',
  blocked_hosts: 'a host name such as "example.com" or an IPv4 address, without scheme, port or path',
};

function toAsn(text: string): string | undefined {
  const number = ASN.test(text) ? Number(text) : 0;
  return number >= 1 && number <= MAX_ASN ? String(number) : undefined;
}

function toAddress(text: string): string | undefined {
  return text.includes('%') ? undefined : normalizeIp(text);
}

function toHost(text: string): string | undefined {
  // The conversion would take a host name out of these and drop the rest.
  if (/[/?#\\%:@]/.test(text)) return undefined;
  if (isIP(text) !== 0) return text;
  const name = domainToASCII(text.toLowerCase().replace(/\.$/, ''));
  return HOST_NAME.test(name) ? name : undefined;
}
