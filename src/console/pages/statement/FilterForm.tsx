import styles from './StatementPage.module.css';
import type { MovementKind } from '../../generated/graphql.ts';
import { Field, Select, type ControlProps, TextInput } from '../../kit/fields.tsx';
import { isBackward, KIND_LABELS, type StatementFilter, usualPeriods, isDay } from './filter.ts';
import { useState } from 'react';

const OTHER_DAYS = 'Other days';

interface FilterFormProps {
  filter: StatementFilter;
  onChange: (filter: StatementFilter) => void;
}

/** Which movements are shown: a usual period or days, and a kind. */
export function FilterForm({ filter, onChange }: FilterFormProps) {
  const { kind, from, to } = filter;
  const periods = usualPeriods(new Date());
  const period = periods.find((one) => one.from === from && one.to === to)?.name ?? OTHER_DAYS;
  const change = (part: { [Key in keyof StatementFilter]: StatementFilter[Key] | undefined }) => {
    const next = { ...filter, ...part };
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value)));
  };
  return (
    <div className={styles['form']}>
      <Field label="Period">
        {(control) => (
          <Select
            {...control}
            value={period}
            onChange={({ target }) => {
              const chosen = periods.find(({ name }) => name === target.value);
              if (chosen) change({ from: chosen.from, to: chosen.to });
            }}
          >
            {periods.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
            <option disabled>{OTHER_DAYS}</option>
          </Select>
        )}
      </Field>
      <Field label="First day (UTC)">
        {(control) => <DayInput {...control} value={from} onChange={(day) => change({ from: day })} />}
      </Field>
      <Field
        label="Last day (UTC)"
        error={isBackward(filter) ? 'This is before the first day; choose a later one.' : undefined}
      >
        {(control) => <DayInput {...control} value={to} onChange={(day) => change({ to: day })} />}
      </Field>
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={kind ?? ''}
            onChange={({ target }) =>
              change({ kind: (target.value || undefined) as MovementKind | undefined })
            }
          >
            <option value="">All kinds</option>
            {Object.entries(KIND_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

interface DayInputProps extends ControlProps {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** A day. While one is typed, the browser reports years such as 0020: they stay in the input. */
function DayInput({ value = '', onChange, ...control }: DayInputProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <TextInput
      {...control}
      type="date"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value === '') onChange(undefined);
        else if (isDay(target.value)) onChange(target.value);
      }}
    />
  );
}
