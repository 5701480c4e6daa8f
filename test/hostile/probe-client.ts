import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type GivenReseller, givenKeys } from '../support/given.ts';
import type { RunningService } from '../support/service.ts';
import { describe, problemsOf } from './answer-problems.ts';
import type { Probe, ProbeResult } from './probe.ts';

/**
 * Concurrent requests: enough to keep two processors busy, and few enough that none waits long for the
 * others.
 */
const CONCURRENCY = 8;
/** Below the contract's rate, since a large body counts twice. A key that has had so many is replaced. */
const REQUESTS_PER_KEY = 50;

/** In milliseconds, the longest time of any answer. */
const LIMIT_MS = 1_000;
/**
 * How often a request is sent whose answer took longer. The fastest answer counts: other programs may keep
 * the processors busy for a second, but a request that is costly is slow each time.
 */
const ROUNDS = 5;

export interface ProbeClient extends AsyncDisposable {
  /**
   * Sends one request and waits for its whole answer. It has a key of the reseller unless it has a header
   * `authorization`.
   */
  send(probe: Probe): Promise<ProbeResult>;
  /** Sends many requests, some at a time, and returns what was wrong with the answers. */
  sendAll(probes: Iterable<Probe>, onResult?: (result: ProbeResult) => void): Promise<string[]>;
  /** How many requests were sent. */
  sent(): number;
}

/** A client that may send far more requests than one key admits. */
export function openProbeClient(
  { url, services }: RunningService,
  { resellerId }: GivenReseller,
): ProbeClient {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  let sent = 0;
  let left = 0;
  let key: Promise<string | undefined> = Promise.resolve(undefined);

  function takeKey(counts: number): Promise<string | undefined> {
    if (left < counts) {
      key = givenKeys(services, resellerId, 1).then(([next]) => next);
      left = REQUESTS_PER_KEY;
    }
    left -= counts;
    return key;
  }

  async function send(probe: Probe): Promise<ProbeResult> {
    const { method, path, counts = 1 } = probe;
    const body = encode(probe.body);
    const headers = {
      // With another media type GraphQL would answer with status 200 in all cases.
      accept: 'application/graphql-response+json, application/json',
      ...(!('authorization' in (probe.headers ?? {})) && {
        authorization: `Bearer ${await takeKey(counts)}`,
      }),
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
      ...probe.headers,
    };
    sent += 1;
    const since = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<ProbeResult>();
    const outgoing = request({ hostname, port, agent, method, path, headers }, (incoming) => {
      text(incoming).then((received) => {
        const milliseconds = performance.now() - since;
        const { statusCode: status = 0, headers: answered } = incoming;
        resolve({ probe, status, headers: answered, text: received, body: parse(received), milliseconds });
      }, reject);
    });
    outgoing.on('error', (cause) =>
      reject(new Error(`${method} ${path} ${String(body)} was not answered`, { cause })),
    );
    outgoing.end(body);
    return promise;
  }

  /** Returns the fastest answer of at most ROUNDS. */
  async function sendUntilFast(probe: Probe): Promise<ProbeResult> {
    let fastest = await send(probe);
    for (let round = 1; round < ROUNDS && fastest.milliseconds > LIMIT_MS; round++) {
      const result = await send(probe);
      if (result.milliseconds < fastest.milliseconds) fastest = result;
    }
    return fastest;
  }

  return {
    send,
    async sendAll(probes, onResult) {
      const problems: string[] = [];
      const slow: Probe[] = [];
      const queue = probes[Symbol.iterator]();
      const worker = async () => {
        for (let next = queue.next(); !next.done; next = queue.next()) {
          const result = await send(next.value);
          problems.push(...problemsOf(result));
          if (result.milliseconds > LIMIT_MS) slow.push(result.probe);
          onResult?.(result);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      for (const probe of slow) {
        const fastest = await sendUntilFast(probe);
        if (fastest.milliseconds > LIMIT_MS)
          problems.push(describe(`${Math.round(fastest.milliseconds)} ms`, fastest));
      }
      return problems;
    },
    sent: () => sent,
    [Symbol.asyncDispose]: async () => agent.destroy(),
  };
}

function encode(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function parse(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return undefined;
  }
}
