/**
 * Monotonic time and alarms, injectable so that a test can move them. Not a calendar: see the clock for
 * dates.
 */
export interface Timer {
  /** Milliseconds since some fixed moment; it never goes back. */
  now(): number;
  /** Runs `alarm` once after `millis` milliseconds, unless the returned function is called before. */
  after(millis: number, alarm: () => void): () => void;
}

export const systemTimer: Timer = {
  now: () => performance.now(),
  after: (millis, alarm) => {
    const handle = setTimeout(alarm, Math.ceil(millis));
    return () => clearTimeout(handle);
  },
};
