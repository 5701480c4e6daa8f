import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CryptoPayEvent } from '../../../src/sandbox/cryptopay/events.ts';
import type { NewMessage, TelegramEvent } from '../../../src/sandbox/telegram/events.ts';
import { parseHtml } from '../../../src/sandbox/telegram/html.ts';

/** Something that a person did, of which the bot was told. */
export interface ChatUpdate {
  updateId: number;
  user: number;
  at: number;
  kind: 'text' | 'payment' | 'press' | 'checkout' | 'block' | 'unblock';
  /** Of a press: the data of the button, the query that the bot answers, and the message. */
  data: string;
  query: string;
  messageId: number;
  /** Of a text. */
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
  /** The payload of an invoice. */
  payload: string | undefined;
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
  paid: { provider: 'stars' | 'crypto_pay'; chargeId: string; payload: string; usd: string | undefined }[];
}

/** Reads the record of a sandbox, which may still be written. */
export function readChatRecord(directory: string): ChatRecord {
  const record: ChatRecord = {
    updates: [],
    shown: [],
    answers: new Map(),
    deleted: new Map(),
    unreached: [],
    paid: [],
  };
  const chats = new Map<number, number>();
  for (const event of eventsOf<TelegramEvent>(join(directory, 'telegram.jsonl'))) note(record, chats, event);
  const invoices = new Map<number, { payload: string; usd: string }>();
  for (const event of eventsOf<CryptoPayEvent>(join(directory, 'cryptopay.jsonl'))) {
    if (event.kind === 'created')
      invoices.set(event.invoice, { payload: event.payload ?? '', usd: event.amount });
    const invoice = event.kind === 'paid' ? invoices.get(event.invoice) : undefined;
    if (event.kind === 'paid' && invoice)
      record.paid.push({ provider: 'crypto_pay', chargeId: String(event.invoice), ...invoice });
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
        const { chargeId, payload } = message.payment;
        record.paid.push({ provider: 'stars', chargeId, payload, usd: undefined });
      }
      if (message.from === 'bot') record.shown.push(shownOf(message, true));
      else if (updateId !== undefined) {
        const kind = message.payment ? 'payment' : 'text';
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
      const data = event.kind === 'press' ? event.data : '';
      if (updateId !== undefined)
        record.updates.push({
          ...update,
          updateId,
          user: chatOf(messageId),
          at,
          kind,
          data,
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
      const { chat: user, at, call, status, text } = event;
      const content = parseHtml(text).text;
      const isNew = call.startsWith('send');
      if (status === 400) record.shown.push({ user, at, messageId: 0, isNew, content, payload: undefined });
      if (status === 403) record.unreached.push({ user, at });
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
  const file = document ? Buffer.from(document.base64, 'base64').toString() : '';
  const content = [text, ...buttons, ...links, file, invoice?.title ?? ''].join('\n');
  return { user: chat, at, messageId: id, isNew, content, payload: invoice?.payload };
}

/** A last line without its end is still being written. */
function eventsOf<Event>(path: string): Event[] {
  const lines = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Event);
}
