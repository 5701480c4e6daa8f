/** A UTC day and what was spent in it. */
export interface SpendingDay {
  from: string;
  amountUsd: string;
}

const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Such as Nov 12. */
export function dayName({ from }: SpendingDay): string {
  return DAY.format(new Date(from));
}
