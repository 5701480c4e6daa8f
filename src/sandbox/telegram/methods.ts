import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isThisMachine } from '../../kit/address.ts';
import { MAX_TIMEOUT_SECONDS } from './delivery.ts';
import { BOT } from './events.ts';
import { badRequest, TelegramFailure } from './failure.ts';
import { type Limits, MAX_CAPTION_UNITS, MAX_TEXT_UNITS } from './limits.ts';
import type { GivenFile, Parameters } from './parameters.ts';
import type { Telegram } from './telegram.ts';
import { type FormattedText, readKeyboard, readText } from './texts.ts';
import { wireTransaction } from './wire.ts';

interface MethodCall {
  telegram: Telegram;
  parameters: Parameters;
  gone: AbortSignal;
}

/** A method of the Bot API returns its result. Every refusal is a `TelegramFailure`. */
type Method = (call: MethodCall) => unknown;

const MAX_UPDATES = 100;
const MAX_TITLE_CHARACTERS = 32;
const MAX_DESCRIPTION_CHARACTERS = 255;
const MAX_PAYLOAD_BYTES = 128;
/** Telegram takes so many, and refuses half as many more. */
const MAX_STARS = 100_000;

const prices = z.array(z.object({ label: z.string().min(1), amount: z.coerce.number().int() })).min(1);
const command = z.string().transform((name) => name.replace(/^\//, '').toLowerCase());
const commands = z.array(z.object({ command, description: z.string() }));

/** What the sandbox plays of the Bot API, by names as they are written there. */
export const METHODS: Record<string, Method> = {
  getMe() {
    return { ...BOT, can_join_groups: true, can_read_all_group_messages: false };
  },

  setMyCommands({ telegram, parameters }) {
    const list = parameters.read('commands', commands, 'BotCommand') ?? [];
    for (const { command, description } of list) {
      if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID');
      if (description.length < 1 || description.length > 256)
        throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
    }
    const language = parameters.text('language_code');
    telegram.store.record({ kind: 'commands', language, commands: list });
    return true;
  },

  async getUpdates({ telegram, parameters, gone }) {
    telegram.polling.refuseBesideWebhook();
    const offset = parameters.integer('offset', { min: 0 });
    const limit = parameters.integer('limit', { otherwise: MAX_UPDATES, min: 1, max: MAX_UPDATES });
    const seconds = parameters.integer('timeout', { min: 0, max: MAX_TIMEOUT_SECONDS });
    allowUpdates(telegram, parameters);
    return telegram.polling.get(offset, limit, seconds, gone);
  },

  setWebhook({ telegram, parameters }) {
    const url = parameters.required('url');
    requireOnThisMachine(url);
    const secret = parameters.text('secret_token');
    if (!/^[\w-]{0,256}$/.test(secret)) throw badRequest('secret token is not allowed');
    const { webhook } = telegram.store.updates;
    allowUpdates(telegram, parameters);
    if (webhook?.url === url && webhook.secret === secret) return true;
    telegram.store.record({ kind: 'webhook', url, secret });
    telegram.polling.terminate('Conflict: terminated by setWebhook request');
    return true;
  },

  deleteWebhook({ telegram: { store } }) {
    if (store.updates.webhook) store.record({ kind: 'webhook', url: '', secret: '' });
    return true;
  },

  getWebhookInfo({ telegram }) {
    const { webhook, count, allowed } = telegram.store.updates;
    return { url: webhook?.url ?? '', pending_update_count: count, allowed_updates: allowed };
  },

  sendMessage({ telegram, parameters }) {
    const text = requireText(parameters, telegram.store.limits);
    const keyboard = readKeyboard(parameters, telegram.store.limits);
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    return telegram.messages.send(chat, { ...text, keyboard });
  },

  sendDocument({ telegram, parameters }) {
    const file = requireDocument(parameters);
    const caption = readText(parameters, 'caption');
    if (caption.text.length > MAX_CAPTION_UNITS) {
      telegram.store.limits.note('textCharacters');
      throw badRequest('message caption is too long');
    }
    const keyboard = readKeyboard(parameters, telegram.store.limits);
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    const document = {
      fileId: randomUUID().replaceAll('-', ''),
      name: file.name === '' ? 'document' : file.name,
      type: file.type === '' ? 'application/octet-stream' : file.type,
      base64: file.bytes.toString('base64'),
    };
    return telegram.messages.send(chat, { ...caption, keyboard, document });
  },

  editMessageText({ telegram, parameters }) {
    const text = requireText(parameters, telegram.store.limits);
    const keyboard = readKeyboard(parameters, telegram.store.limits);
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    return telegram.messages.edit(chat, messageId(parameters), { ...text, keyboard });
  },

  editMessageReplyMarkup({ telegram, parameters }) {
    const keyboard = readKeyboard(parameters, telegram.store.limits);
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    return telegram.messages.edit(chat, messageId(parameters), { keyboard });
  },

  deleteMessage({ telegram, parameters }) {
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    telegram.messages.remove(chat, messageId(parameters));
    return true;
  },

  answerCallbackQuery({ telegram, parameters }) {
    const query = parameters.required('callback_query_id');
    telegram.people.answerPress(query, parameters.text('text'), parameters.boolean('show_alert'));
    return true;
  },

  sendInvoice({ telegram, parameters }) {
    const invoice = requireInvoice(parameters);
    const given = readKeyboard(parameters, telegram.store.limits);
    if (given.length > 0 && !given[0]?.[0]?.pay) throw badRequest('REPLY_MARKUP_BUY_EMPTY');
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    const pay = { text: `Pay ⭐️${invoice.amount}`, pay: true as const };
    const keyboard = given.length > 0 ? given : [[pay]];
    return telegram.messages.send(chat, { text: '', entities: [], keyboard, invoice });
  },

  answerPreCheckoutQuery({ telegram, parameters }) {
    const query = parameters.required('pre_checkout_query_id');
    if (parameters.boolean('ok')) telegram.people.decide(query, {});
    else telegram.people.decide(query, { refusedBecause: parameters.required('error_message') });
    return true;
  },

  refundStarPayment({ telegram, parameters }) {
    const { chats } = telegram.store;
    const person = chats.people.get(parameters.integer('user_id'));
    if (!person) throw badRequest('user not found');
    const chargeId = parameters.required('telegram_payment_charge_id');
    const refund = chats.payments.get(chargeId);
    if (refund?.chat !== person.id || !refund.payment) throw badRequest('CHARGE_NOT_FOUND');
    if (chats.refunded.has(chargeId)) throw badRequest('CHARGE_ALREADY_REFUNDED');
    telegram.messages.addRefund(person, refund.payment);
    return true;
  },

  getStarTransactions({ telegram, parameters }) {
    const offset = parameters.integer('offset', { min: 0 });
    const limit = parameters.integer('limit', { otherwise: 100, min: 1, max: 100 });
    const { chats } = telegram.store;
    const found = chats.transactions.slice(offset, offset + limit);
    return { transactions: found.map((message) => wireTransaction(message, chats)) };
  },
};

export function methodNamed(name: string): Method {
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (!method) throw new TelegramFailure(404, 'Not Found: method not found');
  return method;
}

function requireText(parameters: Parameters, limits: Limits): FormattedText {
  const text = readText(parameters, 'text');
  if (text.text === '') throw badRequest('message text is empty');
  if (text.text.length <= MAX_TEXT_UNITS) return text;
  limits.note('textCharacters');
  throw badRequest('message is too long');
}

function requireDocument(parameters: Parameters): GivenFile {
  const file = parameters.file('document');
  if (!file) throw badRequest('there is no document in the request');
  if (file.bytes.length === 0) throw badRequest('file must be non-empty');
  return file;
}

function messageId(parameters: Parameters): number {
  const id = parameters.integer('message_id');
  if (id <= 0) throw badRequest('message identifier is not specified');
  return id;
}

/** What it said last holds until it says something else. */
function allowUpdates({ store }: Telegram, parameters: Parameters): void {
  const kinds = parameters.json('allowed_updates', 'allowed_updates');
  if (!Array.isArray(kinds)) return;
  const names = kinds.map((kind) => String(kind).toLowerCase());
  if (names.join() !== store.updates.allowed.join()) store.record({ kind: 'allow', kinds: names });
}

/** Telegram itself takes HTTPS only. The sandbox sends nothing to other machines. */
function requireOnThisMachine(text: string): void {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw badRequest('invalid webhook URL specified');
  if (!isThisMachine(url.hostname))
    throw badRequest('bad webhook: the sandbox sends updates to addresses of this machine only');
}

function requireInvoice(parameters: Parameters) {
  const [title, description] = [parameters.required('title'), parameters.required('description')];
  const payload = parameters.required('payload');
  const currency = parameters.required('currency');
  parameters.required('prices');
  const given = parameters.read('prices', prices, 'labeled price') ?? [];
  if ([...title].length > MAX_TITLE_CHARACTERS) throw badRequest('INVOICE_TITLE_INVALID');
  if ([...description].length > MAX_DESCRIPTION_CHARACTERS) throw badRequest('INVOICE_DESCRIPTION_INVALID');
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) throw badRequest('INVOICE_PAYLOAD_INVALID');
  // Another currency needs a provider of payments, which the bot of the sandbox has not.
  if (currency !== 'XTR') throw badRequest('PAYMENT_PROVIDER_INVALID');
  const [price, ...more] = given;
  if (parameters.has('provider_token') || !price || more.length > 0)
    throw badRequest('STARS_INVOICE_INVALID');
  if (price.amount < 1 || price.amount > MAX_STARS) throw badRequest('CURRENCY_TOTAL_AMOUNT_INVALID');
  return { title, description, payload, amount: price.amount };
}
