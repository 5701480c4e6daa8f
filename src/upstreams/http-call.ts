import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { UpstreamError, type UpstreamOutcome } from './failure.ts';

/**
 * The redirects that ask for the same request at another address: a server sends them only when it has not
 * done the work. 302 and 303 are not among them, because they are the usual answer after work is done.
 */
const REDIRECTS_WITHOUT_WORK: ReadonlySet<number> = new Set([301, 307, 308]);

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * One call of an upstream over HTTP: a request and its answer. It records whether the request may have left
 * this machine, which decides between `refused` and `unknown`: undici calls `onRequestStart` right before it
 * writes the first byte, and never without writing it. Neither the address (it can hold a key), nor the
 * answer, nor an error that quotes one of them gets into the message of a failure.
 */
export class HttpCall implements Dispatcher.DispatchHandler {
  readonly #name: string;
  readonly #maxBytes: number;
  readonly #onStart: () => boolean;
  readonly #settled = Promise.withResolvers<HttpAnswer>();
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #controller: Dispatcher.DispatchController | undefined;
  #over = false;

  /** `onStart`: as for `HttpRequest`. */
  constructor(name: string, maxBytes: number, onStart: () => boolean = () => true) {
    this.#name = name;
    this.#maxBytes = maxBytes;
    this.#onStart = onStart;
  }

  get answer(): Promise<HttpAnswer> {
    return this.#settled.promise;
  }

  /** Ends the call because its time is up. A request that is not sent yet will not be sent. */
  expire(): void {
    this.#abandon(this.#controller ? 'no whole answer in time' : 'not sent in time');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing here keeps the request from being sent. A second start would be a hidden repetition: the work
    // could be done twice.
    if (this.#over || this.#controller || !this.#onStart())
      throw new Error('A request is sent once, and not after its time.');
    this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) this.#abandon(`the answer is longer than ${this.#maxBytes} bytes`);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const status = this.#status;
    if (status >= 300 && status < 400) {
      const outcome = REDIRECTS_WITHOUT_WORK.has(status) ? 'refused' : 'unknown';
      this.#fail(outcome, `HTTP ${status}, and redirects are not followed`);
    } else {
      this.#over = true;
      this.#settled.resolve({ status, headers: this.#headers, body: Buffer.concat(this.#chunks).toString() });
    }
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(this.#outcome(), `${this.#controller ? 'connection lost' : 'not sent'} (${causeOf(error)})`);
  }

  #outcome(): UpstreamOutcome {
    return this.#controller ? 'unknown' : 'refused';
  }

  #abandon(reason: string): void {
    this.#fail(this.#outcome(), reason);
    this.#controller?.abort(new Error(reason));
  }

  #fail(outcome: UpstreamOutcome, reason: string): void {
    this.#over = true;
    this.#settled.reject(new UpstreamError(outcome, `${this.#name}: ${reason}`));
  }
}

/**
 * The error's code, or its class: error messages and the other fields of parser errors quote what was
 * received.
 */
function causeOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : error.name;
}
