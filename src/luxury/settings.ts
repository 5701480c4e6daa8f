import { isDeepStrictEqual } from 'node:util';
import { p } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { texts } from '../kit/tables.ts';
import type { FrontendRight } from '../resellers/entities.ts';
import type { AccountSettings, GeoKind } from '../upstreams/traffic.ts';
import { type Entry, HOST_NAME, IP_ADDRESS, listOf, SYSTEM_NUMBER, wholeNumber } from './setting-checks.ts';

export const MAX_STICKY_MINUTES = 120;
/** The limit of one account at the upstream. */
export const MAX_THREADS = 2_000;
/** A customer who wants to leave out more sets the one `asn` that is wanted. The upstream names no limit. */
const MAX_EXCLUDED_ASNS = 100;

type Session = 'rotating' | 'sticky';
type Protocol = 'http' | 'socks5' | 'both';
export type SettingValue = string | number | boolean | string[] | null;

/** What is said of a setting as it is, of a change of it, and of choosing it at the purchase. */
interface Words {
  about: string;
  /** As `about` when left out. */
  change?: string;
  /** As `change` when left out. */
  chosen?: string;
}

export interface Setting {
  /** A text may be null where the initial value is. An empty one is null then. */
  kind: 'text' | 'flag' | 'number' | 'list' | 'enum';
  column: object;
  initially: SettingValue;
  /** Reports flaws that need no other setting, and returns the value as it is stored. */
  check?(value: SettingValue, refuse: (message: string, entry?: number) => void): SettingValue;
  /** What its descriptions say, in GraphQL's names and, where it differs, in those of `/v1`. */
  words: Words;
  restWords?: Words;
  /** Of a text, or of an entry of a list. */
  example?: string;
  /** The largest number, or the most entries of a list that are promised. */
  most?: number;
  /** Of a list only: its longest entry, in characters; that of any text when left out. */
  longest?: number;
  values?: readonly string[];
  suggested?: readonly number[];
  /** The geo list whose codes it takes, so the valid ones depend on the country. */
  geo?: GeoKind;
  /** Whether an order can be bought with it; otherwise it can be changed after the purchase only. */
  atPurchase?: true;
  /** Whether it is not changed in the chat bot. */
  byProgramsOnly?: true;
  /** Whether the upstream does not get it: changing it needs no call. */
  isOurs?: true;
  /** Which rights of a frontend token read it; `read_order` when left out. */
  readers?: readonly FrontendRight[];
}

const atPurchase = true as const;
const byProgramsOnly = true as const;

/** A geo filter; null means any. `code` says what its codes are, `from` where a customer finds them. */
const geoFilter = (
  geo: GeoKind,
  noun: string,
  example: string,
  code: string,
  from = ' from the geo lookup',
) => ({
  kind: 'text' as const,
  column: p.text().nullable(),
  initially: null as string | null,
  geo,
  example,
  atPurchase,
  words: {
    about: `${code}; null for any.`,
    change: `${code}${from}; empty or null for any.`,
    chosen: `${code}${from}.`,
  },
  restWords: {
    about: `The ${noun} that addresses are narrowed to; null for any.`,
    change: `A ${noun}’s \`code\` from the geo lookup; null or an empty string clears it.`,
    chosen: `A ${noun}’s \`code\` from the geo lookup.`,
  },
});
const list = (entry: Entry, most: number) => ({
  kind: 'list' as const,
  column: texts().default([]),
  initially: [] as string[],
  check: listOf(entry, most),
});
const number = (initially: number, most: number, suggested: readonly number[]) => ({
  kind: 'number' as const,
  column: p.integer(),
  initially,
  check: wholeNumber(most),
  most,
  suggested,
});

/**
 * The settings of a Luxury order, in the order in which they are checked and shown. What every door takes and
 * shows of them, what is stored and compared, and what the upstream gets, follows from this list.
 */
