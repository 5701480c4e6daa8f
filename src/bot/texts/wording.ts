import { I18n } from '@grammyjs/i18n';
import { formatUsd, type Micros } from '../../kit/money.ts';
import { supportContact } from '../../kit/program.ts';
import type { Language } from '../people/people.ts';
import { escaped, Html, type Line, rendered } from './html.ts';

/**
 * The files beside this one, one for each language, read once when the service starts. Of the library only
 * this is used, and no middleware of it: notices and alerts are written without an update. Fluent's marks
 * around values are left out, because values lose what reverses text.
 */
const WORDS = new I18n({
  defaultLocale: 'en',
  directory: import.meta.dirname,
  fluentBundleOptions: { useIsolating: false },
});

/**
 * What a message shows or is chosen by, by name. A number is a count, in the form of the language, and
 * chooses the word for one or many; one named `...Id` is only shown. A bigint is an amount of money, a date
 * is shown to the minute in UTC, a boolean chooses `yes` or `no`, and a list has a line each. Every message
 * may show `$support`, whom to ask, or `none`.
 */
export type Values = Readonly<
  Record<string, string | number | Micros | boolean | Date | Html | readonly Line[]>
>;

/** From a thousand of a unit on, the next one is used: its numbers have four digits at most. */
const UNITS = ['bytes-0', 'bytes-1', 'bytes-2', 'bytes-3'] as const;
const NEXT_FROM = 1_000;

export class Wording {
  readonly language: Language;
  readonly #dates: Record<'day' | 'dayOfYear' | 'instant' | 'weekday', Intl.DateTimeFormat>;
  readonly #counts: Intl.NumberFormat;
  readonly #digits: Intl.NumberFormat;
  readonly #regions: Intl.DisplayNames;

  constructor(language: Language) {
    this.language = language;
    const dates = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(this.label('date-locale'), { ...options, timeZone: 'UTC' });
    this.#dates = {
      day: dates({ dateStyle: 'medium' }),
      dayOfYear: dates({ day: 'numeric', month: 'short' }),
      instant: dates({ dateStyle: 'medium', timeStyle: 'short' }),
      weekday: dates({ weekday: 'short', day: '2-digit' }),
    };
    this.#counts = new Intl.NumberFormat(language);
    this.#digits = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
    this.#regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  }

  /** A message: its texts are escaped, and what is marked up already is not. */
  message(id: string, values: Values = {}): Html {
    return new Html(this.#write(id, values, escaped));
  }

  /** What has no marks, such as the label of a button. */
  label(id: string, values: Values = {}): string {
    return this.#write(id, values, (text) => text);
  }

  #write(id: string, values: Values, ofText: (text: string) => string): string {
    const shown: Values = { support: supportContact() ?? 'none', ...values };
    const words = Object.entries(shown).map(([name, value]) => {
      if (typeof value === 'number') return [name, name.endsWith('Id') ? String(value) : value];
      if (typeof value === 'bigint') return [name, this.usd(value)];
      if (typeof value === 'boolean') return [name, value ? 'yes' : 'no'];
      if (value instanceof Date) return [name, this.date('instant', value)];
      return [name, typeof value === 'string' ? ofText(value) : rendered(value)];
    });
    return WORDS.t(this.language, id, Object.fromEntries(words));
  }

  date(form: 'day' | 'dayOfYear' | 'instant' | 'weekday', instant: Date | number): string {
    return this.#dates[form].format(instant);
  }

  count(number: number): string {
    return this.#counts.format(number);
  }

  /** Such as `$1,234.50` or `1 234,50 $`. */
  usd(amount: Micros): string {
    const [whole = '', cents = ''] = formatUsd(amount < 0n ? -amount : amount).split('.');
    const value = this.label('usd', { whole: this.#counts.format(BigInt(whole)), cents });
    return amount < 0n ? `−${value}` : value;
  }

  /** Such as `1.25 GB`, of 2^30 bytes. */
  bytes(bytes: bigint): string {
    let amount = Number(bytes);
    let unit = 0;
    for (; amount >= NEXT_FROM && unit < UNITS.length - 1; unit++) amount /= 1_024;
    return this.label(UNITS[unit] ?? '', { amount: this.#digits.format(amount) });
  }

  /** The name of a country by its ISO-2 code, or what ANY stands for. */
  countryName(code: string): string {
    return code === 'ANY' ? this.label('any-country') : (this.#regions.of(code) ?? code);
  }

  /** How long, or how much: one of both is null. */
  volume({ days, gb }: { days: number | null; gb: number | null }): string {
    return days === null ? this.label('gigabytes', { gb: gb ?? 0 }) : this.label('days', { days });
  }
}
