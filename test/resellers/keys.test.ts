import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listResellers, showReseller } from '../../src/billing/resellers.ts';
import { newApiKey, updateKey } from '../../src/resellers/keys.ts';
import { setThreshold } from '../../src/resellers/resellers.ts';
import { givenKeys, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

test('a key ends with the CRC-32 of its random characters, in base62', () => {
  const [, random = '', checksum = ''] = /^prk_([0-9A-Za-z]{36})([0-9A-Za-z]{6})$/.exec(newApiKey()) ?? [];
  const number = [...checksum].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
  expect(number).toBe(crc32(random));
});

test('the database has the key’s hash and beginning, and nothing that it could be had from', async () => {
  const { keyId, apiKey } = await givenReseller(opened.services);
  const { rows } = await sql`select * from api_keys where id = ${keyId}`.execute(
    opened.services.database.sql,
  );
  expect(rows).toMatchObject([{ prefix: apiKey.slice(0, 8) }]);
  expect(JSON.stringify(rows)).not.toContain(apiKey.slice(0, 9));
});

test.each([
  ['203.0.113.9', '203.0.113.9/32'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['::ffff:203.0.113.9', '203.0.113.9/32'],
  ['::FFFF:203.0.113.0/120', '203.0.113.0/24'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['2001:DB8::/32', '2001:db8::/32'],
  ['::/0', '::/0'],
])('the network %s is kept as %s', async (written, kept) => {
  const { services } = opened;
  const { keyId, resellerId } = await givenReseller(services);
  await updateKey(services.database, { keyId, allowedIps: [written] });
  const { keys } = await showReseller(services.database.sql, resellerId);
  expect(keys).toMatchObject([{ allowedIps: [kept] }]);
});

test.each([
  '',
  'localhost',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.010',
  '203.0.113.0/33',
  '203.0.113.0/-1',
  '203.0.113.0/',
  '203.0.113.0/24/24',
  '203.0.113.9/24',
  '2001:db8::1/32',
  '2001:db8::/129',
  '::ffff:203.0.113.0/24',
  'fe80::1%eth0',
  ' 203.0.113.9',
])('"%s" is no network, and the list stays as it was', async (written) => {
  const { services } = opened;
  const { keyId, resellerId } = await givenReseller(services, { allowedIps: ['192.0.2.1'] });
  const setting = updateKey(services.database, { keyId, allowedIps: ['198.51.100.1', written] });
  await expect(setting).rejects.toMatchObject({ code: 'invalid_request' });
  const { keys } = await showReseller(services.database.sql, resellerId);
  expect(keys).toMatchObject([{ allowedIps: ['192.0.2.1/32'] }]);
});

test('a key takes 100 networks and no more', async () => {
  const { database } = opened.services;
  const { keyId } = await givenReseller(opened.services);
  const networks = Array.from({ length: 101 }, (_, i) => `10.0.${i}.0/24`);
  expect((await updateKey(database, { keyId, allowedIps: networks.slice(1) })).allowedIps).toHaveLength(100);
  await expect(updateKey(database, { keyId, allowedIps: networks })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('100'),
  });
});

test('changing one key leaves the others of the reseller alone', async () => {
  const { services } = opened;
  const { keyId, resellerId } = await givenReseller(services, {
    allowedIps: ['10.0.0.0/8', '2001:db8::/32'],
  });
  await givenKeys(services, resellerId, 1);
  await updateKey(services.database, { keyId, disabled: true });
  const { keys } = await showReseller(services.database.sql, resellerId);
  expect(keys).toMatchObject([
    { id: keyId, disabled: true, allowedIps: ['10.0.0.0/8', '2001:db8::/32'] },
    { disabled: false, allowedIps: [] },
  ]);
});

test('resellers are listed oldest first, page by page', async () => {
  const client = opened.services.database.sql;
  const ids = [await givenReseller(opened.services), await givenReseller(opened.services)].map(
    (given) => given.resellerId,
  );
  const all = await listResellers(client, { limit: 1_000, offset: 0 });
  expect(all.map(({ id }) => id).slice(-2)).toEqual(ids);
  const last = await listResellers(client, { limit: 1, offset: all.length - 1 });
  expect(last.map(({ id }) => id)).toEqual(ids.slice(-1));
});

test.each([-1, 0.5, 1_000_001, Number.NaN])('%d is no threshold', async (usd) => {
  const { resellerId } = await givenReseller(opened.services);
  await expect(setThreshold(opened.services.database, { resellerId, usd })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
