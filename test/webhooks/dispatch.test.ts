import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/kit/clock.ts';
import { readDeliveries } from '../../src/webhooks/deliveries.ts';
import {
  deleteWebhook,
  listWebhooks,
  redeliver,
  redeliverSince,
  rotateSecret,
  sendTest,
  updateWebhook,
} from '../../src/webhooks/webhooks.ts';
import { holdLock } from '../support/held-lock.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import {
  dispatching,
  followingDispatcher,
  givenWebhook,
  hang,
  happened,
  Receiver,
  status,
} from './fixture.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** The longest that an attempt may come later than the schedule says. */
const LATEST = 1.1;
const WITHIN = { timeout: 10_000, interval: 20 };

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

async function webhookOf({ resellerId, webhookId }: { resellerId: number; webhookId: number }) {
  const own = (await listWebhooks(opened.services.database.sql, [resellerId])).get(resellerId);
  return own?.find(({ id }) => id === webhookId);
}

async function waitingOf({ webhookId }: { webhookId: number }) {
  const { rows } = await sql<{ sequence: number; attempts: number; next_at: Date }>`
    select sequence, attempts, next_at from webhook_waiting where webhook_id = ${webhookId} order by sequence`.execute(
    opened.services.database.sql,
  );
  return rows;
}

async function attemptsOf(name: { resellerId: number; webhookId: number }) {
  const asked = { ...name, limit: 200, before: null };
  const { deliveries } = await readDeliveries(opened.services.database.sql, asked);
  return deliveries.flatMap(({ attempts }) => attempts);
}

test('an event is posted under its id once, and its attempt is shown', async () => {
  const receiver = await Receiver.start();
  const webhook = await givenWebhook(opened, receiver.url);
  const sequence = await happened(opened, webhook);
  dispatching(opened);
  await expect.poll(() => receiver.sequences, WITHIN).toEqual([sequence]);
  await expect.poll(() => attemptsOf(webhook), WITHIN).toMatchObject([{ status: 204, error: null }]);
  const [arrival] = receiver.arrivals;
  expect(arrival?.id).toMatch(/^evt_[0-9a-f-]{36}$/);
  expect(arrival?.body).toMatchObject({ type: 'order.paused', sequence });
  expect(await waitingOf(webhook)).toEqual([]);
});

test('a webhook gets its types alone, from its creation on', async () => {
  const receiver = await Receiver.start();
  const reseller = await givenWebhook(opened, receiver.url, { types: ['order.ended'] });
  await happened(opened, reseller, { type: 'order.ended' });
  await happened(opened, reseller, { type: 'order.paused' });
  await happened(opened, reseller, { type: 'order.ended' });
  dispatching(opened);
  await expect.poll(() => receiver.types, WITHIN).toEqual(['order.ended', 'order.ended']);
});

test('what fails is tried ten times, at the pauses of the contract, and then given up', async () => {
  const receiver = await Receiver.start();
  receiver.answer = status(500);
  const webhook = await givenWebhook(opened, receiver.url);
  await happened(opened, webhook);
  const dispatcher = dispatching(opened);
  const pauses = [
    5 * SECOND_MS,
    300 * SECOND_MS,
    1_800 * SECOND_MS,
    ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR_MS),
  ];
  for (const [failed, pause] of pauses.entries()) {
    await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(failed + 1);
    await expect.poll(() => waitingOf(webhook), WITHIN).toMatchObject([{ attempts: failed + 1 }]);
    const [waiting] = await waitingOf(webhook);
    const fromNow = (waiting?.next_at.getTime() ?? 0) - opened.clock.now().getTime();
    expect(fromNow).toBeGreaterThan(pause - 3 * SECOND_MS);
    expect(fromNow).toBeLessThanOrEqual(pause * LATEST);
    opened.clock.advance(fromNow);
    dispatcher.wake();
  }
  await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(10);
  await expect.poll(() => waitingOf(webhook), WITHIN).toEqual([]);
  expect(new Set(receiver.arrivals.map(({ id }) => id)).size).toBe(1);
  expect(await webhookOf(webhook)).toMatchObject({ offReason: null });
});

