import type { Clock } from '../../kit/clock.ts';
import type { Journal, NewEvent } from '../journal.ts';
import { Chats, type Group, type Person } from './chats.ts';
import type { NewMessage, TelegramEvent } from './events.ts';
import { ChatRefusal } from './failure.ts';
import { Limits, type MessageRates } from './limits.ts';
import { Updates } from './updates.ts';
import { wireUpdate } from './wire.ts';

export type News = TelegramEvent | { kind: 'typing'; user: number } | { kind: 'updates' };

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

  close(): void {
    this.#journal.close();
  }

  #apply(event: TelegramEvent): void {
    this.chats.apply(event);
    this.updates.apply(event);
    const update = wireUpdate(event, this.chats);
    if (update) this.updates.add(update);
  }
}
