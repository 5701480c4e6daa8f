import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './fields.module.css';

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
