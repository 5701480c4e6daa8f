import { formatUsd, type Micros } from '../../kit/money.ts';
import type { LuxurySettings, SettingName } from '../../luxury/settings.ts';

/** From a thousand of a unit on, the next one is used: its numbers have four digits at most. */
const UNITS = [2 ** 30, 2 ** 20, 2 ** 10, 1] as const;
const NEXT_FROM = 1_000 / 1_024;

/** How one language writes dates, numbers, amounts and countries. */
export function formatsIn(
  language: string,
  words: {
    /** The locale of dates. */
    dates: string;
    /** The names of units, from GB of 2^30 bytes down to bytes. */
    units: readonly [string, string, string, string];
    anyCountry: string;
    /** Between groups of three digits. */
    group: string;
    usd: (whole: string, cents: string) => string;
  },
) {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(words.dates, { ...options, timeZone: 'UTC' });
  const COUNT = new Intl.NumberFormat(language);
  const digits = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  const plurals = new Intl.PluralRules(language);
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });

  function usd(amount: Micros): string {
    const [whole = '', cents = ''] = formatUsd(amount < 0n ? -amount : amount).split('.');
    const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, words.group);
    return `${amount < 0n ? '−' : ''}${words.usd(grouped, cents)}`;
  }

  return {
    DAY: dates({ dateStyle: 'medium' }),
    /** For buttons, which are short; what is shown ends within some months. */
    DAY_OF_YEAR: dates({ day: 'numeric', month: 'short' }),
    INSTANT: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    WEEKDAY: dates({ weekday: 'short', day: '2-digit' }),
    COUNT,
    /** Such as `$1,234.50` or `1 234,50 $`. */
    usd,
    signed: (amount: Micros) => (amount > 0n ? `+${usd(amount)}` : usd(amount)),
    /** A number with its word: for one, for few where the language has that, and for many. */
    counted(count: number, ...forms: readonly [string, ...string[]]): string {
      const [one, few] = forms;
      const rule = plurals.select(count);
      const form = rule === 'one' ? one : rule === 'few' ? few : undefined;
      return `${COUNT.format(count)} ${form ?? forms.at(-1)}`;
    },
    /** Such as `1.25 GB`. */
    bytes(bytes: bigint): string {
      const found = UNITS.findIndex((unit) => Number(bytes) >= unit * NEXT_FROM);
      const at = found < 0 ? UNITS.length - 1 : found;
      return `${digits.format(Number(bytes) / (UNITS[at] ?? 1))} ${words.units[at] ?? ''}`;
    },
    /** The name of a country by its ISO-2 code, or what ANY stands for. */
    countryName: (code: string) => (code === 'ANY' ? words.anyCountry : (regions.of(code) ?? code)),
  };
}

interface SettingWords {
  yes: string;
  no: string;
  none: string;
  any: string;
  sessions: Readonly<Record<LuxurySettings['session'], string>>;
  protocols: Readonly<Record<LuxurySettings['protocol'], string>>;
}

/** The value of a setting of a Luxury order. */
export function settingText(
  { COUNT, countryName }: Pick<ReturnType<typeof formatsIn>, 'COUNT' | 'countryName'>,
  words: SettingWords,
  settings: LuxurySettings,
  name: SettingName,
): string {
  switch (name) {
    case 'country':
      return countryName(settings.country);
    case 'session':
      return words.sessions[settings.session];
    case 'protocol':
      return words.protocols[settings.protocol];
    case 'anonymous':
    case 'paused':
      return settings[name] ? words.yes : words.no;
    case 'stickyMinutes':
    case 'threads':
      return COUNT.format(settings[name]);
    case 'excludeAsn':
    case 'allowedIps':
    case 'blockedHosts':
      return settings[name].length === 0 ? words.none : settings[name].join(', ');
    default:
      return settings[name] ?? words.any;
  }
}

/** The access to a proxy as most programs take it. */
export function accessLine(proxy: { host: string; port: number; login: string; password: string }): string {
  return `${proxy.host}:${proxy.port}:${proxy.login}:${proxy.password}`;
}

/** Blocks of one to eight eighths of a character. */
const EIGHTHS = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'] as const;
/** The longest bar: with what stands around it, a line fits a narrow phone. */
const WIDTH = 12;

interface ChartLine {
  label: string;
  amount: bigint;
  /** The amount in words. */
  value: string;
}

/** A bar chart as lines of one width each part, for a font of one width. Every amount above 0 has a bar. */
export function chart(lines: readonly ChartLine[]): string {
  let most = 0n;
  for (const { amount } of lines) if (amount > most) most = amount;
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
  const labels = longest(lines.map(({ label }) => label));
  const values = longest(lines.map(({ value }) => value));
  return lines
    .map(
      ({ label, amount, value }) =>
        `${label.padEnd(labels)} ${bar(amount, most).padEnd(WIDTH)} ${value.padStart(values)}`,
    )
    .join('\n');
}

function bar(amount: bigint, most: bigint): string {
  if (amount <= 0n) return '';
  const eighths = Math.max(1, Math.round((Number(amount) / Number(most)) * WIDTH * EIGHTHS.length));
  const rest = eighths % EIGHTHS.length;
  return `${'█'.repeat(Math.floor(eighths / EIGHTHS.length))}${rest === 0 ? '' : EIGHTHS[rest - 1]}`;
}
