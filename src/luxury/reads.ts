import { DomainError } from '../kit/errors.ts';

/**
 * Readings of one reseller's orders that a process makes at the same time. Each is two calls at the most, so
 * one reseller has half of the places for reads.
 */
const AT_ONCE = 8;
/** How many more wait: what one API key may ask for in a minute has room. */
const MOST_WAITING = 64;
/** How long a reading waits for its turn: half of the time that a call may take. */
const WAIT_MS = 10_000;

/** Thrown when too much is to be read at an upstream for one reseller. */
export class TooManyReadsError extends DomainError {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds = 2;

  constructor() {
    super('Too many of your orders are being read at the provider; ask for fewer at once, or again in 2 s.');
  }
}

/** What a process reads at the traffic upstream because resellers have asked for it. */
export class Reads {
  readonly #underWay = new Map<number, { count: number; waiting: Set<() => void> }>();
  /** How many readings were refused. */
  refused = 0;

  /** Whether a reading for the reseller would be made at once. */
  isFree(resellerId: number): boolean {
    return (this.#underWay.get(resellerId)?.count ?? 0) < AT_ONCE;
  }

  /** Makes a reading for the reseller when its turn has come. Throws TooManyReadsError. */
  async run<Result>(resellerId: number, read: () => Promise<Result>): Promise<Result> {
    const own = this.#underWay.get(resellerId) ?? { count: 0, waiting: new Set() };
    this.#underWay.set(resellerId, own);
    if (own.count < AT_ONCE) own.count += 1;
    else await this.#turn(own.waiting);
    try {
      return await read();
    } finally {
      // The place goes to the reading that has waited longest.
      const [next] = own.waiting;
      if (next) next();
      else own.count -= 1;
      if (own.count === 0) this.#underWay.delete(resellerId);
    }
  }

  #turn(waiting: Set<() => void>): Promise<void> {
    if (waiting.size >= MOST_WAITING) throw this.#refusal();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(alarm);
        waiting.delete(begin);
        resolve();
      };
      const alarm = setTimeout(() => {
        waiting.delete(begin);
        reject(this.#refusal());
      }, WAIT_MS);
      waiting.add(begin);
    });
  }

  #refusal(): TooManyReadsError {
    this.refused += 1;
    return new TooManyReadsError();
  }
}
