import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import type { FaultMode } from '../../src/sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { createDataImpulse, type DataImpulse } from '../../src/upstreams/dataimpulse/dataimpulse.ts';
import type { UpstreamOutcome } from '../../src/upstreams/failure.ts';
import {
  type AccountSettings,
  AddressRefusedError,
  GEO_KINDS,
  type NewAccount,
  UNTIL_CONFIGURED,
} from '../../src/upstreams/traffic.ts';
import { failureOf, OTHERS, SETTINGS } from './dataimpulse/bench.ts';

const GB = 2n ** 30n;

let stateDir: string;
let sandbox: Sandbox;
let dataimpulse: DataImpulse;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'dataimpulse-sandbox-'));
  sandbox = await startSandbox({ port: 0, stateDir, clock: systemClock });
  dataimpulse = connect();
});

afterAll(async () => {
  await sandbox.close();
  await dataimpulse.close();
  await rm(stateDir, { recursive: true });
});

beforeEach(() => sandbox.arm([]));

function connect(password = sandbox.dataImpulsePassword): DataImpulse {
  const { dataImpulseUrl: url, dataImpulseLogin: login, gateway } = sandbox;
  return createDataImpulse({ url, login, password, gateway });
}

function newAccount(changes: Partial<AccountSettings> = {}): NewAccount {
  const settings = { ...SETTINGS, ...changes };
  return { product: 'residential', reference: crypto.randomUUID(), settings };
}

/** The entries of the issued log for this reference. */
function issued(reference: string): string[] {
  const entries = sandbox.issued().filter((entry) => entry.reference === reference);
  return entries.map((entry) => ('gb' in entry && entry.gb !== 0 ? `${entry.call} ${entry.gb}` : entry.call));
}

/** The account as the network shows it under our login. */
async function shown(upstreamId: string): Promise<Record<string, unknown>> {
  const { dataImpulseUrl: url, dataImpulseLogin: login, dataImpulsePassword: password } = sandbox;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ login, password });
  const answer = await fetch(`${url}/user/token/get`, { method: 'POST', headers, body });
  const { token } = (await answer.json()) as { token: string };
  const authorization = { authorization: `Bearer ${token}` };
  const account = await fetch(`${url}/sub-user/get?subuser_id=${upstreamId}`, { headers: authorization });
  return (await account.json()) as Record<string, unknown>;
}

/** Counts usage without moving bytes. */
async function use(upstreamId: string, bytes: bigint): Promise<void> {
  const body = JSON.stringify([{ subUserId: Number(upstreamId), bytes: Number(bytes) }]);
  const { ok } = await fetch(`${sandbox.url}/control/usage`, { method: 'PUT', body });
  expect(ok).toBe(true);
}

test('an account is made, found, filled, read, given a new password and removed', async () => {
  const order = newAccount();
  const account = await dataimpulse.create(order);
  const id = account.upstreamId;
  expect(await dataimpulse.find(id)).toEqual(account);
  expect(await dataimpulse.findByReference(order.reference)).toEqual([account]);

  await dataimpulse.addTraffic(id, 3);
  await use(id, GB / 2n);
  expect(await dataimpulse.traffic(id)).toEqual({
    totalBytes: 3n * GB,
    leftBytes: (5n * GB) / 2n,
    usedBytes: GB / 2n,
  });
  const { leftBytes, isLast } = await dataimpulse.leftOnPage(0);
  expect([leftBytes.get(id), isLast]).toEqual([(5n * GB) / 2n, true]);
  const today = new Date().toISOString().slice(0, 10);
  const { days, errors } = await dataimpulse.stats(id);
  expect({ days, errors }).toEqual({ days: [{ date: today, bytes: GB / 2n, requests: 0 }], errors: [] });
  await dataimpulse.addTraffic(id, -1);
  expect((await dataimpulse.traffic(id)).leftBytes).toBe((3n * GB) / 2n);

  const fresh = await dataimpulse.resetPassword(id);
  expect(fresh.password).not.toBe(account.password);
  expect(await dataimpulse.find(id)).toEqual({ upstreamId: id, ...fresh });

  await dataimpulse.remove(id);
  await dataimpulse.remove(id);
  expect(await failureOf(dataimpulse.find(id))).toMatchObject({ outcome: 'gone' });
  expect(await failureOf(dataimpulse.traffic(id))).toMatchObject({ outcome: 'gone' });
  expect(await failureOf(dataimpulse.addTraffic(id, 1))).toMatchObject({ outcome: 'gone' });
  expect(await failureOf(dataimpulse.stats(id))).toMatchObject({ outcome: 'gone' });
  expect(await dataimpulse.findByReference(order.reference)).toEqual([]);
  expect(issued(order.reference)).toEqual([
    'create',
    'balance-add 3',
    'balance-add -1',
    'reset-password',
    'balance-drop -1.5',
    'delete',
  ]);
});

