import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fault } from '../../../src/sandbox/faults.ts';
import { openTelegram } from './telegram-client.ts';

async function withFault(fault: Omit<Fault, 'upstream' | 'times' | 'call'>) {
  const client = await openTelegram();
  client.sandbox.arm([{ upstream: 'telegram', call: 'sendMessage', times: 1, ...fault }]);
  return { ...client, send: () => client.call('sendMessage', { chat_id: 7, text: 'a' }) };
}

test.each([
  [undefined, 400, 'Bad Request: the request was refused'],
  [401, 401, 'Unauthorized'],
  [403, 403, 'Forbidden: bot was blocked by the user'],
  [
    409,
    409,
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  ],
  [429, 429, 'Too Many Requests: retry after 3'],
  [500, 500, 'Internal Server Error'],
])('refuse with status %s: nothing is sent, once', async (status, code, description) => {
  const { send, chat } = await withFault({ mode: 'refuse', ...(status && { status }) });
  expect(await send()).toMatchObject({ status: code, body: { ok: false, error_code: code, description } });
  expect(await chat()).toHaveLength(1);
  expect((await send()).status).toBe(200);
});

test('what a fault refuses in a chat is in the record, with what it would have shown', async () => {
  const { send, call, sandbox, stateDir } = await withFault({ mode: 'refuse', status: 403 });
  await send();
  sandbox.arm([{ upstream: 'telegram', call: 'getMe', mode: 'refuse', status: 400 }]);
  await call('getMe');
  const events = readFileSync(join(stateDir, 'telegram.jsonl'), 'utf8').trim().split('\n');
  const refused = events.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'refused');
  expect(refused).toEqual([
    { kind: 'refused', at: expect.any(Number), call: 'sendMessage', chat: 7, status: 403, text: 'a' },
  ]);
});

test.each([
  ['reset_before', 1],
  ['reset_after', 2],
] as const)('%s: the connection is reset, and the chat has %i messages', async (mode, messages) => {
  const { send, chat } = await withFault({ mode });
  await expect(send()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(await chat()).toHaveLength(messages);
});

test('a long poll whose answer is lost gives the same updates again', async () => {
  const { call, result, sandbox } = await openTelegram();
  sandbox.arm([{ upstream: 'telegram', call: 'getUpdates', mode: 'reset_after', times: 1 }]);
  await expect(call('getUpdates')).rejects.toThrow('fetch failed');
  expect(await result('getUpdates')).toMatchObject([{ message: { text: '/start' } }]);
});

test('hang: no answer until the client gives up', async () => {
  const { sandbox, result } = await openTelegram();
  sandbox.arm([{ upstream: 'telegram', call: 'getMe', mode: 'hang', times: 1 }]);
  const address = `${sandbox.telegramUrl}/bot${sandbox.telegramToken}/getMe`;
  await expect(fetch(address, { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
  expect(await result('getMe')).toMatchObject({ is_bot: true });
});

test.each([
  [{ call: 'sendSticker', mode: 'slow' }, 'telegram has no call "sendSticker"'],
  [{ call: '*', mode: 'partial' }, 'partial does not exist for telegram'],
  [{ call: 'sendMessage', mode: 'partial' }, 'partial does not exist for telegram'],
  [{ call: '*', mode: 'refuse', status: 418 }, 'telegram refuses with one of 400, 401, 403, 409, 429, 500'],
  [{ call: '*', mode: 'slow', status: 429 }, 'goes with refuse only'],
  [{ upstream: 'px6', call: '*', mode: 'refuse', status: 429 }, 'goes with refuse only'],
])('the fault %j makes no sense: %s', async (fault, words) => {
  const { control } = await openTelegram();
  const answer = await control('faults', [{ upstream: 'telegram', ...fault }]);
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining(words.replaceAll('"', '\\"')),
  ]);
});
