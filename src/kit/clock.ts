import { setTimeout } from 'node:timers/promises';

/** The one source of time, so that a test can move it. */
export interface Clock {
  /** The present instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Waits for a number of milliseconds; given to whatever waits, so that a test need not. */
export type Delay = (milliseconds: number) => Promise<void>;

export const systemDelay: Delay = (milliseconds) => setTimeout(milliseconds);
