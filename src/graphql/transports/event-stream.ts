import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { type ResultStream, textOf } from '../execution/subscribe.ts';

/** How often a silent stream shows that it lives: often enough for reverse proxies, which close what is silent for a minute. */
const COMMENT_EVERY_MS = 12_000;
/** How long a client that is to go may take to read what was already sent: as long as a socket may take to agree. */
const END_WITHIN_MS = 1_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Reverse proxies would else collect events until they have a page of them.
  'x-accel-buffering': 'no',
  // The connection ends with the stream: an idle one would keep the service from stopping.
  connection: 'close',
};

/**
 * One subscription as server-sent events, each `next` a result, `complete` at the end. An event is fetched when the one before has
 * gone out, so that a client that reads slowly gets the latest state and nothing piles up; one that reads nothing between two
 * comments is dropped.
 */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #closed: Promise<unknown>;
  #results: ResultStream | undefined;
  #comments: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
    this.#closed = new Promise((resolve) => {
      response.once('close', resolve);
    });
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  /** Sends the results, or the one result of a subscription that was refused. Resolves when the stream has ended, whoever ended it. */
  async send(started: ResultStream | ExecutionResult, headers: Record<string, string>): Promise<void> {
    if (this.isOpen) this.#response.writeHead(200, { ...headers, ...HEADERS }).flushHeaders();
    this.#comments = setInterval(() => this.#comment(), COMMENT_EVERY_MS);
    try {
      if (Symbol.asyncIterator in started) await this.#sendAll(started);
      else this.end(started);
      await this.#closed;
    } finally {
      clearInterval(this.#comments);
    }
  }

  /**
   * Ends the stream: with a last result, or without one, so that the client connects again. It is over soon, also when the client
   * does not read, and when the stream has ended already for all that we had to say.
   */
  end(last?: ExecutionResult): void {
    if (!this.#response.headersSent) this.#response.destroy();
    const impatience = setTimeout(() => this.#response.destroy(), END_WITHIN_MS);
    this.#closed.then(() => clearTimeout(impatience));
    if (!this.isOpen) return;
    if (last) this.#response.write(`${next(last)}event: complete\ndata:\n\n`);
    this.#response.end();
    this.#results?.return?.();
  }

  async #sendAll(results: ResultStream): Promise<void> {
    this.#results = results;
    this.#closed.then(() => results.return?.());
    for await (const result of results) {
      if (!this.isOpen) break;
      if (!this.#response.write(next(result))) await this.#drained();
    }
    if (this.isOpen) this.#response.end();
  }

  #drained(): Promise<unknown> {
    const drained = new Promise((resolve) => {
      this.#response.once('drain', resolve);
    });
    return Promise.race([drained, this.#closed]);
  }

  #comment(): void {
    // What has ended and is still here waits for a client that does not read, either.
    if (this.#response.writableNeedDrain || this.#response.writableEnded) this.#response.destroy();
    else this.#response.write(':\n\n');
  }
}

function next(result: ExecutionResult): string {
  return `event: next\ndata: ${textOf(result)}\n\n`;
}
