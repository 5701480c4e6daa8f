import { z } from 'zod';
import { at, number } from '../journal.ts';

const id = z.int().positive();
/** The number of a chat: the id of the person in a private one, negative for a group. */
const chat = z.int();
/** The id of the update that told the bot, if it takes updates of that kind. */
const updateId = id.optional();

/** A stretch of a text, in UTF-16 units. */
const entity = z.object({
  type: z.string(),
  offset: number,
  length: number,
  url: z.string().optional(),
});

/** A button under a message. Exactly one of the fields besides `text` says what it does. */
export const button = z.object({
  text: z.string(),
  callback_data: z.string().optional(),
  url: z.string().optional(),
  pay: z.literal(true).optional(),
});
const keyboard = z.array(z.array(button));

const payment = z.object({
  chargeId: z.string(),
  amount: number,
  payload: z.string(),
  invoice: id,
});

const person = z.object({
  id,
  firstName: z.string(),
  /** Two letters, as `language_code` of the Bot API. */
  language: z.string().optional(),
});

const group = z.object({ id: chat, title: z.string() });

const message = z.object({
  id,
  chat,
  from: z.enum(['bot', 'user']),
  at,
  text: z.string(),
  entities: z.array(entity),
  keyboard,
  invoice: z
    .object({ title: z.string(), description: z.string(), amount: number, payload: z.string() })
    .optional(),
  document: z
    .object({ fileId: z.string(), name: z.string(), type: z.string(), base64: z.string() })
    .optional(),
  payment: payment.optional(),
  refund: payment.optional(),
  /** In a group: who wrote the message, unless an anonymous admin did, and what it replies to. */
  author: id.optional(),
  replyTo: id.optional(),
  /** The two messages by which a group tells that it is a supergroup now: in the one, and in the other. */
  movedTo: chat.optional(),
  movedFrom: chat.optional(),
});

/** What can happen in this Telegram. The journal holds these, and the whole state follows from them. */
export const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), at, person }),
  z.object({ kind: z.literal('group'), at, group, updateId }),
  z.object({ kind: z.literal('message'), at, message, updateId }),
  z.object({
    kind: z.literal('edit'),
    at,
    message: id,
    text: z.string(),
    entities: z.array(entity),
    keyboard,
  }),
  z.object({ kind: z.literal('delete'), at, message: id }),
  z.object({
    kind: z.literal('press'),
    at,
    message: id,
    query: z.string(),
    button: z.string(),
    data: z.string(),
    updateId,
  }),
  z.object({ kind: z.literal('answer'), at, query: z.string(), text: z.string(), alert: z.boolean() }),
  z.object({ kind: z.literal('checkout'), at, message: id, query: z.string(), updateId }),
  z.object({ kind: z.literal('block'), at, user: id, blocked: z.boolean(), updateId }),
  z.object({
    kind: z.literal('commands'),
    at,
    language: z.string(),
    commands: z.array(z.object({ command: z.string(), description: z.string() })),
  }),
  z.object({ kind: z.literal('allow'), at, kinds: z.array(z.string()) }),
  z.object({ kind: z.literal('webhook'), at, url: z.string(), secret: z.string() }),
  z.object({ kind: z.literal('confirm'), at, below: id }),
  z.object({ kind: z.literal('delivered'), at, updateId: id }),
  /**
   * A fault has refused a call for a chat, or, with status 0, lost its answer. `text` is what it would have
   * shown there, as it was given.
   */
  z.object({ kind: z.literal('refused'), at, call: z.string(), chat, status: number, text: z.string() }),
]);

export type TelegramEvent = z.infer<typeof eventSchema>;
export type Entity = z.infer<typeof entity>;
export type Button = z.infer<typeof button>;
export type Keyboard = z.infer<typeof keyboard>;
export type Payment = z.infer<typeof payment>;
export type NewMessage = z.infer<typeof message>;
export type NewGroup = z.infer<typeof group>;
export type NewPerson = z.infer<typeof person>;
export type Command = Extract<TelegramEvent, { kind: 'commands' }>['commands'][number];

export const BOT = {
  id: 1_000_000_001,
  is_bot: true,
  first_name: 'Proxies',
  username: 'proxies_sandbox_bot',
};
