import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { nextKey, type RunContext } from '../faults/customers.ts';
import { WANTED } from '../faults/rush-load.ts';
import type { Reseller } from '../faults/system.ts';

/** Two requests a second less than what a customer's program may send. */
const PURCHASES_PER_SECOND = 6;
const READS_PER_SECOND = 10;
const READINESS_EVERY_MS = 500;
/** Which reads take turns: none of them needs a lock. */
const READS = ['/v1/balance', '/v1/orders?limit=10'];

interface Sample {
  kind: 'purchase' | 'read';
  /** By `performance.now()`. */
  sentAt: number;
  answeredAt: number;
  /** 0 is no answer; a GraphQL document that was refused, although with 200, counts as 500. */
  status: number;
  hasRetryAfter: boolean;
}

/** What clients have met from one instant on. Seconds. */
export interface Figures {
  /** The longest time without a purchase that was answered with success, and without a read. */
  purchasesAway: number;
  readsAway: number;
  /** Requests that were not answered with success, by kind and status. */
  failed: Record<string, number>;
  asked: number;
  /** Refusals with 503 that do not say when to ask again. */
  withoutRetryAfter: number;
  slowestPurchase: number;
  slowestRead: number;
  /** How long no process said that it was ready. */
  notReady: number;
}

/** Clients that buy and read at a fixed rate, without waiting for earlier answers, until the signal. */
export class Measurement {
  readonly #samples: Sample[] = [];
  readonly #readiness: { at: number; ready: number }[] = [];
  readonly ended: Promise<unknown>;

  /** `url` is where clients reach the service. */
  constructor(context: RunContext, url: string, signal: AbortSignal) {
    this.ended = Promise.all([
      this.#askAtRate(PURCHASES_PER_SECOND, signal, (i) => this.#buy(context, url, i)),
      this.#askAtRate(READS_PER_SECOND, signal, (i) => this.#read(context, url, i)),
      this.#askReadiness(context, signal),
    ]);
  }

  /** Whether a purchase that was sent after that instant was answered with success. */
  hasBoughtSince(instant: number): boolean {
    return this.#samples.some(
      ({ kind, sentAt, status }) => kind === 'purchase' && sentAt > instant && isSuccess(status),
    );
  }

  /** What clients have met since that instant. To be called when the measurement has ended. */
  since(instant: number): Figures {
    const samples = this.#samples.filter(({ answeredAt }) => answeredAt >= instant);
    const of = (kind: Sample['kind']) => samples.filter((sample) => sample.kind === kind);
    const failed = samples.filter(({ status }) => !isSuccess(status));
    const names = failed.map(({ kind, status }) => `${kind} ${status}`);
    const down = this.#readiness.filter(({ at, ready }) => at >= instant && ready === 0).length;
    return {
      purchasesAway: longestGap(of('purchase')),
      readsAway: longestGap(of('read')),
      failed: Object.fromEntries(
        [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
      ),
      asked: samples.length,
      withoutRetryAfter: failed.filter(({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter)
        .length,
      slowestPurchase: slowest(of('purchase')),
      slowestRead: slowest(of('read')),
      notReady: (down * READINESS_EVERY_MS) / 1_000,
    };
  }

  async #askAtRate(
    perSecond: number,
    signal: AbortSignal,
    ask: (i: number) => Promise<unknown>,
  ): Promise<void> {
    const startAt = performance.now();
    const asked: Promise<unknown>[] = [];
    for (let i = 0; !signal.aborted; i++) {
      const wait = startAt + (i * 1_000) / perSecond - performance.now();
      if (wait > 0) await setTimeout(wait, undefined, { signal }).catch(() => {});
      asked.push(ask(i));
    }
    await Promise.all(asked);
  }

  async #buy({ caller, record, system }: RunContext, url: string, i: number): Promise<void> {
    const reseller = ofTurn(system.resellers, i);
    const intent = record.intend({
      resellerId: reseller.id,
      kind: 'purchase',
      body: WANTED[i % WANTED.length] ?? {},
      key: randomUUID(),
    });
    const sentAt = performance.now();
    const door = i % 2 === 0 ? 'rest' : 'graphql';
    await caller.attempt(url, 0, nextKey(reseller), intent, door);
    const {
      status = 0,
      hasRetryAfter = false,
      outcome,
    } = record.attempts.findLast((one) => one.intent === intent) ?? {};
    // GraphQL refuses with 200.
    const isRefused = outcome?.kind !== 'done' && status < 300;
    this.#samples.push({
      kind: 'purchase',
      sentAt,
      answeredAt: performance.now(),
      status: isRefused && status > 0 ? 500 : status,
      hasRetryAfter,
    });
  }

  async #read({ caller, system }: RunContext, url: string, i: number): Promise<void> {
    const sentAt = performance.now();
    const path = READS[i % READS.length] ?? '';
    const { status, hasRetryAfter = false } = await caller.ask(url, nextKey(ofTurn(system.resellers, i)), {
      path,
    });
    this.#samples.push({ kind: 'read', sentAt, answeredAt: performance.now(), status, hasRetryAfter });
  }

  async #askReadiness({ system }: RunContext, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const at = performance.now();
      const answers = await Promise.all(
        system.processes.map(({ url }) =>
          fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      this.#readiness.push({ at, ready: answers.filter(Boolean).length });
      const left = at + READINESS_EVERY_MS - performance.now();
      await setTimeout(Math.max(0, left), undefined, { signal }).catch(() => {});
    }
  }
}

function ofTurn(resellers: readonly Reseller[], i: number): Reseller {
  const reseller = resellers[i % resellers.length];
  if (!reseller) throw new RangeError('There is no reseller.');
  return reseller;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The longest time between two answers of success, in seconds. */
function longestGap(samples: readonly Sample[]): number {
  const times = samples
    .filter(({ status }) => isSuccess(status))
    .map(({ answeredAt }) => answeredAt)
    .sort((one, other) => one - other);
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  return seconds(Math.max(0, ...gaps));
}

function slowest(samples: readonly Sample[]): number {
  return seconds(Math.max(0, ...samples.map(({ sentAt, answeredAt }) => answeredAt - sentAt)));
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
