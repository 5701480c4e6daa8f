import { type ComponentProps, useState } from 'react';
import type { MovementKind } from '../../generated/graphql.ts';
import { SelectField, TextField } from '../../kit/fields.tsx';
import { dayOf, isOrderNumber, startOfDay } from '../../kit/figures.tsx';
import { t } from '../../texts/texts.tsx';
import styles from './StatementPage.module.css';

/** Which transactions are shown. Days are the reader's, as 2026-01-31, and both are included. */
export interface StatementFilter {
  kind?: MovementKind;
  from?: string;
  to?: string;
  /** The number of an order. */
  order?: string;
}

const KINDS: readonly MovementKind[] = [
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
function isDay(text: string | null): text is string {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  return dayOf(startOfDay(text)) === text;
}

interface Period {
  name: string;
  /** The first and the last day of the range; an open end is left out. */
  from?: string;
  to?: string;
}

function usualPeriods(now: Date): readonly Period[] {
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

interface FilterFormProps {
  filter: StatementFilter;
  onChange: (filter: StatementFilter) => void;
}

export function FilterForm({ filter, onChange }: FilterFormProps) {
  const { kind, from, to, order } = filter;
  const periods = usualPeriods(new Date());
  const period = periods.find((one) => one.from === from && one.to === to)?.name ?? t('statement-other-days');
  const change = (part: { [Key in keyof StatementFilter]: StatementFilter[Key] | undefined }) => {
    const next = { ...filter, ...part };
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value)));
  };
  return (
    <div className={`grid start gap-3 ${styles['form']}`}>
      <SelectField
        label={t('statement-period')}
        value={period}
        options={periods.map(({ name }) => [name, name])}
        onChange={(value) => {
          const chosen = periods.find(({ name }) => name === value);
          if (chosen) change({ from: chosen.from, to: chosen.to });
        }}
      >
        <option disabled>{t('statement-other-days')}</option>
      </SelectField>
      <DraftField
        label={t('statement-first-day')}
        type="date"
        value={from}
        isWhole={isDay}
        onChange={(day) => change({ from: day })}
      />
      <DraftField
        label={t('statement-last-day')}
        type="date"
        error={isBackward(filter) ? t('statement-backward') : undefined}
        value={to}
        isWhole={isDay}
        onChange={(day) => change({ to: day })}
      />
      <SelectField
        label={t('statement-kind')}
        value={kind ?? ''}
        options={[
          ['', t('statement-all-kinds')],
          ...KINDS.map((one) => [one, t(`movement-${one}`)] as const),
        ]}
        onChange={(value) => change({ kind: (value || undefined) as MovementKind | undefined })}
      />
      <DraftField
        label={t('statement-order')}
        inputMode="numeric"
        placeholder={t('order-all')}
        value={order}
        isWhole={isOrderNumber}
        invalid={t('statement-no-number')}
        onChange={(number) => change({ order: number })}
      />
    </div>
  );
}

interface DraftFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> {
  value: string | undefined;
  /** Whether a text can be meant. While a day is typed, the browser reports years such as 0020. */
  isWhole: (text: string) => boolean;
  /** The error at a text that is not. */
  invalid?: string;
  onChange: (value: string | undefined) => void;
}

/** What is typed stays in the input; it counts once it is whole, or when nothing is left of it. */
function DraftField({ value = '', isWhole, invalid, error, onChange, ...field }: DraftFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <TextField
      {...field}
      error={typed && !isWhole(typed) ? invalid : error}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        if (text === '' || isWhole(text)) onChange(text || undefined);
      }}
    />
  );
}