export const SETTINGS = {
  /** ISO-2 or ANY. With ANY the next four are null. */
  country: {
    kind: 'text',
    column: p.text(),
    initially: 'ANY',
    example: 'US',
    words: {
      about: 'ISO 3166-1 alpha-2, or ANY.',
      change: 'ISO 3166-1 alpha-2, or ANY. Another country resets state, city, ZIP and ASN.',
    },
    restWords: {
      about: 'ISO 3166-1 alpha-2, or `ANY`.',
      change: 'ISO 3166-1 alpha-2 or `ANY`. Another country resets state, city, ZIP and ASN.',
    },
  },
  state: geoFilter('states', 'state', 'texas', 'A state code'),
  city: geoFilter('cities', 'city', 'houston', 'A city code'),
  zip: geoFilter('zipcodes', 'ZIP code', '77002', 'A ZIP code'),
  asn: geoFilter('asns', 'provider', '7922', 'A provider’s autonomous system number', ''),
  excludeAsn: {
    ...list(SYSTEM_NUMBER, MAX_EXCLUDED_ASNS),
    example: '7018',
    atPurchase,
    byProgramsOnly,
    words: {
      about: 'Autonomous system numbers to leave out.',
      change: 'Autonomous system numbers to leave out; replaces the list.',
      chosen: 'Autonomous system numbers to leave out.',
    },
    restWords: {
      about: 'Providers that are left out.',
      change: 'Providers to leave out, by autonomous system number.',
    },
  },
  anonymous: {
    kind: 'flag',
    column: p.boolean(),
    initially: false as boolean,
    atPurchase,
    byProgramsOnly,
    words: { about: 'true limits the order to anonymous addresses.' },
    restWords: {
      about: 'Whether only anonymous addresses are used.',
      change: 'Anonymous addresses only.',
    },
  },
  session: {
    kind: 'enum',
    values: ['rotating', 'sticky'],
    column: p.text().$type<Session>(),
    initially: 'rotating' as Session,
    atPurchase,
    words: {
      about: 'Whether exit addresses rotate or stay for `stickyMinutes`.',
      chosen: 'ROTATING when left out.',
    },
    restWords: {
      about: '`rotating`: a new address for each request. `sticky`: an address is kept for a set time.',
    },
  },
  /** Stored also while the session rotates, for the next change to sticky. */
  stickyMinutes: {
    ...number(30, MAX_STICKY_MINUTES, [1, 10, 30, 60, 120]),
    atPurchase,
    words: {
      about:
        'For how many minutes a sticky session keeps an exit address, 1 to 120. Unused while the session rotates.',
      chosen: 'For how many minutes a sticky session keeps an exit address: 1 to 120, 30 when left out.',
    },
    restWords: {
      about: 'How long a sticky address is kept.',
      chosen: 'How long a sticky address is kept; 30 when left out.',
    },
  },
  protocol: {
    kind: 'enum',
    values: ['http', 'socks5', 'both'],
    column: p.text().$type<Protocol>(),
    initially: 'both' as Protocol,
    atPurchase,
    words: {
      about: 'The protocols that the gateway accepts from the order’s programs.',
      chosen: 'BOTH when left out.',
    },
    restWords: {
      about: 'What the gateway speaks.',
      change: 'What the gateway is to speak.',
      chosen: 'What the gateway is to speak; `both` when left out.',
    },
  },
  threads: {
    ...number(100, MAX_THREADS, [10, 100, 500, 1000, 2000]),
    atPurchase,
    words: {
      about: 'The most concurrent connections, 1 to 2000.',
      chosen: 'The most concurrent connections, 1 to 2000; 100 when left out.',
    },
    restWords: { about: 'How many connections at once.' },
  },
  /** Addresses that may connect without a password; so many the upstream takes. */
  allowedIps: {
    ...list(IP_ADDRESS, 5),
    most: 5,
    example: '203.0.113.9',
    words: {
      about: 'Up to 5 addresses that may connect without a password.',
      change:
        'Up to 5 addresses that may connect without a password; replaces the list. An address can belong to one order only.',
    },
    restWords: {
      about: 'Addresses that need no password.',
      change:
        'Up to 5 IP addresses that need no password; the list is replaced. An address belongs to one order only.',
    },
  },
  blockedHosts: {
    ...list(HOST_NAME, 100),
    most: 100,
    longest: 253,
    example: 'example.com',
    words: {
      about: 'Up to 100 host names that are refused, with all their subdomains.',
      change: 'Up to 100 host names to refuse, with all their subdomains; replaces the list.',
    },
    restWords: {
      about: 'Host names that cannot be reached.',
      change: 'Up to 100 host names that cannot be reached; the list is replaced.',
    },
  },
  paused: {
    kind: 'flag',
    column: p.boolean().default(false),
    initially: false as boolean,
    words: {
      about: 'While true, the gateway refuses the order’s connections.',
      change: 'true pauses the order: the gateway refuses its connections until false resumes it.',
    },
    restWords: {
      about: 'Whether you paused the order.',
      change: 'true pauses the order, false resumes it.',
    },
  },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type LuxurySettings = { [Name in SettingName]: (typeof SETTINGS)[Name]['initially'] };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const settingOf = (name: SettingName): Setting => SETTINGS[name];

type NameWith<Traits> = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends Traits ? Name : never;
}[SettingName];
export type OptionName = NameWith<{ atPurchase: true }>;
export type EnumName = NameWith<{ kind: 'enum' }>;
export type AccountName = Exclude<SettingName, NameWith<{ isOurs: true }>>;
type ClearableName = {
  [Name in SettingName]: null extends LuxurySettings[Name] ? Name : never;
}[SettingName];
export type EditedName = Exclude<SettingName, NameWith<{ byProgramsOnly: true }>>;

