import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listWebhooks, MAX_WEBHOOKS } from '../../src/webhooks/webhooks.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { signedIn } from '../support/console.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { dispatching, Receiver } from './fixture.ts';

const MINUTE_MS = 60_000;
const WITHIN = { timeout: 10_000, interval: 20 };
const URL = 'http://127.0.0.1:9/hook';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});

interface Shown {
  id: string;
  url: string;
  types: string[];
  description: string | null;
  enabled: boolean;
  offReason: string | null;
  oldSecretUntil: string | null;
}

interface Answered {
  __typename: string;
  code?: string;
  message?: string;
  fields?: { path: string[]; message: string }[];
  webhook?: Shown;
  secret?: string;
  eventId?: string;
  count?: number;
  webhookId?: string;
}

const WEBHOOK = 'webhook { id url types description enabled offReason oldSecretUntil }';
const SHOWN: Record<string, string> = {
  createWebhook: `secret ${WEBHOOK}`,
  updateWebhook: WEBHOOK,
  rotateWebhookSecret: `secret ${WEBHOOK}`,
  deleteWebhook: 'webhookId',
  sendTestEvent: `eventId ${WEBHOOK}`,
  redeliver: 'eventId',
  redeliverSince: 'count next',
};
const ERROR = '... on Error { code message } ... on InvalidInputError { fields { path message } }';

/** What a mutation answers to the reseller's key, or to another sender. */
async function send(
  name: keyof typeof SHOWN & string,
  input: object,
  ask: (query: string, variables: object) => ReturnType<typeof sendGraphql<{ it: Answered }>> = (...sent) =>
    sendGraphql(service.url, reseller.apiKey, ...sent),
): Promise<Answered> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const query = `mutation ($input: ${type}Input!) { it: ${name}(input: $input) {
    __typename ... on ${type}Success { ${SHOWN[name]} } ${ERROR} } }`;
  const { body, text } = await ask(query, { input });
  if (!body.data) throw new Error(text);
  return body.data.it;
}

const created = async (input: object = {}) =>
  (await send('createWebhook', { url: URL, ...input })).webhook?.id ?? '';

async function toldOf({ resellerId }: { resellerId: number }) {
  const { rows } = await sql<{ type: string; facts: string }>`
    select type, facts from events where reseller_id = ${resellerId} and type like 'webhook.%' order by sequence`.execute(
    service.services.database.sql,
  );
  return rows.map(({ type, facts }) => [type, JSON.parse(facts).reason]);
}

test('a new webhook’s secret is in the answer and nowhere else, also not in the database', async () => {
  const made = await send('createWebhook', { url: URL, types: ['order.created'], description: 'Shop' });
  expect(made).toMatchObject({
    __typename: 'CreateWebhookSuccess',
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    webhook: { url: URL, types: ['order.created'], description: 'Shop', enabled: true, offReason: null },
  });
  const key = (made.secret ?? '').slice('whsec_'.length);
  const { rows } = await sql<{
    line: string;
  }>`select webhooks::text as line, encode(secrets, 'base64') from webhooks`.execute(
    service.services.database.sql,
  );
  for (const secret of [key, Buffer.from(key, 'base64').toString('hex'), Buffer.from(key).toString('hex')])
    expect(JSON.stringify(rows)).not.toContain(secret);
  const listed = await sendGraphql(service.url, reseller.apiKey, `{ viewer { webhooks { id types } } }`);
  expect(listed.body.data).toEqual({
    viewer: { webhooks: [{ id: made.webhook?.id, types: ['order.created'] }] },
  });
  const node = await sendGraphql(
    service.url,
    reseller.apiKey,
    `{ node(id: "${made.webhook?.id}") { __typename } }`,
  );
  expect(node.body.data).toEqual({ node: { __typename: 'Webhook' } });
});

test('a reseller has ten webhooks at most, of one address if it likes, also when it makes them at once', async () => {
  const asked = Array.from({ length: MAX_WEBHOOKS + 1 }, () => send('createWebhook', { url: URL }));
  const codes = (await Promise.all(asked)).map(({ code }) => code);
  expect(codes.filter((code) => code === 'INVALID_REQUEST')).toHaveLength(1);
  expect(codes.filter((code) => code === undefined)).toHaveLength(MAX_WEBHOOKS);
});

