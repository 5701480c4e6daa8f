import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import type { Timer } from '../kit/clock.ts';
import { PROGRAM } from '../kit/program.ts';
import { normalizeIp } from '../resellers/networks.ts';
import type { WebhookAddresses } from './address.ts';

/** One attempt in all, from its name's addresses to the last byte that is read. */
const ATTEMPT_MILLIS = 15_000;
/** Nobody reads what a receiver says; one that says much is not heard out. */
const MAX_ANSWER_BYTES = 65_536;
/** Shorter than the 5 s after which many servers close, so that no attempt meets a closed connection. */
const IDLE_MILLIS = 4_000;
/** A connection that is never idle is replaced then, so that a name may lead elsewhere. */
const CONNECTION_MILLIS = 60_000;
/** Connections of this process; with more of them, none is kept after its attempt. */
const MAX_KEPT = 256;
/** As the schedule's longest pause: whoever is away for longer is tried again. */
const MAX_RETRY_AFTER_MILLIS = 24 * 3_600_000;

/** Why an attempt failed. Nothing else of a failure is told. */
export type AttemptError =
  /** The URL, or an address that its host leads to, is not allowed. */
  | 'invalid_webhook_url'
  /** The host has no address. */
  | 'dns_failed'
  | 'connect_failed'
  /** No encrypted connection, or the certificate is not one of that host. */
  | 'tls_failed'
  | 'timed_out'
  /** It ended before the answer was whole, or what came is no HTTP. */
  | 'connection_lost'
  | 'redirected'
  /** The status is none of 2xx and 3xx. */
  | 'bad_status';

export interface Attempt {
  /** Null when no answer began. */
  status: number | null;
  durationMs: number;
  /** What was read of the answer, up to 64 KB; null when none began. */
  bytes: number | null;
  /** Null for a success: a 2xx in time. */
  error: AttemptError | null;
  /** For how long, from now, a receiver that failed asked not to be called; null when it did not ask. */
  retryAfterMs: number | null;
}

interface Delivery {
  url: string;
  /** The event's, the same at each attempt. */
  id: string;
  body: string;
  /** The instant of the attempt. */
  at: Date;
  /** 32 bytes each, as they stand behind `whsec_`; the one that stays first. */
  secrets: readonly Uint8Array[];
}

/**
 * Posts events to the URLs of resellers, by Standard Webhooks 1.0.0. A name is resolved once for a connection,
 * which goes to an address that was judged. Nothing is sent twice and no redirect is followed.
 */
export class Dialler {
  readonly #addresses: WebhookAddresses;
  readonly #timer: Timer;
  readonly #agent: Agent;
  #connections = 0;

