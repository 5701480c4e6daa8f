import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { z } from 'zod';
import type { Timer } from '../kit/clock.ts';
import { currentSpan, inSpan, isRecording, type SpanStart } from '../kit/spans.ts';
import { UpstreamError, type UpstreamOutcome } from './failure.ts';
import type { OnCondition } from './own-account.ts';

/** A host that works accepts a connection within two round trips and a TLS handshake. */
const CONNECT_MILLIS = 2_000;
/** The time of one call, waiting included: about as long as a customer's own client waits. */
export const CALL_MILLIS = 20_000;
/** `read`: somebody is shown something. `charged`: about money, or made by the service itself. */
export type CallKind = 'charged' | 'read';

/**
 * Calls at the same time, so that one slow upstream cannot take all sockets and memory of this process, and
 * calls that wait for a place. More could not be sent within their deadlines, so they are refused at once.
 */
const PLACES = { atOnce: 64, waiting: 256 };
/** Reads have places of their own: however many are asked for, they take none from what is charged. */
const PLACES_FOR_READS = { atOnce: 32, waiting: 128 };
/** Three times the answer with a thousand proxies; a longer one comes from a broken or hostile upstream. */
const MAX_ANSWER_BYTES = 1_048_576;

export interface HttpRequest {
  /** What is being done, for messages: `buy`. */
  call: string;
  /** Path and query, beginning with a slash. It may hold a key, so it appears in no message. */
  path: string;
  headers?: Record<string, string>;
  /** What is posted, as JSON. It is a GET when left out. */
  json?: object;
  /** `charged` when left out. */
  kind?: CallKind;
  /** Called right before the first byte is written, if it comes to that; with false nothing is sent. */
  onStart?: () => boolean;
}

/** HTTP towards one upstream. Nothing is ever sent twice, and no redirect is followed. */
export interface HttpClient {
  /**
   * Sends the request and reads the whole answer, whatever its status, before the deadline (in the timer's
   * milliseconds).
   *
   * Throws an {@link UpstreamError}: `refused` when nothing was sent (down, no connection, no free place in
   * time, closed) or the answer is a redirect of 301, 307 or 308; `unknown` when the request may have arrived
   * and no whole answer came back, or another redirect.
   */
  send(request: HttpRequest, deadline: number): Promise<HttpAnswer>;
  /** Whether what is charged would be sent now. While the upstream is down, all is refused at once. */
  isUp(): boolean;
  /** Whether the upstream was found to be down, and has not answered since. */
  isDown(): boolean;
  /** Refuses new calls. Resolves when those under way have ended. */
  close(): Promise<void>;
}

interface HttpClientOptions {
  /** The upstream's name, for messages. */
  upstream: string;
  /** The name of the account that is called, where there are several. */
  account?: string;
  /** Scheme, host and port; whatever follows is not used. */
  url: string;
  timer: Timer;
  /** The longest answer that is read; 1 MiB when left out. */
  maxAnswerBytes?: number;
  onCondition?: OnCondition;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { upstream, account, url, timer, maxAnswerBytes = MAX_ANSWER_BYTES, onCondition } = options;
  const { hostname, port, protocol } = new URL(url);
  const placesOf = ({ atOnce, waiting }: typeof PLACES, onCall?: (isUp: boolean) => void) => ({
    pool: new Pool(new URL(url).origin, {
      connections: atOnce,
      // One request at a time on a connection: one queued behind another is sent again when it breaks.
      pipelining: 1,
      // HTTP/2 repeats refused streams by itself. Over HTTP/1.1 nothing is written twice.
      allowH2: false,
      connectTimeout: CONNECT_MILLIS,
      // The deadline covers both, and undici's own timers are less exact.
      headersTimeout: 0,
      bodyTimeout: 0,
    }),
    most: atOnce + waiting,
    open: 0,
    breaker: new CircuitBreaker(timer, onCall),
  });
  const charged = placesOf(PLACES, (isGood) => onCondition?.({ about: 'answers', isGood }));
  const reads = placesOf(PLACES_FOR_READS);
  let closed: Promise<void> | undefined;

  /** The address is not told: it may hold a key. Nor is the trace: it is nobody's but ours. */
  function spanOf({ call, json }: HttpRequest): SpanStart {
    const method = json ? 'POST' : 'GET';
    return {
      name: `${method} ${upstream} ${call}`,
      kind: 'client',
      attributes: {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
        'gateway.upstream': upstream,
        'gateway.upstream.call': call,
        ...(account !== undefined && { 'gateway.upstream.account': account }),
      },
    };
  }

  function send(request: HttpRequest, deadline: number): Promise<HttpAnswer> {
    if (!isRecording()) return sendNow(request, deadline);
    return inSpan(spanOf(request), async () => {
      const span = currentSpan();
      try {
        const answer = await sendNow(request, deadline);
        span?.set({ 'http.response.status_code': answer.status });
        if (answer.status >= 400) span?.fail(String(answer.status));
        return answer;
      } catch (error) {
        if (error instanceof UpstreamError) span?.set({ 'gateway.upstream.outcome': error.outcome });
        throw error;
      }
    });
  }

