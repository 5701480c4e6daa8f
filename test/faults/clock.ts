import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const PRELOAD = new URL('moved-clock.ts', import.meta.url);
/** Longer than it takes until every process has read how far the clock was moved. */
const READ_WITHIN_MS = 150;

/** The clock of all processes of a run, which can be moved ahead. */
export class MovedClock {
  readonly #file: string;
  #ahead = 0;

  constructor(file: string) {
    this.#file = file;
    this.#write();
  }

  /** In milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  async move(seconds: number): Promise<void> {
    this.#ahead += seconds * 1_000;
    this.#write();
    await setTimeout(READ_WITHIN_MS);
  }

  /** What Node is told so that a program has this clock, ahead or behind by some milliseconds. */
  arguments(skewMs = 0): string[] {
    return ['--import', `${PRELOAD}?file=${encodeURIComponent(this.#file)}&skew=${skewMs}`];
  }

  /** Programs read the file at any time, so it is replaced whole. */
  #write(): void {
    writeFileSync(`${this.#file}.next`, String(this.#ahead));
    renameSync(`${this.#file}.next`, this.#file);
  }
}
