import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Agent, type buildConnector } from 'undici';
import type { Timer } from '../kit/clock.ts';
import { PROGRAM } from '../kit/program.ts';
import { normalizeIp } from '../resellers/networks.ts';
import { LOOKUP_MILLIS, type WebhookAddresses } from './address.ts';

/** One attempt in all. */
const ATTEMPT_MILLIS = 15_000;
/** To a connection, once the addresses of its name are there. With those it is no longer than an attempt. */
const CONNECT_MILLIS = ATTEMPT_MILLIS - LOOKUP_MILLIS;
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
  /** What was read of the answer, up to 64 KB; null when it broke off or none began. */
  bytes: number | null;
  /** Null for a success: a 2xx in time, whole or its first 64 KB. */
  error: AttemptError | null;
  /** For how long, from now, a receiver that failed asked not to be called; null when it did not ask. */
  retryAfterMs: number | null;
}

interface Delivery {
  url: string;
  /** The event's, the same at each attempt. */
  id: string;
  body: string;
  at: Date;
  /** 32 bytes each, those behind `whsec_`; during a rotation the new one first. */
  secrets: readonly Uint8Array[];
}

/**
 * Posts events to the URLs of resellers, by Standard Webhooks 1.0.0. A name is resolved once for a
 * connection, which goes to an address that was judged. Nothing is sent twice and no redirect is followed.
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
      connect: (options, callback) =>
        this.#connect(options).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        ),
      pipelining: 1,
      // HTTP/2 repeats refused streams by itself, and a connection that hangs holds up all of its origin.
      allowH2: false,
      keepAliveTimeout: IDLE_MILLIS,
      keepAliveMaxTimeout: IDLE_MILLIS,
      clientTtl: CONNECTION_MILLIS,
      // The time of the attempt covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Makes one attempt. Throws nothing. */
  async post(delivery: Delivery): Promise<Attempt> {
    const { url, body, at } = delivery;
    const began = this.#timer.now();
    const late = new AbortController();
    const disarm = this.#timer.after(ATTEMPT_MILLIS, () => late.abort(new Failure('timed_out')));
    const attempt: Attempt = { status: null, durationMs: 0, bytes: null, error: null, retryAfterMs: null };
    let headers: IncomingHttpHeaders = {};
    try {
      if (this.#addresses.refusalOfText(url) !== undefined) throw new Failure('invalid_webhook_url');
      const { origin, pathname, search } = new URL(url);
      const answer = await this.#agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: headersOf(delivery),
        body,
        reset: this.#connections >= MAX_KEPT,
        signal: late.signal,
      });
      headers = answer.headers;
      attempt.status = answer.statusCode;
      attempt.bytes = await readSome(answer.body);
      if (attempt.status >= 300) throw new Failure(attempt.status < 400 ? 'redirected' : 'bad_status');
    } catch (error) {
      attempt.error = error instanceof Failure ? error.code : 'connection_lost';
    }
    disarm();
    attempt.durationMs = Math.round(this.#timer.now() - began);
    if (attempt.error) attempt.retryAfterMs = pauseOf(headers, at.getTime() + attempt.durationMs);
    return attempt;
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
    const disarm = this.#timer.after(CONNECT_MILLIS, () => socket.destroy(new Failure('timed_out')));
    let otherwise: AttemptError = 'connect_failed';
    try {
      await once(socket.on('error', heard), 'connect');
      if (!addresses.includes(normalizeIp(socket.remoteAddress) ?? ''))
        throw new Failure('invalid_webhook_url');
      if (!isEncrypted) return socket;
      otherwise = 'tls_failed';
      // Without a session of before: where one is resumed, the certificate's name is not looked at again.
      const name = isIP(hostname) === 0 ? { servername: hostname } : { host: hostname };
      const encrypted = connectTls({ socket, ...name, ALPNProtocols: ['http/1.1'] });
      await once(encrypted.on('error', heard), 'secureConnect');
      return encrypted;
    } catch (error) {
      socket.destroy();
      throw error instanceof Failure ? error : new Failure(otherwise);
    } finally {
      disarm();
    }
  }
}

/** An error between two owners of a socket would end the process; the next one finds it closed. */
function heard(): void {}

class Failure extends Error {
  readonly code: AttemptError;

  constructor(code: AttemptError) {
    super(code);
    this.code = code;
  }
}

/** Reads an answer up to its end or 64 KB, of which nothing is kept. Returns how many bytes that were. */
async function readSome(answer: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes >= MAX_ANSWER_BYTES) return MAX_ANSWER_BYTES;
  }
  return bytes;
}

/** The pause that a receiver asks for at `now`, in seconds or until a date; in milliseconds. */
function pauseOf(headers: IncomingHttpHeaders, now: number): number | null {
  const text = headers['retry-after'] ?? '';
  const millis = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return millis > 0 ? Math.min(millis, MAX_RETRY_AFTER_MILLIS) : null;
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
