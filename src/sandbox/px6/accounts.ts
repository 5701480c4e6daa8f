import { join } from 'node:path';
import type { Clock } from '../../kit/clock.ts';
import { Journal } from '../journal.ts';
import { RequestLimit } from '../request-limit.ts';
import { eventSchema } from './events.ts';
import { Px6Network } from './network.ts';

/** Kept calls: more than a test makes. */
const MAX_CALLS = 10_000;

/** A request that has come to an account. */
export interface Px6Arrival {
  key: string;
  method: string;
  /** In milliseconds since 1970. */
  at: number;
  /** Whether it was within the account's rate. */
  isAdmitted: boolean;
}

interface AccountsOptions {
  /** One for each account. What one has bought, its money and its rate are its own. */
  keys: readonly string[];
  /** The folder of the accounts' journals. */
  stateDir: string;
  clock: Clock;
  requestsPerSecond: number;
}

/** The accounts at the stand-in for PX6, and what came to them. */
export class Px6Accounts {
  readonly networks: readonly Px6Network[];
  readonly arrivals: Px6Arrival[] = [];
  readonly #keys: readonly string[];
  readonly #journals: readonly Journal<unknown>[];
  readonly #limits = new Map<string, RequestLimit>();
  readonly #clock: Clock;
  readonly #newLimit: () => RequestLimit;

  constructor({ keys, stateDir, clock, requestsPerSecond }: AccountsOptions) {
    this.#keys = keys;
    this.#clock = clock;
    this.#newLimit = () => new RequestLimit(requestsPerSecond, clock);
    const journals = keys.map((_key, place) => {
      const name = place === 0 ? 'px6' : `px6-${place + 1}`;
      return new Journal(join(stateDir, `${name}.jsonl`), eventSchema);
    });
    this.#journals = journals;
    this.networks = journals.map((journal, place) => new Px6Network(journal, clock, place));
  }

  /** Undefined for a key that is not known. */
  withKey(key: string): Px6Network | undefined {
    return this.networks[this.#keys.indexOf(key)];
  }

  /** Counts a request toward the rate of its key. Unknown keys share one. */
  admit(key: string, method: string): boolean {
    const owner = this.withKey(key) ? key : '';
    const limit = this.#limits.get(owner) ?? this.#newLimit();
    this.#limits.set(owner, limit);
    const isAdmitted = limit.admit();
    this.arrivals.push({ key: owner, method, at: this.#clock.now().getTime(), isAdmitted });
    if (this.arrivals.length > MAX_CALLS) this.arrivals.shift();
    return isAdmitted;
  }

  close(): void {
    for (const journal of this.#journals) journal.close();
  }
}
