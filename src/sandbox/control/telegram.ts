import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ChatMessage } from '../telegram/chats.ts';
import { addGroup, upgradeGroup, writeInGroup } from '../telegram/groups.ts';
import { MAX_TEXT_UNITS } from '../telegram/limits.ts';
import type { Telegram } from '../telegram/telegram.ts';
import { prepareControl } from './prepare.ts';

const MAX_NAME_CHARACTERS = 64;
const MAX_TITLE_CHARACTERS = 128;

const user = z.int().positive();
const messageId = z.int().positive();
const person = {
  user,
  firstName: z.string().trim().min(1).max(MAX_NAME_CHARACTERS).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'must be a language such as en')
    .optional(),
};
const introduction = z.strictObject(person);
/** In a group: its number, and the message that is replied to. */
const sent = z.strictObject({
  ...person,
  text: z.string().trim().min(1).max(MAX_TEXT_UNITS),
  group: z.int().negative().optional(),
  replyTo: messageId.optional(),
});
const press = z.strictObject({ user, messageId, button: z.string().min(1) });
const payment = z.strictObject({ user, messageId });
const someone = z.strictObject({ user });
const blocking = z.strictObject({ user, blocked: z.boolean() });
/** A group that is none of the supergroups, whose ids are lower. */
const group = z.int().max(-1).min(-999_999_999_999);
const added = z.strictObject({ group, title: z.string().trim().min(1).max(MAX_TITLE_CHARACTERS) });
const upgraded = z.strictObject({ group });
const query = z.strictObject({ user: z.coerce.number().pipe(z.int()) });

/** What people do in the sandbox's Telegram, for tests and for the page. */
export function addTelegramControl(app: FastifyInstance, { people, store, limits }: Telegram): void {
  prepareControl(app);

  app.get('/users', () => ({
    users: [...store.chats.people.values()].map(({ id, firstName, language = null, blocked }) => ({
      user: id,
      firstName,
      language,
      blocked,
    })),
  }));

  app.put('/user', ({ body }) => {
    const { user: id, ...given } = introduction.parse(body);
    const { firstName, language = null } = people.introduce({ id, ...given });
    return { user: id, firstName, language };
  });

  app.post('/send', ({ body }) => {
    const { user: id, text, group, replyTo, ...given } = sent.parse(body);
    people.introduce({ id, ...given });
    if (group === undefined) return { messageId: people.write(id, text) };
    return { messageId: writeInGroup(store, { group, author: id, text, replyTo }) };
  });

  app.post('/press', ({ body }) => {
    const { user: id, messageId: message, button } = press.parse(body);
    return { queryId: people.press(id, message, button) };
  });

  app.post('/pay', ({ body }) => {
    const { user: id, messageId: message } = payment.parse(body);
    return people.pay(id, message);
  });

  app.post('/repeat', ({ body }) => {
    people.repeat(someone.parse(body).user);
    return {};
  });

  app.post('/block', ({ body }) => {
    const { user: id, blocked } = blocking.parse(body);
    people.block(id, blocked);
    return { blocked };
  });

  app.post('/group', ({ body }) => {
    const { group: id, title } = added.parse(body);
    addGroup(store, { id, title });
    return { group: id };
  });

  app.post('/upgrade', ({ body }) => ({ group: upgradeGroup(store, upgraded.parse(body).group) }));

  app.get('/chat', ({ query: given }) => {
    const { user } = query.parse(given);
    const { id } = store.chat(user);
    return {
      // Whether the bot has yet to take something of this person.
      waiting: store.updates.isWaiting(user),
      messages: store.chats.messagesOf(id).map(shown),
      answers: store.chats
        .pressesOf(id)
        .map(({ message, button, answer }) => ({ messageId: message.id, button, answer: answer ?? null })),
    };
  });

  app.get('/limits', () => ({ exceeded: limits.exceeded }));
}

/** A message as it stands now. Of a deleted one nothing is left. */
function shown({ id, from, text, keyboard, invoice, document, payment, refund, deleted }: ChatMessage) {
  const head = { messageId: id, from };
  if (deleted)
    return { ...head, text: '', buttons: [], invoice: null, document: null, payment: null, deleted };
  const money = payment ?? refund;
  return {
    ...head,
    text,
    buttons: keyboard.map((row) => row.map((button) => button.text)),
    invoice: invoice ? { title: invoice.title, currency: 'XTR', amount: invoice.amount } : null,
    document: document
      ? { name: document.name, text: Buffer.from(document.base64, 'base64').toString('utf8') }
      : null,
    payment: money
      ? { chargeId: money.chargeId, amount: money.amount, refunded: refund !== undefined }
      : null,
    deleted,
  };
}
