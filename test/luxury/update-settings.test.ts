import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { InvalidOptionError } from '../../src/catalog/errors.ts';
import { DAY_MS } from '../../src/kit/clock.ts';
import { repairOne } from '../../src/luxury/change-at-upstream.ts';
import { readSettings } from '../../src/luxury/luxury-order.ts';
import { readCurrentProxies } from '../../src/luxury/proxy.ts';
import {
  defaultSettings,
  type LuxurySettings,
  type SettingsChange,
  toAccountSettings,
} from '../../src/luxury/settings.ts';
import { updateSettings } from '../../src/luxury/update-settings.ts';
import { readOutOfRefusals } from '../../src/metrics/metrics-of-database.ts';
import { findOrder } from '../../src/orders/order.ts';
import type { Services } from '../../src/purchases/services.ts';
import type { FaultMode } from '../../src/sandbox/faults.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { buyerOf } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { useLuxuryOrder } from '../support/luxury-fixture.ts';
import { subUser } from '../support/sub-user.ts';

const { opened, given, name, traffic, atUpstream, fail } = useLuxuryOrder({ country: 'US' });

// It stands still, because seconds count here.
beforeAll(() => opened.clock.stop());

const change = (settings: SettingsChange, services: Services = opened.services) =>
  updateSettings(services, buyerOf(given), given.order.id, settings);
const settings = async (): Promise<LuxurySettings | undefined> =>
  (await readSettings(opened.services.database.sql, [name()])).get(given.order.id);

/** Does all repairs that are due, also those of other tests' orders. */
async function repairDue(): Promise<void> {
  while (await repairOne(opened.services));
}

async function isInDoubt(): Promise<boolean> {
  const { rows } = await sql`select from luxury_settings
    where order_id = ${given.order.id} and change_token is not null`.execute(opened.services.database.sql);
  return rows.length > 0;
}

async function armed(): Promise<unknown[]> {
  return (await (await fetch(`${opened.sandbox.url}/control/faults`)).json()) as unknown[];
}

/** Changes the upstream as a late call does, which takes effect when nothing waits for it any more. */
async function landsLate(wanted: { threads?: number }, lostAddresses: readonly string[] = []): Promise<void> {
  const { upstreamId } = await traffic();
  const now = toAccountSettings((await settings()) ?? defaultSettings('ANY'));
  const allowedIps = now.allowedIps.filter((ip) => !lostAddresses.includes(ip));
  await opened.services.traffic.configure(upstreamId, { ...now, ...wanted, allowedIps }, now);
}

type Bought = Awaited<ReturnType<typeof givenLuxuryOrder>>;

const allow = ({ resellerId, order }: Bought, allowedIps: string[], more: SettingsChange = {}) =>
  updateSettings(opened.services, buyerOf({ resellerId }), order.id, { ...more, allowedIps });
const msToNextDay = () => DAY_MS - (opened.clock.now().getTime() % DAY_MS);

let nextAddress = 1;

/** An address belongs to one order only, so every test has an address of its own. */
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
  const { gateway } = traffic;
  const proxies = await readCurrentProxies(database.sql, vault, gateway, given.resellerId, [order.id]);
  expect(order.protocol).toBe('socks5');
  expect(proxies.get(order.id)).toEqual([{ ...given.proxy, port: gateway.socks5Port }]);
});

