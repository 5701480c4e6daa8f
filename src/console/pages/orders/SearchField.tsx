import { useEffect, useRef, useState } from 'react';
import { Field } from '../../kit/fields.tsx';
import { TextInput } from '../../kit/fields.tsx';

/** In ms: about the pause between two numbers that somebody types, and not between two digits. */
const PAUSE_MS = 250;
/** A number has at most 15 digits; spaces and a # may be pasted with it. */
const MOST_CHARACTERS = 20;

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Looks for a number when the typing pauses. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [sought, setSought] = useState(value);
  if (value !== sought) {
    setSought(value);
    if (value.trim() !== typed.trim()) setTyped(value);
  }
  // Whatever else changes on the page must not begin the pause anew.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => latest.current(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <Field label="Order number">
      {(control) => (
        <TextInput
          {...control}
          type="search"
          inputMode="numeric"
          autoComplete="off"
          maxLength={MOST_CHARACTERS}
          placeholder="Begins with…"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && onChange(typed.trim())}
        />
      )}
    </Field>
  );
}
