import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../../src/luxury/read-settings.ts';
import { repairOne } from '../../src/luxury/repair.ts';
import type { LuxurySettings, SettingsChange } from '../../src/luxury/settings.ts';
import { updateSettings } from '../../src/luxury/update-settings.ts';
import { findOrder } from '../../src/orders/find-order.ts';
import { readProxies } from '../../src/orders/proxies.ts';
import type { FaultMode } from '../../src/sandbox/control/faults.ts';
import { buyer, type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { subUser } from '../support/sub-user.ts';

let opened: OpenedServices;
let given: GivenLuxuryOrder;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

beforeEach(async () => {
  opened.sandbox.arm([]);
  given = await givenLuxuryOrder(opened.services, { country: 'US' });
});

const change = (settings: SettingsChange) =>
  updateSettings(opened.services, buyer(given), given.order.id, settings);
const settings = async (): Promise<LuxurySettings | undefined> =>
  (await readSettings(opened.services.database.sql, [name()])).get(given.order.id);
const name = () => ({ resellerId: given.resellerId, orderId: given.order.id });
const atUpstream = () => subUser(opened, name());
const fail = (call: string, mode: FaultMode) =>
  opened.sandbox.arm([{ upstream: 'dataimpulse', call, mode, times: 1 }]);

let nextAddress = 1;

/** An address belongs to one order, so every test has one of its own. */
const everything = (): SettingsChange & { allowedIps: string[] } => ({
  country: 'DE',
  excludeAsn: ['3320'],
  anonymous: true,
  session: 'sticky',
  stickyMinutes: 10,
  protocol: 'http',
  threads: 5,
  allowedIps: [`127.0.1.${nextAddress++}`],
  blockedHosts: ['Example.COM', 'example.com'],
  paused: true,
});

test('every setting reaches the upstream, and reads as it was set', async () => {
  const wanted = everything();
  const after = await change(wanted);
  expect(after).toMatchObject({ ...wanted, blockedHosts: ['example.com'] });
  expect(await settings()).toEqual(after);
  expect(await atUpstream()).toMatchObject({
    threads: 5,
    blocked: true,
    allowed_ips: wanted.allowedIps,
    blocked_hosts: ['example.com'],
    default_pool_parameters: {
      countries: ['de'],
      exclude_asn: ['3320'],
      anonymous_filter: true,
      rotation_interval: 10,
    },
  });
});

test('an empty list takes all entries off at the upstream, too', async () => {
  await change(everything());
  await change({ allowedIps: [], blockedHosts: [], excludeAsn: [] });
  expect(await atUpstream()).toMatchObject({ allowed_ips: [], blocked_hosts: [] });
});

test('the order and its proxy show the protocol that the settings leave open', async () => {
  await change({ protocol: 'socks5' });
  const { database, vault, clock, traffic } = opened.services;
  const order = await findOrder(database.sql, given.resellerId, given.order.id, clock.now());
  const proxies = await readProxies(database.sql, vault, given.resellerId, [order.id]);
  expect(order.protocol).toBe('socks5');
  expect(proxies.get(order.id)).toEqual([{ ...given.proxy, port: traffic.gateway.socks5Port }]);
});

test.each([
  ['"sticky_minutes"', { stickyMinutes: 0 }],
  ['"sticky_minutes"', { stickyMinutes: 121 }],
  ['"threads"', { threads: 0 }],
  ['"threads"', { threads: 2_001 }],
  ['"allowed_ips"', { allowedIps: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '1.1.1.5', '1.1.1.6'] }],
  ['"allowed_ips"', { allowedIps: ['10.0.0.0/8'] }],
  ['"blocked_hosts"', { blockedHosts: ['http://example.com/'] }],
  ['"blocked_hosts"', { blockedHosts: Array.from({ length: 101 }, (_, i) => `h${i}.example`) }],
  ['"exclude_asn"', { excludeAsn: ['not-a-number'] }],
  ['"state"', { state: 'nowhere' }],
  ['"city"', { city: 'nowhere' }],
  ['"zip"', { zip: 'nowhere' }],
  ['"asn"', { asn: '1' }],
  ['"city"', { country: 'ANY', city: 'berlin' }],
])('a value that no order can have is refused with the name of its field (%s, %o)', async (field, wrong) => {
  const before = await settings();
  await expect(change(wrong)).rejects.toMatchObject({
    code: 'invalid_option',
    message: expect.stringContaining(field),
  });
  expect(await settings()).toEqual(before);
});

