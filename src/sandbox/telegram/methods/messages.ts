import { randomUUID } from 'node:crypto';
import { badRequest } from '../failure.ts';
import type { FormattedText } from '../html.ts';
import { readKeyboard } from '../keyboard.ts';
import { type Limits, MAX_CAPTION_UNITS, MAX_TEXT_UNITS } from '../limits.ts';
import type { GivenFile, Parameters } from '../parameters.ts';
import { readText } from '../texts.ts';
import { type Method, type MethodCall, TRUE } from './method.ts';

const ACTIONS = new Set([
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
]);

export const MESSAGE_METHODS = {
  sendMessage({ telegram, parameters }) {
    const text = requireText(parameters, telegram.limits);
    const keyboard = readKeyboard(parameters, telegram.limits);
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    return { result: telegram.messages.send(chat, { ...text, keyboard }) };
  },

  sendDocument({ telegram, parameters }) {
    const file = requireDocument(parameters);
    const caption = readText(parameters, 'caption');
    if (caption.text.length > MAX_CAPTION_UNITS) {
      telegram.limits.note('textCharacters');
      throw badRequest('message caption is too long');
    }
    const keyboard = readKeyboard(parameters, telegram.limits);
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    const document = {
      fileId: randomUUID().replaceAll('-', ''),
      name: file.name === '' ? 'document' : file.name,
      type: file.type === '' ? 'application/octet-stream' : file.type,
      base64: file.bytes.toString('base64'),
    };
    return { result: telegram.messages.send(chat, { ...caption, keyboard, document }) };
  },

  editMessageText({ telegram, parameters }) {
    const text = requireText(parameters, telegram.limits);
    const keyboard = readKeyboard(parameters, telegram.limits);
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    return { result: telegram.messages.edit(chat, messageId(parameters), { ...text, keyboard }) };
  },

  editMessageReplyMarkup({ telegram, parameters }) {
    const keyboard = readKeyboard(parameters, telegram.limits);
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    return { result: telegram.messages.edit(chat, messageId(parameters), { keyboard }) };
  },

  deleteMessage({ telegram, parameters }) {
    const chat = telegram.messages.requireChat(parameters.text('chat_id'));
    telegram.messages.remove(chat, messageId(parameters));
    return TRUE;
  },

  sendChatAction({ telegram, parameters }) {
    if (!ACTIONS.has(parameters.text('action'))) throw badRequest('wrong parameter action in request');
    const { id } = telegram.messages.requireChat(parameters.text('chat_id'));
    telegram.store.tell({ kind: 'typing', user: id });
    return TRUE;
  },

  answerCallbackQuery,
} satisfies Record<string, Method>;

function answerCallbackQuery({ telegram, parameters }: MethodCall) {
  const query = parameters.required('callback_query_id');
  telegram.people.answerPress(query, parameters.text('text'), parameters.boolean('show_alert'));
  return TRUE;
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
  if (!file) {
    if (!parameters.has('document')) throw badRequest('there is no document in the request');
    throw badRequest('wrong file identifier/HTTP URL specified');
  }
  if (file.bytes.length === 0) throw badRequest('file must be non-empty');
  return file;
}

function messageId(parameters: Parameters): number {
  const id = parameters.integer('message_id');
  if (id <= 0) throw badRequest('message identifier is not specified');
  return id;
}
