import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';

const NEWLINE = 0x0a;

/** A count, an amount or an id in an event. */
export const number = z.int().nonnegative();
/** When an event happened, in milliseconds since 1970. */
export const at = number;

/** An event as it is recorded: it gets the present instant unless it has one. */
export type NewEvent<Event> = Event extends { at: number } ? Omit<Event, 'at'> & { at?: number } : never;

/**
 * The events of an upstream, from which its state follows, one JSON object per line in a file that only
 * grows. It decides, records its decision and only then has another state, without waiting in between, so
 * that neither a crash nor a concurrent call sees half of it. A line is handed to the operating system before
 * `record` returns, so it survives SIGKILL.
 */
export class Journal<Event extends { at: number }> {
  readonly #path: string;
  readonly #schema: z.ZodType<Event>;
  readonly #clock: Clock;
  #apply: (event: Event) => void = () => {};
  #bytes = 0;
  #file: number | undefined;

  constructor(path: string, schema: z.ZodType<Event>, clock: Clock) {
    this.#path = path;
    this.#schema = schema;
    this.#clock = clock;
  }

  /**
   * Calls `apply`, which changes the state, with every event that was written, and later with each that is
   * recorded. A last line without its end is left out: the process died while it wrote the line, before it
   * answered anybody. Throws an `Error` that names a line that is no event.
   */
  replay(apply: (event: Event) => void): void {
    const content = existsSync(this.#path) ? readFileSync(this.#path) : Buffer.alloc(0);
    this.#bytes = content.lastIndexOf(NEWLINE) + 1;
    let line = 0;
    for (let start = 0; start < this.#bytes; ) {
      const end = content.indexOf(NEWLINE, start);
      line += 1;
      apply(this.#read(content.toString('utf8', start, end), line));
      start = end + 1;
    }
    this.#apply = apply;
  }

  now(): number {
    return this.#clock.now().getTime();
  }

  /** Writes what was decided, and then changes the state. When it throws, nothing has changed. */
  record(event: NewEvent<Event>): Event {
    const recorded = this.append(event);
    this.#apply(recorded);
    return recorded;
  }

  /** Writes an event whose change the state has already. When it throws, the file is as it was before. */
  append(event: NewEvent<Event>): Event {
    const written = { at: this.now(), ...event } as unknown as Event;
    const text = `${JSON.stringify(written)}\n`;
    const file = this.#open();
    try {
      appendFileSync(file, text);
    } catch (error) {
      // A part of the line (on a full disk) would run into the next line and spoil that one too.
      ftruncateSync(file, this.#bytes);
      throw error;
    }
    this.#bytes += Buffer.byteLength(text);
    return written;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** The file is opened when there is something to write, so a start that fails changes nothing. */
  #open(): number {
    if (this.#file === undefined) {
      mkdirSync(dirname(this.#path), { recursive: true });
      this.#file = openSync(this.#path, 'a', 0o600);
      ftruncateSync(this.#file, this.#bytes);
    }
    return this.#file;
  }

  #read(text: string, line: number): Event {
    try {
      return this.#schema.parse(JSON.parse(text));
    } catch (error) {
      throw new Error(`${this.#path}, line ${line}, is not an event of the sandbox`, { cause: error });
    }
  }
}
