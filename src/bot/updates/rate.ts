/** How many updates of a user are handled in a minute: more than a person makes. */
const UPDATES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** How many updates of a user were counted, and since when. */
export interface Rate {
  from: Date;
  count: number;
}

/** `silent`: the user was told already, in this minute. */
export type Verdict = 'handle' | 'slow_down' | 'silent';

/** Counts one more update. A minute begins with its first update. */
export function counted({ from, count }: Rate, now: Date): { rate: Rate; verdict: Verdict } {
  const isOver = now.getTime() - from.getTime() >= MINUTE_MS;
  const rate = isOver ? { from: now, count: 1 } : { from, count: count + 1 };
  if (rate.count <= UPDATES_PER_MINUTE) return { rate, verdict: 'handle' };
  return { rate, verdict: rate.count === UPDATES_PER_MINUTE + 1 ? 'slow_down' : 'silent' };
}
