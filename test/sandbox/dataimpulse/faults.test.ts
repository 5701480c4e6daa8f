import { expect, test } from 'vitest';
import { DATAIMPULSE_CALLS } from '../../../src/sandbox/dataimpulse/routes.ts';
import { type FaultMode, MODES } from '../../../src/sandbox/faults.ts';
import { openTraffic } from '../support/dataimpulse.ts';

type Opened = Awaited<ReturnType<typeof openTraffic>>;

/** The calls that cost or change most, and what each leaves in the issued log when it is done once. */
const CALLS = {
  create: { path: '/sub-user/create', body: { pool_type: 'residential', label: 'ours' }, gb: 0 },
  'balance-add': { path: '/sub-user/balance/add', body: { traffic: 5 }, gb: 5 },
  'set-default-pool-parameters': {
    path: '/sub-user/set-default-pool-parameters',
    body: { default_pool_parameters: { countries: ['us'] } },
    gb: 0,
  },
} as const;
type CallName = keyof typeof CALLS;

async function withFault(mode: FaultMode, name: CallName) {
  const opened = await openTraffic(1);
  const before = opened.sandbox.issued().length;
  await opened.control('faults', [{ upstream: 'dataimpulse', call: name, mode, times: 1 }]);
  const { path, body } = CALLS[name];
  const send = () => opened.send(path, { subuser_id: opened.subUser.id, ...body });
  return { ...opened, send, done: () => opened.sandbox.issued().slice(before) };
}

/** The entries for the call being done so many times. */
function times(count: number, name: CallName, gb: number = CALLS[name].gb) {
  const entry = {
    at: '2026-11-20T12:00:00.000Z',
    upstream: 'dataimpulse',
    call: name,
    reference: 'ours',
    subUserId: expect.any(Number),
    gb,
  };
  return Array.from({ length: count }, () => entry);
}

for (const name of ['create', 'balance-add', 'set-default-pool-parameters'] as const) {
  test.each([
    ['refuse', 400, 'Request was refused'],
    ['out_of_stock', 400, 'Not enough traffic'],
    ['expired_token', 401, 'Token has expired'],
  ] as const)(`${name}, %s: %i, nothing done`, async (mode, status, message) => {
    const { send, done } = await withFault(mode, name);
    const response = await send();
    expect([response.status, await response.json()]).toEqual([status, { message, status_code: status }]);
    expect(done()).toEqual([]);
    expect((await send()).status).toBe(200);
  });

  test.each([
    ['reset_before', 0],
    ['reset_after', 1],
  ] as const)(`${name}, %s: the connection is reset, done %i times`, async (mode, count) => {
    const { send, done } = await withFault(mode, name);
    expect(await send().catch((error: Error) => error.cause)).toMatchObject({ code: 'ECONNRESET' });
    expect(done()).toEqual(times(count, name));
  });

  test.each([
    ['error_before', 500, 0],
    ['error_after', 500, 1],
    ['redirect', 302, 0],
    ['malformed', 200, 1],
    ['huge', 200, 1],
    ['slow', 200, 1],
    ['duplicate', 200, 2],
  ] as const)(`${name}, %s: %i, done %i times`, async (mode, status, count) => {
    const { send, done } = await withFault(mode, name);
    const response = await send();
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(done()).toEqual(times(count, name));
    if (mode === 'malformed') expect(() => JSON.parse(text)).toThrow(SyntaxError);
    if (mode === 'huge') expect(text.length).toBeGreaterThan(2 * 2 ** 20);
  });

  test(`${name}, hang: no answer, nothing done`, async () => {
    const { send, done, control, sandbox } = await withFault('hang', name);
    const answer = send().catch(() => 'cut');
    await expect.poll(async () => (await control('faults')).json()).toEqual([]);
    await sandbox.close();
    expect(await answer).toBe('cut');
    expect(done()).toEqual([]);
  });
}

test('partial: half of the GB is added, rounded down, of a single one nothing', async () => {
  const { send, done, ask } = await withFault('partial', 'balance-add');
  expect((await send()).status).toBe(200);
  expect(done()).toEqual(times(1, 'balance-add', 2));
  expect((await ask('/user/balance')).body).toEqual({ balance: 100_000 - 3 });

  const single = await withFault('partial', 'balance-add');
  const body = { subuser_id: single.subUser.id, traffic: 1 };
  expect(await single.ask('/sub-user/balance/add', body)).toEqual({ status: 200, body: { success: true } });
  expect(single.done()).toEqual([]);
});

test('partial fits balance-add only', async () => {
  const { control } = await openTraffic();
  for (const call of DATAIMPULSE_CALLS.calls) {
    const { status } = await control('faults', [{ upstream: 'dataimpulse', call, mode: 'partial' }]);
    expect([call, status]).toEqual([call, call === 'balance-add' ? 200 : 400]);
  }
});

test('duplicate: two sub-users under the same label, the second is answered', async () => {
  const { send, ask } = await withFault('duplicate', 'create');
  const made = JSON.parse(await (await send()).text());
  const { subusers } = (await ask('/sub-user/list?offset=1')).body;
  expect(subusers).toEqual([expect.objectContaining({ label: 'ours' }), made]);
});

test('every call has a name of its own, and every mode can be armed for all of them', async () => {
  const opened = await openTraffic(1);
  for (const mode of MODES)
    expect(() => opened.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode }])).not.toThrow();
  for (const [name, path, body] of everyCall(opened)) {
    opened.sandbox.arm([{ upstream: 'dataimpulse', call: name, mode: 'refuse', times: 1 }]);
    expect([name, (await opened.send(path, body)).status]).toEqual([name, 400]);
  }
  expect(everyCall(opened).map(([name]) => name)).toEqual(
    expect.arrayContaining([...DATAIMPULSE_CALLS.calls]),
  );
});

function everyCall({ subUser }: Opened): [name: string, path: string, body?: object][] {
  const own = { subuser_id: subUser.id };
  const query = `subuser_id=${subUser.id}`;
  return [
    ['token', '/user/token/get', {}],
    ['balance', '/user/balance'],
    ['create', '/sub-user/create', {}],
    ['update', '/sub-user/update', own],
    ['get', `/sub-user/get?${query}`],
    ['list', '/sub-user/list'],
    ['reset-password', '/sub-user/reset-password', own],
    ['set-blocked', '/sub-user/set-blocked', own],
    ['set-blocked-hosts', '/sub-user/set-blocked-hosts', own],
    ['set-default-pool-parameters', '/sub-user/set-default-pool-parameters', own],
    ['allowed-ips-add', '/sub-user/allowed-ips/add', own],
    ['allowed-ips-remove', '/sub-user/allowed-ips/remove', own],
    ['supported-protocols', '/sub-user/supported-protocols/set', own],
    ['delete', '/sub-user/delete', own],
    ['balance-get', `/sub-user/balance/get?${query}`],
    ['balance-add', '/sub-user/balance/add', own],
    ['balance-drop', '/sub-user/balance/drop', own],
    ['addition-history', `/sub-user/balance/addition-history?${query}`],
    ['usage-stat', `/sub-user/usage-stat/get?${query}`],
    ['usage-errors', `/sub-user/usage-stat/errors?${query}`],
    ['locations', '/common/locations/cities', { pool_type: 'mobile' }],
  ];
}
