import type { Timer } from '../../../src/kit/clock.ts';
import {
  type RateSlot,
  type RateSlots,
  rulesOf,
  type Wanted,
} from '../../../src/upstreams/px6/rate-slots.ts';

const SECOND_MILLIS = 1_000;

/** RateSlots of one process, by the rules of the database: they come back a second after they were taken. */
export class FreeRateSlots implements RateSlots {
  readonly perSecond: number;
  /** What was asked for. */
  readonly wanted: Wanted[] = [];
  /** When it fails, no slot can be taken. */
  failure: Error | undefined;
  readonly #timer: Timer;
  readonly #freeAt = new Map<string, number[]>();
  /** How many slots are taken and not ended. */
  #open = 0;

  constructor(timer: Timer, perSecond: number) {
    this.#timer = timer;
    this.perSecond = perSecond;
  }

  get open(): number {
    return this.#open;
  }

  async take(wanted: Wanted): Promise<{ slots: RateSlot[]; waitMillis: number }> {
    this.wanted.push(wanted);
    if (this.failure) throw this.failure;
    const { above, patienceMillis } = rulesOf(wanted.priority, this.perSecond);
    const now = this.#timer.now();
    const all = wanted.accounts.flatMap((account) =>
      this.#slotsOf(account).map((freeAt, place) => ({
        account,
        number: place + 1,
        from: freeAt + patienceMillis,
      })),
    );
    const soonest = all.filter(({ number }) => number > above).sort((one, other) => one.from - other.from);
    const free = soonest.filter(({ from }) => from <= now).slice(0, wanted.count);
    for (const { account, number } of free) this.#slotsOf(account)[number - 1] = now + SECOND_MILLIS;
    this.#open += free.length;
    const next = soonest.find(({ from }) => from > now);
    return {
      slots: free.map(({ account, number }) => ({ account, number, token: '' })),
      waitMillis: (next?.from ?? now + SECOND_MILLIS) - now,
    };
  }

  async end(slots: readonly RateSlot[]): Promise<void> {
    this.#open -= slots.length;
  }

  async hold(account: string, millis: number): Promise<void> {
    const until = this.#timer.now() + millis;
    this.#freeAt.set(
      account,
      this.#slotsOf(account).map((freeAt) => Math.max(freeAt, until)),
    );
  }

  #slotsOf(account: string): number[] {
    const slots =
      this.#freeAt.get(account) ?? new Array<number>(this.perSecond).fill(Number.NEGATIVE_INFINITY);
    this.#freeAt.set(account, slots);
    return slots;
  }
}
