import { isDeepStrictEqual } from 'node:util';
import type { ChatMessage, Group, Person } from './chats.ts';
import { deliverToWebhook, Polling } from './delivery.ts';
import type { NewMessage, Payment } from './events.ts';
import { badRequest, TelegramFailure } from './failure.ts';
import { People } from './people.ts';
import { Store, type TelegramOptions } from './store.ts';
import { wireMessage } from './wire.ts';

export type Telegram = ReturnType<typeof createTelegram>;

export function createTelegram(options: TelegramOptions) {
  const store = new Store(options);
  const polling = new Polling(store);
  deliverToWebhook(store);
  return { store, people: new People(store), messages: new BotMessages(store), polling };
}

/** How long a bot may delete a message. */
const DELETABLE_MILLIS = 48 * 3_600_000;

type Shown = Pick<NewMessage, 'text' | 'entities' | 'keyboard'>;
type Content = Shown & Partial<Pick<NewMessage, 'invoice' | 'document' | 'refund'>>;

class BotMessages {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  send(chat: Person | Group, content: Content): object {
    this.#store.limits.admit(chat.id);
    return this.#add(chat, content);
  }

  /** Says that a payment was given back, of which the bot is told, too. It counts toward no limit. */
  addRefund(person: Person, refund: Payment): void {
    const content = { text: '', entities: [], keyboard: [], refund };
    this.#add(person, content, this.#store.updates.nextId('message'));
  }

  #add(chat: Person | Group, content: Content, updateId?: number): object {
    const id = this.#store.addMessage({ chat: chat.id, from: 'bot', ...content }, updateId);
    return this.#shown(id, chat);
  }

  /** Replaces what is given, and returns the message as the Bot API shows it. */
  edit(chat: Person | Group, messageId: number, changes: Partial<Shown>): object {
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
      const { movedTo: migrate_to_chat_id } = chat;
      if (migrate_to_chat_id === undefined) return chat;
      const upgraded = 'Bad Request: group chat was upgraded to a supergroup chat';
      throw new TelegramFailure(400, upgraded, { migrate_to_chat_id });
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