const namesWith = <Name extends SettingName>(has: (setting: Setting) => boolean | undefined) =>
  SETTING_NAMES.filter((name): name is Name => has(settingOf(name)) === true);

export const OPTION_NAMES = namesWith<OptionName>(({ atPurchase }) => atPurchase);
export const ENUM_NAMES = namesWith<EnumName>(({ kind }) => kind === 'enum');
const CLEARABLE_NAMES = namesWith<ClearableName>(({ initially }) => initially === null);
/** The settings of an order that a person chooses or types in the chat bot. */
export const EDITED_NAMES = namesWith<EditedName>(({ byProgramsOnly }) => !byProgramsOnly);
const ACCOUNT_NAMES = namesWith<AccountName>(({ isOurs }) => !isOurs);

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

/** The settings to change; others stay as they are. An empty text or null clears what may be null. */
export type SettingsChange = { [Name in SettingName]?: LuxurySettings[Name] | undefined };

/** A change that a dialogue has stored. It is refused where it has a setting of a later version. */
export const STORED_CHANGE: z.ZodType<SettingsChange> = z.strictObject(
  bySetting<{ [Name in SettingName]: z.ZodExactOptional<z.ZodAny> }>(() => z.any().exactOptional()),
);

export const GEO_FIELDS = ['state', 'city', 'zip', 'asn'] as const;
export type GeoField = (typeof GEO_FIELDS)[number];

export type LuxuryOptions = Pick<SettingsChange, OptionName>;

/** The settings of an order bought without options: any address in the country, all protocols. */
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
  for (const name of CLEARABLE_NAMES) next[name] ||= null;
  return next;
}

/** The settings that a change has changed, with their values after it. */
export function changedSettings(before: LuxurySettings, after: LuxurySettings): Partial<LuxurySettings> {
  const changed = SETTING_NAMES.filter((name) => !isDeepStrictEqual(after[name], before[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** The settings as the upstream takes them. Whether the session is sticky follows from the minutes. */
export function toAccountSettings(
  settings: LuxurySettings,
): Pick<AccountSettings, Exclude<AccountName, 'session'>> {
  const known = Object.fromEntries(ACCOUNT_NAMES.map((name) => [name, settings[name]]));
  const { country, session, stickyMinutes, ...same } = known as Pick<LuxurySettings, AccountName>;
  return {
    ...same,
    country: country === 'ANY' ? null : country,
    stickyMinutes: session === 'sticky' ? stickyMinutes : null,
  };
}