test('an answer of 410 switches it off at once: nothing waits, and the log tells of it', async () => {
  const receiver = await Receiver.start();
  receiver.answer = status(410);
  const webhook = await givenWebhook(opened, receiver.url, { types: ['order.paused'] });
  const other = await Receiver.start();
  const [reseller] = [{ resellerId: webhook.resellerId, keyId: 0, apiKey: '' }];
  await givenWebhook(opened, other.url, { reseller, types: ['webhook.disabled'] });
  await happened(opened, webhook);
  const dispatcher = dispatching(opened);
  await expect.poll(() => webhookOf(webhook), WITHIN).toMatchObject({ offReason: 'gone' });
  dispatcher.wake();
  await expect
    .poll(() => other.arrivals, WITHIN)
    .toMatchObject([
      { body: { type: 'webhook.disabled', data: { webhook_id: webhook.webhookId, reason: 'gone' } } },
    ]);
  await happened(opened, webhook);
  expect(await waitingOf(webhook)).toEqual([]);
  expect(receiver.arrivals).toHaveLength(1);
});

test('five days without a success while something fails switch it off', async () => {
  const receiver = await Receiver.start();
  receiver.answer = status(503);
  const webhook = await givenWebhook(opened, receiver.url);
  await happened(opened, webhook);
  const dispatcher = dispatching(opened);
  await expect.poll(() => waitingOf(webhook), WITHIN).toMatchObject([{ attempts: 1 }]);
  opened.clock.advance(5 * DAY_MS - 60 * SECOND_MS);
  dispatcher.wake();
  await expect.poll(() => waitingOf(webhook), WITHIN).toMatchObject([{ attempts: 2 }]);
  expect(await webhookOf(webhook)).toMatchObject({ offReason: null });
  opened.clock.advance(400 * SECOND_MS);
  dispatcher.wake();
  await expect.poll(() => webhookOf(webhook), WITHIN).toMatchObject({ offReason: 'failing' });
  expect(await waitingOf(webhook)).toEqual([]);
});

test.each([
  ['seconds', () => '120'],
  ['a date', () => new Date(opened.clock.now().getTime() + 120_000).toUTCString()],
])(
  'Retry-After as %s holds up all events of the webhook, and counts as no attempt',
  async (_form, retryAfter) => {
    const receiver = await Receiver.start();
    receiver.answer = status(429, { 'retry-after': retryAfter() });
    const webhook = await givenWebhook(opened, receiver.url);
    const first = await happened(opened, webhook);
    const dispatcher = dispatching(opened);
    await expect.poll(() => waitingOf(webhook), WITHIN).toMatchObject([{ attempts: 0 }]);
    receiver.answer = status(200);
    const second = await happened(opened, webhook);
    dispatcher.wake();
    opened.clock.advance(110 * SECOND_MS);
    dispatcher.wake();
    await expect.poll(() => webhookOf(webhook), WITHIN).toMatchObject({ heldUntil: expect.any(Date) });
    expect(receiver.arrivals).toHaveLength(1);
    opened.clock.advance(15 * SECOND_MS);
    dispatcher.wake();
    await expect.poll(() => receiver.sequences.slice(1).sort(), WITHIN).toEqual([first, second]);
  },
);

