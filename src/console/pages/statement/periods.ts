import { dayOf } from './filter.ts';

interface Period {
  name: string;
  /** Its first and last day in UTC; an open end is left out. */
  from?: string;
  to?: string;
}

/** The periods that a statement is mostly wanted for. */
export function usualPeriods(now: Date): readonly Period[] {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const day = (of: number, on: number, date: number) => dayOf(new Date(Date.UTC(of, on, date)));
  return [
    { name: 'All time' },
    { name: 'This month', from: day(year, month, 1) },
    { name: 'Last month', from: day(year, month - 1, 1), to: day(year, month, 0) },
    { name: 'This year', from: day(year, 0, 1) },
    { name: 'Last year', from: day(year - 1, 0, 1), to: day(year, 0, 0) },
  ];
}
