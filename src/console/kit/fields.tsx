import styles from './fields.module.css';
import { type ReactElement, useId, type ComponentProps, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** What a control takes from its field. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** What is wrong with the value and what to do; replaces nothing, the hint stays. */
  error?: string | undefined;
  optional?: boolean;
  children: (control: ControlProps) => ReactElement;
}

/** A control with its label, hint and error, tied together for assistive software. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {optional && <span className={styles['optional']}> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': notes || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={classNames(styles['control'], className)} />;
}

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

/** The browser's own control, for up to a few dozen options. Combobox is for more. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classNames(styles['control'], styles['select'], className)} />;
}

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

interface RadioCard {
  value: string;
  label: string;
  /** At the end of the label's line, such as a price. */
  figure?: ReactNode;
  /** Below the label. */
  note?: ReactNode;
}

interface RadioCardsProps {
  /** What is chosen; shown above the cards unless it is only for assistive software. */
  legend: string;
  legendHidden?: boolean;
  cards: readonly RadioCard[];
  value: string | undefined;
  onChange: (value: string) => void;
  /** The least width of a card, as a CSS length. Cards of one row are equally wide. */
  cardWidth: string;
  error?: string | undefined;
}

/**
 * One choice out of a few that are shown at once. The arrow keys move it, as in any group of radio buttons.
 */
export function RadioCards(props: RadioCardsProps) {
  const { legend, legendHidden = false, cards, value, onChange, cardWidth, error } = props;
  const id = useId();
  return (
    <fieldset className={styles['group']} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classNames(styles['legend'], legendHidden && styles['hidden'])}>{legend}</legend>
      <div
        className={styles['cards']}
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${cardWidth}, 100%), 1fr))` }}
      >
        {cards.map(({ value: own, label, figure, note }) => (
          <label key={own} className={styles['card']}>
            <input
              type="radio"
              name={id}
              className={styles['cardInput']}
              checked={own === value}
              onChange={() => onChange(own)}
            />
            <span className={styles['cardLine']}>
              <span className={styles['cardLabel']}>{label}</span>
              {figure && <span>{figure}</span>}
            </span>
            {note && <span className={styles['cardNote']}>{note}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles['cardError']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
