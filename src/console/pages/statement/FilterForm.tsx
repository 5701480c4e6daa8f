import { type ComponentProps, useState } from 'react';
import type { MovementKind } from '../../generated/graphql.ts';
import { classNames } from '../../kit/class-names.ts';
import { SelectField, TextField } from '../../kit/fields.tsx';
import { isOrderNumber } from '../../kit/figures.tsx';
import { t } from '../../texts/texts.tsx';
import { isBackward, isDay, KINDS, type StatementFilter, usualPeriods } from './filter.ts';
import styles from './StatementPage.module.css';

interface FilterFormProps {
  filter: StatementFilter;
  onChange: (filter: StatementFilter) => void;
}

/** Which transactions are shown: a usual period or days, a kind, and an order. */
export function FilterForm({ filter, onChange }: FilterFormProps) {
  const { kind, from, to, order } = filter;
  const periods = usualPeriods(new Date());
  const period = periods.find((one) => one.from === from && one.to === to)?.name ?? t('statement-other-days');
  const change = (part: { [Key in keyof StatementFilter]: StatementFilter[Key] | undefined }) => {
    const next = { ...filter, ...part };
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value)));
  };
  return (
    <div className={classNames('grid start gap-3', styles['form'])}>
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
        placeholder={t('statement-all-orders')}
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
