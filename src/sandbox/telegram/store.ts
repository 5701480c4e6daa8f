import type { Clock } from '../../kit/clock.ts';
import type { Journal, NewEvent } from '../journal.ts';
import { Chats, type Group, type Person } from './chats.ts';
import type { NewMessage, TelegramEvent } from './events.ts';
import { ChatRefusal } from './failure.ts';
import { Limits, type MessageRates } from './limits.ts';
import { type Update, wireUpdate } from './wire.ts';

export type News = TelegramEvent | { kind: 'updates' };

export interface TelegramOptions {
  journal: Journal<TelegramEvent>;
  clock: Clock;
  rates: MessageRates;
  closing: AbortSignal;
}

export class Store {
  readonly chats = new Chats();
  readonly updates = new Updates();
  readonly limits: Limits;
  readonly closing: AbortSignal;
  readonly #journal: Journal<TelegramEvent>;
  readonly #watchers = new Set<(news: News) => void>();

  constructor({ journal, clock, rates, closing }: TelegramOptions) {
    this.limits = new Limits(rates, clock);
    this.closing = closing;
    this.#journal = journal;
    journal.replay((event) => this.#apply(event));
  }

  record(event: NewEvent<TelegramEvent>): void {
    this.tell(this.#journal.record(event));
  }

  /** Calls `watcher` with all news until the returned function is called. */
  watch(watcher: (news: News) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  tell(news: News): void {
    for (const watcher of [...this.#watchers]) watcher(news);
  }

  /** Adds a message as of now, and returns its id. */
  addMessage(message: Omit<NewMessage, 'id' | 'at'>, updateId?: number): number {
    const [id, at] = [this.chats.nextMessage, this.now()];
    this.record({ kind: 'message', at, message: { id, at, ...message }, updateId });
    return id;
  }

  /** Throws a {@link ChatRefusal} with 404 when nobody has that id. */
  person(id: number): Person {
    const person = this.chats.people.get(id);
    if (!person) throw new ChatRefusal(404, `There is no user ${id}: the first message makes one`);
    return person;
  }

  /** Throws a {@link ChatRefusal} with 404 when there is no such private chat or group. */
  chat(id: number): Person | Group {
    return this.chats.groups.get(id) ?? this.person(id);
  }

  now(): number {
    return this.#journal.now();
  }

  #apply(event: TelegramEvent): void {
    this.chats.apply(event);
    this.updates.apply(event);
    const update = wireUpdate(event, this.chats);
    if (update) this.updates.add(update);
  }
}

export interface Webhook {
  url: string;
  secret: string;
}

/** Where the ids begin: the first one of a real bot is as arbitrary. */
const FIRST_UPDATE = 100_000_001;

/** What waits for the bot, and how it gets it. It changes only by `apply`, `add` and `repeat`. */
class Updates {
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
  nextId(kind: 'message' | 'callback_query' | 'pre_checkout_query' | 'my_chat_member'): number | undefined {
    const taken = this.allowed.length === 0 || this.allowed.includes(kind);
    return taken ? this.#next : undefined;
  }

  get count(): number {
    return this.#pending.size + this.#repeats.length;
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
    }
  }
}
