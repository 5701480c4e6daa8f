import { formatUsd, type Micros } from '../../kit/money.ts';
import { bytesIn } from './bytes.ts';

export const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
/** For buttons, which are short; what is shown ends within some months. */
export const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
export const INSTANT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
export const WEEKDAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: '2-digit',
  timeZone: 'UTC',
});
export const COUNT = new Intl.NumberFormat('en');
const PLURALS = new Intl.PluralRules('en');
const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Such as `$1,234.50`. */
export function usd(amount: Micros): string {
  const [whole = '', cents = ''] = formatUsd(amount < 0n ? -amount : amount).split('.');
  return `${amount < 0n ? '−' : ''}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

export const signed = (amount: Micros) => (amount > 0n ? `+${usd(amount)}` : usd(amount));

export const counted = (count: number, one: string, other: string) =>
  `${COUNT.format(count)} ${PLURALS.select(count) === 'one' ? one : other}`;

/** Such as `1.25 GB`. */
export const bytes = bytesIn(new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }), [
  'GB',
  'MB',
  'KB',
  'B',
]);

/** The name of a country by its ISO-2 code, or what ANY stands for. */
export function countryName(code: string): string {
  return code === 'ANY' ? 'any country' : (REGIONS.of(code) ?? code);
}
