import type { Timer } from '../../src/kit/clock.ts';

interface Alarm {
  at: number;
  ring: () => void;
}

/** Time that stands still until the test moves it. */
export class ManualTimer implements Timer {
  #now = 0;
  #alarms: Alarm[] = [];
  #watchers: { millis: number; resolve: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(millis: number, ring: () => void): () => void {
    const alarm = { at: this.#now + millis, ring };
    this.#alarms.push(alarm);
    this.#notify();
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Resolves when an alarm is set for exactly `millis` from now. */
  armed(millis: number): Promise<void> {
    return new Promise((resolve) => {
      this.#watchers.push({ millis, resolve });
      this.#notify();
    });
  }

  advance(millis: number): void {
    const until = this.#now + millis;
    for (;;) {
      const next = this.#alarms.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#alarms = this.#alarms.filter((alarm) => alarm !== next);
      this.#now = next.at;
      next.ring();
    }
    this.#now = until;
  }

  #notify(): void {
    this.#watchers = this.#watchers.filter(({ millis, resolve }) => {
      const set = this.#alarms.some(({ at }) => at === this.#now + millis);
      if (set) resolve();
      return !set;
    });
  }
}
