import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { SpendingCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { classNames } from '../../kit/class-names.ts';
import { Money, SHORT_DATE, toMicros, toUsd } from '../../kit/figures.tsx';
import { Card, Skeleton } from '../../kit/Page.tsx';
import styles from './OverviewPage.module.css';

const SPENDING_CARD = graphql(`
  fragment SpendingCard on Viewer {
    id
    spending(by: DAY, last: 30, timeZone: $timeZone) {
      from
      amountUsd
    }
  }
`);

export function SpendingCard({ viewer }: { viewer: FragmentType<typeof SPENDING_CARD> | undefined }) {
  const days = fieldsOf(SPENDING_CARD, viewer)?.spending;
  const total = days && toUsd(days.reduce((sum, { amountUsd }) => sum + toMicros(amountUsd), 0n));
  return (
    <Card
      title="Spending in 30 days"
      action={
        <span className="bold" style={{ fontSize: 'var(--large)' }}>
          {total === undefined ? <Skeleton width="72px" /> : <Money usd={total} />}
        </span>
      }
    >
      {days ? <SpendingChart days={days} /> : <Skeleton height="211px" />}
      {days ? <SpendingTable days={days} /> : <Skeleton width="120px" />}
    </Card>
  );
}

/** In pixels: of the bars, and of a day without spending, which is still seen. */
const HEIGHT = 156;
const STUB = 2;
/** The share of a day's room that its bar takes. */
const BAR_SHARE = 0.72;

/**
 * A bar for each day; the last one is under way. The pointer or the arrow keys choose a day, and what was
 * spent in it stands above the bars. To assistive software it is a slider over the days.
 */
function SpendingChart({ days }: { days: readonly SpendingDay[] }) {
  const last = days.length - 1;
  const [pointed, setPointed] = useState<number>();
  const [focused, setFocused] = useState<number>();
  const chosen = pointed ?? focused;
  const at = chosen ?? last;
  const day = days[at];
  const top = scaleTop(Math.max(...days.map(({ amountUsd }) => Number(amountUsd))));

  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(event.key, focused ?? last, last);
    if (next === undefined) return;
    event.preventDefault();
    setPointed(undefined);
    setFocused(next);
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * days.length);
    setPointed(Math.max(0, Math.min(last, index)));
  };

  return (
    <div>
      <p className="row gap-2" style={{ marginBottom: 'var(--s2)' }} aria-hidden="true">
        {day && (
          <>
            <span className="dim">{at === last ? 'Today' : dayName(day)}</span> <Money usd={day.amountUsd} />
          </>
        )}
      </p>
      <div style={{ position: 'relative', borderTop: '1px dashed var(--line)' }}>
        <div
          role="slider"
          tabIndex={0}
          aria-label="Day"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={at + 1}
          aria-valuetext={day && `${dayName(day)}: $${day.amountUsd}`}
          className={styles['bars']}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused((index) => index ?? last)}
          onBlur={() => setFocused(undefined)}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setPointed(undefined)}
        >
          <svg width="100%" height={HEIGHT} aria-hidden="true" focusable="false">
            {days.map(({ from, amountUsd }, index) => {
              const height = Math.max(STUB, (Number(amountUsd) / top) * HEIGHT);
              return (
                <rect
                  key={from}
                  className={classNames(
                    styles['bar'],
                    Number(amountUsd) <= 0 && styles['none'],
                    index === chosen && styles['chosen'],
                  )}
                  x={`${((index + (1 - BAR_SHARE) / 2) / days.length) * 100}%`}
                  width={`${(BAR_SHARE / days.length) * 100}%`}
                  y={HEIGHT - height}
                  height={height}
                  rx={2}
                />
              );
            })}
          </svg>
        </div>
        <span className={classNames('dim small', styles['scale'])} aria-hidden="true">
          ${top}
        </span>
      </div>
      <div className="row between dim small" style={{ marginTop: 'var(--s1)' }} aria-hidden="true">
        <span>{days[0] && dayName(days[0])}</span>
        <span>{days[0] && dayName(days[Math.floor(last / 2)] ?? days[0])}</span>
        <span>Today</span>
      </div>
    </div>
  );
}

/** A round amount that no bar exceeds. */
function scaleTop(most: number): number {
  if (most <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power;
}

/** The day that a key leads to; undefined for other keys. */
function stepOf(key: string, from: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, from - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, from + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/** The chart's days as text, the newest first, without those in which nothing was spent. */
function SpendingTable({ days }: { days: readonly SpendingDay[] }) {
  const spent = days.filter(({ amountUsd }) => Number(amountUsd) !== 0).toReversed();
  return (
    <details className={styles['details']}>
      <summary>Show as a table</summary>
      {spent.length === 0 ? (
        <p className="dim" style={{ paddingTop: 'var(--s2)' }}>
          Nothing was spent in these days.
        </p>
      ) : (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Spent</th>
            </tr>
          </thead>
          <tbody>
            {spent.map((day) => (
              <tr key={day.from}>
                <td>{dayName(day)}</td>
                <td>
                  <Money usd={day.amountUsd} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

/** A day and what was spent in it. */
type SpendingDay = SpendingCardFragment['spending'][number];

/** Such as Nov 12. */
function dayName({ from }: SpendingDay): string {
  return SHORT_DATE.format(new Date(from));
}
