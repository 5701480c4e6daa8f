import { describe, expect, test } from 'vitest';
import { UpstreamServer } from '../support/upstream-server.ts';
import { openDialler, secretOf } from './open-dialler.ts';
import { type Arrived, VERIFIERS } from './verifiers.ts';

const BODY = JSON.stringify({
  type: 'order.created',
  data: { label: 'Grüße, 世界 👋', amount_usd: '-1.50' },
});
/** Receivers take what is up to 5 minutes old. */
const TOO_OLD_MS = 5 * 60_000 + 30_000;

const whsec = (number: number) => `whsec_${secretOf(number).toString('base64')}`;

/** What arrives of an event that is signed by these secrets. */
async function delivered(numbers: readonly number[], at = new Date()): Promise<Arrived> {
  await using server = await UpstreamServer.start();
  await using wire = openDialler({ isSandboxed: true });
  const attempt = await wire.post(server.url, { body: BODY, at, secrets: numbers.map(secretOf) });
  expect(attempt).toMatchObject({ error: null, status: 200 });
  return server.received[0] as unknown as Arrived;
}

test('a delivery is a POST of JSON with the headers of Standard Webhooks', async () => {
  await using server = await UpstreamServer.start();
  await using wire = openDialler({ isSandboxed: true });
  await wire.post(`${server.url}/hooks?shop=1`, { body: BODY, at: new Date('2026-11-29T10:00:00.900Z') });
  expect(server.received).toMatchObject([
    {
      method: 'POST',
      path: '/hooks',
      query: { shop: '1' },
      body: BODY,
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'evt_1',
        'webhook-timestamp': '1795946400',
        'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      },
    },
  ]);
});

test('during a rotation the new secret signs first, and the old one beside it', async () => {
  const at = new Date();
  const [both, first, second] = [
    await delivered([2, 1], at),
    await delivered([2], at),
    await delivered([1], at),
  ];
  const signatures = [first, second].map(({ headers }) => headers['webhook-signature']);
  expect(both.headers['webhook-signature']).toBe(signatures.join(' '));
});

describe.each(VERIFIERS)('the verifier %s', (name, verify) => {
  if (!verify) {
    test(`is missing: ${name} is not installed, so what is sent is NOT VERIFIED by it`, ({ skip }) => skip());
    return;
  }

  test('accepts a delivery', async () => {
    expect(await verify(whsec(1), await delivered([1]))).toBeUndefined();
  });

  test('accepts a delivery of a rotation by either secret', async () => {
    const arrived = await delivered([2, 1]);
    expect(await verify(whsec(1), arrived)).toBeUndefined();
    expect(await verify(whsec(2), arrived)).toBeUndefined();
  });

  test('refuses another secret', async () => {
    expect(await verify(whsec(3), await delivered([2, 1]))).toMatch(/signature/);
  });

  test('refuses a delivery of which one byte was changed', async () => {
    const arrived = await delivered([1]);
    for (const body of [arrived.body.replace('-1.50', '-1.51'), `${arrived.body} `])
      expect(await verify(whsec(1), { ...arrived, body })).toMatch(/signature/);
    const headers = { ...arrived.headers, 'webhook-id': 'evt_2' };
    expect(await verify(whsec(1), { ...arrived, headers })).toMatch(/signature/);
  });

  test('refuses a delivery whose timestamp is old, or was made younger', async () => {
    const arrived = await delivered([1], new Date(Date.now() - TOO_OLD_MS));
    expect(await verify(whsec(1), arrived)).toMatch(/timestamp/);
    const headers = { ...arrived.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    expect(await verify(whsec(1), { ...arrived, headers })).toMatch(/signature/);
  });
});