const OTHERS_SHOWN = {
  threads: 7,
  blocked: true,
  allowed_ips: ['198.51.100.1', '198.51.100.2'],
  blocked_hosts: ['a.example', 'b.example'],
  supported_protocols: ['socks5'],
  default_pool_parameters: {
    countries: ['us'],
    states: ['texas'],
    cities: ['austin'],
    zipcodes: ['73301'],
    asns: ['7018'],
    exclude_asn: ['3209', '3320'],
    anonymous_filter: true,
    rotation_interval: 30,
  },
};

test('an account that is made with all settings lacks only what configuring then brings', async () => {
  const order = newAccount(OTHERS);
  const { upstreamId } = await dataimpulse.create(order);
  expect(await shown(upstreamId)).toMatchObject({
    ...OTHERS_SHOWN,
    blocked: false,
    blocked_hosts: [],
    supported_protocols: ['http', 'socks5'],
  });
  await dataimpulse.configure(upstreamId, OTHERS, { ...OTHERS, ...UNTIL_CONFIGURED });
  const configured = await shown(upstreamId);
  expect(configured).toMatchObject(OTHERS_SHOWN);
  // Sends everything, also what creating the account was believed to have carried.
  await dataimpulse.configure(upstreamId, OTHERS);
  expect(await shown(upstreamId)).toEqual(configured);
  await dataimpulse.remove(upstreamId);
});

test.each([
  ['from what it is known to have', true],
  ['without knowing what it has', false],
])('an account is brought to other settings and back: %s', async (_, known) => {
  const { upstreamId } = await dataimpulse.create(newAccount());
  const before = await shown(upstreamId);
  await dataimpulse.configure(upstreamId, OTHERS, known ? SETTINGS : undefined);
  expect(await shown(upstreamId)).toMatchObject(OTHERS_SHOWN);
  await dataimpulse.configure(upstreamId, OTHERS);
  expect(await shown(upstreamId)).toMatchObject(OTHERS_SHOWN);
  await dataimpulse.configure(upstreamId, SETTINGS, known ? OTHERS : undefined);
  expect(await shown(upstreamId)).toEqual(before);
  await dataimpulse.remove(upstreamId);
});

test('an address that another account is allowed is named, and can be allowed when that one is gone', async () => {
  const first = await dataimpulse.create(newAccount({ allowedIps: ['203.0.113.9'] }));
  const second = await dataimpulse.create(newAccount());
  const settings = { ...SETTINGS, allowedIps: ['203.0.113.8', '203.0.113.9'] };
  const error = await failureOf(dataimpulse.configure(second.upstreamId, settings, SETTINGS));
  expect(error).toBeInstanceOf(AddressRefusedError);
  expect(error).toMatchObject({ outcome: 'refused', address: '203.0.113.9', isTaken: true });
  await dataimpulse.remove(first.upstreamId);
  await dataimpulse.configure(second.upstreamId, settings);
  expect((await shown(second.upstreamId))['allowed_ips']).toEqual(settings.allowedIps);
  await dataimpulse.remove(second.upstreamId);
});

test.each(['residential', 'residential_premium', 'mobile', 'datacenter'])(
  'what %s can be narrowed to is listed, most addresses first, and an account takes each code',
  async (product) => {
    const countries = await dataimpulse.geo(product, 'countries', {});
    expect(countries.map(({ code }) => code)).toContain('US');
    const found = await Promise.all(
      GEO_KINDS.slice(1).map((kind) => dataimpulse.geo(product, kind, { country: 'US' })),
    );
    for (const items of [countries, ...found]) {
      expect(items.length).toBeGreaterThan(0);
      expect(items).toEqual(items.toSorted((one, other) => other.count - one.count));
    }
    const [state, city, zip, asn] = found.map(([first]) => first?.code ?? null);
    const order = { ...newAccount({ country: 'US', state, city, zip, asn } as AccountSettings), product };
    const { upstreamId } = await dataimpulse.create(order);
    await dataimpulse.remove(upstreamId);
  },
);

