import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type GivenReseller, givenKeys } from '../support/given.ts';
import type { RunningService } from '../support/service.ts';
import type { Hit, Shot } from './hit.ts';
import { flawsOf } from './judge.ts';

/**
 * Concurrent requests: enough to keep two processors busy, and few enough that none waits long for the
 * others.
 */
const CONCURRENCY = 8;
/** The contract's rate. A key that has used it up is replaced by a new one. */
const REQUESTS_PER_KEY = 60;

export interface Barrage extends AsyncDisposable {
  /**
   * Sends one request and waits for its whole answer. It has a key of the reseller unless it has a header
   * `authorization`.
   */
  fire(shot: Shot): Promise<Hit>;
  /** Sends many requests, some at a time, and returns what was wrong with the answers. */
  volley(shots: Iterable<Shot>, onHit?: (hit: Hit) => void): Promise<string[]>;
  /** How many requests were sent. */
  sent(): number;
}

/** A client that may send far more requests than one key admits. */
export function openBarrage({ url, services }: RunningService, { resellerId }: GivenReseller): Barrage {
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

  async function fire(shot: Shot): Promise<Hit> {
    const { method, path, counts = 1 } = shot;
    const body = encode(shot.body);
    const headers = {
      // With another media type GraphQL would answer with status 200 in all cases.
      accept: 'application/graphql-response+json, application/json',
      ...(!('authorization' in (shot.headers ?? {})) && { authorization: `Bearer ${await takeKey(counts)}` }),
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
      ...shot.headers,
    };
    sent += 1;
    const since = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Hit>();
    const outgoing = request({ hostname, port, agent, method, path, headers }, (incoming) => {
      text(incoming).then((received) => {
        const milliseconds = performance.now() - since;
        const { statusCode: status = 0, headers: answered } = incoming;
        resolve({ shot, status, headers: answered, text: received, body: parse(received), milliseconds });
      }, reject);
    });
    outgoing.on('error', (cause) =>
      reject(new Error(`${method} ${path} ${String(body)} was not answered`, { cause })),
    );
    outgoing.end(body);
    return promise;
  }

  return {
    fire,
    async volley(shots, onHit) {
      const flaws: string[] = [];
      const queue = shots[Symbol.iterator]();
      const worker = async () => {
        for (let next = queue.next(); !next.done; next = queue.next()) {
          const hit = await fire(next.value);
          flaws.push(...flawsOf(hit));
          onHit?.(hit);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      return flaws;
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
