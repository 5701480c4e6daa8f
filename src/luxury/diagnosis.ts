import type { ProductType } from '../catalog/catalog.ts';
import { type AddressCount, countAddresses, type Geo } from '../catalog/geo.ts';
import type { LuxuryServices } from './luxury-order.ts';
import {
  type AccountName,
  applyChange,
  changedSettings,
  type LuxurySettings,
  MAX_THREADS,
  SETTINGS,
  toAccountSettings,
} from './settings.ts';
import { readStats } from './stats.ts';
import type { Traffic } from './traffic.ts';

/** Why connections of one code failed, and what to do. */
export interface Finding {
  code: string;
  /** Refused connections of the last seven days. */
  count: number;
  meaning: string;
  advice: string;
  /** Most addresses first; empty when no setting can be the reason. */
  loosenings: Loosening[];
}

export interface Diagnosis {
  /** The most frequent first. */
  findings: Finding[];
  /** How many addresses match the settings now; undefined when the type is not sold any more. */
  now: AddressCount | undefined;
}

/**
 * The connection errors of the last seven days in words, with what to change and how many addresses match
 * then. The errors are at most five seconds old; the numbers are those of the last readings of the upstream's
 * lists. Without a type, which is not sold any more, there are no numbers. Throws ProviderError and
 * TooManyReadsError.
 */
export async function diagnose(
  services: LuxuryServices,
  { type, settings, traffic }: { type: ProductType | undefined; settings: LuxurySettings; traffic: Traffic },
): Promise<Diagnosis> {
  const { geo } = services;
  const [{ errors }, now] = await Promise.all([
    readStats(services, traffic),
    type && countAddresses(geo, type, toAccountSettings(settings)),
  ]);
  const lacksAddresses = errors.some(({ code }) => code === NO_ADDRESS);
  const filters = type && lacksAddresses ? await countLoosened(geo, type, settings) : [];
  const findings = errors.map(({ code, count }) => {
    const { meaning, advice, setting } = explain(code, settings);
    if (code === NO_ADDRESS && now)
      return { code, count, meaning, advice: adviceOnFilters(now, filters), loosenings: filters };
    return { code, count, meaning, advice, loosenings: setting ? [{ setting, count: now }] : [] };
  });
  return { findings, now };
}

/**
 * How many addresses match without each of the settings that narrow them, most first. Without a country there
 * are no state, city, ZIP code and provider either.
 */
async function countLoosened(geo: Geo, type: ProductType, settings: LuxurySettings) {
  const counted = (Object.keys(NARROWING) as NarrowingSetting[])
    .map((setting) => ({
      setting,
      without: applyChange(settings, { [setting]: SETTINGS[setting].initially }),
    }))
    .filter(({ without }) => Object.keys(changedSettings(settings, without)).length > 0)
    .map(async ({ setting, without }) => ({
      setting,
      count: await countAddresses(geo, type, toAccountSettings(without)),
    }));
  return (await Promise.all(counted)).sort((a, b) => b.count.addresses - a.count.addresses);
}

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

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' });
const allOf = new Intl.ListFormat('en', { type: 'conjunction' });

/** What to do when the provider had no matching address. `now` is how many match the settings as they are. */
function adviceOnFilters(
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

/** The settings that can be the reason why connections fail. */
export type AdvisedSetting = Exclude<AccountName, 'session' | 'stickyMinutes'>;

interface Explanation {
  /** What happened, for people. */
  meaning: string;
  /** What to do about it, for people. */
  advice: string;
  setting?: AdvisedSetting;
  /** Whether the setting, as it is now, can still be the reason; when left out, it always can. */
  applies?(settings: LuxurySettings): boolean;
}

/** Connections fail for want of an address. What helps depends on all filters of the order. */
const NO_ADDRESS = 'NO_RAY';

/** The codes by which the upstream's gateway refuses connections. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  [NO_ADDRESS]: {
    meaning: 'The provider had no address that matched the filters of the order and of the login.',
    advice: 'Loosen the filters of the order, or those that your programs add to the login.',
  },
  TRAFFIC_EXHAUSTED: {
    meaning: 'The traffic of the order was used up.',
    advice: 'Add traffic to the order; it works again at once.',
  },
  THREADS_EXHAUSTED: {
    meaning: 'More connections were open at the same time than the threads of the order allow.',
    advice: `Raise the threads, which can be up to ${MAX_THREADS}, or let your programs open fewer connections at a time and close those that they no longer use.`,
    setting: 'threads',
    applies: ({ threads }) => threads < MAX_THREADS,
  },
  NO_USER: {
    meaning:
      'The login or the password was wrong, or there was none and the address of the program is not allowed.',
    advice:
      'Copy login and password from the order again: after a new password, the old one no longer works. For programs without a password, add their IP address to the allowed addresses.',
    setting: 'allowedIps',
  },
  USER_BLOCKED: {
    meaning: 'The order was paused.',
    advice:
      'Resume the order if it is still paused. If it is not, and connections are still refused, ask for help.',
    setting: 'paused',
    applies: ({ paused }) => paused,
  },
  PORT_NOT_ALLOWED: {
    meaning: 'The program used a protocol or a port of the gateway that is not allowed for the order.',
    advice: 'Connect as the lines of the order say, or allow both protocols in its settings.',
    setting: 'protocol',
    applies: ({ protocol }) => protocol !== 'both',
  },
  HOST_BLOCKED: {
    meaning: 'The target is blocked: the order blocks its host or a domain above it, or the provider does.',
    advice:
      'If the order blocks it by mistake, take the host off the blocked hosts. What the provider blocks stays blocked.',
    setting: 'blockedHosts',
    applies: ({ blockedHosts }) => blockedHosts.length > 0,
  },
  SITE_PERMANENTLY_BLOCKED: {
    meaning: 'The provider lets nobody connect to this target.',
    advice: 'Connect to this target without the proxies: no setting of the order changes it.',
  },
  PORT_BLOCKED: {
    meaning: 'The provider lets nobody connect to this port of a target.',
    advice: 'Use another port of the target, such as 443: no setting of the order changes it.',
  },
  NO_HOST_CONNECTION: {
    meaning: 'The target could not be reached from the exit address.',
    advice:
      'Check the name and the port of the target. If they are right, try again: the next exit address may reach it.',
  },
};

/** A code of the gateway in words, with the setting to change, if any. Others get a general sentence. */
export function explain(code: string, settings: LuxurySettings) {
  const known = Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code] : undefined;
  if (!known)
    return {
      meaning: `The provider refused connections and gave the reason ${code}.`,
      advice: 'Try again in a moment. If it goes on, ask for help, and name this reason.',
      setting: undefined,
    };
  const { meaning, advice, setting, applies } = known;
  return { meaning, advice, setting: applies?.(settings) === false ? undefined : setting };
}