test('cities are narrowed by their state', async () => {
  const [state] = await dataimpulse.geo('residential', 'states', { country: 'US' });
  const all = await dataimpulse.geo('residential', 'cities', { country: 'US' });
  const some = await dataimpulse.geo('residential', 'cities', { country: 'US', state: state?.code });
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(all.length);
});

test('more traffic than we have bought ourselves is out of stock', async () => {
  const { upstreamId } = await dataimpulse.create(newAccount());
  sandbox.setTrafficBalance(4);
  expect(await failureOf(dataimpulse.addTraffic(upstreamId, 5))).toMatchObject({ outcome: 'out_of_stock' });
  await dataimpulse.addTraffic(upstreamId, 4);
  sandbox.setTrafficBalance(100_000);
  await dataimpulse.remove(upstreamId);
});

test('a wrong password is refused', async () => {
  const stranger = connect('wrong');
  expect(await failureOf(stranger.create(newAccount()))).toMatchObject({ outcome: 'refused' });
  await stranger.close();
});

test.each<FaultMode>([
  'refuse',
  'reset_before',
  'reset_after',
  'error_before',
  'malformed',
  'huge',
  'redirect',
])('a login that fails (%s) refuses the call, which is not sent; the next one logs in', async (mode) => {
  const fresh = connect();
  const order = newAccount();
  sandbox.arm([{ upstream: 'dataimpulse', call: 'token', mode, times: 1 }]);
  expect(await failureOf(fresh.create(order))).toMatchObject({ outcome: 'refused' });
  expect(issued(order.reference)).toEqual([]);
  const { upstreamId } = await fresh.create(order);
  await fresh.remove(upstreamId);
  await fresh.close();
});

/** The fault, what making an account fails with, and how many were really made. */
const CREATE_FAULTS: [FaultMode, UpstreamOutcome, number][] = [
  ['refuse', 'refused', 0],
  ['reset_before', 'unknown', 0],
  ['error_before', 'unknown', 0],
  ['redirect', 'unknown', 0],
  ['reset_after', 'unknown', 1],
  ['error_after', 'unknown', 1],
  ['malformed', 'unknown', 1],
  ['huge', 'unknown', 1],
];

test.each(CREATE_FAULTS)(
  'account, %s: %s, sent once, and the look-up finds what was made: %i',
  async (mode, outcome, count) => {
    const order = newAccount();
    sandbox.arm([{ upstream: 'dataimpulse', call: 'create', mode, times: 1 }]);
    expect(await failureOf(dataimpulse.create(order))).toMatchObject({ outcome });
    expect(issued(order.reference)).toEqual(Array.from({ length: count }, () => 'create'));
    const found = await dataimpulse.findByReference(order.reference);
    expect(found).toHaveLength(count);
    for (const { upstreamId } of found) await dataimpulse.remove(upstreamId);
    expect(await dataimpulse.findByReference(order.reference)).toEqual([]);
  },
);

test('an account that is made twice succeeds, and the look-up shows the surplus', async () => {
  const order = newAccount();
  sandbox.arm([{ upstream: 'dataimpulse', call: 'create', mode: 'duplicate', times: 1 }]);
  const account = await dataimpulse.create(order);
  const found = await dataimpulse.findByReference(order.reference);
  expect(found).toHaveLength(2);
  expect(found).toContainEqual(account);
  for (const { upstreamId } of found) await dataimpulse.remove(upstreamId);
});

/** The fault, what adding 2 GB fails with, and how many GB were really added. */
const ADDITION_FAULTS: [FaultMode, UpstreamOutcome, bigint][] = [
  ['refuse', 'refused', 0n],
  ['out_of_stock', 'out_of_stock', 0n],
  ['reset_before', 'unknown', 0n],
  ['error_before', 'unknown', 0n],
  ['redirect', 'unknown', 0n],
  ['reset_after', 'unknown', 2n],
  ['error_after', 'unknown', 2n],
  ['malformed', 'unknown', 2n],
  ['huge', 'unknown', 2n],
];