test.each([
  [{ url: 'http://shop.example/' }, 'INVALID_WEBHOOK_URL', ['url'], 'must begin with https://'],
  [{ url: 'https://10.0.0.1/' }, 'INVALID_WEBHOOK_URL', ['url'], 'must lead to public addresses only'],
  [{ types: ['order.created', 'order.maybe'] }, 'INVALID_REQUEST', ['types', '1'], 'is no type of events'],
  [{ types: ['webhook.test'] }, 'INVALID_REQUEST', ['types', '0'], 'is no type of events'],
  [
    { description: 'x'.repeat(201) },
    'INVALID_REQUEST',
    ['description'],
    'must be at most 200 characters long',
  ],
])(
  '%j is refused with %s, for a new webhook and for one that is there',
  async (input, code, path, message) => {
    const id = await created();
    for (const answer of [
      await send('createWebhook', { url: URL, ...input }),
      await send('updateWebhook', { id, ...input }),
    ])
      expect(answer).toMatchObject({ code, fields: [{ path, message: expect.stringContaining(message) }] });
  },
);

test('a change leaves what it does not name, and null or no types are all types', async () => {
  const id = await created({ types: ['order.created'], description: 'Shop' });
  const change = async (input: object) => (await send('updateWebhook', { id, ...input })).webhook;
  expect(await change({ url: `${URL}/2` })).toMatchObject({
    url: `${URL}/2`,
    types: ['order.created'],
    description: 'Shop',
    enabled: true,
  });
  expect(await change({ types: null })).toMatchObject({ types: [], description: 'Shop' });
  expect(await change({ types: ['order.ended'], description: '' })).toMatchObject({
    types: ['order.ended'],
    description: null,
  });
  expect(await change({ types: [] })).toMatchObject({ types: [] });
});

test('switching off and on is told in the log, once each, with who did it', async () => {
  const id = await created();
  for (const enabled of [true, false, false])
    expect((await send('updateWebhook', { id, enabled })).webhook).toMatchObject({
      enabled,
      offReason: enabled ? null : 'RESELLER',
    });
  await send('updateWebhook', { id, enabled: true });
  expect(await toldOf(reseller)).toEqual([
    ['webhook.disabled', 'reseller'],
    ['webhook.enabled', 'reseller'],
  ]);
});

test('what the operator has switched off the operator switches on', async () => {
  const id = await created();
  const operator = operatorOn(service);
  const which = ['--reseller', String(reseller.resellerId), '--webhook', id.slice('webhook:'.length)];
  expect((await operator('webhook', 'disable', ...which)).result).toMatchObject({ enabled: false });
  const listed = await operator('webhook', 'list', '--reseller', String(reseller.resellerId));
  expect(listed.result).toMatchObject({ webhooks: [{ url: URL, offReason: 'operator' }] });
  expect(listed.stdout).not.toMatch(/secret/i);
  expect(await send('updateWebhook', { id, enabled: true })).toMatchObject({
    fields: [{ path: ['enabled'] }],
  });
  expect((await operator('webhook', 'enable', ...which)).result).toMatchObject({ enabled: true });
  expect((await send('updateWebhook', { id })).webhook).toMatchObject({ enabled: true });
  expect((await operator('webhook', 'enable', ...which.with(-1, '999999'))).error).toMatchObject({
    code: 'webhook_not_found',
  });
});

test('the console needs a fresh sign-in for a secret, and for nothing else', async () => {
  const session = await signedIn(service, reseller.resellerId);
  const inConsole = (...sent: [string, object]) => session.ask<{ it: Answered }>(...sent);
  const { webhook: { id = '' } = {} } = await send('createWebhook', { url: URL }, inConsole);
  expect(id).toMatch(/^webhook:\d+$/);
  service.clock.advance(15 * MINUTE_MS);
  expect(await send('createWebhook', { url: URL }, inConsole)).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  expect(await send('rotateWebhookSecret', { id }, inConsole)).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  expect(await send('updateWebhook', { id, enabled: true }, inConsole)).toHaveProperty('webhook');
  expect(await send('sendTestEvent', { id }, inConsole)).toHaveProperty('eventId');
  expect(await send('deleteWebhook', { id }, inConsole)).toEqual({
    __typename: 'DeleteWebhookSuccess',
    webhookId: id,
  });
});

