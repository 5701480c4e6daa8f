import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { TelegramClient } from '../../src/bot/telegram/client.ts';
import { openTracing } from '../../src/tracing/open-tracing.ts';
import { TraceCollector } from '../support/trace-collector.ts';

const CLIENT = 3;
const FAILED = 2;
const TOKEN = '1:token-kept-to-oneself';
const WRITTEN = 'what-a-person-has-written';

/** Answers by the method that is called; of an unknown method it closes the connection. Keeps the headers. */
async function startTelegram(answers: Record<string, object>) {
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    const answer = answers[request.url?.split('/').at(-1) ?? ''];
    if (answer) response.end(JSON.stringify(answer));
    else request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new TelegramClient({ url: `http://127.0.0.1:${port}`, token: TOKEN });
  const close = async () => {
    await client.close();
    server.close();
  };
  return { client, headers, [Symbol.asyncDispose]: close };
}

test('a call of Telegram is a span with its method and what became of it, and has neither the token, nor the address, nor a text', async () => {
  await using collector = await TraceCollector.start();
  await using telegram = await startTelegram({
    sendMessage: { ok: true, result: { text: WRITTEN } },
    editMessageText: { ok: false, error_code: 403, description: WRITTEN },
    getUpdates: { ok: true, result: [] },
  });
  const tracing = { url: `${collector.endpoint}/v1/traces`, share: 1, followsClients: true };
  const close = openTracing(tracing, { info() {}, warn() {} });
  for (const method of ['sendMessage', 'editMessageText', 'answerCallbackQuery', 'getUpdates'])
    await telegram.client.call({ method, payload: { text: WRITTEN } }).catch(() => {});
  await close();
  const attributes = { 'gateway.upstream': 'telegram' };
  expect(collector.spans).toMatchObject([
    {
      name: 'POST telegram sendMessage',
      kind: CLIENT,
      status: { code: 0 },
      attributes: { ...attributes, 'gateway.upstream.call': 'sendMessage' },
    },
    {
      name: 'POST telegram editMessageText',
      status: { code: FAILED },
      attributes: { ...attributes, 'gateway.upstream.outcome': 'refused', 'error.type': '403' },
    },
    {
      name: 'POST telegram answerCallbackQuery',
      status: { code: FAILED },
      attributes: { ...attributes, 'gateway.upstream.outcome': 'unknown', 'error.type': 'TelegramError' },
    },
  ]);
  const exported = collector.texts.join();
  for (const secret of [TOKEN, '127.0.0.1', WRITTEN]) expect(exported).not.toContain(secret);
  expect(telegram.headers).toHaveLength(4);
  for (const headers of telegram.headers) expect(headers).not.toHaveProperty('traceparent');
});
