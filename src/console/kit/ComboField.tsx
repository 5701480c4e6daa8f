import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { t } from '../texts/texts.tsx';
import styles from './fields.module.css';
import { type ControlProps, Field, type FieldTexts } from './fields.tsx';

/** How many options are in the document at once; more are found by typing. */
const MOST_SHOWN = 100;

export interface Choice {
  value: string;
  label: string;
  /** Shown at the end of the line, such as what is in stock. */
  note?: string;
}

interface ComboboxProps {
  choices: readonly Choice[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  placeholder?: string;
  disabled?: boolean;
  loading?: boolean;
}

/**
 * A choice out of many: what is typed is looked for in labels and values. Who leaves it has chosen what alone
 * matches, or is called so; anything else that was typed is dropped, which is said.
 */
export function ComboField({ label, hint, error, ...rest }: ComboboxProps & FieldTexts) {
  const [dropped, setDropped] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it was said of the value before.
  useEffect(() => setDropped(undefined), [rest.value]);
  return (
    <Field {...{ label, hint }} error={dropped ?? error}>
      {(control) => <Combobox {...control} {...rest} onDrop={setDropped} />}
    </Field>
  );
}

/** `onDrop` is told that a text was dropped, and by undefined that this is over. */
type Dropping = { onDrop: (message: string | undefined) => void };

/** After the pattern of WAI-ARIA. */
function Combobox(props: ComboboxProps & ControlProps & Dropping) {
  const { choices, value, onChange, placeholder, disabled, loading = false, onDrop, ...control } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const open = typed !== undefined;
  const matches = open ? matchesOf(choices, typed) : [];
  const shown = matches.slice(0, MOST_SHOWN);
  const optionId = (index: number) => `${listId}-${index}`;
  const label = choices.find((choice) => choice.value === value)?.label;

  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [open, active]);

  const choose = (choice: Choice) => {
    onChange(choice.value);
    setTyped(undefined);
    onDrop(undefined);
  };
  const leave = () => {
    setTyped(undefined);
    const wanted = plain(typed?.trim() ?? '');
    if (!typed || wanted === '') return;
    const called = matches.filter(
      (choice) => plain(choice.label) === wanted || plain(choice.value) === wanted,
    );
    const [only, ...others] = called.length > 0 ? called : matches;
    if (only && others.length === 0) return choose(only);
    const why = only ? 'several' : loading ? 'early' : 'none';
    onDrop(t('kit-dropped', { typed, why, isChosen: label ? 'yes' : 'no', label: label ?? '' }));
  };
  const move = (to: number) => {
    if (!open) setTyped('');
    setActive(Math.max(0, Math.min(to, (open ? shown.length : choices.length) - 1)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(open ? active + 1 : 0);
    else if (event.key === 'ArrowUp') move(open ? active - 1 : 0);
    else if (event.key === 'Enter' && open) shown[active] ? choose(shown[active]) : leave();
    else if (event.key === 'Escape' && open) setTyped(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div style={{ position: 'relative' }}>
      <input
        {...control}
        className={`${styles['control']} ${styles['select']}`}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && shown.length > 0 ? optionId(active) : undefined}
        disabled={disabled}
        placeholder={placeholder}
        value={typed ?? label ?? ''}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(0);
          onDrop(undefined);
          if (target.value === '') onChange(undefined);
        }}
        onFocus={({ target }) => target.select()}
        onClick={() => move(0)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <div className={`panel ${styles['popup']}`} hidden={!open}>
        <div ref={list} id={listId} role="listbox" aria-label={t('kit-choice')} className={styles['options']}>
          {shown.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and takes the keys.
            <div
              key={choice.value}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={choice.value === value}
              className={`item row middle between gap-3 ${styles['option']}`}
              style={{ background: index === active ? 'var(--hover)' : undefined }}
              // The input keeps the focus: a press must not take it away before the click.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(index)}
              onClick={() => choose(choice)}
            >
              <span className={styles['optionLabel']}>{choice.label}</span>
              {choice.note && <span className="dim small">{choice.note}</span>}
            </div>
          ))}
        </div>
        <output className={`dim small ${styles['matchCount']}`}>
          {open && matches.length === 0 && (loading ? t('kit-loading') : t('kit-no-match'))}
          {matches.length > MOST_SHOWN && t('kit-matches', { count: matches.length })}
        </output>
      </div>
    </div>
  );
}

/** The choices that match a text; those that begin with it come first. */
function matchesOf(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = plain(text.trim());
  if (wanted === '') return choices;
  const rank = ({ label, value }: Choice) => {
    const name = plain(label);
    if (name.startsWith(wanted) || plain(value) === wanted) return 0;
    return name.includes(wanted) ? 1 : 2;
  };
  return [0, 1].flatMap((wantedRank) => choices.filter((choice) => rank(choice) === wantedRank));
}

/** In lower case and without accents: who types "turk" finds "Türkiye". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
