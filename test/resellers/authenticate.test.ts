import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApiKey } from '../../src/resellers/api-key.ts';
import { disableApi, enableApi } from '../../src/resellers/api-switch.ts';
import { authenticate } from '../../src/resellers/authenticate.ts';
import { reissueKey } from '../../src/resellers/reissue-key.ts';
import { setAllowedIps } from '../../src/resellers/set-allowed-ips.ts';
import { setKeyDisabled } from '../../src/resellers/set-key-disabled.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
/** The same database as another process sees it. */
let other: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
  const { databaseUrl, credentialsKey, sandbox } = opened;
  other = await openServices({ databaseUrl, credentialsKey, sandbox });
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

const enter = (apiKey: string | undefined, ip: string | undefined = '192.0.2.1') =>
  authenticate(other.services.database.sql, apiKey, ip);

test('a key leads to its reseller and price list', async () => {
  const { resellerId, keyId, apiKey } = await givenReseller(opened.services, { priceList: 'wholesale' });
  expect(await enter(apiKey)).toEqual({ resellerId, keyId, priceList: 'wholesale' });
});

test('what is not a key, or nobody’s key, is refused alike', async () => {
  const { apiKey } = await givenReseller(opened.services);
  const mistyped = apiKey.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
  for (const key of [undefined, '', 'prk_', mistyped, ` ${apiKey}`, `${apiKey}\n`, newApiKey()]) {
    await expect(enter(key)).rejects.toMatchObject({ code: 'unauthorized' });
  }
});

test('a reissued key takes the place of the old one at once, in every process', async () => {
  const { database } = opened.services;
  const { keyId, apiKey, resellerId } = await givenReseller(opened.services);
  await setAllowedIps(database, { keyId, allowedIps: ['192.0.2.0/24'] });
  await enter(apiKey);
  const reissued = await reissueKey(database, { keyId, at: new Date() });
  await expect(enter(apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await enter(reissued.apiKey)).toMatchObject({ resellerId, keyId });
  await expect(enter(reissued.apiKey, '198.51.100.1')).rejects.toMatchObject({ code: 'ip_not_allowed' });
});

test('a disabled key is refused at once until it is enabled, also when it is reissued meanwhile', async () => {
  const { database } = opened.services;
  const { keyId, apiKey } = await givenReseller(opened.services);
  await setKeyDisabled(database, { keyId, disabled: true });
  await expect(enter(apiKey)).rejects.toMatchObject({ code: 'key_disabled' });
  const reissued = await reissueKey(database, { keyId, at: new Date() });
  await expect(enter(reissued.apiKey)).rejects.toMatchObject({ code: 'key_disabled' });
  await setKeyDisabled(database, { keyId, disabled: false });
  expect(await enter(reissued.apiKey)).toMatchObject({ keyId });
});

test.each([
  { allowed: [], ip: '192.0.2.1', enters: true },
  { allowed: [], ip: undefined, enters: true },
  { allowed: ['192.0.2.1'], ip: '192.0.2.1', enters: true },
  { allowed: ['192.0.2.1'], ip: '::ffff:192.0.2.1', enters: true },
  { allowed: ['192.0.2.1'], ip: '192.0.2.2', enters: false },
  { allowed: ['192.0.2.1'], ip: undefined, enters: false },
  { allowed: ['192.0.2.1'], ip: 'unix:', enters: false },
  { allowed: ['198.51.100.7', '192.0.2.0/24'], ip: '192.0.2.255', enters: true },
  { allowed: ['192.0.2.0/24'], ip: '192.0.3.0', enters: false },
  { allowed: ['0.0.0.0/0'], ip: '2001:db8::1', enters: false },
  { allowed: ['::ffff:192.0.2.0/120'], ip: '192.0.2.200', enters: true },
  { allowed: ['2001:db8::/32'], ip: '2001:db8:ffff::1', enters: true },
  { allowed: ['2001:db8::/32'], ip: '2001:db9::1', enters: false },
  { allowed: ['fe80::/10'], ip: 'fe80::1%eth0', enters: true },
])('a key for $allowed used from $ip: $enters', async ({ allowed, ip, enters }) => {
  const { keyId, apiKey } = await givenReseller(opened.services, { allowedIps: allowed });
  const entering = authenticate(other.services.database.sql, apiKey, ip);
  await (enters
    ? expect(entering).resolves.toMatchObject({ keyId })
    : expect(entering).rejects.toMatchObject({ code: 'ip_not_allowed' }));
});

test('a disabled key is told so before its address is looked at', async () => {
  const { keyId, apiKey } = await givenReseller(opened.services, { allowedIps: ['198.51.100.1'] });
  await setKeyDisabled(opened.services.database, { keyId, disabled: true });
  await expect(enter(apiKey)).rejects.toMatchObject({ code: 'key_disabled' });
});

test('a closed API tells everybody so, with a key or without', async () => {
  // Nobody else may find this database closed.
  await using stack = new AsyncDisposableStack();
  const alone = await openServices({ sandbox: opened.sandbox });
  stack.defer(() => alone.close());
  const { apiKey } = await givenReseller(alone.services);
  const { sql } = alone.services.database;
  await disableApi(sql, 'Back at noon.');
  for (const key of [apiKey, undefined]) {
    await expect(authenticate(sql, key, '192.0.2.1')).rejects.toMatchObject({
      code: 'api_disabled',
      message: 'Back at noon.',
    });
  }
  await enableApi(sql);
  await authenticate(sql, apiKey, '192.0.2.1');
});
