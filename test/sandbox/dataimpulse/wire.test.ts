import { expect, test } from 'vitest';
import { openTraffic } from '../support/dataimpulse.ts';
import { DAY_SECONDS } from '../support/sandbox.ts';

const GB = 2 ** 30;

const NO_PARAMETERS = {
  countries: [],
  states: [],
  cities: [],
  zipcodes: [],
  asns: [],
  exclude_asn: [],
  anonymous_filter: false,
  rotation_interval: null,
};

test('a new sub-user has credentials, no traffic, and defaults for all that was not said', async () => {
  const { ask } = await openTraffic();
  const { status, body } = await ask('/sub-user/create', { pool_type: 'mobile' });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.any(Number),
    label: '',
    login: expect.stringMatching(/^[a-z0-9]{16,}$/),
    password: expect.stringMatching(/^[a-z0-9]{16}$/),
    balance: 0,
    threads: 100,
    sticky_range: { start: 10_000, end: 30_000 },
    allowed_ips: [],
    blocked: false,
    pool_type: 'mobile',
    blocked_hosts: [],
    supported_protocols: ['http', 'socks5'],
    default_pool_parameters: NO_PARAMETERS,
  });
});

test('what was asked for at creation is what get and list show', async () => {
  const { ask, create } = await openTraffic();
  const made = await create({
    label: 'order:1',
    pool_type: 'residential_premium',
    threads: 2_000,
    sticky_range: { start: 10_100, end: 10_199 },
    allowed_ips: ['192.0.2.1', '2001:DB8::1'],
    default_pool_parameters: {
      countries: ['us'],
      cities: ['losangeles'],
      asns: [7922, '7018'],
      rotation_interval: 120,
    },
  });
  const shown = await ask(`/sub-user/get?subuser_id=${made.id}`);
  expect(shown).toEqual({ status: 200, body: made });
  expect(shown.body).toMatchObject({
    label: 'order:1',
    pool_type: 'residential_premium',
    threads: 2_000,
    sticky_range: { start: 10_100, end: 10_199 },
    allowed_ips: ['192.0.2.1', '2001:db8::1'],
    default_pool_parameters: {
      ...NO_PARAMETERS,
      countries: ['us'],
      cities: ['losangeles'],
      asns: ['7922', '7018'],
      rotation_interval: 120,
    },
  });
  expect((await ask('/sub-user/list?limit=1&offset=1')).body).toEqual({ subusers: [made] });
});

test('the list has the oldest first, and what is left of the traffic of each', async () => {
  const { ask, create, subUser } = await openTraffic(3);
  const more = [await create(), await create()];
  const { body } = await ask('/sub-user/list');
  const ids = body.subusers.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([subUser.id, ...more.map(({ id }) => id)]);
  expect(body.subusers[0]).toMatchObject({ balance: 3 * GB });
  expect((await ask('/sub-user/list?limit=1000&offset=3')).body).toEqual({ subusers: [] });
});

test('an update changes the threads and leaves the rest', async () => {
  const { ask, subUser } = await openTraffic();
  const changed = { ...subUser, threads: 7 };
  expect((await ask('/sub-user/update', { subuser_id: subUser.id, threads: 7 })).body).toEqual(changed);
  expect((await ask(`/sub-user/get?subuser_id=${subUser.id}`)).body).toEqual(changed);
});

test('each setting can be set and is shown', async () => {
  const { ask, subUser } = await openTraffic();
  const set = async (call: string, body: object) =>
    expect(await ask(`/sub-user/${call}`, { subuser_id: subUser.id, ...body })).toEqual({
      status: 200,
      body: { success: true },
    });
  await set('set-blocked', { blocked: true });
  await set('set-blocked-hosts', { blocked_hosts: ['Example.com', 'example.com', 'a.test'] });
  await set('set-default-pool-parameters', {
    default_pool_parameters: { exclude_asn: ['701'], anonymous_filter: true },
  });
  await set('allowed-ips/add', { ip: '192.0.2.7' });
  await set('allowed-ips/add', { ip: '192.0.2.8' });
  await set('allowed-ips/remove', { ip: '192.0.2.7' });
  await set('supported-protocols/set', { supported_protocols: ['socks5'] });
  expect((await ask(`/sub-user/get?subuser_id=${subUser.id}`)).body).toEqual({
    ...subUser,
    blocked: true,
    blocked_hosts: ['example.com', 'a.test'],
    default_pool_parameters: { ...NO_PARAMETERS, exclude_asn: ['701'], anonymous_filter: true },
    allowed_ips: ['192.0.2.8'],
    supported_protocols: ['socks5'],
  });
  await set('set-blocked-hosts', { blocked_hosts: [] });
  expect((await ask(`/sub-user/get?subuser_id=${subUser.id}`)).body.blocked_hosts).toEqual([]);
});

