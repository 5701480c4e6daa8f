import type { Command, NewGroup, NewMessage, NewPerson, TelegramEvent } from './events.ts';

export interface Person extends NewPerson {
  /** Whether they ever wrote to the bot: until then it may not write to them. */
  started: boolean;
  blocked: boolean;
}

export interface Group extends NewGroup {
  type: 'group' | 'supergroup';
  movedTo?: number;
}

export interface ChatMessage extends NewMessage {
  editedAt?: number;
  deleted: boolean;
  /** Whether the invoice in this message was paid. */
  paid: boolean;
}

export interface Press {
  query: string;
  message: ChatMessage;
  button: string;
  data: string;
  at: number;
  answer?: { text: string; alert: boolean };
}

/** People, what was said, what was pressed and paid. It changes only by `apply`. */
export class Chats {
  readonly people = new Map<number, Person>();
  readonly groups = new Map<number, Group>();
  readonly messages = new Map<number, ChatMessage>();
  readonly presses = new Map<string, Press>();
  /** Paid invoices by the id of the charge. */
  readonly payments = new Map<string, ChatMessage>();
  readonly refunded = new Set<string>();
  /** The messages of payments and refunds, oldest first. */
  readonly transactions: ChatMessage[] = [];
  readonly #byChat = new Map<number, ChatMessage[]>();
  /** Commands by language; the empty one is every language. */
  readonly #commands = new Map<string, readonly Command[]>();

  /** Ids go up over all chats, as those of a real bot do. */
  get nextMessage(): number {
    return this.messages.size + 1;
  }

  withId(id: number): Person | Group | undefined {
    return this.people.get(id) ?? this.groups.get(id);
  }

  /** The oldest first. */
  messagesOf(chat: number): readonly ChatMessage[] {
    return this.#byChat.get(chat) ?? [];
  }

  /** The commands that somebody sees: those of their language, or else of every language. */
  commandsFor({ language = '' }: Person): readonly Command[] {
    return this.#commands.get(language) ?? this.#commands.get('') ?? [];
  }

  apply(event: TelegramEvent): void {
    switch (event.kind) {
      case 'person':
        this.#setPerson(event.person);
        return;
      case 'group':
        this.groups.set(event.group.id, { ...event.group, type: 'group' });
        return;
      case 'message':
        this.#add(event.message);
        return;
      case 'edit': {
        const { text, entities, keyboard, at: editedAt } = event;
        Object.assign(this.#message(event.message), { text, entities, keyboard, editedAt });
        return;
      }
      case 'delete': {
        const nothing = { text: '', entities: [], keyboard: [], invoice: undefined, document: undefined };
        Object.assign(this.#message(event.message), nothing, { deleted: true });
        return;
      }
      case 'press': {
        const { kind, updateId, message, ...press } = event;
        this.presses.set(event.query, { ...press, message: this.#message(message) });
        return;
      }
      case 'answer': {
        const press = this.presses.get(event.query);
        if (press) press.answer = { text: event.text, alert: event.alert };
        return;
      }
      case 'block': {
        const person = this.people.get(event.user);
        if (person) person.blocked = event.blocked;
        return;
      }
      case 'commands':
        this.#commands.set(event.language, event.commands);
    }
  }

  #setPerson(person: NewPerson): void {
    const { started = false, blocked = false } = this.people.get(person.id) ?? {};
    this.people.set(person.id, { ...person, started, blocked });
  }

  #add(added: NewMessage): void {
    const message = { ...added, deleted: false, paid: false };
    this.messages.set(message.id, message);
    const before = this.#byChat.get(message.chat);
    if (before) before.push(message);
    else this.#byChat.set(message.chat, [message]);
    const person = this.people.get(message.chat);
    if (person && message.from === 'user') person.started = true;
    if (message.movedTo !== undefined) this.#move(message.chat, message.movedTo);
    if (message.payment) {
      this.payments.set(message.payment.chargeId, message);
      this.#message(message.payment.invoice).paid = true;
    }
    if (message.payment || message.refund) this.transactions.push(message);
    if (message.refund) this.refunded.add(message.refund.chargeId);
  }

  #move(from: number, to: number): void {
    const group = this.groups.get(from);
    if (!group) throw new Error(`The sandbox's Telegram has no group ${from}`);
    this.groups.set(to, { ...group, id: to, type: 'supergroup' });
    group.movedTo = to;
  }

  #message(id: number): ChatMessage {
    const message = this.messages.get(id);
    if (!message) throw new Error(`The sandbox's Telegram has no message ${id}`);
    return message;
  }
}
