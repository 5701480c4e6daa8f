import { setTimeout as delay } from 'node:timers/promises';
import { TelegramFailure } from './failure.ts';
import type { Store, Webhook } from './store.ts';
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
    if (updates.confirms(offset)) this.#store.record({ kind: 'confirm', below: offset });
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
export function deliverToWebhook(store: Store): void {
  const { updates, closing } = store;
  const busy = new Set<number>();
  let current = new AbortController();

  function deliver(): void {
    const { webhook } = updates;
    if (!webhook || closing.aborted) return;
    const signal = AbortSignal.any([current.signal, closing]);
    for (const user of updates.byUser().keys()) if (!busy.has(user)) void deliverAll(user, webhook, signal);
  }

  async function deliverAll(user: number, webhook: Webhook, signal: AbortSignal): Promise<void> {
    busy.add(user);
    let pause = FIRST_PAUSE_MILLIS;
    for (;;) {
      const next = updates.byUser().get(user)?.[0];
      if (!next) break;
      const isTaken = await send(next, webhook, signal);
      // Another webhook has begun anew, or the sandbox is closing.
      if (signal.aborted) return;
      if (isTaken) {
        if (!updates.takeRepeat(next)) store.record({ kind: 'delivered', updateId: next.body.update_id });
        pause = FIRST_PAUSE_MILLIS;
      } else {
        await delay(pause, undefined, { signal }).catch(() => undefined);
        pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
      }
    }
    busy.delete(user);
  }

  store.watch((news) => {
    if (news.kind === 'webhook') {
      current.abort();
      current = new AbortController();
      busy.clear();
    }
    deliver();
  });
  deliver();
}

async function send({ body }: Update, { url, secret }: Webhook, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secret !== '' && { 'x-telegram-bot-api-secret-token': secret }),
    },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLIS)]),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