test('a reset gives a login and a password that are new', async () => {
  const { ask, subUser } = await openTraffic();
  const { body } = await ask('/sub-user/reset-password', { subuser_id: subUser.id });
  expect(body).toEqual({ login: expect.any(String), password: expect.any(String) });
  expect(body.login).not.toBe(subUser.login);
  expect(body.password).not.toBe(subUser.password);
  expect((await ask(`/sub-user/get?subuser_id=${subUser.id}`)).body).toMatchObject(body);
});

test('traffic is added in GB, shown in bytes, and comes from our own', async () => {
  const { ask, subUser, sandbox, clock } = await openTraffic();
  sandbox.setTrafficBalance(105);
  const add = (traffic: number) => ask('/sub-user/balance/add', { subuser_id: subUser.id, traffic });
  expect((await add(12)).body).toEqual({ success: true });
  clock.pass(60);
  expect((await add(-2)).body).toEqual({ success: true });
  expect((await ask(`/sub-user/balance/get?subuser_id=${subUser.id}`)).body).toEqual({
    balance: 10 * GB,
    balance_total: 10 * GB,
    balance_used: 0,
    threads_used: 0,
  });
  expect((await ask('/user/balance')).body).toEqual({ balance: 95 });
  expect((await ask(`/sub-user/balance/addition-history?subuser_id=${subUser.id}`)).body).toEqual({
    history: [
      { balance_charged: -2, traffic_added: -2, datetime: '2026-11-20 12:01:00' },
      { balance_charged: 12, traffic_added: 12, datetime: '2026-11-20 12:00:00' },
    ],
  });
});

test('a drop gives back what is left, a deletion too', async () => {
  const { ask, create, subUser, sandbox, control } = await openTraffic(4);
  sandbox.setTrafficBalance(100);
  await control('usage', [{ subUserId: subUser.id, bytes: GB }]);
  expect((await ask('/sub-user/balance/drop', { subuser_id: subUser.id })).body).toEqual({ success: true });
  expect((await ask(`/sub-user/balance/get?subuser_id=${subUser.id}`)).body).toMatchObject({
    balance: 0,
    balance_total: GB,
    balance_used: GB,
  });
  expect((await ask('/user/balance')).body).toEqual({ balance: 103 });

  const { id } = await create();
  await ask('/sub-user/balance/add', { subuser_id: id, traffic: 5 });
  expect((await ask('/sub-user/delete', { subuser_id: id })).body).toEqual({ success: true });
  expect((await ask('/user/balance')).body).toEqual({ balance: 103 });
  expect((await ask(`/sub-user/get?subuser_id=${id}`)).status).toBe(404);
});

test('usage is listed by UTC day, for the days of the period only', async () => {
  const { ask, signIn, subUser, control, clock } = await openTraffic(100);
  const use = (bytes: number) => control('usage', [{ subUserId: subUser.id, bytes }]);
  await use(1_000);
  clock.pass(2 * DAY_SECONDS);
  await use(20);
  await use(3);
  await signIn();
  const ask7 = () => ask(`/sub-user/usage-stat/get?subuser_id=${subUser.id}&period=week`);
  expect((await ask7()).body).toEqual({
    usage: [
      { traffic: 1_000, extra_traffic: 0, request: 0, d_usage: '2026-11-20' },
      { traffic: 23, extra_traffic: 0, request: 0, d_usage: '2026-11-22' },
    ],
    total: { traffic: 1_023, extra_traffic: 0, request: 0 },
  });
  clock.pass(5 * DAY_SECONDS);
  await signIn();
  expect((await ask7()).body.usage).toMatchObject([{ d_usage: '2026-11-22' }]);
  expect((await ask(`/sub-user/usage-stat/errors?subuser_id=${subUser.id}&period=week`)).body).toEqual({
    errors: [],
  });
});
