import { useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './fields.module.css';
import type { ControlProps } from './Field.tsx';

interface ListInputProps extends ControlProps {
  name: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** A list of words that nobody has to format: lines, spaces and commas part them. */
export function ListInput({ values, onChange, ...control }: ListInputProps) {
  const [text, setText] = useState(values.join('\n'));
  // What was typed stays as it is, unless the values have been changed by something else.
  const shown = wordsOf(text).join('\n') === values.join('\n') ? text : values.join('\n');
  return (
    <textarea
      {...control}
      className={classNames(styles['control'], styles['listInput'])}
      rows={3}
      spellCheck={false}
      autoCapitalize="off"
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onChange(wordsOf(target.value));
      }}
    />
  );
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}
