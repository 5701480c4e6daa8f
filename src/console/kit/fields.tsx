import { type ComponentProps, type ReactElement, type ReactNode, useId, useState } from 'react';
import { t } from '../texts/texts.tsx';
import { classNames } from './class-names.ts';
import styles from './fields.module.css';
import { Skeleton } from './Page.tsx';

export interface FieldTexts {
  label: string;
  hint?: string | undefined;
  /** What is wrong with the value and what to do; replaces nothing, the hint stays. */
  error?: string | undefined;
  optional?: boolean | undefined;
}

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps extends FieldTexts {
  children: (control: ControlProps) => ReactElement;
}

export function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="grid top tight narrow">
      <label className="strong" htmlFor={id}>
        {label}
        {optional && <span className="dim plain"> {t('kit-optional')}</span>}
      </label>
      {children({ id, 'aria-describedby': notes || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="dim small">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="bad small">
          {error}
        </p>
      )}
    </div>
  );
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={classNames(styles['control'], className)} />;
}

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'onChange'> {
  onChange: (text: string) => void;
}

export function TextField({ label, hint, error, optional, onChange, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => <TextInput {...control} {...rest} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}

interface TextAreaFieldProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'onChange'> {
  onChange: (text: string) => void;
}

export function TextAreaField({ label, hint, error, optional, onChange, ...rest }: TextAreaFieldProps) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => (
        <textarea
          {...control}
          {...rest}
          className={classNames('block', styles['control'], styles['lines'])}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface NumberFieldProps extends FieldTexts {
  /** 0 while nothing, or no number, is typed. */
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number | undefined;
}

export function NumberField({ value, onChange, ...rest }: NumberFieldProps) {
  const [text, setText] = useState(String(value));
  return (
    <TextField
      {...rest}
      type="number"
      step={1}
      value={Number(text) === value ? text : value}
      onChange={(typed) => {
        setText(typed);
        onChange(Number(typed));
      }}
    />
  );
}

interface ListFieldProps extends FieldTexts {
  name: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** A list of words that nobody has to format: lines, spaces and commas part them. */
export function ListField({ name, values, onChange, ...texts }: ListFieldProps) {
  const [text, setText] = useState(values.join('\n'));
  // What was typed stays as it is, unless the values have been changed by something else.
  const shown = wordsOf(text).join('\n') === values.join('\n') ? text : values.join('\n');
  return (
    <TextAreaField
      {...texts}
      name={name}
      rows={3}
      spellCheck={false}
      autoCapitalize="off"
      value={shown}
      onChange={(typed) => {
        setText(typed);
        onChange(wordsOf(typed));
      }}
    />
  );
}

/** The words of a text; lines, spaces, commas and semicolons part them. */
export function wordsOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

interface SelectFieldProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  options?: readonly (readonly [value: string, name: string])[];
  /** More options, such as groups of them. */
  children?: ReactNode;
  disabled?: boolean;
}

/** The browser's own control, for up to a few dozen options. ComboField is for more. */
export function SelectField(props: SelectFieldProps) {
  const { value, onChange, options = [], children, disabled, ...texts } = props;
  return (
    <Field {...texts}>
      {(control) => (
        <select
          {...control}
          className={classNames(styles['control'], styles['select'])}
          disabled={disabled}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(([own, name]) => (
            <option key={own} value={own}>
              {name}
            </option>
          ))}
          {children}
        </select>
      )}
    </Field>
  );
}

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export function Checkbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <label className={classNames('row middle', styles['checkbox'])}>
      <input
        type="checkbox"
        className="tick"
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
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classNames('strong', styles['legend'], legendHidden && 'heard')}>{legend}</legend>
      <div
        className="grid gap-2"
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
            <span className="row wrap baseline between" style={{ gap: '0 var(--s3)' }}>
              <span className="strong">{label}</span>
              {figure && <span>{figure}</span>}
            </span>
            {note && <span className="dim small">{note}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="bad small" style={{ marginTop: 6 }}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ChoicesProps<Value extends string> {
  legend: string;
  /** Undefined while they are asked for. */
  choices: readonly { value: Value; label: string }[] | undefined;
  /** Said when there is nothing to choose. */
  none?: string;
  value: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
  error: string | undefined;
}

/** Any number out of a few dozen. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, choices, none, value: chosen, onChange, error } = props;
  const errorId = useId();
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <fieldset className={classNames('grid gap-2', styles['choices'])} aria-describedby={error && errorId}>
      <legend className="strong" style={{ padding: '0 var(--s1)' }}>
        {legend}
      </legend>
      {!choices && <Skeleton />}
      {choices?.length === 0 && <p className="dim">{none}</p>}
      {choices?.map(({ value, label }) => (
        <label key={value} className="row middle gap-2">
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          <span className="anywhere">{label}</span>
        </label>
      ))}
      {error && (
        <p id={errorId} className="small bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
