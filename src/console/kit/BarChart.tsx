import type { CSSProperties, KeyboardEvent } from 'react';
import { t } from '../texts/texts.tsx';
import styles from './BarChart.module.css';
import { utc } from './figures.tsx';
import { Table } from './Table.tsx';

export interface Bar {
  /** When it begins, as an instant of the schema. */
  id: string;
  /** That instant as the reader says it, such as "Nov 12". */
  name: string;
  value: number;
  /** Such as "836 KB". */
  text: string;
  /** Below the bar; most have none. */
  mark?: string | undefined;
  /** Drawn in the color of what is wrong. */
  isBad?: boolean;
}

/** Days of the month that have a mark: of 30 days three, which a phone has room for. */
const MARKED_DAYS = [1, 10, 20];

export function isMarkedDay(at: Date): boolean {
  return MARKED_DAYS.includes(at.getDate());
}

interface BarChartProps {
  /** Such as "Traffic in the last hour". */
  label: string;
  /** What the values are, such as "Traffic". */
  heading: string;
  /** At least one is above 0. */
  bars: readonly Bar[];
  /** A value at each bar, joined by a line. */
  line?: readonly number[];
  /** The lines behind the bars stand at round numbers of it. */
  unit: number;
  lineText: (value: number) => string;
}

/** A line is followed up to so many times the highest bar: what is far above would leave no room for bars. */
const MOST_ABOVE = 4;

/**
 * Bars of which the highest has all the room, unless a line is higher. The one that is pointed at, pressed or
 * reached by the arrow keys shows its value.
 */
export function BarChart({ label, heading, bars, line = [], unit, lineText }: BarChartProps) {
  const highest = Math.max(...bars.map(({ value }) => value));
  const most = Math.max(
    highest,
    Math.min(MOST_ABOVE * highest, ...(line.length > 0 ? [Math.max(...line)] : [0])),
  );
  const shareOf = (value: number) => `${(100 * value) / most}%`;
  const last = bars.length - 1;
  return (
    <div className="column gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form. */}
      <div role="group" aria-label={label} className={styles['chart']}>
        <div aria-hidden="true">
          {linesOf(most, unit).map((value) => (
            <span key={value} className={styles['line']} style={{ bottom: shareOf(value) }}>
              {lineText(value)}
            </span>
          ))}
        </div>
        <div className={styles['bars']}>
          {bars.map(({ id, name, value, text, mark, isBad }, index) => (
            <span
              key={id}
              role="img"
              aria-label={`${name}: ${text}`}
              className={`${styles['bar']} ${isBad ? styles['badBar'] : ''}`}
              style={
                {
                  '--height': value > 0 ? `max(2px, ${shareOf(value)})` : '0%',
                  '--place': `${(100 * index) / last}%`,
                } as CSSProperties
              }
              tabIndex={index === last ? 0 : -1}
              onKeyDown={moveFocus}
            >
              {mark && <span className={styles['mark']}>{mark}</span>}
            </span>
          ))}
        </div>
        {line.length > 0 && (
          <svg viewBox={`0 0 ${line.length} 1`} preserveAspectRatio="none" aria-hidden="true">
            <polyline
              points={line.map((value, index) => `${index + 0.5},${1 - Math.max(0, value) / most}`).join(' ')}
            />
          </svg>
        )}
      </div>
      <details>
        <summary>{t('kit-table')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
        <section className={styles['table']} tabIndex={0} aria-label={t('kit-table-label', { label })}>
          <Table
            caption={label}
            columns={[
              {
                title: t('kit-from'),
                cell: ({ id, name }) => (
                  <time dateTime={id} title={utc(id)}>
                    {name}
                  </time>
                ),
              },
              { title: heading, numeric: true, cell: ({ text }) => text },
            ]}
            rows={bars.filter(({ value }) => value !== 0).toReversed()}
          />
        </section>
      </details>
    </div>
  );
}

/** Three to five round values up to the highest one. */
function linesOf(most: number, unit: number): number[] {
  const largest = most / unit / 3;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = ([5, 2].find((digit) => digit * power <= largest) ?? 1) * power * unit;
  return Array.from({ length: Math.floor(most / step) }, (_, index) => (index + 1) * step);
}

/** From bar to bar by the arrow keys, and to both ends. Tab leads to the last bar, and away. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { previousElementSibling, nextElementSibling, parentElement } = event.currentTarget;
  const targets: Record<string, Element | null | undefined> = {
    ArrowLeft: previousElementSibling,
    ArrowRight: nextElementSibling,
    Home: parentElement?.firstElementChild,
    End: parentElement?.lastElementChild,
  };
  const target = targets[event.key];
  if (!(target instanceof HTMLElement)) return;
  event.preventDefault();
  target.focus();
}
