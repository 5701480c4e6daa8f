import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { ProductType } from '../catalog/catalog.ts';
import { InvalidOptionError } from '../catalog/errors.ts';
import type { Geo } from '../catalog/geo.ts';
import { DomainError, InvalidInputError } from '../kit/errors.ts';
import { type Flaw, quoted } from '../kit/flaws.ts';
import { normalizeIp } from '../resellers/authenticate.ts';
import { checkGeo, type Refuse } from './check-geo.ts';
import type { LuxurySettings } from './settings.ts';

const MAX_STICKY_MINUTES = 120;
/** What one account of the upstream takes. */
const MAX_THREADS = 2_000;
const MAX_ALLOWED_IPS = 5;
const MAX_BLOCKED_HOSTS = 100;
/** More providers than this are better told by asking for one; the upstream has no limit of its own that is known. */
const MAX_EXCLUDED_ASNS = 100;
const ASN = /^\d{1,10}$/;
const MAX_ASN = 2 ** 32 - 1;
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** Where the settings come from. */
interface Circumstances {
  /** What the order is set to now; none when it is bought. */
  before?: LuxurySettings;
  /** Where in the input the settings stand. */
  at?: readonly string[];
}

/**
 * The settings in the one form that they are kept in. Throws InvalidOptionError with all that no order can be set to, and
 * InvalidCountryError or ProviderError, by way of the geo lookup, when nothing else is wrong.
 */
export async function checkSettings(
  settings: LuxurySettings,
  type: ProductType | undefined,
  geo: Geo,
  { before, at = [] }: Circumstances = {},
): Promise<LuxurySettings> {
  const flaws: Flaw[] = [];
  const refuse: Refuse = (field, message, entry) =>
    flaws.push({ path: [...at, field, ...(entry === undefined ? [] : [String(entry)])], message });
  const checkRange = (field: 'stickyMinutes' | 'threads', most: number) => {
    const value = settings[field];
    if (!(Number.isInteger(value) && value >= 1 && value <= most))
      refuse(field, `must be a whole number from 1 to ${most}`);
  };
  checkRange('stickyMinutes', MAX_STICKY_MINUTES);
  checkRange('threads', MAX_THREADS);
  const checked = {
    ...settings,
    excludeAsn: checkList('excludeAsn', settings.excludeAsn, refuse),
    allowedIps: checkList('allowedIps', settings.allowedIps, refuse),
    blockedHosts: checkList('blockedHosts', settings.blockedHosts, refuse),
  };
  try {
    await checkGeo(checked, type, geo, before, refuse);
  } catch (error) {
    // What cannot be judged now must not hide what is known to be wrong.
    if (flaws.length === 0 || !(error instanceof DomainError)) throw error;
    if (error instanceof InvalidInputError) flaws.push(...error.flaws);
  }
  if (flaws.length > 0) throw new InvalidOptionError(flaws);
  return checked;
}

interface ListRule {
  most: number;
  /** The entry in the form that it is kept in; `undefined` for what is none. */
  read(text: string): string | undefined;
  expected: string;
}

const LISTS: Record<'excludeAsn' | 'allowedIps' | 'blockedHosts', ListRule> = {
  excludeAsn: {
    most: MAX_EXCLUDED_ASNS,
    read: toAsn,
    expected: 'an autonomous system number such as "7922"',
  },
  allowedIps: {
    most: MAX_ALLOWED_IPS,
    read: toAddress,
    expected: 'an IP address; networks are not taken',
  },
  blockedHosts: {
    most: MAX_BLOCKED_HOSTS,
    read: toHost,
    expected: 'a host name such as "example.com" or an IPv4 address, without scheme, port or path',
  },
};

/** Entries beyond the most that a list takes are not looked at, so that an answer tells no more flaws than a person can mend. */
function checkList(field: keyof typeof LISTS, values: readonly string[], refuse: Refuse): string[] {
  const { most, read, expected } = LISTS[field];
  if (values.length > most) refuse(field, `takes at most ${most} entries`);
  const entries = values.slice(0, most).map((text, index) => {
    const entry = read(text.trim());
    if (entry === undefined) refuse(field, `${quoted(text)} is not ${expected}`, index);
    return entry;
  });
  return [...new Set(entries.filter((entry) => entry !== undefined))];
}

function toAsn(text: string): string | undefined {
  const number = ASN.test(text) ? Number(text) : 0;
  return number >= 1 && number <= MAX_ASN ? String(number) : undefined;
}

/** An IP address in the form that it is kept in. */
export function toAddress(text: string): string | undefined {
  return text.includes('%') ? undefined : normalizeIp(text);
}

function toHost(text: string): string | undefined {
  // The conversion would take a host name out of these and drop the rest.
  if (/[/?#\\%:@]/.test(text)) return undefined;
  if (isIP(text) !== 0) return text;
  const name = domainToASCII(text.toLowerCase().replace(/\.$/, ''));
  return HOST_NAME.test(name) ? name : undefined;
}
