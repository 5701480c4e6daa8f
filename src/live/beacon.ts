import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Sql } from '../kit/database.ts';
import { sayWatched, takeBackWatched } from '../luxury/watched-orders.ts';

/** How often a process says what it watches, and for how long it is believed: it may miss two times. */
const BEAT_EVERY_MS = 5_000;
const BELIEVED_FOR_SECONDS = 16;
/** What is followed for the first time is said after this, together with what else is followed by then. */
const SAID_AFTER_MS = 50;

/** Says to all processes whose traffic is watched in this one, so that whoever reads the upstream reads it often enough. */
export class Beacon {
  readonly #processId = randomUUID();
  readonly #sql: () => Sql;
  readonly #watched: () => Iterable<number>;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #said: ReadonlySet<number> = new Set();
  #saying: Promise<void> = Promise.resolve();

  /** `watched` tells the ids of the orders. */
  constructor(options: { sql(): Sql; watched(): Iterable<number>; log: Logger }) {
    this.#sql = options.sql;
    this.#watched = options.watched;
    this.#log = options.log;
    this.#timer = setInterval(() => this.#say(), BEAT_EVERY_MS).unref();
  }

  /** To be called when something else is watched than before. */
  watchedChanged(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      if (!new Set(this.#watched()).isSubsetOf(this.#said)) this.#say();
    }, SAID_AFTER_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#saying;
    if (this.#said.size > 0) await this.#write(new Set());
  }

  #say(): void {
    this.#saying = this.#saying.then(() => {
      const watched = new Set(this.#watched());
      if (watched.size === 0 && this.#said.size === 0) return undefined;
      return this.#write(watched);
    });
  }

  async #write(watched: ReadonlySet<number>): Promise<void> {
    try {
      if (watched.size === 0) await takeBackWatched(this.#sql(), this.#processId);
      else await sayWatched(this.#sql(), this.#processId, [...watched], BELIEVED_FOR_SECONDS);
      this.#said = watched;
    } catch (error) {
      this.#log.warn({ err: error }, 'could not say what is watched; trying again');
    }
  }
}