test('a rotation shows another secret, and says until when the old one signs', async () => {
  const first = await send('createWebhook', { url: URL });
  const id = first.webhook?.id;
  const second = await send('rotateWebhookSecret', { id });
  expect(second.secret).not.toBe(first.secret);
  const until = new Date(second.webhook?.oldSecretUntil ?? '').getTime() - service.clock.now().getTime();
  expect(until / MINUTE_MS).toBeCloseTo(24 * 60, 0);
  service.clock.advance(24 * 60 * MINUTE_MS);
  expect((await send('updateWebhook', { id })).webhook?.oldSecretUntil).toBeNull();
});

test('nothing is sent to one that is off, and the refusal says so', async () => {
  const id = await created();
  await send('updateWebhook', { id, enabled: false });
  const message = expect.stringContaining('switched off');
  expect(await send('sendTestEvent', { id })).toMatchObject({ fields: [{ message }] });
  expect(await send('redeliverSince', { webhookId: id, sequence: 1 })).toMatchObject({
    fields: [{ message }],
  });
});

test('an event of another reseller, and one that never was, are not sent again', async () => {
  const webhookId = await created();
  const other = await givenReseller(service.services);
  const { database, clock } = service.services;
  await sql`select write_event(${other.resellerId}, 'order.paused', 'api', ${clock.now()}, 0, null, null)`.execute(
    database.sql,
  );
  const test = await send('sendTestEvent', { id: webhookId });
  for (const eventId of ['evt_1', '', test.eventId])
    expect(await send('redeliver', { webhookId, eventId })).toMatchObject({
      fields: [{ path: ['eventId'] }],
    });
});

test('deliveries are paged by events, the newest first, each with its attempts', async () => {
  const receiver = await Receiver.start();
  const id = await created({ url: receiver.url });
  dispatching(service);
  const sent: string[] = [];
  for (let i = 0; i < 3; i++) {
    sent.unshift((await send('sendTestEvent', { id })).eventId ?? '');
    await expect.poll(() => receiver.arrivals.length, WITHIN).toBe(i + 1);
  }
  const page = async (page: string) => {
    const { body, text } = await sendGraphql<{
      viewer: { webhooks: { deliveries: { edges: { node: object }[]; pageInfo: { endCursor: string } } }[] };
    }>(
      service.url,
      reseller.apiKey,
      `{ viewer { webhooks { deliveries(${page}) { edges { node { eventId isTest nextAttemptAt
        attempts { at status durationMs bytes error } } } pageInfo { hasNextPage endCursor } } } } }`,
    );
    const deliveries = body.data?.viewer.webhooks[0]?.deliveries;
    if (!deliveries) throw new Error(text);
    return deliveries;
  };
  const attempts = [{ status: 204, bytes: 0, error: null }];
  const nodes = sent.map((eventId) => ({ node: { eventId, isTest: true, nextAttemptAt: null, attempts } }));
  await expect
    .poll(() => page('first: 5'), WITHIN)
    .toMatchObject({ edges: nodes, pageInfo: { hasNextPage: false } });
  const first = await page('first: 2');
  expect(first).toMatchObject({ edges: nodes.slice(0, 2), pageInfo: { hasNextPage: true } });
  expect(await page(`first: 2, after: "${first.pageInfo.endCursor}"`)).toMatchObject({
    edges: nodes.slice(2),
  });
  await expect(page('first: 0')).rejects.toThrow('must be from 1 to 200');
  await expect(page('after: "x"')).rejects.toThrow('must be a cursor');
});

test('what waits for a webhook ends with it', async () => {
  const id = await created();
  await send('sendTestEvent', { id });
  await send('deleteWebhook', { id });
  const { rows } = await sql`select from webhook_waiting where reseller_id = ${reseller.resellerId}`.execute(
    service.services.database.sql,
  );
  expect(rows).toEqual([]);
  expect(await send('deleteWebhook', { id })).toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
  expect((await listWebhooks(service.services.database.sql, [reseller.resellerId])).size).toBe(0);
});