test.each([
  ['stickyMinutes', { stickyMinutes: 0 }],
  ['stickyMinutes', { stickyMinutes: 121 }],
  ['threads', { threads: 0 }],
  ['threads', { threads: 2_001 }],
  ['allowedIps', { allowedIps: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '1.1.1.5', '1.1.1.6'] }],
  ['allowedIps', { allowedIps: ['10.0.0.0/8'] }],
  ['blockedHosts', { blockedHosts: ['http://example.com/'] }],
  ['blockedHosts', { blockedHosts: Array.from({ length: 101 }, (_, i) => `h${i}.example`) }],
  ['excludeAsn', { excludeAsn: ['not-a-number'] }],
  ['state', { state: 'nowhere' }],
  ['city', { city: 'nowhere' }],
  ['zip', { zip: 'nowhere' }],
  ['asn', { asn: '1' }],
  ['city', { country: 'ANY', city: 'berlin' }],
])('a value that no order can have is refused with the name of its field (%s, %o)', async (field, wrong) => {
  const before = await settings();
  await expect(change(wrong)).rejects.toMatchObject({
    code: 'invalid_option',
    flaws: [{ path: expect.arrayContaining([field]), message: expect.not.stringContaining(field) }],
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
    updateSettings(opened.services, buyerOf(other), other.order.id, {
      threads: 9,
      allowedIps: ['127.0.0.51', ' 127.0.0.50'],
    }),
  ).rejects.toMatchObject({
    code: 'invalid_option',
    flaws: [{ path: ['allowedIps', '1'], message: expect.stringContaining('127.0.0.50') }],
  });
  await repairDue();
  expect(await subUser(opened, { resellerId: other.resellerId, orderId: other.order.id })).toEqual(before);
});

test('a refusal says the same of an address that another customer has, that an own order has, and that nobody has', async () => {
  const own = await givenLuxuryOrder(opened.services, { reseller: given });
  const stranger = await givenLuxuryOrder(opened.services);
  const [taken, kept, free] = ['127.0.2.1', '127.0.2.2', '127.0.2.3'];
  await allow(stranger, [taken]);
  await change({ allowedIps: [kept] });
  const refusal = async (address: string) => {
    const error = await allow(own, [address]).then(
      () => undefined,
      (refused: InvalidOptionError) => refused,
    );
    return error?.flaws.map(({ message }) => message.replace(address, 'IP'));
  };
  const [ofStranger, ofOwn] = [await refusal(taken), await refusal(kept)];
  fail('allowed-ips-add', 'refuse');
  const ofNobody = await refusal(free);
  expect(ofStranger).toEqual([
    'IP cannot be allowed for this order: another of your orders has it, or the provider does not take it; use another address, or ask support',
  ]);
  expect([ofOwn, ofNobody]).toEqual([ofStranger, ofStranger]);
});

test('after 20 addresses were refused on a day a reseller adds none until the next, in no order, and others do', async () => {
  opened.clock.advance(msToNextDay());
  const stranger = await givenLuxuryOrder(opened.services);
  const attacker = await givenLuxuryOrder(opened.services);
  const second = await givenLuxuryOrder(opened.services, { reseller: attacker });
  const taken = Array.from({ length: 5 }, (_, i) => `127.0.3.${i + 1}`);
  await allow(stranger, taken);
  await allow(attacker, ['127.0.3.100']);
  for (let attempt = 0; attempt < 20; attempt++) {
    const order = attempt % 2 ? attacker : second;
    await expect(allow(order, [taken[attempt % 5] ?? ''])).rejects.toMatchObject({
      flaws: [{ message: expect.stringContaining('cannot be allowed') }],
    });
  }
  fail('*', 'error_before');
  for (const order of [attacker, second])
    await expect(allow(order, ['127.0.3.101'])).rejects.toMatchObject({
      code: 'invalid_option',
      flaws: [
        { path: ['allowedIps'], message: expect.stringMatching(/^takes no new addresses until 00:00 UTC/) },
      ],
    });
  expect(await armed()).toHaveLength(1);
  opened.sandbox.arm([]);
  expect(await readOutOfRefusals(opened.services)).toEqual([{ labels: {}, value: 1 }]);
  // What is not new is left to them, and the neighbour is served as before.
  expect(await allow(attacker, ['127.0.3.100'], { threads: 7 })).toMatchObject({ threads: 7 });
  expect(await allow(attacker, [])).toMatchObject({ allowedIps: [] });
  expect(await allow(stranger, ['127.0.3.200'])).toMatchObject({ allowedIps: ['127.0.3.200'] });
  opened.clock.advance(msToNextDay());
  expect(await allow(attacker, ['127.0.3.101'])).toMatchObject({ allowedIps: ['127.0.3.101'] });
  expect(await readOutOfRefusals(opened.services)).toEqual([{ labels: {}, value: 0 }]);
});

test('the operator takes an address off the order that has it, at the upstream, too, and whoever needs it gets it', async () => {
  const operator = operatorOn(opened);
  const holder = await givenLuxuryOrder(opened.services);
  const needing = await givenLuxuryOrder(opened.services);
  await allow(holder, ['127.0.4.1', '2001:db8::4']);
  await expect(allow(needing, ['2001:db8::4'])).rejects.toMatchObject({ code: 'invalid_option' });
  const { result } = await operator('order', 'free-ip', '--ip', '2001:DB8:0::4');
  const freed = { resellerId: holder.resellerId, orderId: holder.order.id, allowedIps: ['127.0.4.1'] };
  expect(result).toEqual({ ip: '2001:db8::4', ...freed });
  expect(await subUser(opened, freed)).toMatchObject({ allowed_ips: ['127.0.4.1'] });
  await allow(needing, ['2001:db8::4']);
  const { result: audited } = await operator('audit', 'list', '--command', 'order free-ip');
  expect(audited?.['commands']).toMatchObject([
    {
      resellerId: holder.resellerId,
      outcome: 'done',
      message: expect.stringContaining(`allowedIps of order ${holder.order.id}`),
    },
  ]);
  const absent = await operator('order', 'free-ip', '--ip', '127.0.4.99');
  expect(absent.error?.message).toMatch(/^No order has 127\.0\.4\.99:/);
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
    const code = call === 'allowed-ips-add' && mode === 'refuse' ? 'invalid_option' : 'provider_error';
    await expect(change(everything())).rejects.toMatchObject({ code });
    expect(await settings()).toEqual(before);
    await repairDue();
    expect(await atUpstream()).toEqual(upstreamBefore);
    opened.clock.advance(120_000);
    await repairDue();
    expect(await isInDoubt()).toBe(false);
    expect(await atUpstream()).toEqual(upstreamBefore);
  },
);

test('a repair that fails is tried again later, and a change by the owner comes before it', async () => {
  fail('set-blocked-hosts', 'error_before');
  await expect(change(everything())).rejects.toMatchObject({ code: 'provider_error' });
  fail('get', 'error_before');
  await repairDue();
  expect(await isInDoubt()).toBe(true);
  await change({ threads: 3 });
  expect(await atUpstream()).toMatchObject({
    threads: 3,
    blocked: false,
    allowed_ips: [],
    blocked_hosts: [],
  });
  opened.clock.advance(120_000);
  await repairDue();
  expect(await isInDoubt()).toBe(false);
});

test('what lands at the upstream after its answer was lost and repaired is taken back in the end', async () => {
  fail('update', 'reset_after');
  await expect(change({ threads: 5 })).rejects.toMatchObject({ code: 'provider_error' });
  await repairDue();
  expect(await atUpstream()).toMatchObject({ threads: 100 });
  await landsLate({ threads: 5 });
  expect(await atUpstream()).toMatchObject({ threads: 5 });
  opened.clock.advance(119_000);
  await repairDue();
  expect(await isInDoubt()).toBe(true);
  opened.clock.advance(1_000);
  await repairDue();
  expect(await atUpstream()).toMatchObject({ threads: 100 });
  expect(await isInDoubt()).toBe(false);
});

test('a change by the owner sets everything while an earlier call may still land, and is repaired to once more', async () => {
  fail('update', 'reset_after');
  await expect(change({ threads: 5 })).rejects.toMatchObject({ code: 'provider_error' });
  await change({ threads: 7 });
  await landsLate({ threads: 5 });
  await change({ threads: 7 });
  expect(await atUpstream()).toMatchObject({ threads: 7 });
  await landsLate({ threads: 5 });
  opened.clock.advance(120_000);
  await repairDue();
  expect(await atUpstream()).toMatchObject({ threads: 7 });
  expect(await settings()).toMatchObject({ threads: 7 });
});

test('a worker that was taken for dead and goes on leaves the order in doubt, and it is repaired', async () => {
  opened.sandbox.arm([
    { upstream: 'dataimpulse', call: 'update', mode: 'slow', delayMs: 1_000, times: 1 },
    { upstream: 'dataimpulse', call: 'set-blocked-hosts', mode: 'refuse', times: 1 },
  ]);
  const slow = change({ threads: 5, blockedHosts: ['a.example'] }).catch((error: unknown) => error);
  await expect.poll(async () => (await armed()).length).toBe(1);
  opened.clock.advance(16_000);
  await change({ threads: 9 });
  expect(await slow).toMatchObject({ code: 'provider_error' });
  opened.clock.advance(120_000);
  await repairDue();
  expect(await atUpstream()).toMatchObject({ threads: 9, blocked_hosts: [] });
  expect(await settings()).toMatchObject({ threads: 9, blockedHosts: [] });
});

test('an address that another order has got meanwhile does not keep the rest from being repaired', async () => {
  const [own, taken] = [everything().allowedIps, everything().allowedIps];
  await change({ allowedIps: own });
  const other = await givenLuxuryOrder(opened.services);
  await updateSettings(opened.services, buyerOf(other), other.order.id, { allowedIps: taken });
  await landsLate({}, own);
  await updateSettings(opened.services, buyerOf(other), other.order.id, { allowedIps: [...taken, ...own] });
  fail('set-blocked-hosts', 'error_before');
  await expect(change({ threads: 4, blockedHosts: ['a.example'] })).rejects.toMatchObject({
    code: 'provider_error',
  });
  await repairDue();
  expect(await settings()).toMatchObject({ threads: 100, allowedIps: [] });
  expect(await change({ threads: 4 })).toMatchObject({ threads: 4 });
});

test('changes of one order that come at once all take place, one after another', async () => {
  // No time passes, so none gives up however long the others take.
  const services = { ...opened.services, delay: async () => {} };
  await Promise.all([
    change({ threads: 11 }, services),
    change({ blockedHosts: ['a.example'] }, services),
    change({ stickyMinutes: 7, session: 'sticky' }, services),
    change({ anonymous: true }, services),
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

test('an order whose type is no longer sold can be paused and set, but not moved to another country', async () => {
  const { database } = opened.services;
  await sql`update orders set type = 'withdrawn' where id = ${given.order.id}`.execute(database.sql);
  expect(await change({ paused: true, threads: 3, country: 'US' })).toMatchObject({
    paused: true,
    threads: 3,
  });
  await expect(change({ country: 'DE' })).rejects.toMatchObject({ code: 'invalid_option' });
  expect(await change({ paused: false })).toMatchObject({ paused: false, country: 'US' });
});

test('an order of another reseller does not exist', async () => {
  const stranger = await givenLuxuryOrder(opened.services);
  await expect(
    updateSettings(opened.services, buyerOf(stranger), given.order.id, { threads: 1 }),
  ).rejects.toMatchObject({ code: 'order_not_found' });
});
