import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { openStream, PAGE_HEADERS, type Send } from '../answers.ts';
import type { ChatMessage, Person } from '../telegram/chats.ts';
import { BOT } from '../telegram/events.ts';
import type { News } from '../telegram/store.ts';
import type { Telegram } from '../telegram/telegram.ts';

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };
const FILES = ['main.js', 'dom.js', 'message.js', 'style.css'] as const;

const id = z.coerce.number().pipe(z.int().positive());
const chosen = z.object({ user: id.optional() });
const documentOf = z.object({ messageId: id });

/** `/chat`: a page on which a person talks to the bot, as anybody. It acts by the control API. */
export async function addChatPage(app: FastifyInstance, telegram: Telegram): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.headers(PAGE_HEADERS));
  app.setErrorHandler((error, _request, reply) => {
    const [status, words] = error instanceof z.ZodError ? [400, 'Bad parameters'] : [500, 'An error'];
    return reply.code(status).type('text/plain').send(`${words}\n`);
  });

  app.get('/', async (_request, reply) => {
    const page = (await read('page.html')).replaceAll('BOT_NAME', BOT.username);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  for (const file of FILES) {
    const type = TYPES[file.endsWith('.js') ? 'js' : 'css'];
    app.get(`/${file}`, async (_request, reply) => reply.type(type).send(await read(file)));
  }

  app.get('/events', (request, reply) => {
    streamChat(telegram, chosen.parse(request.query).user, reply);
  });

  app.get('/document', (request, reply) => {
    const { messageId } = documentOf.parse(request.query);
    const document = telegram.store.chats.messages.get(messageId)?.document;
    if (!document) return reply.code(404).type('text/plain').send('No such document\n');
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(document.name)}`)
      .type('application/octet-stream')
      .send(Buffer.from(document.base64, 'base64'));
  });
}

function read(file: string): Promise<string> {
  return readFile(new URL(`browser/${file}`, import.meta.url), 'utf8');
}

/** Sends what there is, and then every change, until the client or the sandbox has gone. */
function streamChat(telegram: Telegram, user: number | undefined, reply: FastifyReply): void {
  const { raw, send } = openStream(reply);
  const sendChat = () => {
    const person = user === undefined ? undefined : telegram.store.chats.people.get(user);
    if (!person) return;
    const messages = telegram.store.chats.messagesOf(person.id).map(viewOfMessage);
    send('chat', { ...viewOfHead(telegram.store, person), messages });
  };
  send('people', viewOfPeople(telegram));
  sendChat();
  let known = user !== undefined && telegram.store.chats.people.has(user);
  const stop = telegram.store.watch((news) => {
    if (['person', 'message', 'edit', 'delete', 'block'].includes(news.kind))
      send('people', viewOfPeople(telegram));
    if (user === undefined || !telegram.store.chats.people.has(user)) return;
    if (known) sendChange(telegram, user, news, send);
    else sendChat();
    known = true;
  });
  raw.once('close', stop);
}

function sendChange({ store }: Telegram, user: number, news: News, send: Send): void {
  const { chats } = store;
  const person = store.person(user);
  const sendMessage = (id: number) => {
    const message = chats.messages.get(id);
    if (message?.chat === user) send('message', viewOfMessage(message));
  };
  switch (news.kind) {
    case 'message':
      sendMessage(news.message.id);
      if (news.message.payment) sendMessage(news.message.payment.invoice);
      break;
    case 'edit':
    case 'delete':
      sendMessage(news.message);
      break;
    case 'answer': {
      const press = chats.presses.get(news.query);
      const { text, alert } = news;
      if (press?.message.chat === user) send('answer', { query: news.query, text, alert });
      break;
    }
  }
  send('about', viewOfHead(store, person));
}

const MAX_SNIPPET_CHARACTERS = 80;

function viewOfPerson({ id, firstName, language = '', started, blocked }: Person) {
  return { user: id, firstName, language, started, blocked };
}

/** Everybody, with what was said last; who spoke last comes first. */
function viewOfPeople({ store }: Telegram) {
  return [...store.chats.people.values()]
    .map((person) => {
      const last = store.chats.messagesOf(person.id).findLast(({ deleted }) => !deleted);
      return { ...viewOfPerson(person), at: last?.at ?? 0, snippet: last ? snippetOf(last) : '' };
    })
    .sort((one, other) => other.at - one.at);
}

function viewOfMessage(message: ChatMessage) {
  const { id: messageId, from, at, deleted, paid, editedAt, text, entities, keyboard } = message;
  const { invoice, document, payment, refund } = message;
  const edited = editedAt !== undefined;
  const said = { messageId, from, at, deleted, edited, text, entities, keyboard };
  return {
    ...said,
    ...(invoice && { invoice: { ...invoice, paid } }),
    ...(document && { document: viewOfDocument(document) }),
    ...(payment && { paidStars: payment.amount }),
    ...(refund && { refundedStars: refund.amount }),
  };
}

function viewOfDocument({ name, type, base64 }: NonNullable<ChatMessage['document']>) {
  return { name, type, bytes: Buffer.from(base64, 'base64').length };
}

function viewOfHead({ chats, updates }: Telegram['store'], person: Person) {
  const commands = chats.commandsFor(person);
  return { person: viewOfPerson(person), commands, waiting: updates.byUser().has(person.id) };
}

function snippetOf({ text, invoice, document, payment, refund }: ChatMessage): string {
  if (payment) return `Paid ${payment.amount} Stars`;
  if (refund) return `${refund.amount} Stars given back`;
  const shown = text || invoice?.title || document?.name || '';
  return shown.replaceAll(/\s+/g, ' ').slice(0, MAX_SNIPPET_CHARACTERS);
}
