import { expect, test } from 'vitest';
import type { Fault } from '../../../src/sandbox/faults.ts';
import { openReceiver } from './webhook-sender.ts';

async function withFault(fault: Omit<Fault, 'upstream' | 'call'>) {
  const opened = await openReceiver();
  const armed = await opened.control('faults', [{ upstream: 'hooks', call: 'demo', times: 1, ...fault }]);
  expect(armed.status).toBe(200);
  return opened;
}

const DATE = 'Fri, 20 Nov 2026 12:01:00 GMT';

test.each([
  [{ mode: 'error_before' }, 500, null, 'error_before'],
  [{ mode: 'error_before', retryAfter: 7 }, 500, '7', 'error_before'],
  [{ mode: 'refuse' }, 400, null, 'refuse'],
  [{ mode: 'refuse', status: 410 }, 410, null, 'refuse 410'],
  [{ mode: 'refuse', status: 429, retryAfter: 30 }, 429, '30', 'refuse 429'],
  [{ mode: 'refuse', status: 503, retryAfter: DATE }, 503, DATE, 'refuse 503'],
  [{ mode: 'malformed' }, 200, null, 'malformed'],
] as const)('%j: status %i, Retry-After %s, kept as %s; the next one is taken', async (...row) => {
  const [fault, status, retryAfter, words] = row;
  const { send, deliveries } = await withFault(fault);
  const answer = await send(1);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
  expect((await send(1)).status).toBe(200);
  expect(await deliveries()).toMatchObject([
    { attempt: 1, fault: words },
    { attempt: 2, fault: null },
  ]);
});

test('redirect: 302 to where the fault says, else to a place of this server where nothing is', async () => {
  const { send, sandbox } = await withFault({ mode: 'redirect', to: 'http://169.254.169.254/latest' });
  const answer = await send(1);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://169.254.169.254/latest']);
  sandbox.arm([{ upstream: 'hooks', call: '*', mode: 'redirect' }]);
  expect((await send(1)).headers.get('location')).toBe('/elsewhere');
});

test('reset_before: the connection is cut, and what came is kept', async () => {
  const { send, deliveries } = await withFault({ mode: 'reset_before' });
  await expect(send(1)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(await deliveries()).toMatchObject([{ fault: 'reset_before' }]);
});

test('hang: no answer until the sender gives up, and another name is answered meanwhile', async () => {
  const { send, deliveries } = await withFault({ mode: 'hang' });
  const leaving = new AbortController();
  const answer = send(1, { signal: leaving.signal }).catch(() => 'left');
  await expect.poll(() => deliveries()).toMatchObject([{ fault: 'hang' }]);
  expect((await send(2, { name: 'other' })).status).toBe(200);
  leaving.abort();
  expect(await answer).toBe('left');
});

test('slow: it is kept at once and answered late', async () => {
  const { send, deliveries, sandbox } = await withFault({ mode: 'slow', delayMs: 60_000 });
  const answer = send(1).catch(() => 'cut');
  await expect.poll(() => deliveries()).toMatchObject([{ fault: 'slow' }]);
  await sandbox.close();
  expect(await answer).toBe('cut');

  const soon = await withFault({ mode: 'slow', delayMs: 60 });
  const start = performance.now();
  expect((await soon.send(1)).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(50);
});

test('huge: an answer of more than 2 MiB', async () => {
  const { send } = await withFault({ mode: 'huge' });
  expect((await (await send(1)).text()).length).toBeGreaterThan(2 * 2 ** 20);
});

test('a fault is for one name, or by * for all of them', async () => {
  const { send, sandbox } = await openReceiver();
  sandbox.arm([{ upstream: 'hooks', call: 'other', mode: 'error_before' }]);
  expect([(await send(1)).status, (await send(1, { name: 'other' })).status]).toEqual([200, 500]);
  sandbox.arm([{ upstream: 'hooks', call: '*', mode: 'error_before' }]);
  expect([(await send(1)).status, (await send(1, { name: 'other' })).status]).toEqual([500, 500]);
});

test.each([
  [{ mode: 'error_after' }, 'error_after does not exist for hooks'],
  [{ mode: 'refuse', status: 418 }, 'hooks refuses with one of 400, 401, 404, 410, 429, 500, 503'],
  [{ mode: 'error_before', to: 'http://127.0.0.1/' }, '0.to: goes with redirect only'],
  [{ mode: 'redirect', to: 'file:///etc/passwd' }, '0.to: '],
  [{ mode: 'refuse', status: 429, retryAfter: -1 }, '0.retryAfter: '],
  [{ mode: 'refuse', status: 429, retryAfter: '1\r\nset-cookie: a=b' }, '0.retryAfter: '],
])('the fault %j makes no sense: %s', async (fault, words) => {
  const { control } = await openReceiver();
  const answer = await control('faults', [{ upstream: 'hooks', call: 'demo', ...fault }]);
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining(words) }]);
});
