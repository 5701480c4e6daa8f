import { formatUsd, type Micros } from '../../kit/money.ts';
import { bytesIn } from './bytes.ts';

export const DAY = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'medium', timeZone: 'UTC' });
/** For buttons, which are short; what is shown ends within some months. */
export const DAY_OF_YEAR = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
export const INSTANT = new Intl.DateTimeFormat('ru-RU', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
export const WEEKDAY = new Intl.DateTimeFormat('ru-RU', {
  weekday: 'short',
  day: '2-digit',
  timeZone: 'UTC',
});
export const COUNT = new Intl.NumberFormat('ru');
const PLURALS = new Intl.PluralRules('ru');
const REGIONS = new Intl.DisplayNames('ru', { type: 'region', fallback: 'code' });

/** Such as `1 234,50 $`. */
export function usd(amount: Micros): string {
  const [whole = '', cents = ''] = formatUsd(amount < 0n ? -amount : amount).split('.');
  return `${amount < 0n ? '−' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')},${cents}\u00a0$`;
}

export const signed = (amount: Micros) => (amount > 0n ? `+${usd(amount)}` : usd(amount));

export function counted(count: number, one: string, few: string, many: string): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { one, few };
  return `${COUNT.format(count)} ${forms[PLURALS.select(count)] ?? many}`;
}

/** Such as `1,25 ГБ`. */
export const bytes = bytesIn(new Intl.NumberFormat('ru', { maximumSignificantDigits: 3 }), [
  'ГБ',
  'МБ',
  'КБ',
  'Б',
]);

/** The name of a country by its ISO-2 code, or what ANY stands for. */
export function countryName(code: string): string {
  return code === 'ANY' ? 'любая страна' : (REGIONS.of(code) ?? code);
}
