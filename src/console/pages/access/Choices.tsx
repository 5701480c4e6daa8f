import { useId } from 'react';
import { Skeleton } from '../../kit/Page.tsx';
import styles from './AccessPage.module.css';

interface ChoicesProps<Value extends string> {
  legend: string;
  /** Undefined while they are asked for. */
  choices: readonly { value: Value; label: string }[] | undefined;
  /** Said when there is nothing to choose. */
  none?: string;
  /** Said below the choices. */
  note?: string | undefined;
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
  error: string | undefined;
}

/** Any number out of a few. */
export function Choices<Value extends string>({
  legend,
  choices,
  none,
  note,
  chosen,
  onChange,
  error,
}: ChoicesProps<Value>) {
  const errorId = useId();
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <fieldset className={styles['choices']} aria-describedby={error && errorId}>
      <legend>{legend}</legend>
      {!choices && <Skeleton />}
      {choices?.length === 0 && <p className={styles['note']}>{none}</p>}
      {choices?.map(({ value, label }) => (
        <label key={value} className={styles['choice']}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          <span className={styles['wrap']}>{label}</span>
        </label>
      ))}
      {note !== undefined && <p className={styles['note']}>{note}</p>}
      {error && (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