test.each(ADDITION_FAULTS)(
  'addition, %s: %s, sent once, and the total shows what was added: %i',
  async (mode, outcome, gb) => {
    const { upstreamId } = await dataimpulse.create(newAccount());
    sandbox.arm([{ upstream: 'dataimpulse', call: 'balance-add', mode, times: 1 }]);
    expect(await failureOf(dataimpulse.addTraffic(upstreamId, 2))).toMatchObject({ outcome });
    expect((await dataimpulse.traffic(upstreamId)).totalBytes).toBe(gb * GB);
    await dataimpulse.remove(upstreamId);
  },
);

test('an addition whose token has expired is done once', async () => {
  const order = newAccount();
  const { upstreamId } = await dataimpulse.create(order);
  sandbox.arm([{ upstream: 'dataimpulse', call: 'balance-add', mode: 'expired_token', times: 1 }]);
  await dataimpulse.addTraffic(upstreamId, 2);
  expect(issued(order.reference)).toEqual(['create', 'balance-add 2']);
  await dataimpulse.remove(upstreamId);
});

test('a token that is never accepted is refused', async () => {
  sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'expired_token' }]);
  expect(await failureOf(dataimpulse.create(newAccount()))).toMatchObject({ outcome: 'refused' });
});

test('a read that fails says so, instead of "nothing"', async () => {
  const order = newAccount();
  const { upstreamId } = await dataimpulse.create(order);
  for (const mode of ['reset_before', 'error_before', 'malformed', 'huge', 'redirect'] as const) {
    sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode }]);
    expect(await failureOf(dataimpulse.findByReference(order.reference))).toMatchObject({
      outcome: 'unknown',
    });
    expect(await failureOf(dataimpulse.find(upstreamId))).toMatchObject({ outcome: 'unknown' });
    expect(await failureOf(dataimpulse.traffic(upstreamId))).toMatchObject({ outcome: 'unknown' });
  }
  sandbox.arm([]);
  await dataimpulse.remove(upstreamId);
});

test('a removal whose answer is lost is repeated without an error', async () => {
  const order = newAccount();
  const { upstreamId } = await dataimpulse.create(order);
  await dataimpulse.addTraffic(upstreamId, 1);
  for (const call of ['balance-drop', 'delete']) {
    sandbox.arm([{ upstream: 'dataimpulse', call, mode: 'reset_after', times: 1 }]);
    expect(await failureOf(dataimpulse.remove(upstreamId))).toMatchObject({ outcome: 'unknown' });
  }
  await dataimpulse.remove(upstreamId);
  expect(issued(order.reference)).toEqual(['create', 'balance-add 1', 'balance-drop -1', 'delete']);
});

test('settings that fail half-way are brought to their end by repeating them', async () => {
  const { upstreamId } = await dataimpulse.create(newAccount());
  for (const call of ['set-blocked', 'allowed-ips-add', 'set-default-pool-parameters', 'set-blocked-hosts']) {
    for (const mode of ['reset_before', 'reset_after'] as const) {
      await dataimpulse.configure(upstreamId, SETTINGS);
      sandbox.arm([{ upstream: 'dataimpulse', call, mode, times: 1 }]);
      const failed = failureOf(dataimpulse.configure(upstreamId, OTHERS, SETTINGS));
      expect(await failed).toMatchObject({ outcome: 'unknown' });
      await dataimpulse.configure(upstreamId, OTHERS);
      expect(await shown(upstreamId)).toMatchObject(OTHERS_SHOWN);
    }
  }
  await dataimpulse.remove(upstreamId);
});

test('an account is found behind a thousand others', async () => {
  const settings = { ...OTHERS, allowedIps: [] };
  const ids: string[] = [];
  for (let batch = 0; batch < 10; batch++) {
    const orders = Array.from({ length: 100 }, () => newAccount(settings));
    const made = await Promise.all(orders.map((order) => dataimpulse.create(order)));
    ids.push(...made.map(({ upstreamId }) => upstreamId));
  }
  const order = newAccount();
  const account = await dataimpulse.create(order);
  expect(await dataimpulse.findByReference(order.reference)).toEqual([account]);
  const [first, second] = [await dataimpulse.leftOnPage(0), await dataimpulse.leftOnPage(1)];
  expect([first.leftBytes.size, first.isLast, second.isLast]).toEqual([1_000, false, true]);
  expect(new Set(first.leftBytes.keys())).toEqual(new Set(ids));
  expect([...second.leftBytes.keys()]).toEqual([account.upstreamId]);
});
