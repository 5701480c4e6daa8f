import { TelegramFailure } from './failure.ts';
import type { Store } from './store.ts';

const TERMINATED =
  'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running';
const BESIDE_WEBHOOK =
  "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";
/** How long Telegram keeps a request open at most. */
export const MAX_TIMEOUT_SECONDS = 50;

interface Wait {
  /** Ends the wait; with a failure, the one who waits gets that. */
  end(failure?: TelegramFailure): void;
}

/** Long polling: at most one request waits, and a new one ends that of before. */
export class Polling {
  readonly #store: Store;
  readonly #closing: AbortSignal;
  #wait: Wait | undefined;

  constructor(store: Store, closing: AbortSignal) {
    this.#store = store;
    this.#closing = closing;
    closing.addEventListener('abort', () => this.#wait?.end());
    store.watch(() => {
      if (store.updates.count > 0) this.#wait?.end();
    });
  }

  /** Throws a {@link TelegramFailure} with 409 when updates go to a webhook. */
  refuseBesideWebhook(): void {
    if (this.#store.updates.webhook) throw new TelegramFailure(409, BESIDE_WEBHOOK);
  }

  /** Ends the request that waits, because a webhook was set. */
  terminate(description: string): void {
    this.#wait?.end(new TelegramFailure(409, description));
  }

  /**
   * Confirms what is below `offset`, and returns what there is from there on, as soon as there is something.
   * `gone` is aborted when nobody waits for it any more.
   */
  async get(offset: number, limit: number, seconds: number, gone: AbortSignal): Promise<object[]> {
    this.#wait?.end(new TelegramFailure(409, TERMINATED));
    this.#confirm(offset);
    const { updates } = this.#store;
    updates.forgetRepeated();
    if (updates.count === 0 && seconds > 0) await this.#next(seconds, gone);
    return gone.aborted ? [] : updates.give(limit).map(({ body }) => body);
  }

  #confirm(offset: number): void {
    const { updates } = this.#store;
    const below = offset < 0 ? updates.fromEnd(-offset) : offset;
    if (updates.confirms(below)) this.#store.record({ kind: 'confirm', at: this.#store.now(), below });
  }

  async #next(seconds: number, gone: AbortSignal): Promise<void> {
    if (gone.aborted || this.#closing.aborted) return;
    const ended = Promise.withResolvers<void>();
    const timer = setTimeout(ended.resolve, seconds * 1_000);
    const wait: Wait = { end: (failure) => (failure ? ended.reject(failure) : ended.resolve()) };
    gone.addEventListener('abort', () => ended.resolve(), { once: true });
    this.#wait = wait;
    try {
      await ended.promise;
    } finally {
      clearTimeout(timer);
      if (this.#wait === wait) this.#wait = undefined;
    }
  }
}
