import type { MovementKind } from '../../generated/graphql.ts';
import { dayOf, isOrderNumber, startOfDay } from '../../kit/figures.tsx';
import { t } from '../../texts/texts.tsx';

/** Which transactions are shown. Days are the reader's, as 2026-01-31, and both are included. */
export interface StatementFilter {
  kind?: MovementKind;
  from?: string;
  to?: string;
  /** The number of an order. */
  order?: string;
}

export const KINDS: readonly MovementKind[] = [
  'PURCHASE',
  'RENEWAL',
  'TRAFFIC',
  'REFUND',
  'TOP_UP',
  'PAYMENT_REFUND',
  'OPERATION_REFUND',
  'ADJUSTMENT',
];

/** Reads the filter of an address; what it does not understand is left out. */
export function filterFrom(params: URLSearchParams): StatementFilter {
  const kind = KINDS.find((one) => one === params.get('kind'));
  const from = params.get('from');
  const to = params.get('to');
  const order = params.get('order');
  return {
    ...(kind && { kind }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(order !== null && isOrderNumber(order) && { order }),
  };
}

/** The arguments of `Viewer.statement` that a filter makes. */
export function argumentsOf({ kind, from, to, order }: StatementFilter) {
  return {
    kind: kind ?? null,
    from: from ? startOfDay(from).toISOString() : null,
    to: to ? startOfDay(to, 1).toISOString() : null,
    orderId: order ?? null,
  };
}

/** Whether nothing can be shown, since the first day comes after the last one. */
export function isBackward({ from, to }: StatementFilter): boolean {
  return from !== undefined && to !== undefined && from > to;
}

/** Whether a text is a day of this century, and of the calendar: a year that is being typed is none yet. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  return dayOf(startOfDay(text)) === text;
}

interface Period {
  name: string;
  /** The first and the last day of the range; an open end is left out. */
  from?: string;
  to?: string;
}

/** The periods that a statement is mostly wanted for. */
export function usualPeriods(now: Date): readonly Period[] {
  const year = now.getFullYear();
  const month = now.getMonth();
  const day = (of: number, on: number, date: number) => dayOf(new Date(of, on, date));
  return [
    { name: t('statement-all-time') },
    { name: t('statement-this-month'), from: day(year, month, 1) },
    { name: t('statement-last-month'), from: day(year, month - 1, 1), to: day(year, month, 0) },
    { name: t('statement-this-year'), from: day(year, 0, 1) },
    { name: t('statement-last-year'), from: day(year - 1, 0, 1), to: day(year, 0, 0) },
  ];
}
