import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Update } from 'grammy/types';
import type { Logger } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { TelegramClient } from '../../src/bot/telegram/client.ts';
import { poll } from '../../src/bot/updates/delivery.ts';

/** A client of an API that answers as the test says. */
async function clientOf(
  listener: RequestListener,
  options: Pick<ConstructorParameters<typeof TelegramClient>[0], 'onMoved'> = {},
): Promise<TelegramClient> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new TelegramClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: '1:secret',
    ...options,
  });
  onTestFinished(async () => {
    await client.close();
    server.close();
  });
  return client;
}

const call = (client: TelegramClient) => client.call({ method: 'sendMessage', payload: {} });

test.each([400, 403, 404, 413, 429])(
  'a %i of what stands before the API says nothing about the person, and the call is made again',
  async (status) => {
    const client = await clientOf((_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>'),
    );
    await expect(call(client)).rejects.toMatchObject({
      message: `Telegram sendMessage: HTTP ${status} without an answer of the API`,
      isBlocked: false,
      isPassing: true,
    });
  },
);

test('an answer that does not end is given up, and not kept in memory', async () => {
  const MOST_MIB = 40;
  let sent = 0;
  let isGone = false;
  const client = await clientOf((_request, response) => {
    const part = Buffer.alloc(2 ** 20, ' ');
    const go = () => {
      while (!response.destroyed && response.write(part)) sent += 1;
    };
    response.on('drain', go).on('close', () => {
      isGone = true;
    });
    go();
  });
  await expect(call(client)).rejects.toMatchObject({ isPassing: true });
  await expect.poll(() => isGone).toBe(true);
  expect(sent).toBeLessThan(MOST_MIB);
});

test.each([
  [3, 3],
  [0, 1],
  [-5, 1],
  [10 ** 9, 3_600],
  ['soon', undefined],
  [null, undefined],
])('of a pause of %j seconds that Telegram wants %j are kept', async (retry_after, kept) => {
  const refusal = {
    ok: false,
    error_code: 429,
    description: 'Too Many Requests',
    parameters: { retry_after },
  };
  const client = await clientOf((_request, response) => response.writeHead(429).end(JSON.stringify(refusal)));
  await expect(call(client)).rejects.toMatchObject({ code: 429, retryAfterSeconds: kept });
});

test('a chat that has another number is called by that one from then on, and it is told once', async () => {
  const called: unknown[] = [];
  const moves: unknown[] = [];
  const client = await clientOf(
    async (request, response) => {
      const { chat_id: id } = (await json(request)) as { chat_id: number };
      called.push(id);
      const refusal = { ok: false, error_code: 400, parameters: { migrate_to_chat_id: -100 } };
      response.end(JSON.stringify(id === -5 ? refusal : { ok: true, result: id }));
    },
    { onMoved: (chat) => void moves.push(chat) },
  );
  const send = (chat_id: number) => client.call({ method: 'sendMessage', payload: { chat_id } });
  expect([await send(-5), await send(-5), await send(7), await send(-5)]).toEqual([-100, -100, 7, -100]);
  expect(called).toEqual([-5, -100, -100, 7, -100]);
  expect(moves).toEqual([{ from: -5, to: -100 }]);
});

test('after an empty answer updates are taken whatever their ids are: Telegram begins anew after a quiet week', async () => {
  const answers: Update[][] = [[{ update_id: 1_000 }, { update_id: 1_001 }], [], [{ update_id: 5 }], []];
  const offsets: unknown[] = [];
  const taken: number[] = [];
  const stop = new AbortController();
  const client = await clientOf(async (request, response) => {
    offsets.push(((await json(request)) as { offset?: number }).offset);
    const result = answers.shift();
    if (!result) return stop.abort();
    response.end(JSON.stringify({ ok: true, result }));
  });
  await poll(client, {
    take: async (updates) => void taken.push(...updates.map(({ update_id }) => update_id)),
    log: { warn() {} } as unknown as Logger,
    duty: { signal: stop.signal, isHeld: () => true, afterLoss: false },
  });
  expect(taken).toEqual([1_000, 1_001, 5]);
  expect(offsets).toEqual([undefined, 1_002, undefined, 6, undefined]);
});

test('updates that could not be written down are not confirmed', async () => {
  const offsets: unknown[] = [];
  const stop = new AbortController();
  const client = await clientOf(async (request, response) => {
    offsets.push(((await json(request)) as { offset?: number }).offset);
    if (offsets.length === 3) return stop.abort();
    response.end(JSON.stringify({ ok: true, result: [{ update_id: 7 }] }));
  });
  let attempts = 0;
  await poll(client, {
    take: async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('the database is away');
    },
    log: { warn() {} } as unknown as Logger,
    duty: { signal: stop.signal, isHeld: () => true, afterLoss: false },
  });
  expect(offsets).toEqual([undefined, undefined, 8]);
});
