import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../kit/clock.ts';
import type { Journal } from '../journal.ts';
import type { ChatMessage, Group, Person } from './chats.ts';
import { Polling, WebhookDelivery } from './delivery.ts';
import type { Entity, Keyboard, NewMessage, Payment, TelegramEvent } from './events.ts';
import { badRequest, movedTo, TelegramFailure } from './failure.ts';
import { Limits, type MessageRates } from './limits.ts';
import { People } from './people.ts';
import { Store } from './store.ts';
import { wireMessage } from './wire.ts';

interface TelegramOptions {
  journal: Journal<TelegramEvent>;
  clock: Clock;
  rates: MessageRates;
  closing: AbortSignal;
}

/** The sandbox's Telegram: people, one bot, and their chats. */
export class Telegram {
  readonly store: Store;
  readonly limits: Limits;
  readonly people: People;
  readonly messages: BotMessages;
  readonly polling: Polling;
  readonly webhooks: WebhookDelivery;

  constructor({ journal, clock, rates, closing }: TelegramOptions) {
    this.store = new Store(journal);
    this.limits = new Limits(rates, clock);
    this.people = new People(this.store, this.limits, closing);
    this.messages = new BotMessages(this.store, this.limits);
    this.polling = new Polling(this.store, closing);
    this.webhooks = new WebhookDelivery(this.store, closing);
  }

  close(): void {
    this.store.close();
  }
}

/** How long a bot may delete a message. */
const DELETABLE_MILLIS = 48 * 3_600_000;

type Content = Pick<NewMessage, 'text' | 'entities' | 'keyboard'> &
  Partial<Pick<NewMessage, 'invoice' | 'document' | 'refund'>>;

interface Edited {
  text: string;
  entities: Entity[];
  keyboard: Keyboard;
}

/** What the bot does in its chats. Every refusal is a `TelegramFailure`. */
class BotMessages {
  readonly #store: Store;
  readonly #limits: Limits;

  constructor(store: Store, limits: Limits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** Sends a message and returns it as the Bot API shows it. */
  send(chat: Person | Group, content: Content): object {
    this.#limits.admit(chat.id);
    return this.#add(chat, content);
  }

  /**
   * Says in the chat that a payment was given back, of which the bot is told, too. It counts toward no limit.
   */
  addRefund(person: Person, refund: Payment): void {
    this.#add(
      person,
      { text: '', entities: [], keyboard: [], refund },
      this.#store.updates.nextId('message'),
    );
  }

  #add(chat: Person | Group, content: Content, updateId?: number): object {
    const [id, at] = [this.#store.chats.nextMessage, this.#store.now()];
    const message = { id, chat: chat.id, from: 'bot' as const, at, ...content };
    this.#store.record({ kind: 'message', at, message, updateId });
    return this.#shown(id, chat);
  }

  /** Replaces what is given, and returns the message as the Bot API shows it. */
  edit(chat: Person | Group, messageId: number, changes: Partial<Edited>): object {
    const before = this.#own(chat, messageId, 'message to edit not found');
    if (before.from !== 'bot') throw badRequest("message can't be edited");
    const { text, entities, keyboard } = before;
    if (changes.text !== undefined && (before.document || before.invoice))
      throw badRequest('there is no text in the message to edit');
    const after = { text, entities, keyboard, ...changes };
    if (isDeepStrictEqual(after, { text, entities, keyboard })) throw badRequest(NOT_MODIFIED);
    this.#store.record({ kind: 'edit', message: messageId, ...after });
    return this.#shown(messageId, chat);
  }

  remove(chat: Person | Group, messageId: number): void {
    const { at } = this.#own(chat, messageId, 'message to delete not found');
    if (this.#store.now() - at > DELETABLE_MILLIS) throw badRequest("message can't be deleted for everyone");
    this.#store.record({ kind: 'delete', message: messageId });
  }

  /** The chat with that id, if the bot may write there. */
  requireChat(chatId: string): Person | Group {
    if (chatId === '') throw badRequest('chat_id is empty');
    const chat = /^-?\d{1,15}$/.test(chatId) ? this.#store.chats.withId(Number(chatId)) : undefined;
    if (!chat) throw badRequest('chat not found');
    if ('title' in chat) {
      if (chat.movedTo !== undefined) throw movedTo(chat.movedTo);
      return chat;
    }
    if (chat.blocked) throw new TelegramFailure(403, 'Forbidden: bot was blocked by the user');
    if (!chat.started)
      throw new TelegramFailure(403, "Forbidden: bot can't initiate conversation with a user");
    return chat;
  }

  #own(chat: Person | Group, messageId: number, notFound: string): ChatMessage {
    const message = this.#store.chats.messages.get(messageId);
    if (message?.chat !== chat.id || message.deleted) throw badRequest(notFound);
    return message;
  }

  #shown(id: number, chat: Person | Group): object {
    const message = this.#store.chats.messages.get(id);
    return message ? wireMessage(message, chat, this.#store.chats) : {};
  }
}

const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current ' +
  'content and reply markup of the message';
