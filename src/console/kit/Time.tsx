import { useEffect } from 'react';
import { createStore } from '../data/store.ts';

export const DAY_MS = 86_400_000;
/** In ms: how often relative times are counted anew. */
const TICK_MS = 30_000;
/** In seconds: the length of each unit, and from which span on it is used: 37 days are not a month. */
const UNITS = [
  ['year', 365 * 86_400, 365 * 86_400],
  ['month', 30 * 86_400, 60 * 86_400],
  ['day', 86_400, 86_400],
  ['hour', 3_600, 3_600],
  ['minute', 60, 60],
] as const;

const DATE_TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const SHORT_DATE = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const TIME = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const now = createStore(Date.now());
let watchers = 0;
let ticking: ReturnType<typeof setInterval> | undefined;

/** An instant in the reader's zone. The title has it to the second, in UTC. */
export function DateTime({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  return (
    <time dateTime={at} title={at}>
      {(dateOnly ? DATE : DATE_TIME).format(new Date(at))}
    </time>
  );
}

/** How long ago an instant was, or how far ahead it lies, such as "in 3 days". */
export function RelativeTime({ at }: { at: string }) {
  const current = now.use();
  useEffect(() => {
    if (watchers++ === 0) {
      // Nobody has counted since the last watcher left.
      now.set(Date.now());
      ticking = setInterval(() => now.set(Date.now()), TICK_MS);
    }
    return () => {
      if (--watchers === 0) clearInterval(ticking);
    };
  }, []);
  return (
    <time dateTime={at} title={DATE_TIME.format(new Date(at))}>
      {relative((Date.parse(at) - current) / 1_000)}
    </time>
  );
}

/** Such as 14:03, in the reader's zone. */
export function clockTime(at: Date): string {
  return TIME.format(at);
}

/** Such as Dec 4, in the reader's zone: for what lies within a year. */
export function shortDate(at: string): string {
  return SHORT_DATE.format(new Date(at));
}

function relative(seconds: number): string {
  const [unit, length] = UNITS.find(([, , from]) => Math.abs(seconds) >= from) ?? [];
  return unit ? RELATIVE.format(Math.round(seconds / length), unit) : 'now';
}
