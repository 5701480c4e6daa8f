import { useState } from 'react';
import type { ControlProps } from '../../kit/fields.tsx';
import { TextInput } from '../../kit/fields.tsx';
import { isDay } from './filter.ts';

interface DayInputProps extends ControlProps {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** A day. While one is typed, the browser reports years such as 0020: they stay in the input. */
export function DayInput({ value = '', onChange, ...control }: DayInputProps) {
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
