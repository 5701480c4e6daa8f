import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BOT } from '../telegram/bot.ts';
import type { Telegram } from '../telegram/telegram.ts';
import { streamChat } from './events.ts';

/** The page loads and asks only what is here, and stands in no frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };
const FILES = [
  'main.js',
  'api.js',
  'chat.js',
  'dom.js',
  'formatted.js',
  'message.js',
  'notices.js',
  'people.js',
  'style.css',
] as const;

const id = z.coerce.number().pipe(z.int().positive());
const chosen = z.object({ user: id.optional() });
const documentOf = z.object({ messageId: id });

/** `/chat`: a page on which a person talks to the bot, as anybody. It acts by the control API. */
export async function addChatPage(
  app: FastifyInstance,
  telegram: Telegram,
  closing: AbortSignal,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof z.ZodError ? 400 : 500;
    return reply
      .code(status)
      .type('text/plain')
      .send(`${status === 400 ? 'Bad parameters' : 'An error'}\n`);
  });

  app.get('/', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send((await read('page.html')).replaceAll('BOT_NAME', BOT.username)),
  );
  for (const file of FILES) {
    const type = TYPES[file.endsWith('.js') ? 'js' : 'css'];
    app.get(`/${file}`, async (_request, reply) => reply.type(type).send(await read(file)));
  }

  app.get('/events', (request, reply) => {
    streamChat(telegram, chosen.parse(request.query).user, reply, closing);
  });

  app.get('/document', (request, reply) => {
    const message = telegram.store.chats.messages.get(documentOf.parse(request.query).messageId);
    const { document } = message ?? {};
    if (!document || message?.deleted) return reply.code(404).type('text/plain').send('No such document\n');
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(document.name)}`)
      .type('application/octet-stream')
      .send(Buffer.from(document.base64, 'base64'));
  });
}

function read(file: string): Promise<string> {
  return readFile(new URL(`browser/${file}`, import.meta.url), 'utf8');
}
