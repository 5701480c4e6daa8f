import type { Journal, NewEvent } from '../journal.ts';
import { Chats, type Group, type Person } from './chats.ts';
import type { TelegramEvent } from './events.ts';
import { ChatRefusal } from './failure.ts';
import { Updates } from './updates.ts';
import { wireUpdate } from './wire.ts';

/** What is told to those who watch: an event, or something that is over before a restart. */
export type News = TelegramEvent | { kind: 'typing'; user: number } | { kind: 'updates' };

/** The state of the sandbox's Telegram and its journal, on one clock. */
export class Store {
  readonly chats = new Chats();
  readonly updates = new Updates();
  readonly #journal: Journal<TelegramEvent>;
  readonly #watchers = new Set<(news: News) => void>();

  constructor(journal: Journal<TelegramEvent>) {
    this.#journal = journal;
    journal.replay((event) => this.#apply(event));
  }

  /** As {@link Journal.record}; those who watch are told. */
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

  /** The present instant in milliseconds since 1970. */
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
