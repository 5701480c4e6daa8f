import { setTimeout as wait } from 'node:timers/promises';

/** A day of 24 hours, as a UTC day is. */
export const DAY_MS = 86_400_000;

/** The most by which a machine's clock may differ from the database's, in milliseconds. */
const MAX_DIFFERENCE_MS = 2_000;
/** Nobody moves a clock by less to try something. */
const MOVED_MS = 10 * 60_000;

/** The only source of time, so that a test can move it. */
export interface Clock {
  now(): Date;
  /** How far the machine's clock is ahead of the database's, in milliseconds, where that is measured. */
  readonly aheadMs?: number;
  /** Whether that is too far for a service with real money. */
  readonly isOff?: boolean;
  /** To be called every few seconds. */
  measure?(): Promise<void>;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * Goes by the database's clock, since processes judge instants of each other. Between measurements time
 * passes as the machine counts it. With sandboxes alone a clock that was moved far counts, to try things.
 */
export class DatabaseClock implements Clock {
  readonly #read: () => Promise<Date>;
  readonly #isSandboxed: boolean;
  /** The instant of `performance.now()` 0. */
  #origin = Date.now() - performance.now();
  aheadMs = 0;

  constructor(read: () => Promise<Date>, isSandboxed: boolean) {
    this.#read = read;
    this.#isSandboxed = isSandboxed;
  }

  get differs(): boolean {
    return Math.abs(this.aheadMs) > MAX_DIFFERENCE_MS;
  }

  get isOff(): boolean {
    return this.differs && !this.#isSandboxed;
  }

  now(): Date {
    const isMoved = this.#isSandboxed && Math.abs(this.aheadMs) >= MOVED_MS;
    return isMoved ? new Date() : new Date(this.#origin + performance.now());
  }

  async measure(): Promise<void> {
    const askedAt = performance.now();
    const instant = await this.#read();
    const uncertain = (performance.now() - askedAt) / 2;
    const origin = instant.getTime() - askedAt - uncertain;
    // A slow answer moves the clock only by what it shows for certain.
    if (Math.abs(origin - this.#origin) > uncertain) this.#origin = origin;
    this.aheadMs = Date.now() - performance.now() - this.#origin;
  }
}

/** Waits for milliseconds. Passed to whatever waits, so that a test can end the wait at once. */
export type Delay = (milliseconds: number) => Promise<void>;

export const systemDelay: Delay = (milliseconds) => wait(milliseconds);

/**
 * The smallest UUID of version 7 of that instant; those of version 8 that begin with their time are higher,
 * too. An index on such ids finds recent rows. No id is of an instant before 1970.
 */
export function firstIdAt(time: Date): string {
  const digits = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** When an id that begins with its time was made. */
export function instantOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** Such as `2026-09-21T14:13:20.123456Z`, of an instant in microseconds since 1970. */
export function instantText(micros: number): string {
  const milliseconds = Math.floor(micros / 1_000);
  const rest = String(micros - milliseconds * 1_000).padStart(3, '0');
  return new Date(milliseconds).toISOString().replace('Z', `${rest}Z`);
}

/** An instant by the calendar and the clocks of a time zone. */
export function zoned(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}

/** When the day of a time zone began that has an instant, or one so many days later. */
export function startOfDay(at: Date, timeZone: string, later = 0): Date {
  const day = zoned(at, timeZone).toPlainDate().add({ days: later });
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
}

/** What the work results in, or undefined when it takes longer. The work itself is not ended. */
export function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  return Promise.race([work, wait(milliseconds, undefined, { ref: false })]);
}

/** Monotonic time and alarms, which a test can move. For dates there is the clock. */
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
