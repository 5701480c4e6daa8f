import type { TelegramEvent } from './events.ts';
import type { Update } from './wire.ts';

/** Where the ids begin: the first one of a real bot is as arbitrary. */
const FIRST_UPDATE = 100_000_001;

type UpdateKind = 'message' | 'callback_query' | 'pre_checkout_query' | 'my_chat_member';

export interface Webhook {
  url: string;
  secret: string;
}

/** What waits for the bot, and how it gets it. It changes only by `apply`, `add` and `repeat`. */
export class Updates {
  webhook: Webhook | undefined;
  /** The kinds that the bot takes; empty: all. */
  allowed: readonly string[] = [];
  #next = FIRST_UPDATE;
  readonly #pending = new Map<number, Update>();
  readonly #last = new Map<number, Update>();
  /** Updates that are given once more, whatever the bot has confirmed. In memory only. */
  #repeats: Update[] = [];
  #given: ReadonlySet<Update> = new Set();

  /** The id of the next update of that kind; undefined when the bot takes none of them. */
  nextId(kind: UpdateKind): number | undefined {
    const taken = this.allowed.length === 0 || this.allowed.includes(kind);
    return taken ? this.#next : undefined;
  }

  get count(): number {
    return this.#pending.size + this.#repeats.length;
  }

  isWaiting(user: number): boolean {
    return this.#waiting().some((update) => update.user === user);
  }

  lastOf(user: number): Update | undefined {
    return this.#last.get(user);
  }

  /**
   * The oldest ones, in the order of their ids: who has got one has got all before it, and may confirm them.
   * Repeats among them are forgotten by the next {@link forgetRepeated}.
   */
  give(limit: number): Update[] {
    const given = this.#waiting()
      .sort((one, other) => one.body.update_id - other.body.update_id)
      .slice(0, limit);
    this.#given = new Set(given);
    return given;
  }

  /** Forgets the repeats that were given: whoever asks for more has got them. */
  forgetRepeated(): void {
    this.#repeats = this.#repeats.filter((update) => !this.#given.has(update));
  }

  /** All that waits, by the person or group that it is about. */
  byUser(): Map<number, Update[]> {
    return Map.groupBy(this.#waiting(), ({ user }) => user);
  }

  add(update: Update): void {
    this.#next = update.body.update_id + 1;
    this.#pending.set(update.body.update_id, update);
    this.#last.set(update.user, update);
  }

  repeat(update: Update): void {
    this.#repeats.push({ ...update });
  }

  /** Whether it is one; then it waits no more. */
  takeRepeat(update: Update): boolean {
    const index = this.#repeats.indexOf(update);
    if (index >= 0) this.#repeats.splice(index, 1);
    return index >= 0;
  }

  confirms(below: number): boolean {
    const [first] = this.#pending.keys();
    return first !== undefined && first < below;
  }

  /** The id from which on the last `count` updates are. */
  fromEnd(count: number): number {
    return [...this.#pending.keys()].at(-count) ?? FIRST_UPDATE;
  }

  #waiting(): Update[] {
    return [...this.#repeats, ...this.#pending.values()];
  }

  apply(event: TelegramEvent): void {
    switch (event.kind) {
      case 'confirm':
        for (const id of this.#pending.keys()) if (id < event.below) this.#pending.delete(id);
        return;
      case 'delivered':
        this.#pending.delete(event.updateId);
        return;
      case 'allow':
        this.allowed = event.kinds;
        return;
      case 'webhook':
        this.webhook = event.url === '' ? undefined : { url: event.url, secret: event.secret };
        if (event.drop) this.#pending.clear();
    }
  }
}
