import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from './store.ts';
import type { Update } from './wire.ts';

/** How long the receiver may take. */
const ANSWER_MILLIS = 60_000;
/** Before an update is sent again. It doubles with each failure in a row, up to a minute. */
const FIRST_PAUSE_MILLIS = 250;
const LONGEST_PAUSE_MILLIS = 60_000;

interface WebhookError {
  at: number;
  message: string;
}

/**
 * Sends updates to the webhook, if one is set: those of different people side by side, those of one person in
 * their order. Each is repeated, with pauses, until it is answered with a status of 200 to 299.
 */
export class WebhookDelivery {
  readonly #store: Store;
  readonly #closing: AbortSignal;
  /** Who has an update under way. */
  readonly #busy = new Set<number>();
  /** Aborted when the webhook is changed. */
  #current = new AbortController();
  #lastError: WebhookError | undefined;

  constructor(store: Store, closing: AbortSignal) {
    this.#store = store;
    this.#closing = closing;
    store.watch((news) => {
      if (news.kind === 'webhook') this.#restart();
      this.#deliver();
    });
    this.#deliver();
  }

  get lastError(): WebhookError | undefined {
    return this.#lastError;
  }

  #restart(): void {
    this.#current.abort();
    this.#current = new AbortController();
    this.#lastError = undefined;
    this.#busy.clear();
  }

  #deliver(): void {
    if (this.#store.updates.webhook === undefined || this.#closing.aborted) return;
    for (const user of this.#store.updates.byUser().keys()) {
      if (!this.#busy.has(user)) void this.#deliverAll(user, this.#current.signal);
    }
  }

  async #deliverAll(user: number, current: AbortSignal): Promise<void> {
    const { updates } = this.#store;
    const signal = AbortSignal.any([current, this.#closing]);
    this.#busy.add(user);
    let pause = FIRST_PAUSE_MILLIS;
    for (;;) {
      const next = updates.byUser().get(user)?.[0];
      if (next === undefined || signal.aborted) break;
      const failure = await this.#send(next, signal);
      if (signal.aborted) break;
      if (failure === undefined) {
        this.#taken(next);
        pause = FIRST_PAUSE_MILLIS;
      } else {
        this.#lastError = { at: this.#store.now(), message: failure };
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

  #taken(update: Update): void {
    if (this.#store.updates.takeRepeat(update)) return;
    const updateId = update.body.update_id;
    this.#store.record({ kind: 'delivered', at: this.#store.now(), updateId });
  }
}