test('later events of an order wait for two failed attempts of an earlier one, those of others do not', async () => {
  const receiver = await Receiver.start();
  const webhook = await givenWebhook(opened, receiver.url);
  const first = await happened(opened, webhook, { orderId: 1 });
  receiver.answer = (response, { body }) =>
    status(body.sequence === first ? 500 : 200)(response, {} as never);
  const later = await happened(opened, webhook, { orderId: 1 });
  const other = await happened(opened, webhook, { orderId: 2 });
  const dispatcher = dispatching(opened);
  await expect.poll(() => receiver.sequences, WITHIN).toEqual([first, other]);
  await expect.poll(() => waitingOf(webhook), WITHIN).toMatchObject([{ sequence: first, attempts: 1 }]);
  opened.clock.advance(6 * SECOND_MS);
  dispatcher.wake();
  await expect.poll(() => receiver.sequences, WITHIN).toEqual([first, other, first, later]);
});

test('the order of an order’s events is kept by the process that takes over', async () => {
  const receiver = await Receiver.start();
  receiver.answer = status(500);
  const webhook = await givenWebhook(opened, receiver.url);
  const first = await happened(opened, webhook, { orderId: 1 });
  const before = dispatching(opened);
  await expect.poll(() => waitingOf(webhook), WITHIN).toMatchObject([{ attempts: 1 }]);
  await before.stop();
  const later = await happened(opened, webhook, { orderId: 1 });
  receiver.answer = status(200);
  const dispatcher = dispatching(opened);
  opened.clock.advance(6 * SECOND_MS);
  dispatcher.wake();
  await expect.poll(() => receiver.sequences, WITHIN).toEqual([first, first, later]);
});

test('a webhook that hangs has at most four attempts under way, and delays no other', async () => {
  const hanging = await Receiver.start();
  hanging.answer = hang;
  const slow = await givenWebhook(opened, hanging.url);
  for (let i = 0; i < 6; i++) await happened(opened, slow);
  const receiver = await Receiver.start();
  const webhook = await givenWebhook(opened, receiver.url);
  const dispatcher = dispatching(opened);
  await expect.poll(() => hanging.arrivals.length, WITHIN).toBe(4);
  const sequences = [await happened(opened, webhook), await happened(opened, webhook)];
  dispatcher.wake();
  await expect.poll(() => receiver.sequences.toSorted(), WITHIN).toEqual(sequences);
  expect(hanging.arrivals).toHaveLength(4);
  hanging.close();
});

test('what was under way when the process died is sent again under the same id', async () => {
  const receiver = await Receiver.start();
  const webhook = await givenWebhook(opened, receiver.url);
  await happened(opened, webhook);
  receiver.answer = hang;
  const before = dispatching(opened);
  await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(1);
  await before.stop();
  receiver.answer = status(200);
  dispatching(opened);
  await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(2);
  expect(receiver.arrivals[1]?.id).toBe(receiver.arrivals[0]?.id);
});

test('an event is sent again at once, whatever the types of the webhook', async () => {
  const receiver = await Receiver.start();
  const webhook = await givenWebhook(opened, receiver.url);
  await happened(opened, webhook);
  const dispatcher = dispatching(opened);
  await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(1);
  const { database } = opened.services;
  const at = opened.clock.now();
  await updateWebhook(opened.services, { ...webhook, types: ['order.ended'], by: 'reseller', at });
  const eventId = receiver.arrivals[0]?.id ?? '';
  await redeliver(database, { ...webhook, eventId, at });
  dispatcher.wake();
  await expect.poll(() => receiver.arrivals.map(({ id }) => id), WITHIN).toEqual([eventId, eventId]);
});

test('since a sequence on, all events of the types are sent again in their order', async () => {
  const receiver = await Receiver.start();
  const webhook = await givenWebhook(opened, receiver.url, { types: ['order.paused'] });
  const sequences: number[] = [];
  for (let i = 0; i < 70; i++) sequences.push(await happened(opened, webhook, { orderId: 1 }));
  await happened(opened, webhook, { type: 'order.ended' });
  const dispatcher = dispatching(opened);
  await expect.poll(() => receiver.sequences, WITHIN).toEqual(sequences);
  const [, second = 0] = sequences;
  const again = { ...webhook, sequence: second, at: opened.clock.now() };
  expect(await redeliverSince(opened.services.database, again)).toEqual({ count: 69, next: null });
  dispatcher.wake();
  await expect.poll(() => receiver.sequences.slice(70), WITHIN).toEqual(sequences.slice(1));
});

