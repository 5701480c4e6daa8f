import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient } from '../support/rest-client.ts';
import { type Program, startProgram } from './program.ts';

const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

let program: Program;
let client: Client;
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const listed = (...keys: Buffer[]) => keys.map((key) => key.toString('base64')).join(',');

beforeAll(async () => {
  program = await startProgram({ CREDENTIALS_KEY: undefined, CREDENTIALS_KEYS: listed(oldKey, newKey) });
  client = new Client(program.databaseUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await program.stop();
});

const isRetired = async () => {
  const { rows } = await client.query<{ count: number }>(
    'select count(retired_at)::int from credentials_keys',
  );
  return rows[0]?.count === 1;
};

test('a process that was left behind with the old key first, and sells on after the key was taken out of use, ends itself, and all that it has sold is read with the new key alone', async () => {
  const { resellerId, rest } = await program.givenCustomer();
  const bought = new Map<number, unknown>();
  const buy = async () => {
    const { status, body } = await rest.post<{ id: number; proxies: unknown }>('/v1/orders', PURCHASE);
    if (status === 201) bought.set(body.id, body.proxies);
  };
  await buy();
  expect(bought.size).toBe(1);
  program.env['CREDENTIALS_KEYS'] = listed(newKey, oldKey);
  const rotating = program.operator('rotate-credentials');
  await expect.poll(isRetired).toBe(true);
  let hasEnded = false;
  while (!hasEnded)
    await buy().catch(() => {
      hasEnded = true;
    });
  expect(await rotating).toMatchObject({ ok: true });
  expect(await program.end('SIGINT')).toBe(1);
  expect(program.logged()).toContainEqual(
    expect.objectContaining({
      level: 60,
      err: expect.objectContaining({ message: expect.stringContaining('out of use') }),
    }),
  );

  program.env['CREDENTIALS_KEYS'] = listed(newKey);
  await program.startAgain();
  // Another key, with a rate of its own: the first one's was used up by buying.
  const created = await program.operator('key', 'create', '--reseller', resellerId);
  await program.operator('reseller', 'rate-limit', '--key', String(created['keyId']), '--per-minute', '600');
  const again = restClient(program.url, String(created['apiKey']));
  for (const [id, proxies] of bought)
    expect((await again.get(`/v1/orders/${id}`)).body).toMatchObject({ proxies });
});
