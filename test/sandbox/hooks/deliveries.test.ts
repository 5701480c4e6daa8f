import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bodyOf, headersOf, openReceiver } from './webhook-sender.ts';

test('what came is there byte by byte, with its time and the headers that a receiver looks at', async () => {
  const { send, deliveries, clock } = await openReceiver();
  const body = ' {"type":\t"order.created", "sequence":1.0, "name": "Zoë \\u0000"}\n';
  const answer = await send(1, { body });
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
  clock.pass(1.5);
  await send(2);
  const demo = { name: 'demo', attempt: 1, fault: null };
  expect(await deliveries()).toEqual([
    { ...demo, at: '2026-11-20T12:00:00.000Z', headers: headersOf(1), body },
    { ...demo, at: '2026-11-20T12:00:01.500Z', headers: headersOf(2), body: bodyOf(2) },
  ]);
});

test('each name has its own deliveries, and one that nothing came to has none', async () => {
  const { send, deliveries } = await openReceiver();
  await send(1, { name: 'error' });
  await send(2, { name: '__proto__' });
  const bodies = async (name: string) => (await deliveries(name)).map(({ body }) => body);
  expect(await bodies('error')).toEqual([bodyOf(1)]);
  expect(await bodies('__proto__')).toEqual([bodyOf(2)]);
  expect(await bodies('constructor')).toEqual([]);
});

test('the same webhook-id again is another attempt at that name, and what has no id is none', async () => {
  const { send, deliveries, sandbox } = await openReceiver();
  for (const sequence of [1, 2, 1]) await send(sequence);
  await send(1, { name: 'other' });
  await send(1);
  for (let times = 0; times < 2; times += 1) await fetch(`${sandbox.url}/hooks/demo`, { method: 'POST' });
  expect((await deliveries()).map(({ attempt }) => attempt)).toEqual([1, 1, 2, 3, 1, 1]);
  expect((await deliveries('other')).map(({ attempt }) => attempt)).toEqual([1]);
  expect((await deliveries()).at(-1)).toMatchObject({ body: '', headers: {} });
});

test('of a name the last 200 are kept, and of 20 names, those that something came to last', async () => {
  const { send, deliveries } = await openReceiver();
  await send(0, { name: 'idle' });
  for (let sequence = 1; sequence <= 203; sequence += 1) await send(sequence);
  const kept = (await deliveries()).map(({ body }) => JSON.parse(body).sequence);
  expect(kept).toEqual(Array.from({ length: 200 }, (_, index) => index + 4));

  for (let other = 3; other <= 20; other += 1) await send(0, { name: `name-${other}` });
  expect(await deliveries('idle')).toHaveLength(1);
  await send(0, { name: 'name-21' });
  expect(await deliveries('idle')).toEqual([]);
  await send(204);
  await send(0, { name: 'name-22' });
  expect(await deliveries('name-3')).toEqual([]);
  expect(await deliveries()).toHaveLength(200);
});

test('after a restart everything is still there, and attempts are counted on', async () => {
  const first = await openReceiver();
  first.sandbox.arm([{ upstream: 'hooks', call: 'demo', mode: 'refuse', status: 429, times: 1 }]);
  await first.send(1);
  for (let sequence = 0; sequence < 205; sequence += 1) await first.send(sequence, { name: 'many' });
  const before = [await first.deliveries(), await first.deliveries('many')];
  await first.sandbox.close();

  const second = await openReceiver(first.stateDir);
  expect([await second.deliveries(), await second.deliveries('many')]).toEqual(before);
  await second.send(1);
  expect(await second.deliveries()).toMatchObject([
    { attempt: 1, fault: 'refuse 429' },
    { attempt: 2, fault: null },
  ]);
});

test('a body of 32 KiB is taken; a larger one is refused with 413, and nothing of it is kept', async () => {
  const { send, deliveries, stateDir } = await openReceiver();
  expect((await send(1, { body: 'é'.repeat(16 * 1_024) })).status).toBe(200);
  const refused = await send(2, { body: 'a'.repeat(32 * 1_024 + 1) });
  expect([refused.status, await refused.json()]).toEqual([413, { error: 'A body has at most 32768 bytes' }]);
  expect(await deliveries()).toHaveLength(1);
  expect(readFileSync(join(stateDir, 'hooks.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
});

test.each(['a.b', 'a%20b', 'a'.repeat(65), '%3Cscript%3E'])('%s is no name', async (name) => {
  const { send, control, sandbox } = await openReceiver();
  const error = 'The name after /hooks/ has 1 to 64 letters, digits, - and _';
  for (const answer of [
    await send(1, { name }),
    await control(`hooks/${name}`),
    await fetch(`${sandbox.url}/hooks/${name}`),
    await fetch(`${sandbox.url}/hooks/${name}/events`),
  ])
    expect([answer.status, await answer.json()]).toEqual([400, { error }]);
});

test('a page of another site sends nothing', async () => {
  const { sandbox, deliveries } = await openReceiver();
  const request = { method: 'POST', body: bodyOf(1), headers: { origin: 'https://evil.example' } };
  const answer = await fetch(`${sandbox.url}/hooks/demo`, request);
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { error: 'Pages of https://evil.example may not send webhooks to the sandbox' },
  ]);
  expect(await deliveries()).toEqual([]);
});

test('a page that is open does not hold up the end of the sandbox, and is told of it', async () => {
  const { sandbox } = await openReceiver();
  const [stream, chat] = await Promise.all([
    fetch(`${sandbox.url}/hooks/demo/events`),
    fetch(`${sandbox.url}/chat/events`),
  ]);
  const ends = Promise.allSettled([stream.text(), chat.text()]);
  await sandbox.close();
  await ends;
});