  constructor({ addresses, timer }: { addresses: WebhookAddresses; timer: Timer }) {
    this.#addresses = addresses;
    this.#timer = timer;
    this.#agent = new Agent({
      connect: (options, callback) => {
        this.#connect(options).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
      pipelining: 1,
      // HTTP/2 repeats refused streams by itself, and one connection that hangs would hold up all of an origin.
      allowH2: false,
      keepAliveTimeout: IDLE_MILLIS,
      keepAliveMaxTimeout: IDLE_MILLIS,
      clientTtl: CONNECTION_MILLIS,
      // The time of the attempt covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Makes one attempt, of which nothing is thrown. */
  async post(delivery: Delivery): Promise<Attempt> {
    const { url, at, body } = delivery;
    const began = this.#timer.now();
    const answer = new Answer();
    const disarm = this.#timer.after(ATTEMPT_MILLIS, () => answer.fail('timed_out'));
    if (this.#addresses.refusalOfText(url) !== undefined) answer.fail('invalid_webhook_url');
    else {
      const { origin, pathname, search } = new URL(url);
      const request = {
        method: 'POST',
        path: pathname + search,
        headers: headersOf(delivery),
        body,
      } as const;
      this.#agent.dispatch({ ...request, origin, reset: this.#connections >= MAX_KEPT }, answer);
    }
    const error = await answer.ended;
    disarm();
    const durationMs = Math.round(this.#timer.now() - began);
    const { status, bytes } = answer;
    const retryAfterMs = error === null ? null : answer.pauseFrom(at.getTime() + durationMs);
    return { status, durationMs, bytes, error, retryAfterMs };
  }

  /** Refuses new attempts. Resolves when those under way have ended, within 15 s. */
  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #connect({ protocol, hostname, port }: buildConnector.Options): Promise<Socket> {
    const addresses = await this.#addresses.of(hostname);
    if (typeof addresses === 'string') throw new Failure(addresses);
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const lookup: LookupFunction = (_name, _options, done) => done(null, found);
    const isEncrypted = protocol === 'https:';
    const to = { host: hostname, port: Number(port) || (isEncrypted ? 443 : 80) };
    const socket = connectTcp({ ...to, lookup, autoSelectFamily: true });
    this.#connections++;
    socket.setNoDelay(true).once('close', () => this.#connections--);
    const disarm = this.#timer.after(ATTEMPT_MILLIS, () => socket.destroy(new Failure('timed_out')));
    try {
      await established(socket, 'connect', 'connect_failed');
      if (!addresses.includes(normalizeIp(socket.remoteAddress) ?? '')) {
        socket.destroy();
        throw new Failure('invalid_webhook_url');
      }
      if (!isEncrypted) return socket;
      // Without a session of before: where one is resumed, the certificate's name is not looked at again.
      const name = isIP(hostname) === 0 ? { servername: hostname } : { host: hostname };
      const encrypted = connectTls({ socket, ...name, ALPNProtocols: ['http/1.1'] });
      return await established(encrypted, 'secureConnect', 'tls_failed');
    } finally {
      disarm();
    }
  }
}

async function established(socket: Socket, event: string, otherwise: AttemptError): Promise<Socket> {
  // Until its next owner listens to it.
  socket.on('error', () => {});
  try {
    await once(socket, event);
    return socket;
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(otherwise);
  }
}

class Failure extends Error {
  readonly code: AttemptError;

  constructor(code: AttemptError) {
    super(code);
    this.code = code;
  }
}

/** One request and its answer, of which no content is kept. */
class Answer implements Dispatcher.DispatchHandler {
  status: number | null = null;
  bytes: number | null = null;
  readonly #ended = Promise.withResolvers<AttemptError | null>();
  #retryAfter: string | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;

  /** The pause from `now` on that the receiver asks for, in seconds or until a date; in milliseconds. */
  pauseFrom(now: number): number | null {
    const text = this.#retryAfter ?? '';
    const millis = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
    return millis > 0 ? Math.min(millis, MAX_RETRY_AFTER_MILLIS) : null;
  }

  /** Null when the receiver took it. */
  get ended(): Promise<AttemptError | null> {
    return this.#ended.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing keeps it from being sent: it has failed already, while it waited for a connection.
    if (this.#isOver) throw new Failure('timed_out');
    this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.status = status;
    this.bytes = 0;
    this.#retryAfter = headers['retry-after'];
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes = Math.min(MAX_ANSWER_BYTES, (this.bytes ?? 0) + chunk.length);
    if (this.bytes < MAX_ANSWER_BYTES) return;
    this.onResponseEnd();
    this.#controller?.abort(new Failure('connection_lost'));
  }

  onResponseEnd(): void {
    const status = this.status ?? 0;
    if (status >= 200 && status < 300) this.#end(null);
    else this.#end(status >= 300 && status < 400 ? 'redirected' : 'bad_status');
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end(error instanceof Failure ? error.code : 'connection_lost');
  }

  fail(error: AttemptError): void {
    this.#end(error);
    this.#controller?.abort(new Failure(error));
  }

  #end(error: AttemptError | null): void {
    this.#isOver = true;
    this.#ended.resolve(error);
  }
}

function headersOf({ id, at, body, secrets }: Delivery): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    // Firewalls of applications refuse requests without one.
    'user-agent': PROGRAM,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
