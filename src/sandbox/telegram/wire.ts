import type { ChatMessage, Chats, Group, Person } from './chats.ts';
import { BOT, type Payment, type TelegramEvent } from './events.ts';

const GROUP_ADMIN = { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };
const LEFT = { user: BOT, status: 'left' };

function wireUser({ id, firstName, language }: Person) {
  return { id, is_bot: false, first_name: firstName, ...(language && { language_code: language }) };
}

export function wireMessage(message: ChatMessage, chat: Person | Group, chats: Chats): object {
  const { id, from, at, editedAt, text, entities, keyboard, invoice, document, payment, refund } = message;
  const { author, replyTo, movedTo, movedFrom } = message;
  const replied = replyTo === undefined ? undefined : chats.messages.get(replyTo);
  const [textName, entitiesName] = document ? ['caption', 'caption_entities'] : ['text', 'entities'];
  return {
    message_id: id,
    from: from === 'bot' ? BOT : wireSender(author === undefined ? chat : chatWith(chats, author)),
    chat: wireChat(chat),
    date: seconds(at),
    // What that one replied to is left out.
    ...(replied && { reply_to_message: wireMessage({ ...replied, replyTo: undefined }, chat, chats) }),
    ...(editedAt !== undefined && { edit_date: seconds(editedAt) }),
    ...(text !== '' && { [textName]: text }),
    ...(entities.length > 0 && { [entitiesName]: entities }),
    ...(invoice && {
      invoice: {
        title: invoice.title,
        description: invoice.description,
        start_parameter: '',
        currency: 'XTR',
        total_amount: invoice.amount,
      },
    }),
    ...(document && {
      document: {
        file_name: document.name,
        mime_type: document.type,
        file_id: document.fileId,
        file_unique_id: document.fileId,
        file_size: Buffer.from(document.base64, 'base64').length,
      },
    }),
    ...(payment && { successful_payment: wirePayment(payment) }),
    ...(refund && { refunded_payment: wirePayment(refund) }),
    ...(movedTo !== undefined && { migrate_to_chat_id: movedTo }),
    ...(movedFrom !== undefined && { migrate_from_chat_id: movedFrom }),
    ...(keyboard.length > 0 && { reply_markup: { inline_keyboard: keyboard } }),
  };
}

/** The update that an event gives the bot; undefined when it gives none. */
export function wireUpdate(event: TelegramEvent, chats: Chats): Update | undefined {
  if (!('updateId' in event) || event.updateId === undefined || event.kind === 'delivered') return undefined;
  const update_id = event.updateId;
  if (event.kind === 'block' || event.kind === 'group') {
    const isBlock = event.kind === 'block';
    const chat = chatWith(chats, isBlock ? event.user : event.group.id);
    const change = { chat: wireChat(chat), from: wireSender(chat), date: seconds(event.at) };
    const old_chat_member = isBlock ? memberStatus(!event.blocked) : LEFT;
    const new_chat_member = memberStatus(isBlock && event.blocked);
    const my_chat_member = { ...change, old_chat_member, new_chat_member };
    return { user: chat.id, body: { update_id, my_chat_member } };
  }
  const message = chats.messages.get(event.kind === 'message' ? event.message.id : event.message);
  if (!message) return undefined;
  const chat = chatWith(chats, message.chat);
  return { user: chat.id, body: { update_id, ...updateContent(event, message, chat, chats) } };
}

export interface Update {
  user: number;
  body: { update_id: number } & Record<string, unknown>;
}

function updateContent(
  event: Extract<TelegramEvent, { kind: 'message' | 'press' | 'checkout' }>,
  message: ChatMessage,
  chat: Person | Group,
  chats: Chats,
): object {
  const from = wireSender(chat);
  switch (event.kind) {
    case 'message':
      return { message: wireMessage(message, chat, chats) };
    case 'press': {
      const shown = wireMessage(message, chat, chats);
      const chat_instance = String(chat.id);
      return { callback_query: { id: event.query, from, message: shown, chat_instance, data: event.data } };
    }
    case 'checkout': {
      const price = message.invoice && wirePrice(message.invoice);
      return { pre_checkout_query: { id: event.query, from, ...price } };
    }
  }
}

function wirePrice({ amount, payload }: Pick<Payment, 'amount' | 'payload'>) {
  return { currency: 'XTR', total_amount: amount, invoice_payload: payload };
}

function wirePayment(payment: Payment): object {
  const { chargeId: id } = payment;
  return { ...wirePrice(payment), telegram_payment_charge_id: id, provider_payment_charge_id: id };
}

/** A payment comes from a person, and a refund goes to one: both by the charge. */
export function wireTransaction({ chat, at, payment, refund }: ChatMessage, chats: Chats): object {
  const user = wireSender(chatWith(chats, chat));
  const { chargeId: id, amount, payload } = payment ?? refund ?? { chargeId: '', amount: 0, payload: '' };
  const partner = { type: 'user', transaction_type: 'invoice_payment', user, invoice_payload: payload };
  return { id, amount, date: seconds(at), ...(payment ? { source: partner } : { receiver: partner }) };
}

/** Who wrote what the bot did not: a person, or a group when its anonymous admin did. */
function wireSender(chat: Person | Group): object {
  return 'title' in chat ? GROUP_ADMIN : wireUser(chat);
}

function wireChat(chat: Person | Group): object {
  const { id } = chat;
  return 'title' in chat
    ? { id, title: chat.title, type: chat.type }
    : { id, first_name: chat.firstName, type: 'private' };
}

function memberStatus(blocked: boolean): object {
  return { user: BOT, ...(blocked ? { status: 'kicked', until_date: 0 } : { status: 'member' }) };
}

function chatWith(chats: Chats, id: number): Person | Group {
  const chat = chats.withId(id);
  if (!chat) throw new Error(`The sandbox's Telegram has no chat ${id}`);
  return chat;
}

function seconds(millis: number): number {
  return Math.floor(millis / 1_000);
}