test('a country that the type is not sold in is refused as that', async () => {
  await expect(change({ country: 'XX' })).rejects.toMatchObject({ code: 'invalid_country' });
});

test('an address that another order has is refused, and nothing of the change stays', async () => {
  await change({ allowedIps: ['127.0.0.50'] });
  const other = await givenLuxuryOrder(opened.services, { country: 'US' });
  const before = await subUser(opened, { resellerId: other.resellerId, orderId: other.order.id });
  await expect(
    updateSettings(opened.services, buyer(other), other.order.id, { threads: 9, allowedIps: ['127.0.0.50'] }),
  ).rejects.toMatchObject({ code: 'invalid_option', message: expect.stringContaining('127.0.0.50') });
  expect(await repairOne(opened.services)).toBe(true);
  expect(await subUser(opened, { resellerId: other.resellerId, orderId: other.order.id })).toEqual(before);
});

const CALLS = [
  'update',
  'set-default-pool-parameters',
  'set-blocked-hosts',
  'supported-protocols',
  'allowed-ips-add',
  'set-blocked',
];
const MODES: FaultMode[] = ['refuse', 'error_before', 'error_after', 'reset_after', 'malformed'];

test.each(CALLS.flatMap((call) => MODES.map((mode) => [call, mode] as const)))(
  'a change whose call %s ends in %s is refused as a whole, and the upstream is brought back',
  async (call, mode) => {
    const before = await settings();
    const upstreamBefore = await atUpstream();
    fail(call, mode);
    await expect(change(everything())).rejects.toMatchObject({ code: 'provider_error' });
    expect(await settings()).toEqual(before);
    expect(await repairOne(opened.services)).toBe(true);
    expect(await atUpstream()).toEqual(upstreamBefore);
    expect(await repairOne(opened.services)).toBe(false);
  },
);

test('a repair that fails is tried again later, and a change by the owner comes before it', async () => {
  fail('set-blocked-hosts', 'error_before');
  await expect(change(everything())).rejects.toMatchObject({ code: 'provider_error' });
  fail('get', 'error_before');
  expect(await repairOne(opened.services)).toBe(true);
  expect(await repairOne(opened.services)).toBe(false);
  await change({ threads: 3 });
  expect(await atUpstream()).toMatchObject({
    threads: 3,
    blocked: false,
    allowed_ips: [],
    blocked_hosts: [],
  });
  opened.clock.advance(60_000);
  expect(await repairOne(opened.services)).toBe(false);
});

test('changes of one order that come at once all take place, one after another', async () => {
  await Promise.all([
    change({ threads: 11 }),
    change({ blockedHosts: ['a.example'] }),
    change({ stickyMinutes: 7, session: 'sticky' }),
    change({ anonymous: true }),
  ]);
  expect(await settings()).toMatchObject({
    threads: 11,
    blockedHosts: ['a.example'],
    stickyMinutes: 7,
    anonymous: true,
  });
  expect(await atUpstream()).toMatchObject({ threads: 11, blocked_hosts: ['a.example'] });
});

test('a change that asks for nothing new asks nothing of the upstream', async () => {
  fail('*', 'error_before');
  await change({ threads: 100, country: 'US' });
});

test('an order of another reseller does not exist', async () => {
  const stranger = await givenLuxuryOrder(opened.services);
  await expect(
    updateSettings(opened.services, buyer(stranger), given.order.id, { threads: 1 }),
  ).rejects.toMatchObject({ code: 'order_not_found' });
});
