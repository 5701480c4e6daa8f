import { setTimeout as delay } from 'node:timers/promises';
import { TelegramFailure } from './failure.ts';
import type { Store } from './store.ts';
import type { Update } from './wire.ts';

export const TERMINATED =
  'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running';
const BESIDE_WEBHOOK =
  "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";
/** How long Telegram keeps a request open at most. */
export const MAX_TIMEOUT_SECONDS = 50;

/** Long polling: at most one request waits, and a new one ends that of before. */
export class Polling {
  readonly #store: Store;
  #wait: PromiseWithResolvers<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
    store.closing.addEventListener('abort', () => this.#wait?.resolve());
    store.watch(() => {
      if (store.updates.count > 0) this.#wait?.resolve();
    });
  }

  /** Throws a {@link TelegramFailure} with 409 when updates go to a webhook. */
  refuseBesideWebhook(): void {
    if (this.#store.updates.webhook) throw new TelegramFailure(409, BESIDE_WEBHOOK);
  }

  terminate(description: string): void {
    this.#wait?.reject(new TelegramFailure(409, description));
  }

  /**
   * Confirms what is below `offset`, and returns what there is from there on, as soon as there is something.
   * `gone` is aborted when nobody waits for it any more.
   */
  async get(offset: number, limit: number, seconds: number, gone: AbortSignal): Promise<object[]> {
    this.terminate(TERMINATED);
    const { updates } = this.#store;
    const below = offset < 0 ? updates.fromEnd(-offset) : offset;
    if (updates.confirms(below)) this.#store.record({ kind: 'confirm', below });
    updates.forgetRepeated();
    if (updates.count === 0 && seconds > 0) await this.#next(seconds, gone);
    return gone.aborted ? [] : updates.give(limit).map(({ body }) => body);
  }

  async #next(seconds: number, gone: AbortSignal): Promise<void> {
    if (gone.aborted || this.#store.closing.aborted) return;
    const wait = Promise.withResolvers<void>();
    const timer = setTimeout(wait.resolve, seconds * 1_000);
    gone.addEventListener('abort', () => wait.resolve(), { once: true });
    this.#wait = wait;
    try {
      await wait.promise;
    } finally {
      clearTimeout(timer);
      if (this.#wait === wait) this.#wait = undefined;
    }
  }
}

const ANSWER_MILLIS = 60_000;
/** Before an update is sent again. It doubles with each failure in a row, up to a minute. */
const FIRST_PAUSE_MILLIS = 250;
const LONGEST_PAUSE_MILLIS = 60_000;

/**
 * Sends updates to the webhook, if one is set: those of different people side by side, those of one person in
 * their order. Each is repeated, with pauses, until it is answered with a status of 200 to 299.
 */
export class WebhookDelivery {
  readonly #store: Store;
  readonly #busy = new Set<number>();
  #current = new AbortController();
  lastError: { at: number; message: string } | undefined;

  constructor(store: Store) {
    this.#store = store;
    store.watch((news) => {
      if (news.kind === 'webhook') this.#restart();
      this.#deliver();
    });
    this.#deliver();
  }

  #restart(): void {
    this.#current.abort();
    this.#current = new AbortController();
    this.lastError = undefined;
    this.#busy.clear();
  }

  #deliver(): void {
    if (this.#store.updates.webhook === undefined || this.#store.closing.aborted) return;
    for (const user of this.#store.updates.byUser().keys()) {
      if (!this.#busy.has(user)) void this.#deliverAll(user, this.#current.signal);
    }
  }

  async #deliverAll(user: number, current: AbortSignal): Promise<void> {
    const { updates } = this.#store;
    const signal = AbortSignal.any([current, this.#store.closing]);
    this.#busy.add(user);
    let pause = FIRST_PAUSE_MILLIS;
    for (;;) {
      const next = updates.byUser().get(user)?.[0];
      if (next === undefined || signal.aborted) break;
      const failure = await this.#send(next, signal);
      if (signal.aborted) break;
      if (failure === undefined) {
        if (!updates.takeRepeat(next))
          this.#store.record({ kind: 'delivered', updateId: next.body.update_id });
        pause = FIRST_PAUSE_MILLIS;
      } else {
        this.lastError = { at: this.#store.now(), message: failure };
        await delay(pause, undefined, { signal }).catch(() => undefined);
        pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
      }
    }
    // Another webhook has begun anew.
    if (!current.aborted) this.#busy.delete(user);
  }

  /** Why the update was not taken; undefined when it was. */
  async #send({ body }: Update, signal: AbortSignal): Promise<string | undefined> {
    const { webhook } = this.#store.updates;
    if (!webhook) return 'The webhook was deleted';
    const { url, secret } = webhook;
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret !== '' && { 'x-telegram-bot-api-secret-token': secret }),
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLIS)]),
    }).catch((error: Error) => error);
    if (answer instanceof Error)
      return answer.name === 'TimeoutError' ? 'Read timeout expired' : 'Connection refused';
    await answer.body?.cancel();
    return answer.ok ? undefined : `Wrong response from the webhook: ${answer.status} ${answer.statusText}`;
  }
}
