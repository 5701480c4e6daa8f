import { Pool } from 'undici';
import { CircuitBreaker } from './circuit-breaker.ts';
import { UpstreamError } from './failure.ts';
import { type HttpAnswer, HttpCall } from './http-call.ts';
import type { Timer } from './timer.ts';

/** A host that is alive accepts within two round trips and a TLS handshake; longer only keeps a customer waiting. */
const CONNECT_MILLIS = 2_000;
/** All that one call may take, waiting included: what a customer's own client will still wait for. */
export const CALL_MILLIS = 20_000;
/** Keeps one slow upstream from taking this process's sockets and memory. */
const MAX_IN_FLIGHT = 64;
/** At the calls' usual length a longer line could not be served in time; whoever comes on top is told at once. */
const MAX_WAITING = 256;
/** More than a thousand proxies fit into it three times; anything longer is a broken or hostile upstream. */
const MAX_ANSWER_BYTES = 1_048_576;

export interface HttpRequest {
  /** What is being done, for messages: `buy`. */
  call: string;
  method: 'GET' | 'POST';
  /** Path and query, beginning with a slash. It may hold a key, so it appears in no message. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** HTTP towards one upstream. Nothing is ever sent twice, and no redirect is followed. */
export interface HttpClient {
  /**
   * Sends the request and reads the whole answer, whatever its status, before the deadline (in the timer's
   * milliseconds).
   *
   * Throws an {@link UpstreamError}: `refused` when nothing was sent (down, no connection, no free place in time, closed) or
   * the answer is a redirect of 301, 307 or 308; `unknown` when the request may have arrived and no whole answer came
   * back, or another redirect.
   */
  send(request: HttpRequest, deadline: number): Promise<HttpAnswer>;
  /** Whether a request would be sent now: while the upstream is down, it is left alone and everything is refused at once. */
  isUp(): boolean;
  /** Takes no further calls and ends when those under way have ended. */
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** The upstream's name, for messages. */
  upstream: string;
  /** Scheme, host and port; whatever follows is not used. */
  url: string;
  timer: Timer;
  /** The longest answer that is read, 1 MiB unless told. */
  maxAnswerBytes?: number;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { upstream, url, timer, maxAnswerBytes = MAX_ANSWER_BYTES } = options;
  const pool = new Pool(new URL(url).origin, {
    connections: MAX_IN_FLIGHT,
    // One request at a time on a connection: those queued behind another would be sent again when it breaks.
    pipelining: 1,
    // HTTP/2 sends refused streams again by itself; over HTTP/1.1 nothing that was written is written twice.
    allowH2: false,
    connectTimeout: CONNECT_MILLIS,
    // The deadline covers both; undici's own timers would only blur it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const breaker = new CircuitBreaker(timer);
  let open = 0;
  let closed: Promise<void> | undefined;

  async function send(request: HttpRequest, deadline: number): Promise<HttpAnswer> {
    const { call, ...message } = request;
    if (open >= MAX_IN_FLIGHT + MAX_WAITING) {
      throw new UpstreamError('refused', `${upstream} ${call}: not sent, too many calls are waiting`);
    }
    if (!breaker.begin())
      throw new UpstreamError('refused', `${upstream} ${call}: not sent, the upstream is down`);
    const httpCall = new HttpCall(`${upstream} ${call}`, maxAnswerBytes);
    const disarm = timer.after(Math.max(0, deadline - timer.now()), () => httpCall.expire());
    open++;
    let answered = false;
    try {
      pool.dispatch({ ...message, idempotent: false }, httpCall);
      const answer = await httpCall.answer;
      answered = answer.status < 500;
      return answer;
    } finally {
      open--;
      disarm();
      breaker.end(answered);
    }
  }

  function close(): Promise<void> {
    closed ??= pool.close();
    return closed;
  }

  return { send, isUp: () => breaker.allows, close };
}
