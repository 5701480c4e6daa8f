import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChatMessage, Group, Person } from './chats.ts';
import { BOT, type Button, type NewGroup, type NewMessage } from './events.ts';
import { ChatRefusal, queryTooOld } from './failure.ts';
import { ANSWER_MILLIS } from './limits.ts';
import type { Store } from './store.ts';
import { commandsIn } from './texts.ts';

/** The ids of supergroups lie below this number, those of other groups above. */
const ABOVE_SUPERGROUPS = -1_000_000_000_000;

/** A command that names the bot, or none: it is the only bot of its groups. */
const COMMAND_OF_BOT = new RegExp(`^/\\w+(?:@${BOT.username})?(?![\\w@])`, 'i');

type Content = Pick<NewMessage, 'text' | 'entities'> &
  Partial<Pick<NewMessage, 'payment' | 'author' | 'replyTo' | 'movedTo' | 'movedFrom'>>;

type Verdict = { refusedBecause?: string };

interface Introduction {
  id: number;
  firstName?: string | undefined;
  language?: string | undefined;
}

/** What people do in their chats with the bot. Every refusal is a {@link ChatRefusal}. */
export class People {
  readonly #store: Store;
  /** Payments that wait for the bot, by the id of their query. In memory: nobody waits after a restart. */
  readonly #checkouts = new Map<string, { at: number; decided: PromiseWithResolvers<Verdict> }>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Makes somebody known, or changes what is given. Who is new and has no name is called `User ID`. */
  introduce({ id, firstName, language }: Introduction): Person {
    const known = this.#store.chats.people.get(id);
    const person = {
      id,
      firstName: firstName ?? known?.firstName ?? `User ${id}`,
      language: language ?? known?.language,
    };
    if (!known || known.firstName !== person.firstName || known.language !== person.language)
      this.#store.record({ kind: 'person', person });
    return this.#store.person(id);
  }

  write(user: number, text: string): number {
    this.#requireUnblocked(this.#store.person(user));
    return this.#addMessage(user, { text, entities: commandsIn(text) });
  }

  /** Presses the button with that text. Returns the id of the query that the bot is to answer. */
  press(user: number, messageId: number, text: string): string {
    const message = this.#messageOf(user, messageId);
    const button = buttonWith(message, text);
    const { callback_data: data, url } = button;
    const does = url === undefined ? 'pays: use the call for it' : `opens ${url}: the bot is not told`;
    if (data === undefined) throw new ChatRefusal(409, `${JSON.stringify(text)} ${does}`);
    this.#requireUnblocked(this.#store.person(user));
    const query = newId();
    const updateId = this.#store.updates.nextId('callback_query');
    const at = this.#store.now();
    this.#store.record({ kind: 'press', at, message: messageId, query, button: text, data, updateId });
    return query;
  }

  /** The bot's answer to a pressed button. Throws a `TelegramFailure` with 400 when it comes too late. */
  answerPress(query: string, text: string, alert: boolean): void {
    const press = this.#store.chats.presses.get(query);
    const at = this.#store.now();
    if (!press || at - press.at > ANSWER_MILLIS) {
      this.#store.limits.note('secondsToAnswer');
      throw queryTooOld();
    }
    this.#store.record({ kind: 'answer', at, query, text, alert });
  }

