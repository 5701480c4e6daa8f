import type { FastifyReply } from 'fastify';
import type { News } from '../telegram/store.ts';
import type { Telegram } from '../telegram/telegram.ts';
import { viewOfChat, viewOfMessage, viewOfPeople, viewOfPerson } from './view.ts';

type Send = (name: string, data: object) => void;

/** Sends what there is, and then every change, until the client or the sandbox has gone. */
export function streamChat(
  telegram: Telegram,
  user: number | undefined,
  reply: FastifyReply,
  closing: AbortSignal,
): void {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const send: Send = (name, data) => void raw.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  const sendChat = () => {
    const person = user === undefined ? undefined : telegram.store.chats.people.get(user);
    if (person) send('chat', viewOfChat(telegram, person));
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
  closing.addEventListener('abort', () => raw.end(), { once: true });
  raw.once('close', stop);
}

function sendChange({ store }: Telegram, user: number, news: News, send: Send): void {
  const { chats, updates } = store;
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
    case 'typing':
      if (news.user === user) send('typing', {});
      break;
  }
  const about = { person: viewOfPerson(person), commands: chats.commandsFor(person) };
  send('about', { ...about, waiting: updates.isWaiting(user) });
}
