import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createDoor } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { makeCertificates } from '../../ha/deployed.ts';
import type { Random } from '../random.ts';
import { tally } from '../tally.ts';

/** How many of a hundred deliveries meet each fault. */
const FAULTS = {
  ...{ error: 7, later: 3, hang: 2, cut: 5, 'cut after the answer began': 5, redirect: 2, slow: 6 },
} as const;
type Fault = keyof typeof FAULTS;
/** Shorter than an attempt may take, in ms. */
const SLOW_MS = { least: 500, most: 4_000 };
/** What Retry-After asks for, in seconds. */
const LATER_SECONDS = { least: 1, most: 2 };
/** How far a stamp of whole seconds may be from the clock of the run, in ms: it is that of the database. */
const STAMPED_WITHIN_MS = 5_000;
/** The only network of this machine that the service is allowed to call. */
const ALLOWED = '127.0.0.1/32';

/** How an attempt ended for its sender: `later` counts as none. */
type End = 'open' | 'taken' | 'failed' | 'later';

/** One attempt to deliver an event, as its receiver saw it. */
export interface Arrival {
  id: string;
  text: string;
  /** In milliseconds since 1970, by the clock of the run. */
  at: number;
  /** Counts beginnings and ends of attempts at all endpoints. */
  place: number;
  endPlace: number;
  end: End;
}

/** One webhook's address, and everything that came there. */
export class Endpoint {
  readonly path: string;
  readonly arrivals: Arrival[] = [];
  /** All must have signed each delivery, until the instant that stands beside them, in ms since 1970. */
  secrets: { secret: string; until: number }[] = [];

  constructor(path: string) {
    this.path = path;
  }
}

/** A server of resellers, which takes their events, and disturbs the service as such servers do. */
export class Receiver {
  readonly endpoints: Endpoint[] = [];
  /** What is wrong with a delivery, whatever it is about. */
  readonly unsigned: string[] = [];
  /** Who has come where nobody may be sent: an address that is not allowed, or where a redirect leads. */
  readonly strayed: string[] = [];
  readonly met: Fault[] = [];
  /** What the service needs to reach it. */
  environment: NodeJS.ProcessEnv = {};
  /** In milliseconds since 1970, by the clock of the run. */
  now: () => number = Date.now;
  #failing: Random | undefined;
  #place = 0;
  #port = 0;
  #forbiddenPort = 0;

  /** It answers by HTTPS at 127.0.0.1, whose certificate has a CA of its own, in a new folder. */
  async open(directory: string, opened: AsyncDisposableStack): Promise<this> {
    await mkdir(directory, { recursive: true });
    if (!(await makeCertificates(directory, ['receiver.example=127.0.0.1'])))
      throw new Error('The receiver of webhooks has no certificate without the command openssl.');
    const [cert, key] = await Promise.all(
      ['crt', 'key'].map((kind) => readFile(join(directory, `receiver.example.${kind}`))),
    );
    const server = createServer({ cert, key }, (request, response) => {
      this.#receive(request, response).catch(() => response.destroy());
    });
    const door = createDoor((socket) => {
      this.strayed.push('a connection');
      socket.on('error', () => {}).destroy();
    });
    for (const one of [server, door]) {
      one.listen(0, '127.0.0.1');
      await once(one, 'listening');
      opened.defer(() => void one.close());
    }
    opened.defer(() => server.closeAllConnections());
    this.#port = (server.address() as AddressInfo).port;
    this.#forbiddenPort = (door.address() as AddressInfo).port;
    this.environment = {
      WEBHOOK_ALLOWED_NETWORKS: ALLOWED,
      NODE_EXTRA_CA_CERTS: join(directory, 'ca.crt'),
    };
    return this;
  }

  add(path: string): Endpoint {
    const endpoint = new Endpoint(path);
    this.endpoints.push(endpoint);
    return endpoint;
  }

  urlOf({ path }: Endpoint): string {
    return `https://127.0.0.1:${this.#port}/${path}`;
  }

