import { formatUsd, type Micros } from '../../kit/money.ts';

export const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
export const INSTANT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
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

/** The name of a country by its ISO-2 code, or what ANY stands for. */
export function countryName(code: string): string {
  return code === 'ANY' ? 'any country' : (REGIONS.of(code) ?? code);
}