  async function sendNow(request: HttpRequest, deadline: number): Promise<HttpAnswer> {
    const { call, kind, onStart, path, headers = {}, json } = request;
    const places = kind === 'read' ? reads : charged;
    if (places.open >= places.most) {
      throw new UpstreamError('refused', `${upstream} ${call}: not sent, too many calls are waiting`);
    }
    if (!places.breaker.begin())
      throw new UpstreamError('refused', `${upstream} ${call}: not sent, the upstream is down`);
    const posted = json && {
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(json),
    };
    const httpCall = new HttpCall(`${upstream} ${call}`, maxAnswerBytes, onStart);
    const disarm = timer.after(Math.max(0, deadline - timer.now()), () => httpCall.expire());
    places.open++;
    let answered = false;
    try {
      places.pool.dispatch({ method: 'GET', path, headers, ...posted, idempotent: false }, httpCall);
      const answer = await httpCall.answer;
      answered = answer.status < 500;
      return answer;
    } finally {
      places.open--;
      disarm();
      // A read that fails does not show that nothing can be bought, and anybody can ask for many at once.
      if (answered || places === charged) charged.breaker.end(answered);
      reads.breaker.end(answered);
    }
  }

  function close(): Promise<void> {
    closed ??= Promise.all([charged.pool.close(), reads.pool.close()]).then(() => {});
    return closed;
  }

  return { send, isUp: () => charged.breaker.allows, isDown: () => charged.breaker.isOpen, close };
}

/** Sent only when no work was done; 302 and 303 are the usual answer after work. */
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
class HttpCall implements Dispatcher.DispatchHandler {
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

/** The error's code, or its class: the messages of parser errors quote what was received. */
function causeOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : error.name;
}

/** Failures in a row: one or two happen to every upstream, ten only to one that is down. */
const FAILURES_TO_OPEN = 10;
/** How long no call is sent before one tries the upstream again: customers retry within seconds. */
const OPEN_MILLIS = 5_000;

/**
 * While an upstream is down no call is sent, so that no customer waits for it or is charged for what it would
 * not do. From time to time one call finds out whether it is back.
 */
export class CircuitBreaker {
  readonly #timer: Timer;
  readonly #onCall: (isUp: boolean) => void;
  #failures = 0;
  /** When the next call may try the upstream; undefined while the breaker is closed. */
  #openUntil: number | undefined;
  #trying = false;

  /** `onCall` hears after each call whether the upstream is up, as far as that is known. */
  constructor(timer: Timer, onCall: (isUp: boolean) => void = () => {}) {
    this.#timer = timer;
    this.#onCall = onCall;
  }

  /** Whether a call would be sent now. */
  get allows(): boolean {
    if (this.#openUntil === undefined) return true;
    return !this.#trying && this.#timer.now() >= this.#openUntil;
  }

  /** Whether it has opened and no call has been answered since, however long ago that was. */
  get isOpen(): boolean {
    return this.#openUntil !== undefined;
  }

  /** To be called before each call. False: the call must not be sent. */
  begin(): boolean {
    if (!this.allows) return false;
    this.#trying = this.#openUntil !== undefined;
    return true;
  }

  /** To be called when a call has ended; `answered`: whether it got an answer of any content. */
  end(answered: boolean): void {
    this.#trying = false;
    if (answered) {
      this.#failures = 0;
      this.#openUntil = undefined;
      this.#onCall(true);
      return;
    }
    this.#failures += 1;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#openUntil = this.#timer.now() + OPEN_MILLIS;
    this.#onCall(false);
  }
}

/** The pause after "too many requests" that names no time, and the shortest one. */
const PAUSE_MILLIS = 1_000;
/** Any system stores these unchanged. An empty one would match purchases of other names. */
const REFERENCE = /^[\w.:-]{1,50}$/;

/** Without what would make another line, or another host, of a `host:port:login:password` line. */
export const credential = z.string().regex(/^[!-9;-?A-~]{1,128}$/);

/** How long nothing is to be sent after "too many requests": as the answer says, within bounds. */
export function pauseMillis({ headers }: HttpAnswer): number {
  const seconds = headers['retry-after'];
  if (seconds === undefined || !/^\d{1,5}$/.test(seconds)) return PAUSE_MILLIS;
  return Math.min(Math.max(Number(seconds) * 1_000, PAUSE_MILLIS), CALL_MILLIS);
}

/** Our name for a purchase. Throws UpstreamError `refused` for one that cannot be stored as it is. */
export function checkedReference(upstream: string, reference: string): string {
  if (REFERENCE.test(reference)) return reference;
  throw new UpstreamError('refused', `${upstream}: not sent, the reference cannot be used`);
}