  /** Its name has two addresses, of which the second one is not allowed. */
  get forbiddenUrl(): string {
    return `https://receiver.localhost:${this.#forbiddenPort}/`;
  }

  /** Faults happen from now on. */
  fail(random: Random): void {
    this.#failing = random;
  }

  /** No fault begins from now on. */
  calm(): void {
    this.#failing = undefined;
  }

  counts() {
    const arrivals = this.endpoints.flatMap((endpoint) => endpoint.arrivals);
    return { attempts: arrivals.length, faults: tally(this.met) };
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = this.endpoints.find(({ path }) => request.url === `/${path}`);
    const bytes = await buffer(request);
    if (!endpoint) {
      this.strayed.push(`${request.method} ${request.url}`);
      response.writeHead(404).end();
      return;
    }
    const arrival: Arrival = {
      ...{ id: String(request.headers['webhook-id']), text: bytes.toString(), at: this.now() },
      ...{ place: ++this.#place, endPlace: Infinity, end: 'open' },
    };
    endpoint.arrivals.push(arrival);
    this.#verify(endpoint, request.headers, arrival);
    const end = (how: End) => {
      if (arrival.end !== 'open') return;
      arrival.end = how;
      arrival.endPlace = ++this.#place;
    };
    response.once('close', () => end('failed'));
    await this.#answer(response, end);
  }

  async #answer(response: ServerResponse, end: (how: End) => void): Promise<void> {
    const random = this.#failing;
    const fault = random && draw(random);
    if (fault) this.met.push(fault);
    switch (fault) {
      case 'error':
        end('failed');
        response.writeHead(500).end('It is broken.');
        return;
      case 'later': {
        end('later');
        const seconds = random?.whole(LATER_SECONDS.least, LATER_SECONDS.most) ?? 0;
        const date = new Date(this.now() + seconds * 1_000).toUTCString();
        const isDate = random?.chance(0.5);
        response.writeHead(429, { 'retry-after': isDate ? date : String(seconds) }).end();
        return;
      }
      case 'hang':
        return;
      case 'cut':
        response.destroy();
        return;
      case 'cut after the answer began':
        response.writeHead(200, { 'content-length': '100' }).write('It is', () => response.destroy());
        return;
      case 'redirect':
        end('failed');
        response.writeHead(307, { location: `https://127.0.0.1:${this.#forbiddenPort}/` }).end();
        return;
      case 'slow':
        await setTimeout(random?.whole(SLOW_MS.least, SLOW_MS.most));
    }
    // Its sender may be gone by now.
    if (response.destroyed) return;
    end('taken');
    response.writeHead(204).end();
  }

  #verify({ path, secrets }: Endpoint, headers: IncomingHttpHeaders, { id, text, at }: Arrival): void {
    const stampedAt = Number(headers['webhook-timestamp']) * 1_000;
    // The clock of a run jumps ahead while an attempt is on its way, and so the stamp may be a day old.
    if (!(stampedAt <= at + STAMPED_WITHIN_MS)) this.unsigned.push(`${path}, ${id}: stamped ${stampedAt}`);
    for (const { secret, until } of secrets) {
      if (stampedAt > until) continue;
      try {
        atInstant(stampedAt, () => new Webhook(secret).verify(text, headers as Record<string, string>));
      } catch (error) {
        this.unsigned.push(`${path}, ${id}: ${(error as Error).message}`);
      }
    }
    if (secrets.length === 0) this.unsigned.push(`${path}, ${id}: it came before its webhook was there`);
  }
}

/** The verifier goes by the clock of the machine. */
function atInstant(millis: number, work: () => unknown): void {
  const { now } = Date;
  Date.now = () => millis;
  try {
    work();
  } finally {
    Date.now = now;
  }
}

function draw(random: Random): Fault | undefined {
  let dice = random.whole(1, 100);
  return (Object.keys(FAULTS) as Fault[]).find((fault) => {
    dice -= FAULTS[fault];
    return dice <= 0;
  });
}
