import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type GivenReseller, givenKeys } from '../support/given.ts';
import type { RunningService } from '../support/service.ts';
import type { Hit, Shot } from './hit.ts';
import { flawsOf } from './judge.ts';

/** Requests under way at once: enough to keep two processors busy, and few enough for none to wait long for the others. */
const CONCURRENCY = 8;
/** The contract's rate; a key that has used it up makes place for the next. */
const REQUESTS_PER_KEY = 60;

export interface Barrage extends AsyncDisposable {
  /** Sends one request, in the name of the reseller unless it names somebody, and waits for its whole answer. */
  fire(shot: Shot): Promise<Hit>;
  /** Sends many, some at a time, and returns what was wrong with the answers, if anything was. */
  volley(shots: Iterable<Shot>, onHit?: (hit: Hit) => void): Promise<string[]>;
  /** How many were sent. */
  sent(): number;
}

/** A client that sends far more than one key may. */
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
      // Otherwise GraphQL answers with the status 200, whatever it answers.
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
