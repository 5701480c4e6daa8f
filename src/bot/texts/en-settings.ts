import type { Diagnosis } from '../../luxury/diagnosis.ts';
import type { LuxurySettings, SettingName } from '../../luxury/settings.ts';
import { COUNT, counted, countryName } from './en-formats.ts';
import { cut, type Html, html } from './html.ts';

/**
 * What is wrong with what a person has typed for a setting; `entry` is the part of a list that it is about.
 */
export interface SettingFlaw {
  entry?: string | undefined;
  message: string;
}

/** A setting, what it is, and what it will be. */
export interface SettingStep {
  name: SettingName;
  before: LuxurySettings;
  after: LuxurySettings;
}

const NAMES: Readonly<Record<SettingName, string>> = {
  country: 'Country',
  state: 'State',
  city: 'City',
  zip: 'ZIP code',
  asn: 'Provider',
  anonymous: 'Anonymous addresses only',
  session: 'Session',
  stickyMinutes: 'Sticky minutes',
  protocol: 'Protocol',
  threads: 'Threads',
  excludeAsn: 'Excluded providers',
  allowedIps: 'Allowed addresses',
  blockedHosts: 'Blocked hosts',
  paused: 'Paused',
};

const PROTOCOLS = { http: 'HTTP', socks5: 'SOCKS5', both: 'HTTP and SOCKS5' } as const;
const SESSIONS = {
  rotating: 'rotating: a new address for each request',
  sticky: 'sticky: an address is kept for some minutes',
} as const;

/** What each setting takes, for who types it. */
const TAKEN: Partial<Record<SettingName, string>> = {
  country: 'Choose a country, or type its name or its code of two letters.',
  state: 'Press a button, or type a part of the name or the code.',
  city: 'Press a button, or type a part of the name or the code.',
  zip: 'Press a button, or type a part of the code.',
  asn: 'Press a button, or type a part of the name or the number.',
  session: 'Choose one.',
  protocol: 'Choose one.',
  stickyMinutes:
    'For how many minutes a sticky line keeps its exit address. Choose, or type a whole number from 1 to 120.',
  threads:
    'How many connections may be open at the same time. Choose, or type a whole number from 1 to 2,000.',
  allowedIps:
    'Programs at these addresses need no password. Type up to 5 IP addresses such as 203.0.113.7, with spaces or commas between them; they replace the present ones.',
  blockedHosts:
    'Nothing connects to these hosts and what is below them. Type up to 100 host names such as example.com, with spaces or commas between them; they replace the present ones.',
};

function valueText(settings: LuxurySettings, name: SettingName): string {
  switch (name) {
    case 'country':
      return countryName(settings.country);
    case 'session':
      return SESSIONS[settings.session];
    case 'protocol':
      return PROTOCOLS[settings.protocol];
    case 'anonymous':
    case 'paused':
      return settings[name] ? 'yes' : 'no';
    case 'stickyMinutes':
    case 'threads':
      return COUNT.format(settings[name]);
    case 'excludeAsn':
    case 'allowedIps':
    case 'blockedHosts':
      return settings[name].length === 0 ? 'none' : settings[name].join(', ');
    default:
      return settings[name] ?? 'any';
  }
}

const line = (settings: LuxurySettings, name: SettingName) =>
  html`${NAMES[name]}: ${cut(valueText(settings, name), 500)}`;

export const enSettings = {
  name: (name: SettingName): string => NAMES[name],
  /** A button that chooses a value. */
  choice: (name: SettingName, value: string): string => {
    if (name === 'country') return countryName(value);
    if (name === 'protocol') return PROTOCOLS[value as keyof typeof PROTOCOLS];
    if (name === 'session') return value === 'sticky' ? 'Sticky' : 'Rotating';
    return value === '' ? 'None' : value;
  },
  apply: 'Apply',
  all: (
    orderId: number,
    settings: LuxurySettings,
    names: readonly SettingName[],
  ): Html => html`<b>Settings of order ${orderId}</b>

${names.map((name) => line(settings, name))}

Choose one to change it. Changes are free.`,
  one: (
    orderId: number,
    settings: LuxurySettings,
    name: SettingName,
  ): Html => html`<b>${NAMES[name]}</b> of order ${orderId}

Now: ${cut(valueText(settings, name), 2_000)}

${TAKEN[name] ?? ''}`,
  preview: (orderId: number, steps: readonly SettingStep[]): Html => html`<b>Order ${orderId}</b>

${steps.map(
  ({ name, before, after }) => html`${NAMES[name]}
  now: ${cut(valueText(before, name), 1_000)}
  then: <b>${cut(valueText(after, name), 1_000)}</b>`,
)}`,
  needsCountry: (name: SettingName): Html =>
    html`<b>${NAMES[name]}</b>: choose a country first. Its places are listed then.`,
  placesFixed: (): Html =>
    html`This type is not sold any more, so the place of the order cannot be changed. It works as before.`,
  same: (name: SettingName, settings: LuxurySettings): Html =>
    html`Nothing to change: ${line(settings, name)} already.`,
  applied: (orderId: number): Html => html`Done: order ${orderId} works with the new settings.`,
  refused: (name: SettingName, flaws: readonly SettingFlaw[]): Html => html`${[
    html`<b>${NAMES[name]}</b>: that does not work.`,
    ...flaws.map(({ message }) => html`• ${message}.`),
  ]}

${TAKEN[name] ?? 'Nothing was changed.'}`,
  notChanged: (): Html =>
    html`The provider did not accept the change, so the settings stay as they were. Please try again in a moment.`,

  noErrors: (orderId: number): Html =>
    html`No connection of order ${orderId} was refused in the last seven days.`,
  errors: (
    orderId: number,
    { findings, now }: Diagnosis,
    shown: number,
  ): Html => html`<b>Connection errors of order ${orderId}</b>, the last seven days

${findings.slice(0, shown).map(
  ({ code, count, meaning, advice }) => html`<b>${COUNT.format(count)} × ${code}</b>
${meaning} ${advice}
`,
)}${
  findings.length > shown
    ? html`And ${counted(findings.length - shown, 'rarer reason', 'rarer reasons')}.
`
    : ''
}${now ? `${now.exact ? '' : 'At most '}${counted(now.addresses, 'exit address matches', 'exit addresses match')} the settings.` : ''}`,
  /** A button that shows what a change would do against errors. */
  loosen: (name: SettingName, addresses: number | undefined): string =>
    `${LOOSENINGS[name] ?? NAMES[name]}${addresses === undefined ? '' : `: ${counted(addresses, 'address', 'addresses')}`}`,
};

const LOOSENINGS: Partial<Record<SettingName, string>> = {
  country: 'Any country',
  state: 'Any state',
  city: 'Any city',
  zip: 'Any ZIP code',
  asn: 'Any provider',
  excludeAsn: 'Exclude no provider',
  anonymous: 'Any address, anonymous or not',
  threads: 'More threads',
  protocol: 'Both protocols',
  blockedHosts: 'Block no host',
  allowedIps: 'Change allowed addresses',
  paused: 'Resume',
};