test('a test goes to the webhook whatever its types, and is in no log', async () => {
  const receiver = await Receiver.start();
  const webhook = await givenWebhook(opened, receiver.url, { types: ['order.ended'] });
  dispatching(opened);
  const id = await sendTest(opened.services.database, { ...webhook, at: opened.clock.now() });
  await expect
    .poll(() => receiver.arrivals, WITHIN)
    .toMatchObject([
      { id, body: { type: 'webhook.test', sequence: null, data: { webhook_id: webhook.webhookId } } },
    ]);
});

test('one that is switched off loses what waits, gets nothing, and begins with what happens when it is on again', async () => {
  const receiver = await Receiver.start();
  receiver.answer = status(500);
  const webhook = await givenWebhook(opened, receiver.url);
  await happened(opened, webhook);
  const dispatcher = dispatching(opened);
  await expect.poll(() => waitingOf(webhook), WITHIN).toMatchObject([{ attempts: 1 }]);
  const change = { ...webhook, by: 'reseller' as const };
  await updateWebhook(opened.services, { ...change, enabled: false, at: opened.clock.now() });
  expect(await waitingOf(webhook)).toEqual([]);
  receiver.answer = status(200);
  const missed = await happened(opened, webhook);
  dispatcher.wake();
  opened.clock.advance(HOUR_MS);
  await updateWebhook(opened.services, { ...change, enabled: true, at: opened.clock.now() });
  dispatcher.wake();
  await expect.poll(() => receiver.types.at(-1), WITHIN).toBe('webhook.enabled');
  expect(receiver.sequences).not.toContain(missed);
});

test('for 24 hours after a rotation both secrets sign, the new one first; then the new one alone', async () => {
  const receiver = await Receiver.start();
  const webhook = await givenWebhook(opened, receiver.url);
  const { secret: first } = webhook;
  const second = await rotateSecret(opened.services, { ...webhook, at: opened.clock.now() });
  const dispatcher = dispatching(opened);
  const signaturesOfNext = async () => {
    const before = receiver.arrivals.length;
    await happened(opened, webhook);
    dispatcher.wake();
    await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(before + 1);
    const { headers, text } = receiver.arrivals.at(-1) ?? expect.fail();
    const at = new Date(Number(headers['webhook-timestamp']) * SECOND_MS);
    const sign = (secret: string) => new Webhook(secret).sign(String(headers['webhook-id']), at, text);
    return { signatures: headers['webhook-signature'], sign };
  };
  const during = await signaturesOfNext();
  expect(during.signatures).toBe(`${during.sign(second)} ${during.sign(first)}`);
  opened.clock.advance(24 * HOUR_MS + 1);
  const after = await signaturesOfNext();
  expect(after.signatures).toBe(after.sign(second));
});

test('a new address takes over what waits, and is not held up by what another one has asked for', async () => {
  const receiver = await Receiver.start();
  receiver.answer = status(429, { 'retry-after': '3600' });
  const webhook = await givenWebhook(opened, receiver.url);
  const sequence = await happened(opened, webhook);
  const dispatcher = dispatching(opened);
  await expect.poll(() => webhookOf(webhook), WITHIN).toMatchObject({ heldUntil: expect.any(Date) });
  const other = await Receiver.start();
  const at = opened.clock.now();
  await updateWebhook(opened.services, { ...webhook, url: other.url, by: 'reseller', at });
  dispatcher.wake();
  await expect.poll(() => other.sequences, WITHIN).toEqual([sequence]);
  expect(await webhookOf(webhook)).toMatchObject({ heldUntil: null });
});

