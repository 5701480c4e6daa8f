import { useState } from 'react';
import type { MovementKind } from '../../generated/graphql.ts';
import { classNames } from '../../kit/class-names.ts';
import { type FieldTexts, SelectField, TextField } from '../../kit/fields.tsx';
import {
  isBackward,
  isDay,
  isOrderNumber,
  KIND_LABELS,
  type StatementFilter,
  usualPeriods,
} from './filter.ts';
import styles from './StatementPage.module.css';

const OTHER_DAYS = 'Other days';

interface FilterFormProps {
  filter: StatementFilter;
  onChange: (filter: StatementFilter) => void;
}

/** Which transactions are shown: a usual period or days, a kind, and an order. */
export function FilterForm({ filter, onChange }: FilterFormProps) {
  const { kind, from, to, order } = filter;
  const periods = usualPeriods(new Date());
  const period = periods.find((one) => one.from === from && one.to === to)?.name ?? OTHER_DAYS;
  const change = (part: { [Key in keyof StatementFilter]: StatementFilter[Key] | undefined }) => {
    const next = { ...filter, ...part };
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value)));
  };
  return (
    <div className={classNames('grid start gap-3', styles['form'])}>
      <SelectField
        label="Period"
        value={period}
        options={periods.map(({ name }) => [name, name])}
        onChange={(value) => {
          const chosen = periods.find(({ name }) => name === value);
          if (chosen) change({ from: chosen.from, to: chosen.to });
        }}
      >
        <option disabled>{OTHER_DAYS}</option>
      </SelectField>
      <DayField label="First day" value={from} onChange={(day) => change({ from: day })} />
      <DayField
        label="Last day"
        error={isBackward(filter) ? 'This is before the first day; choose a later one.' : undefined}
        value={to}
        onChange={(day) => change({ to: day })}
      />
      <SelectField
        label="Kind"
        value={kind ?? ''}
        options={[['', 'All kinds'], ...Object.entries(KIND_LABELS)]}
        onChange={(value) => change({ kind: (value || undefined) as MovementKind | undefined })}
      />
      <OrderField value={order} onChange={(next) => change({ order: next })} />
    </div>
  );
}

interface DayFieldProps extends FieldTexts {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** A day. While one is typed, the browser reports years such as 0020: they stay in the input. */
function DayField({ value = '', onChange, ...texts }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <TextField
      {...texts}
      type="date"
      value={typed}
      onChange={(text) => {
        setTyped(text);
        if (text === '') onChange(undefined);
        else if (isDay(text)) onChange(text);
      }}
    />
  );
}

/** The number of an order, which counts when it is left or Enter is pressed. */
function OrderField({ value = '', onChange }: Pick<DayFieldProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  const text = typed.trim();
  const isWrong = text !== '' && !isOrderNumber(text);
  const take = () => {
    if (!isWrong && text !== value) onChange(text || undefined);
  };
  return (
    <TextField
      label="Order"
      inputMode="numeric"
      placeholder="All orders"
      error={isWrong ? 'Type the number of an order.' : undefined}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}
