import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CryptoPayEvent } from '../../../src/sandbox/cryptopay/ledger.ts';
import type { NewMessage, TelegramEvent } from '../../../src/sandbox/telegram/events.ts';
import { parseHtml } from '../../../src/sandbox/telegram/texts.ts';

/** Something that a person did, of which the bot was told. */
export interface ChatUpdate {
  updateId: number;
  user: number;
  at: number;
  kind: 'text' | 'payment' | 'refund' | 'press' | 'checkout' | 'block' | 'unblock';
  /** Of a press: the data of the button, the query that the bot answers, and the message. */
  data: string;
  query: string;
  messageId: number;
  /** Of a text; of a press that of the button. */
  text: string;
}

/**
 * What the bot showed in a chat at some time: a message as it was sent, or as it was changed. What Telegram
 * refused with 400, after which the bot gives it up, counts as shown.
 */
export interface Shown {
  user: number;
  at: number;
  /** 0 for what was refused. */
  messageId: number;
  isNew: boolean;
  /** Everything in it that can be read, addresses of links and files included. */
  content: string;
  text: string;
  /** The data of its buttons. */
  data: readonly string[];
  invoice: { title: string; amount: number; payload: string } | undefined;
  file: { name: string; text: string } | undefined;
}

/** What a provider has taken from a payer, by its own record. */
export interface Paid {
  provider: 'stars' | 'crypto_pay';
  at: number;
  chargeId: string;
  payload: string;
  /** Stars, or what the invoice of Crypto Pay asks for in USD. */
  amount: string;
  /** Who paid in Stars, and the message that the invoice is in. */
  user: number | undefined;
  messageId: number | undefined;
}

/** What happened in the chats and was paid, by the record of Telegram and Crypto Pay themselves. */
export interface ChatRecord {
  updates: ChatUpdate[];
  shown: Shown[];
  /** When the bot answered a press, by its query. */
  answers: Map<string, number>;
  /** Messages that were deleted, with the instant. */
  deleted: Map<number, number>;
  /** Calls that were refused with 403, as if the person blocked the bot: it drops all that waits for them. */
  unreached: { user: number; at: number }[];
  /** New messages that were shown and whose answer was lost, with their texts: the bot sends them again. */
  lost: { user: number; at: number; text: string }[];
  paid: Paid[];
  /** Stars that have gone back, however that came. */
  givenBack: { user: number; at: number; chargeId: string }[];
}

/** Reads the record of a sandbox, which may still be written. */
export function readChatRecord(directory: string): ChatRecord {
  const record: ChatRecord = {
    updates: [],
    shown: [],
    answers: new Map(),
    deleted: new Map(),
    unreached: [],
    lost: [],
    paid: [],
    givenBack: [],
  };
  const chats = new Map<number, number>();
  for (const event of eventsOf<TelegramEvent>(join(directory, 'telegram.jsonl'))) note(record, chats, event);
  const invoices = new Map<number, { payload: string; amount: string }>();
  for (const event of eventsOf<CryptoPayEvent>(join(directory, 'cryptopay.jsonl'))) {
    if (event.kind === 'created')
      invoices.set(event.invoice, { payload: event.payload ?? '', amount: event.amount });
    const invoice = event.kind === 'paid' ? invoices.get(event.invoice) : undefined;
    if (event.kind !== 'paid' || !invoice) continue;
    const [chargeId, by] = [String(event.invoice), { user: undefined, messageId: undefined }];
    record.paid.push({ provider: 'crypto_pay', at: event.at, chargeId, ...invoice, ...by });
  }
  return record;
}

function note(record: ChatRecord, chats: Map<number, number>, event: TelegramEvent): void {
  const update = { data: '', query: '', messageId: 0, text: '' };
  const chatOf = (message: number) => chats.get(message) ?? 0;
  switch (event.kind) {
    case 'message': {
      const { message, updateId, at } = event;
      chats.set(message.id, message.chat);
      if (message.payment) {
        const { chargeId, payload, amount, invoice: messageId } = message.payment;
        const [user, stars] = [message.chat, String(amount)];
        record.paid.push({ provider: 'stars', at, chargeId, payload, amount: stars, user, messageId });
      }
      if (message.refund)
        record.givenBack.push({ user: message.chat, at, chargeId: message.refund.chargeId });
      if (message.from === 'bot') record.shown.push(shownOf(message, true));
      else if (updateId !== undefined) {
        const kind = message.payment ? 'payment' : message.refund ? 'refund' : 'text';
        record.updates.push({ ...update, updateId, user: message.chat, at, kind, text: message.text });
      }
      return;
    }
    case 'edit': {
      const { message: id, at, text, entities, keyboard } = event;
      const changed: NewMessage = { id, chat: chatOf(id), from: 'bot', at, text, entities, keyboard };
      record.shown.push(shownOf(changed, false));
      return;
    }
    case 'delete':
      record.deleted.set(event.message, event.at);
      return;
    case 'answer':
      record.answers.set(event.query, event.at);
      return;
    case 'press':
    case 'checkout': {
      const { kind, updateId, message: messageId, query, at } = event;
      // Where the answer comes, below or in place, makes no other press of it.
      const data = event.kind === 'press' ? event.data.replace(/^below:/, '') : '';
      const text = event.kind === 'press' ? event.button : '';
      if (updateId !== undefined)
        record.updates.push({
          ...update,
          updateId,
          user: chatOf(messageId),
          at,
          kind,
          data,
          text,
          query,
          messageId,
        });
      return;
    }
    case 'block': {
      const { updateId, user, at, blocked } = event;
      const kind = blocked ? 'block' : 'unblock';
      if (updateId !== undefined) record.updates.push({ ...update, updateId, user, at, kind });
      return;
    }
    case 'refused': {
      const { chat: user, at, call, status } = event;
      const text = parseHtml(event.text).text;
      const isNew = call.startsWith('send');
      const nothing = { data: [], invoice: undefined, file: undefined };
      if (status === 400)
        record.shown.push({ user, at, messageId: 0, isNew, content: text, text, ...nothing });
      if (status === 403) record.unreached.push({ user, at });
      if (status === 0 && isNew) record.lost.push({ user, at, text });
    }
  }
}

/** Those for whom the bot may have dropped messages: they have blocked it, or Telegram has said so. */
export function unreachable({ updates, unreached }: ChatRecord): ReadonlySet<number> {
  const blocks = updates.filter(({ kind }) => kind === 'block');
  return new Set([...blocks, ...unreached].map(({ user }) => user));
}

function shownOf(
  { id, chat, at, text, entities, keyboard, document, invoice }: NewMessage,
  isNew: boolean,
): Shown {
  const buttons = keyboard.flat().map((button) => `${button.text} ${button.url ?? ''}`);
  const links = entities.map(({ url = '' }) => url);
  const file = document && { name: document.name, text: Buffer.from(document.base64, 'base64').toString() };
  const content = [text, ...buttons, ...links, file?.text ?? '', invoice?.title ?? ''].join('\n');
  const data = keyboard.flat().flatMap((button) => button.callback_data ?? []);
  return { user: chat, at, messageId: id, isNew, content, text, data, invoice, file };
}

/** A last line without its end is still being written. */
export function eventsOf<Event>(path: string): Event[] {
  const lines = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Event);
}