test('an event is sent when it is committed, and a new webhook begins at once', async () => {
  await followingDispatcher(opened);
  const receiver = await Receiver.start();
  for (let place = 1; place <= 3; place++) {
    const webhook = await givenWebhook(opened, receiver.url);
    await happened(opened, webhook);
    await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(2 * place - 1);
    await happened(opened, webhook);
    await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(2 * place);
  }
});

test('an event whose answer was not written down when the process died is sent again under the same id', async () => {
  const receiver = await Receiver.start();
  const webhook = await givenWebhook(opened, receiver.url);
  await happened(opened, webhook);
  await using lock = await holdLock(opened.databaseUrl, 'lock table webhook_attempts in exclusive mode');
  const before = dispatching(opened);
  await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(1);
  await before.stop();
  dispatching(opened);
  await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(2);
  await lock.release();
  expect(receiver.arrivals[1]?.id).toBe(receiver.arrivals[0]?.id);
});

test('at most 10,000 events are sent again, with where to go on, and no more while these wait', async () => {
  const { database } = opened.services;
  const webhook = await givenWebhook(opened, 'http://127.0.0.1:9/hook');
  const first = await happened(opened, webhook);
  await sql`select count(write_event(${webhook.resellerId}, 'order.paused', 'api', now(), 0, null, null)::text)
    from generate_series(1, 10000)`.execute(database.sql);
  const again = { ...webhook, sequence: first, at: opened.clock.now() };
  expect(await redeliverSince(database, again)).toEqual({ count: 10_000, next: first + 10_000 });
  expect(await waitingOf(webhook)).toHaveLength(10_000);
  await expect(redeliverSince(database, again)).rejects.toThrow('has 10000 events that wait');
  await deleteWebhook(database, webhook);
});

test('an event that is to be sent again before it was sent is sent as often as it has to be, whatever fails', async () => {
  const receiver = await Receiver.start();
  receiver.answer = status(500);
  const webhook = await givenWebhook(opened, receiver.url);
  const sequences: number[] = [];
  for (let i = 0; i < 40; i++) sequences.push(await happened(opened, webhook));
  const [first = 0] = sequences;
  const again = { ...webhook, sequence: first, at: opened.clock.now() };
  expect(await redeliverSince(opened.services.database, again)).toEqual({ count: 40, next: null });
  dispatching(opened);
  await expect
    .poll(async () => (await waitingOf(webhook)).filter(({ attempts }) => attempts > 0), WITHIN)
    .toHaveLength(40);
  expect(new Set(receiver.sequences)).toEqual(new Set(sequences));
});

test('one that fails, and has 10,000 events that wait, reads on only when it has succeeded', async () => {
  const receiver = await Receiver.start();
  const answers: (() => void)[] = [];
  receiver.answer = (response) => answers.push(() => response.end());
  const webhook = await givenWebhook(opened, receiver.url);
  const { sql: db } = opened.services.database;
  const now = opened.clock.now();
  await sendTest(opened.services.database, { ...webhook, at: now });
  await sql`update webhooks set failing_since = ${now} where id = ${webhook.webhookId}`.execute(db);
  await sql`insert into webhook_waiting
    select ${webhook.resellerId}, ${webhook.webhookId}, gen_random_uuid(), false, 1, null, 3, ${now}::timestamptz + interval '1 day'
    from generate_series(2, 10000)`.execute(db);
  const sequence = await happened(opened, webhook);
  dispatching(opened);
  await expect.poll(() => receiver.sequences, WITHIN).toEqual([null]);
  const other = await Receiver.start();
  await happened(opened, await givenWebhook(opened, other.url));
  await expect.poll(() => other.arrivals.length, WITHIN).toBe(1);
  expect(receiver.sequences).toEqual([null]);
  receiver.answer = status(204);
  for (const answer of answers) answer();
  await expect.poll(() => receiver.sequences, WITHIN).toEqual([null, sequence]);
});
