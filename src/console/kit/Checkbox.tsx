import type { ReactNode } from 'react';
import styles from './fields.module.css';

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** Something that is so or not, with its label. */
export function Checkbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <label className={styles['checkbox']}>
      <input
        type="checkbox"
        className={styles['checkboxInput']}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  );
}
