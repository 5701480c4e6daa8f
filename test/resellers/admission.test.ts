import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  ANONYMOUS_LIMITS,
  admit,
  admitAnonymous,
  authenticate,
  closeApiFor,
  disableApi,
  enableApi,
  openApiAfter,
  presentedKeyOf,
} from '../../src/resellers/admission.ts';
import { listKeys, newApiKey, reissueKey, updateKey } from '../../src/resellers/keys.ts';
import { NetworkPace, NetworkRate } from '../../src/resellers/networks.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

let opened: OpenedServices;
/** The same database as another process sees it. */
let other: OpenedServices;
let statements: Statements;

beforeAll(async () => {
  opened = await openServices();
  statements = recordStatements();
  const { databaseUrl, credentialsKey, sandbox } = opened;
  const { onPoolCreated } = statements;
  other = await openServices({ databaseUrl, credentialsKey, sandbox, onPoolCreated });
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

/** The rate of what comes without a key. */
const rate = new NetworkRate(ANONYMOUS_LIMITS);
const callerOf = async (apiKey: string | undefined, ip: string | undefined = '192.0.2.1') =>
  (await admit(other.services.database.sql, presentedKeyOf(apiKey, ip), 1)).caller;
const logOf = async (keyId: number) =>
  opened.services.database.sql.selectFrom('rate_windows').selectAll().where('key_id', '=', keyId).execute();

test('a key leads to its reseller, price list and the version of the catalog', async () => {
  const { resellerId, keyId, apiKey } = await givenReseller(opened.services, { priceList: 'wholesale' });
  const { catalog_version: catalogVersion } = await opened.services.database.sql
    .selectFrom('service_state')
    .select('catalog_version')
    .executeTakeFirstOrThrow();
  expect(await callerOf(apiKey)).toEqual({
    resellerId,
    credential: { kind: 'key', id: keyId, revision: 0 },
    priceList: 'wholesale',
    catalogVersion,
    writtenTo: null,
  });
});

test('a malformed key and an unknown one are refused in the same way', async () => {
  const { apiKey } = await givenReseller(opened.services);
  const mistyped = apiKey.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
  for (const key of [undefined, '', 'prk_', mistyped, ` ${apiKey}`, `${apiKey}\n`, newApiKey()]) {
    await expect(callerOf(key)).rejects.toMatchObject({ code: 'unauthorized' });
  }
});

test('a reissued key takes the place of the old one at once, in every process', async () => {
  const { database } = opened.services;
  const { keyId, apiKey, resellerId } = await givenReseller(opened.services);
  await updateKey(database, { keyId, allowedIps: ['192.0.2.0/24'] });
  await callerOf(apiKey);
  const reissued = await reissueKey(database, { keyId, at: new Date() });
  await expect(callerOf(apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await callerOf(reissued.apiKey)).toMatchObject({ resellerId, credential: { id: keyId } });
  await expect(callerOf(reissued.apiKey, '198.51.100.1')).rejects.toMatchObject({ code: 'ip_not_allowed' });
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const endOverlap = (keyId: number) =>
  sql`update api_keys set old_until = clock_timestamp() where id = ${keyId}`.execute(
    opened.services.database.sql,
  );

test('a key that is reissued with an overlap works with both secrets, each with its revision, until the old one ends', async () => {
  const { database } = opened.services;
  const { keyId, apiKey, resellerId } = await givenReseller(opened.services);
  const at = new Date();
  const reissued = await reissueKey(database, { keyId, overlapHours: 24, at });
  expect(reissued.oldSecretUntil).toEqual(new Date(at.getTime() + 24 * 3_600_000));
  expect(await callerOf(reissued.apiKey)).toMatchObject({
    resellerId,
    credential: { id: keyId, revision: 1 },
  });
  expect(await callerOf(apiKey)).toMatchObject({ resellerId, credential: { id: keyId, revision: 0 } });
  const presented = [apiKey, reissued.apiKey].map((key) => presentedKeyOf(key, '192.0.2.1'));
  expect(await authenticate(database.sql, presented)).toMatchObject([
    { credential: { id: keyId, revision: 0 } },
    { credential: { id: keyId, revision: 1 } },
  ]);
  const listed = (await listKeys(database.sql, [resellerId])).get(resellerId);
  expect(listed).toMatchObject([
    {
      prefix: reissued.apiKey.slice(0, 8),
      oldSecret: { prefix: apiKey.slice(0, 8), until: reissued.oldSecretUntil },
    },
  ]);
  await endOverlap(keyId);
  await expect(callerOf(apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
  expect((await authenticate(database.sql, presented))[0]).toMatchObject({ code: 'unauthorized' });
  expect(await callerOf(reissued.apiKey)).toMatchObject({ credential: { id: keyId } });
  expect((await listKeys(database.sql, [resellerId])).get(resellerId)).toMatchObject([{ oldSecret: null }]);
});

test('both secrets of a key share its rate, its networks and its state', async () => {
  const { database } = opened.services;
  const { keyId, apiKey } = await givenReseller(opened.services, { allowedIps: ['192.0.2.0/24'] });
  const { apiKey: next } = await reissueKey(database, { keyId, overlapHours: 1, at: new Date() });
  await callerOf(apiKey);
  await callerOf(next);
  const { window } = await admit(other.services.database.sql, presentedKeyOf(apiKey, '192.0.2.1'), 1);
  expect(window.remaining).toBe(57);
  for (const secret of [apiKey, next])
    await expect(callerOf(secret, '198.51.100.1')).rejects.toMatchObject({ code: 'ip_not_allowed' });
});

test('an old secret ends with the next reissue and when the key is disabled, and does not come back', async () => {
  const { database } = opened.services;
  const { keyId, apiKey } = await givenReseller(opened.services);
  const { apiKey: second } = await reissueKey(database, { keyId, overlapHours: 72, at: new Date() });
  const { apiKey: third } = await reissueKey(database, { keyId, overlapHours: 72, at: new Date() });
  await expect(callerOf(apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await callerOf(second)).toMatchObject({ credential: { id: keyId, revision: 1 } });
  await updateKey(database, { keyId, disabled: true });
  await updateKey(database, { keyId, disabled: false });
  await expect(callerOf(second)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await callerOf(third)).toMatchObject({ credential: { id: keyId } });
  await reissueKey(database, { keyId, overlapHours: 72, at: new Date() });
  const { apiKey: last } = await reissueKey(database, { keyId, at: new Date() });
  await expect(callerOf(third)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await callerOf(last)).toMatchObject({ credential: { id: keyId } });
});

test('a process of the version before, which knows no overlap, ends an old secret when it reissues the key', async () => {
  const { database } = opened.services;
  const { keyId, apiKey } = await givenReseller(opened.services);
  await reissueKey(database, { keyId, overlapHours: 72, at: new Date() });
  await sql`update api_keys set hash = sha256('another'), prefix = 'prk_anot', issued_at = ${inHours(0)}
    where id = ${keyId}`.execute(database.sql);
  await expect(callerOf(apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
});

test.each([-1, 0.5, 73, Number.NaN])(
  'an overlap of %s hours is refused, and the key stays as it was',
  async (overlapHours) => {
    const { keyId, apiKey } = await givenReseller(opened.services);
    const reissuing = reissueKey(opened.services.database, { keyId, overlapHours, at: new Date() });
    await expect(reissuing).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await callerOf(apiKey)).toMatchObject({ credential: { revision: 0 } });
  },
);

test('a request with an old secret is admitted in one statement, too', async () => {
  const { database } = opened.services;
  const { keyId, apiKey } = await givenReseller(opened.services);
  await reissueKey(database, { keyId, overlapHours: 72, at: new Date() });
  const sent = await statements.during(async () => void (await callerOf(apiKey)));
  expect(sent).toHaveLength(1);
});

test('a disabled key is refused at once until it is enabled, also when it is reissued meanwhile', async () => {
  const { database } = opened.services;
  const { keyId, apiKey } = await givenReseller(opened.services);
  await updateKey(database, { keyId, disabled: true });
  await expect(callerOf(apiKey)).rejects.toMatchObject({ code: 'key_disabled' });
  const reissued = await reissueKey(database, { keyId, at: new Date() });
  await expect(callerOf(reissued.apiKey)).rejects.toMatchObject({ code: 'key_disabled' });
  await updateKey(database, { keyId, disabled: false });
  expect(await callerOf(reissued.apiKey)).toMatchObject({ credential: { id: keyId } });
});

test.each([
  { allowed: [], ip: '192.0.2.1', admitted: true },
  { allowed: [], ip: undefined, admitted: true },
  { allowed: ['192.0.2.1'], ip: '192.0.2.1', admitted: true },
  { allowed: ['192.0.2.1'], ip: '::ffff:192.0.2.1', admitted: true },
  { allowed: ['192.0.2.1'], ip: '192.0.2.2', admitted: false },
  { allowed: ['192.0.2.1'], ip: undefined, admitted: false },
  { allowed: ['192.0.2.1'], ip: 'unix:', admitted: false },
  { allowed: ['198.51.100.7', '192.0.2.0/24'], ip: '192.0.2.255', admitted: true },
  { allowed: ['192.0.2.0/24'], ip: '192.0.3.0', admitted: false },
  { allowed: ['0.0.0.0/0'], ip: '2001:db8::1', admitted: false },
  { allowed: ['::ffff:192.0.2.0/120'], ip: '192.0.2.200', admitted: true },
  { allowed: ['2001:db8::/32'], ip: '2001:db8:ffff::1', admitted: true },
  { allowed: ['2001:db8::/32'], ip: '2001:db9::1', admitted: false },
  { allowed: ['fe80::/10'], ip: 'fe80::1%eth0', admitted: true },
])('a key for $allowed used from $ip: admitted $admitted', async ({ allowed, ip, admitted }) => {
  const { keyId, apiKey } = await givenReseller(opened.services, { allowedIps: allowed });
  const admission = admit(other.services.database.sql, presentedKeyOf(apiKey, ip), 1).then(
    ({ caller }) => caller,
  );
  await (admitted
    ? expect(admission).resolves.toMatchObject({ credential: { id: keyId } })
    : expect(admission).rejects.toMatchObject({ code: 'ip_not_allowed' }));
});

test('a disabled key is refused as disabled before its address is checked', async () => {
  const { keyId, apiKey } = await givenReseller(opened.services, { allowedIps: ['198.51.100.1'] });
  await updateKey(opened.services.database, { keyId, disabled: true });
  await expect(callerOf(apiKey)).rejects.toMatchObject({ code: 'key_disabled' });
});

test('one statement finds the key, sees that the API is open, checks the network and counts', async () => {
  const { keyId, apiKey } = await givenReseller(opened.services, { allowedIps: ['192.0.2.0/24'] });
  const sent = await statements.during(async () => {
    expect(await callerOf(apiKey)).toMatchObject({ credential: { id: keyId } });
  });
  expect(sent).toHaveLength(1);
  expect(await logOf(keyId)).toHaveLength(1);
});

test('a refusal takes one statement, and counts nothing', async () => {
  const { keyId, apiKey } = await givenReseller(opened.services, { allowedIps: ['198.51.100.1'] });
  const sent = await statements.during(async () => {
    await expect(callerOf(apiKey)).rejects.toMatchObject({ code: 'ip_not_allowed' });
  });
  expect(sent).toHaveLength(1);
  expect(await logOf(keyId)).toEqual([]);
});

test('the first reason to refuse, in the contract’s order, is the one that is answered', async () => {
  await using stack = new AsyncDisposableStack();
  const alone = await openServices({ sandbox: opened.sandbox });
  stack.defer(() => alone.close());
  const { database } = alone.services;
  const { keyId, apiKey } = await givenReseller(alone.services, { allowedIps: ['198.51.100.1'] });
  await admit(database.sql, presentedKeyOf(apiKey, '198.51.100.1'), 60);
  await updateKey(database, { keyId, disabled: true });
  await disableApi(database, 'Back at noon.');
  const codeOf = (key: string) =>
    admit(database.sql, presentedKeyOf(key, '192.0.2.1'), 1).catch(({ code }) => code);
  expect([await codeOf(newApiKey()), await codeOf(apiKey)]).toEqual(['api_disabled', 'api_disabled']);
  await enableApi(database);
  expect([await codeOf(newApiKey()), await codeOf(apiKey)]).toEqual(['unauthorized', 'key_disabled']);
  await updateKey(database, { keyId, disabled: false });
  expect(await codeOf(apiKey)).toBe('ip_not_allowed');
  await updateKey(database, { keyId, allowedIps: [] });
  expect(await codeOf(apiKey)).toBe('rate_limited');
});

test('that no admission waits for the disk holds for its own statement only', async () => {
  const { apiKey } = await givenReseller(opened.services);
  await opened.services.database.sqlOnce.connection().execute(async (connection) => {
    await sql`set synchronous_commit to local`.execute(connection);
    await admit(connection, presentedKeyOf(apiKey, undefined), 1);
    const { rows } = await sql`show synchronous_commit`.execute(connection);
    await sql`reset synchronous_commit`.execute(connection);
    expect(rows).toEqual([{ synchronous_commit: 'local' }]);
  });
});

test('a request without a key counts toward the rate of its network, in this process alone, and leaves no row', async () => {
  const client = other.services.database.sql;
  const rate = new NetworkRate(ANONYMOUS_LIMITS);
  const sent = await statements.during(async () => {
    expect(await admitAnonymous(client, rate, '192.0.2.7', 20)).toMatchObject({ limit: 60, remaining: 40 });
  });
  expect(sent.map((text) => text.replace(/ .*/s, ''))).toEqual(['select']);
  expect(await admitAnonymous(client, rate, '192.0.2.8', 60)).toMatchObject({ remaining: 0 });
  expect(await admitAnonymous(client, rate, '192.0.2.7', 40)).toMatchObject({ remaining: 0 });
  const refused = await statements.during(() =>
    expect(admitAnonymous(client, rate, '192.0.2.7', 1)).rejects.toMatchObject({
      code: 'rate_limited',
      window: { remaining: 0 },
    }),
  );
  expect(refused).toEqual([]);
});

test('all spellings of an address, and all addresses of an IPv6 site, share one rate; other sites have their own', () => {
  const rate = new NetworkRate({ windowMs: 60_000, ofNetwork: 3, inAll: 100 });
  const take = (ip: string) => rate.take(ip, 1).remaining;
  expect(['2001:db8::1', '2001:0DB8:0:0::2', '2001:db8:0:0:ffff::'].map(take)).toEqual([2, 1, 0]);
  expect(rate.take('2001:db8::3', 1)).toMatchObject({ isTaken: false, remaining: 0 });
  expect(['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'].map(take)).toEqual([2, 1, 0]);
  expect(take('2001:db8:0:1::1')).toBe(2);
});

test('all networks together have a bound, and after a minute each begins anew', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const rate = new NetworkRate({ windowMs: 60_000, ofNetwork: 3, inAll: 4 });
  expect(rate.take('192.0.2.1', 3)).toMatchObject({ isTaken: true, remaining: 0 });
  expect(rate.take('192.0.2.2', 2)).toMatchObject({ isTaken: false, remaining: 1, resetSeconds: 60 });
  expect(rate.take('192.0.2.2', 1)).toMatchObject({ isTaken: true, remaining: 0 });
  vi.advanceTimersByTime(59_000);
  expect(rate.take('192.0.2.3', 1)).toMatchObject({ isTaken: false, resetSeconds: 1 });
  vi.advanceTimersByTime(1_000);
  expect(rate.take('192.0.2.1', 3)).toMatchObject({ isTaken: true });
});

test('what one network asks for beyond its burst is put off one after another, up to a bound, and a pause gives the burst back', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const pace = new NetworkPace({ burst: 2, everyMs: 100, latestMs: 250 });
  const delays = (count: number) => Array.from({ length: count }, () => pace.delayOf('192.0.2.1'));
  expect(delays(6)).toEqual([0, 0, 0, 100, 200, 250]);
  expect(pace.delayOf('192.0.2.2')).toBe(0);
  expect(pace.delayOf('127.0.0.1')).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(delays(4)).toEqual([0, 0, 0, 100]);
});

test('any number of presented keys are authenticated one by one, and nothing is counted', async () => {
  const { keyId, apiKey } = await givenReseller(opened.services, { allowedIps: ['192.0.2.0/24'] });
  const callers = await authenticate(other.services.database.sql, [
    presentedKeyOf(newApiKey(), '192.0.2.1'),
    presentedKeyOf(apiKey, '192.0.2.1'),
    presentedKeyOf(apiKey, undefined),
  ]);
  expect(callers).toMatchObject([
    { code: 'unauthorized' },
    { credential: { id: keyId } },
    { code: 'ip_not_allowed' },
  ]);
  expect(await logOf(keyId)).toEqual([]);
});

test('an API that is closed until an instant opens by itself, in every way of asking at once', async () => {
  await using stack = new AsyncDisposableStack();
  const alone = await openServices({ sandbox: opened.sandbox });
  stack.defer(() => alone.close());
  const { apiKey } = await givenReseller(alone.services);
  const client = alone.services.database.sql;
  const presented = presentedKeyOf(apiKey, '192.0.2.1');
  const ways = [
    () => admit(client, presented, 1),
    () => admitAnonymous(client, rate, '192.0.2.1', 1),
    async () => {
      const [caller] = await authenticate(client, [presented]);
      if (caller instanceof Error) throw caller;
    },
  ];
  await disableApi(alone.services.database, 'Moving.', new Date(Date.now() + 3_600_000));
  for (const way of ways)
    await expect(way()).rejects.toMatchObject({
      message: 'Moving.',
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 3_000 && seconds <= 3_600),
    });
  await disableApi(alone.services.database, 'Moving.', new Date(Date.now() - 1_000));
  for (const way of ways) await way();
});

test('work that closes the API keeps one closed that would have opened by itself, and leaves it to the operator', async () => {
  await using stack = new AsyncDisposableStack();
  const alone = await openServices({ sandbox: opened.sandbox });
  stack.defer(() => alone.close());
  const client = alone.services.database.sql;
  const state = async () =>
    (await admitAnonymous(client, rate, '192.0.2.1', 1).catch((error) => error)).message;
  await disableApi(alone.services.database, 'Moving.', new Date(Date.now() + 3_600_000));
  await closeApiFor(alone.services.database, 'Restoring.');
  await openApiAfter(client, 'Restoring.');
  expect(await state()).toBe('Moving.');
  await expect(admitAnonymous(client, rate, '192.0.2.1', 1)).rejects.toMatchObject({
    retryAfterSeconds: undefined,
  });
  await disableApi(alone.services.database, 'Moving.', new Date(Date.now() - 1_000));
  await closeApiFor(alone.services.database, 'Restoring.');
  expect(await state()).toBe('Restoring.');
  await openApiAfter(client, 'Restoring.');
  expect(await state()).toBeUndefined();
});

test('a closed API refuses every request with its message, with a key or without', async () => {
  // The API is closed here, so this test needs a database of its own.
  await using stack = new AsyncDisposableStack();
  const alone = await openServices({ sandbox: opened.sandbox });
  stack.defer(() => alone.close());
  const { apiKey } = await givenReseller(alone.services);
  const client = alone.services.database.sql;
  await disableApi(alone.services.database, 'Back at noon.');
  for (const key of [apiKey, undefined]) {
    await expect(admit(client, presentedKeyOf(key, '192.0.2.1'), 1)).rejects.toMatchObject({
      code: 'api_disabled',
      message: 'Back at noon.',
    });
  }
  await expect(admitAnonymous(client, rate, '192.0.2.1', 1)).rejects.toMatchObject({
    message: 'Back at noon.',
  });
  await enableApi(alone.services.database);
  await admit(client, presentedKeyOf(apiKey, '192.0.2.1'), 1);
});
