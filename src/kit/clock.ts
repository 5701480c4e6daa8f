import { setTimeout } from 'node:timers/promises';

/** A day of 24 hours, as a UTC day is. */
export const DAY_MS = 86_400_000;

/** The only source of time, so that a test can move it. */
export interface Clock {
  /** The present instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * Waits for a number of milliseconds. Passed to whatever has to wait, so that a test can end the wait at
 * once.
 */
export type Delay = (milliseconds: number) => Promise<void>;

export const systemDelay: Delay = (milliseconds) => setTimeout(milliseconds);