  async pay(user: number, messageId: number): Promise<{ messageId: number; chargeId: string }> {
    this.#unpaid(user, messageId);
    this.#requireUnblocked(this.#store.person(user));
    const { refusedBecause } = await this.#askToPay(messageId);
    if (refusedBecause !== undefined) throw new ChatRefusal(409, refusedBecause);
    // Two may have been asked at once.
    const { amount, payload } = this.#unpaid(user, messageId);
    const chargeId = `stx${randomUUID().replaceAll('-', '')}`;
    const payment = { chargeId, amount, payload, invoice: messageId };
    return { messageId: this.#addMessage(user, { text: '', entities: [], payment }), chargeId };
  }

  /** The bot's answer to a payment that waits. Throws a `TelegramFailure` with 400 when none does. */
  decide(query: string, verdict: Verdict): void {
    const checkout = this.#checkouts.get(query);
    const late = checkout && this.#store.now() - checkout.at > ANSWER_MILLIS;
    if (checkout && !late) {
      checkout.decided.resolve(verdict);
      return;
    }
    this.#store.limits.note('secondsToAnswer');
    checkout?.decided.resolve({ refusedBecause: TOO_LATE });
    throw queryTooOld();
  }

  repeat(user: number): void {
    this.#store.person(user);
    const last = this.#store.updates.lastOf(user);
    if (!last) throw new ChatRefusal(409, `User ${user} has no update yet that could be repeated`);
    this.#store.updates.repeat(last);
    this.#store.tell({ kind: 'updates' });
  }

  block(user: number, blocked: boolean): void {
    if (this.#store.person(user).blocked === blocked) return;
    const updateId = this.#store.updates.nextId('my_chat_member');
    this.#store.record({ kind: 'block', user, blocked, updateId });
  }

  addGroup(group: NewGroup): void {
    const { chats, updates } = this.#store;
    if (chats.groups.has(group.id)) throw new ChatRefusal(409, `There is a group ${group.id} already`);
    this.#store.record({ kind: 'group', group, updateId: updates.nextId('my_chat_member') });
  }

  /**
   * Writes in a group, and returns the id of the message. The bot is told of it if it may be meant, as
   * Telegram does it unless a bot asks for everything.
   */
  writeInGroup(
    group: number,
    { author, text, replyTo }: Pick<NewMessage, 'author' | 'text' | 'replyTo'>,
  ): number {
    const { movedTo } = this.#group(group);
    if (movedTo !== undefined) throw new ChatRefusal(409, `Group ${group} is the supergroup ${movedTo} now`);
    const replied = replyTo === undefined ? undefined : this.#store.chats.messages.get(replyTo);
    if (replyTo !== undefined && replied?.chat !== group)
      throw new ChatRefusal(404, `Group ${group} has no message ${replyTo}`);
    const isForBot = replied?.from === 'bot' || COMMAND_OF_BOT.test(text);
    return this.#addMessage(group, { text, entities: commandsIn(text), author, replyTo }, isForBot);
  }

  /**
   * Turns a group into a supergroup, whose id is another one, and returns that. The bot is told by a message
   * in each.
   */
  upgradeGroup(id: number): number {
    const group = this.#group(id);
    if (group.type === 'supergroup' || group.movedTo !== undefined)
      throw new ChatRefusal(409, `Group ${id} is a supergroup already`);
    const to = ABOVE_SUPERGROUPS + id;
    this.#addMessage(id, { text: '', entities: [], movedTo: to });
    this.#addMessage(to, { text: '', entities: [], movedFrom: id });
    return to;
  }

  async #askToPay(message: number): Promise<Verdict> {
    const updateId = this.#store.updates.nextId('pre_checkout_query');
    if (updateId === undefined)
      return { refusedBecause: 'The bot takes no updates of the kind pre_checkout_query' };
    const [query, at] = [newId(), this.#store.now()];
    const decided = Promise.withResolvers<Verdict>();
    this.#checkouts.set(query, { at, decided });
    const options = { signal: this.#store.closing, ref: false };
    const late = delay(ANSWER_MILLIS, { refusedBecause: TOO_LATE }, options).catch(() => ({
      refusedBecause: 'The sandbox is closing',
    }));
    try {
      this.#store.record({ kind: 'checkout', at, message, query, updateId });
      return await Promise.race([decided.promise, late]);
    } finally {
      this.#checkouts.delete(query);
    }
  }

  #addMessage(chat: number, content: Content, isForBot = true): number {
    const updateId = isForBot ? this.#store.updates.nextId('message') : undefined;
    return this.#store.addMessage({ chat, from: 'user', keyboard: [], ...content }, updateId);
  }

  #group(id: number): Group {
    const group = this.#store.chats.groups.get(id);
    if (!group) throw new ChatRefusal(404, `There is no group ${id}`);
    return group;
  }

  #messageOf(user: number, messageId: number): ChatMessage {
    this.#store.person(user);
    const message = this.#store.chats.messages.get(messageId);
    if (message?.chat !== user) throw new ChatRefusal(404, `User ${user} has no message ${messageId}`);
    if (message.deleted) throw new ChatRefusal(409, `Message ${messageId} has been deleted`);
    return message;
  }

  #unpaid(user: number, messageId: number): NonNullable<ChatMessage['invoice']> {
    const { invoice, paid } = this.#messageOf(user, messageId);
    if (!invoice) throw new ChatRefusal(409, `Message ${messageId} is not an invoice`);
    if (paid) throw new ChatRefusal(409, `The invoice in message ${messageId} has been paid`);
    return invoice;
  }

  #requireUnblocked({ id, blocked }: Person): void {
    if (blocked) throw new ChatRefusal(409, `User ${id} has blocked the bot`);
  }
}

const TOO_LATE = `The bot did not answer within ${ANSWER_MILLIS / 1_000} seconds`;

function buttonWith({ id, keyboard }: ChatMessage, text: string): Button {
  const buttons = keyboard.flat();
  const found = buttons.find((button) => button.text === text);
  if (found) return found;
  const others = buttons.map((button) => JSON.stringify(button.text)).join(', ');
  const has = others === '' ? 'no buttons' : `only ${others}`;
  throw new ChatRefusal(409, `Message ${id} has no button ${JSON.stringify(text)}: it has ${has}`);
}

function newId(): string {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0]);
}
