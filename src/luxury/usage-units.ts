/** The units of time of which samples are kept. */
export type UsageUnit = 'minute' | 'hour' | 'day';

/** Milliseconds of each unit. All begin at whole multiples of it since 1970, since days are UTC's. */
export const UNIT_MS: Readonly<Record<UsageUnit, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** For how long samples are kept, in units: 48 hours and 90 days. Days are kept for ever. */
export const KEPT_UNITS = { minute: 2_880, hour: 2_160 } as const;

/** When the minute, hour or day of an instant began. */
export function beginningOf(unit: UsageUnit, instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / UNIT_MS[unit]) * UNIT_MS[unit]);
}
