import { type ComponentProps, useState } from 'react';
import type { MovementKind } from '../../generated/graphql.ts';
import { classNames } from '../../kit/class-names.ts';
import { SelectField, TextField } from '../../kit/fields.tsx';
import { isOrderNumber } from '../../kit/figures.tsx';
import { isBackward, isDay, KIND_LABELS, type StatementFilter, usualPeriods } from './filter.ts';
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
      <DraftField
        label="First day"
        type="date"
        value={from}
        isWhole={isDay}
        onChange={(day) => change({ from: day })}
      />
      <DraftField
        label="Last day"
        type="date"
        error={isBackward(filter) ? 'This is before the first day; choose a later one.' : undefined}
        value={to}
        isWhole={isDay}
        onChange={(day) => change({ to: day })}
      />
      <SelectField
        label="Kind"
        value={kind ?? ''}
        options={[['', 'All kinds'], ...Object.entries(KIND_LABELS)]}
        onChange={(value) => change({ kind: (value || undefined) as MovementKind | undefined })}
      />
      <DraftField
        label="Order"
        inputMode="numeric"
        placeholder="All orders"
        value={order}
        isWhole={isOrderNumber}
        invalid="Type the number of an order."
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
