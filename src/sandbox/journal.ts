import { appendFileSync, closeSync, ftruncateSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

const NEWLINE = 0x0a;

/**
 * The events of a sandboxed upstream, one JSON object per line, in a file that only grows. A line is handed
 * to the operating system before `append` returns, so it survives the death of this process, SIGKILL
 * included.
 */
export class Journal<Event> {
  readonly #path: string;
  readonly #schema: z.ZodType<Event>;
  #bytes = 0;
  #file: number | undefined;

  constructor(path: string, schema: z.ZodType<Event>) {
    this.#path = path;
    this.#schema = schema;
  }

  /**
   * Calls `each` with every event, in the order in which they happened. To be called once, before `append`. A
   * last line without its end is left out: the process died while it wrote the line, before it answered
   * anybody. Throws an `Error` that names the line when the file holds anything else that is not an event.
   */
  replay(each: (event: Event) => void): void {
    const content = readIfThere(this.#path);
    this.#bytes = content.lastIndexOf(NEWLINE) + 1;
    let line = 0;
    for (let start = 0; start < this.#bytes; ) {
      const end = content.indexOf(NEWLINE, start);
      line += 1;
      each(this.#read(content.toString('utf8', start, end), line));
      start = end + 1;
    }
  }

  /** Writes one event. Throws when it could not be written whole; the file is then as it was before. */
  append(event: Event): void {
    const text = `${JSON.stringify(event)}\n`;
    const file = this.#open();
    try {
      appendFileSync(file, text);
    } catch (error) {
      // A part of the line (on a full disk) would run into the next line and spoil that one too.
      ftruncateSync(file, this.#bytes);
      throw error;
    }
    this.#bytes += Buffer.byteLength(text);
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

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
