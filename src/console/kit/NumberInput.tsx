import { useState } from 'react';
import type { ControlProps } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

interface NumberInputProps extends ControlProps {
  /** 0 while nothing, or no number, is typed. */
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
}

export function NumberInput({ value, onChange, ...rest }: NumberInputProps) {
  const [text, setText] = useState(String(value));
  return (
    <TextInput
      {...rest}
      type="number"
      step={1}
      value={Number(text) === value ? text : value}
      onChange={({ target }) => {
        setText(target.value);
        onChange(Number(target.value));
      }}
    />
  );
}
