import { formatCount, LANGUAGE, t } from '../texts/texts.tsx';
import { createStore } from './store.ts';

/**
 * US dollars: a decimal of the schema's USD, with two to six digits after the point; a minus sign for what
 * was taken.
 */
export function Money({ usd }: { usd: string }) {
  return <data value={usd}>{formatUsd(usd)}</data>;
}

/** An amount as text, such as "$1,250.00". */
export function formatUsd(usd: string): string {
  const [whole = '0', fraction = ''] = usd.replace('-', '').split('.');
  const digits = fraction.replace(/0+$/, '').padEnd(2, '0');
  const amount = t('usd', { whole: formatCount(BigInt(whole)), cents: digits });
  return usd.startsWith('-') ? `−${amount}` : amount;
}

const MICROS = 1_000_000n;

/** An amount of the schema's USD in micro-dollars, to calculate with. */
export function toMicros(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.replace('-', '').split('.');
  const micros = BigInt(whole) * MICROS + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return usd.startsWith('-') ? -micros : micros;
}

/** An amount that somebody has typed, as the service takes it; undefined when it is none. */
export function usdIn(typed: string): string | undefined {
  const usd = typed.trim().replace(/^\$/, '').replace(',', '.');
  return /^\d{1,12}(\.\d{1,6})?$/.test(usd) ? usd : undefined;
}

/** Micro-dollars as the schema writes and takes them. */
export function toUsd(micros: bigint): string {
  const amount = micros < 0n ? -micros : micros;
  const fraction = String(amount % MICROS).padStart(6, '0');
  return `${micros < 0n ? '-' : ''}${amount / MICROS}.${fraction.replace(/0{1,4}$/, '')}`;
}

/** The ids of their names. */
const BYTE_UNITS = ['bytes-0', 'bytes-1', 'bytes-2', 'bytes-3', 'bytes-4'] as const;
/** The next unit has 2^10 of one: traffic is sold in GB of 2^30 bytes. */
const STEP_BITS = 10;
/** In percent of what was bought: below it, traffic is running out. */
export const LITTLE_PERCENT = 10;

/** An amount of traffic. The title has all digits. */
export function Bytes({ bytes }: { bytes: number }) {
  return (
    <data value={bytes} title={t('bytes-exact', { bytes })}>
      {formatBytes(bytes)}
    </data>
  );
}

/** The unit in which people read an amount of traffic: its bytes and its name. */
export function byteUnit(bytes: number): { size: number; name: string } {
  const power = Math.floor(Math.log2(Math.max(1, Math.abs(bytes))) / STEP_BITS);
  const unit = Math.min(power, BYTE_UNITS.length - 1);
  return { size: 2 ** (STEP_BITS * unit), name: t(BYTE_UNITS[unit] ?? '') };
}

/** Such as "1.25 GB": three digits or more, the unit after a space that does not break. */
export function formatBytes(bytes: number): string {
  const { size, name } = byteUnit(bytes);
  const value = bytes / size;
  const digits = size === 1 || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const shown = value.toLocaleString(LANGUAGE, {
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false },
  });
  return `${shown}\u00a0${name}`;
}

/** Bytes of the gigabyte in which traffic is sold. */
export const GB = 2 ** 30;

export const DAY_MS = 86_400_000;
/** In ms: how often what is shown moves on with the time. */
const TICK_MS = 10_000;
/** In seconds: the length of each unit, and from which span on it is used: 37 days are not a month. */
const UNITS = [
  ['year', 365 * 86_400, 365 * 86_400],
  ['month', 30 * 86_400, 60 * 86_400],
  ['day', 86_400, 86_400],
  ['hour', 3_600, 3_600],
  ['minute', 60, 60],
] as const;

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The reader's time zone by its IANA name: all times and days of the console are its. */
export const TIME_ZONE = zone && zone !== 'Etc/Unknown' ? zone : 'UTC';

const DATE_TIME = new Intl.DateTimeFormat(LANGUAGE, {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});
export const DATE = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });
/** For what lies within a year. */
export const SHORT_DATE = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', day: 'numeric' });
export const TIME = new Intl.DateTimeFormat(LANGUAGE, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const RELATIVE = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

const now = createStore(Date.now());
setInterval(() => document.hidden || now.set(Date.now()), TICK_MS);

/** Such as "2026-01-31 12:00:00 UTC". */
export function utc(at: string): string {
  return `${new Date(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ')} UTC`;
}

/** The day of an instant, such as 2026-01-31. */
export function dayOf(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** When a day begins, or one so many days later. */
export function startOfDay(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}

/** An instant in the reader's zone. The title has it to the second, in UTC. */
export function DateTime({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  return (
    <time dateTime={at} title={utc(at)}>
      {(dateOnly ? DATE : DATE_TIME).format(new Date(at))}
    </time>
  );
}

/** The present instant in ms since 1970, a few seconds old at most while the page is in sight. */
export const useNow = now.use;

/** How long ago an instant was, or how far ahead it lies, such as "in 3 days". */
export function RelativeTime({ at }: { at: string }) {
  const current = useNow();
  return (
    <time dateTime={at} title={`${DATE_TIME.format(new Date(at))} (${utc(at)})`}>
      {relative((Date.parse(at) - current) / 1_000)}
    </time>
  );
}

function relative(seconds: number): string {
  const [unit, length] = UNITS.find(([, , from]) => Math.abs(seconds) >= from) ?? [];
  return unit ? RELATIVE.format(Math.round(seconds / length), unit) : t('now');
}

/** Whether the service takes a text for an order's number. */
export function isOrderNumber(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
