import { expect, test } from 'vitest';
import { openWeb } from '../support/target.ts';
import { openTelegram } from './telegram-client.ts';

interface Delivery {
  secret: string | string[] | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it.
  update: any;
}

/** A receiver that fails as often as it is told. */
async function openReceiver(failures = 0) {
  const got: Delivery[] = [];
  const url = await openWeb(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    got.push({ secret: request.headers['x-telegram-bot-api-secret-token'], update: JSON.parse(body) });
    response.statusCode = got.length <= failures ? 500 : 200;
    response.end();
  });
  return { url, got };
}

test('a webhook gets what waits and what follows, in order, with the secret token', async () => {
  const { call, act } = await openTelegram();
  const { url, got } = await openReceiver();
  const set = await call('setWebhook', { url: `${url}/hook`, secret_token: 'Secret_1-a' });
  expect(set.body).toEqual({ ok: true, result: true });
  await act('send', { user: 7, text: 'one' });
  await act('send', { user: 7, text: 'two' });
  await expect.poll(() => got.length).toBe(3);
  expect(got.map(({ update }) => update.message.text)).toEqual(['/start', 'one', 'two']);
  expect(new Set(got.map(({ secret }) => secret))).toEqual(new Set(['Secret_1-a']));
});

test('an update is delivered again until it is taken, and holds up nobody else', async () => {
  const { result, act } = await openTelegram();
  const { url, got } = await openReceiver(2);
  await result('setWebhook', { url });
  await expect.poll(() => got.length).toBe(1);
  await act('send', { user: 8, text: 'other' });
  await expect.poll(async () => (await result('getWebhookInfo')).pending_update_count).toBe(0);
  expect(got.filter(({ update }) => update.message.text === '/start').length).toBeGreaterThan(1);
});

test('a repeated update is delivered once more', async () => {
  const { result, act } = await openTelegram();
  const { url, got } = await openReceiver();
  await result('setWebhook', { url });
  await expect.poll(() => got.length).toBe(1);
  await act('repeat', { user: 7 });
  await expect.poll(() => got.length).toBe(2);
  expect(got[1]).toEqual(got[0]);
});

test('without the webhook, updates wait for a poll', async () => {
  const { result, act } = await openTelegram();
  const { url, got } = await openReceiver();
  for (const method of ['setWebhook', 'setWebhook']) await result(method, { url });
  await expect.poll(async () => (await result('getWebhookInfo')).pending_update_count).toBe(0);
  for (const method of ['deleteWebhook', 'deleteWebhook']) await result(method);
  await act('send', { user: 7, text: 'hello' });
  expect(await result('getUpdates')).toMatchObject([{ message: { text: 'hello' } }]);
  expect(got).toHaveLength(1);
});

test.each([
  [{ url: 'nowhere' }, 'invalid webhook URL specified'],
  [
    { url: 'https://bot.example/' },
    'bad webhook: the sandbox sends updates to addresses of this machine only',
  ],
  [
    { url: 'http://127.0.0.1.example/' },
    'bad webhook: the sandbox sends updates to addresses of this machine only',
  ],
  [{ url: 'http://127.0.0.1/', secret_token: 'é' }, 'secret token is not allowed'],
  [{ url: 'http://127.0.0.1/', secret_token: 'a'.repeat(257) }, 'secret token is not allowed'],
])('the webhook %j is refused: %s', async (given, reason) => {
  const { call, result } = await openTelegram();
  expect((await call('setWebhook', given)).body.description).toBe(`Bad Request: ${reason}`);
  expect((await result('getWebhookInfo')).url).toBe('');
});
