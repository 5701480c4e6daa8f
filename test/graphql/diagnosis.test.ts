import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Geo } from '../../src/catalog/geo.ts';
import { readTraffic } from '../../src/luxury/traffic.ts';
import { openSource, openTarget, openTunnel, refusalOf } from '../e2e/through-proxy.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, startService } from '../support/service.ts';
import { type UpstreamCalls, upstreamCalls } from '../support/upstream-calls.ts';
import {
  DiagnosisDocument,
  type DiagnosisQuery,
  UpdateSettingsDocument,
  type UpdateSettingsInput,
} from './generated/graphql.ts';

/** A provider that has no address in this city, but has some in its state. */
const NOWHERE = { state: 'california', city: 'losangeles', asn: '701' };

let service: RunningService;
let reseller: GivenReseller;
let given: GivenLuxuryOrder;
let calls: UpstreamCalls;

beforeAll(async () => {
  service = await startService();
  calls = upstreamCalls(service.services.traffic);
});
afterAll(() => service.close());
beforeEach(async () => {
  service.sandbox.arm([]);
  reseller = await givenReseller(service.services);
});

async function buy(wanted: Parameters<typeof givenLuxuryOrder>[1] = {}): Promise<string> {
  given = await givenLuxuryOrder(service.services, { reseller, ...wanted });
  const { host, httpPort } = service.sandbox.gateway;
  return `http://${given.proxy.login}:${given.proxy.password}@${host}:${httpPort}`;
}

async function order(apiKey = reseller.apiKey) {
  const { body } = await service.graphql(apiKey, DiagnosisDocument, { id: String(given.order.id) });
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return body.data.order;
}

type Result = Extract<DiagnosisQuery['order'], { diagnosis: object }>['diagnosis'];

async function result(): Promise<Result> {
  const found = await order();
  if (!found || !('diagnosis' in found)) throw new Error('the order is a Luxury order of the reseller');
  return found.diagnosis;
}

/** The diagnosis of now: one that was made in the last five seconds is not used. */
async function diagnosis(): Promise<Extract<Result, { __typename: 'Diagnosis' }>> {
  service.clock.advance(6_000);
  const found = await result();
  if (found.__typename !== 'Diagnosis') throw new Error(JSON.stringify(found));
  return found;
}

async function change(settings: Omit<UpdateSettingsInput, 'orderId'>): Promise<void> {
  await sql`truncate rate_windows`.execute(service.services.database.sql);
  const input = { orderId: String(given.order.id), ...settings };
  const { body } = await service.graphql(reseller.apiKey, UpdateSettingsDocument, { input });
  expect(body.data?.updateSettings).toMatchObject({ __typename: 'UpdateSettingsSuccess' });
}

/** Counts usage as if all traffic of the order had gone through the gateway. */
async function useUp(): Promise<void> {
  const name = { resellerId: reseller.resellerId, orderId: given.order.id };
  const traffic = (await readTraffic(service.services.database.sql, [name])).get(given.order.id);
  const body = JSON.stringify([
    { subUserId: Number(traffic?.upstreamId), bytes: Number(traffic?.totalBytes) },
  ]);
  const { ok } = await fetch(`${service.sandbox.url}/control/usage`, { method: 'PUT', body });
  expect(ok).toBe(true);
}

test('an order without failed connections has no findings, and the number of its addresses', async () => {
  await buy({ country: 'US' });
  expect(await diagnosis()).toMatchObject({ addresses: expect.any(Number), exact: true, findings: [] });
});

test('an order that was narrowed until no address matches is told what to loosen, and works after that', async () => {
  const target = await openTarget();
  const proxy = await buy({ country: 'US', options: NOWHERE });
  expect(await refusalOf(proxy, target)).toBe('NO_RAY');

  const { addresses, exact, findings } = await diagnosis();
  expect({ addresses, exact }).toEqual({ addresses: 0, exact: true });
  expect(findings).toEqual([
    {
      code: 'NO_RAY',
      count: 1,
      meaning: expect.stringContaining('no address'),
      advice:
        'Clear or change the provider or the city: addresses can match with one of these changes alone.',
      loosenings: [
        { setting: 'COUNTRY', addresses: expect.any(Number), exact: true },
        { setting: 'ASN', addresses: expect.any(Number), exact: true },
        { setting: 'CITY', addresses: expect.any(Number), exact: true },
        { setting: 'STATE', addresses: 0, exact: true },
      ],
    },
  ]);

  // Each loosening alone has the effect that it promises.
  const cleared = {
    COUNTRY: { country: 'ANY' },
    ASN: { asn: null },
    CITY: { city: null },
    STATE: { state: null },
  };
  for (const { setting, addresses: promised } of findings[0]?.loosenings ?? []) {
    await change(cleared[setting as keyof typeof cleared]);
    expect([setting, await refusalOf(proxy, target)]).toEqual([setting, promised ? undefined : 'NO_RAY']);
    expect((await diagnosis()).addresses).toBe(promised);
    await change({ country: 'US', ...NOWHERE });
  }

  await change({ city: null });
  const after = await diagnosis();
  expect(after.findings[0]).toMatchObject({
    code: 'NO_RAY',
    count: 2,
    advice: expect.stringMatching(/^Addresses match/),
  });
});

test('where one change is not enough, several are advised', async () => {
  // The ZIP code is of another city, and the provider is left out.
  const options = { ...NOWHERE, zip: '92101', excludeAsn: ['701'] };
  const proxy = await buy({ country: 'US', options });
  expect(await refusalOf(proxy, await openTarget())).toBe('NO_RAY');
  const [finding] = (await diagnosis()).findings;
  expect(finding?.advice).toBe(
    'Clear several of these: the ZIP code, the city, the state, the provider, and the excluded providers. No address matches with one of these changes alone.',
  );
  const [country, ...others] = finding?.loosenings ?? [];
  expect(country).toMatchObject({ setting: 'COUNTRY', exact: false });
  expect(others.map(({ addresses, exact }) => ({ addresses, exact }))).toEqual(
    Array(5).fill({ addresses: 0, exact: true }),
  );
});

test('each reason for which the gateway refuses has its meaning, its advice and the setting to change', async () => {
  const [target, source] = await Promise.all([openTarget(), openSource()]);
  const proxy = await buy({ options: { threads: 1 } });
  const refused = async (settings: Omit<UpdateSettingsInput, 'orderId'>, code: string) => {
    await change(settings);
    expect(await refusalOf(proxy, target)).toBe(code);
  };
  await refused({ paused: true }, 'USER_BLOCKED');
  await refused({ paused: false, protocol: 'SOCKS5' }, 'PORT_NOT_ALLOWED');
  await refused({ protocol: 'BOTH', blockedHosts: ['127.0.0.1'] }, 'HOST_BLOCKED');
  await change({ blockedHosts: [] });
  const { socket } = await openTunnel(proxy, source);
  expect(await refusalOf(proxy, target)).toBe('THREADS_EXHAUSTED');
  socket.destroy();
  await useUp();
  expect(await refusalOf(proxy, target)).toBe('TRAFFIC_EXHAUSTED');

  const settingsOf = async () => {
    const { findings } = await diagnosis();
    return Object.fromEntries(
      findings.map(({ code, loosenings }) => [code, loosenings.map(({ setting }) => setting)]),
    );
  };
  const settled = {
    HOST_BLOCKED: [],
    PORT_NOT_ALLOWED: [],
    THREADS_EXHAUSTED: ['THREADS'],
    TRAFFIC_EXHAUSTED: [],
    USER_BLOCKED: [],
  };
  // What has been set right since is not the reason any more.
  expect(await settingsOf()).toEqual(settled);
  await change({ paused: true, protocol: 'HTTP', blockedHosts: ['example.com'], threads: 2_000 });
  expect(await settingsOf()).toEqual({
    ...settled,
    HOST_BLOCKED: ['BLOCKED_HOSTS'],
    PORT_NOT_ALLOWED: ['PROTOCOL'],
    THREADS_EXHAUSTED: [],
    USER_BLOCKED: ['PAUSED'],
  });
});

test('however many ask, the upstream is asked for the errors once in five seconds, and for each list once', async () => {
  const { services, clock } = service;
  const proxy = await buy({ country: 'US', options: { ...NOWHERE, zip: '90001' } });
  expect(await refusalOf(proxy, await openTarget())).toBe('NO_RAY');
  services.geo = new Geo(services.traffic, clock);
  calls.names.length = 0;
  const all = await Promise.all(Array.from({ length: 30 }, () => result()));
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(calls.names.filter((name) => name === 'stats')).toHaveLength(1);
  const lists = calls.names.filter((name) => name === 'geo').length;
  expect(lists).toBeLessThanOrEqual(8);
  await diagnosis();
  expect(calls.names.filter((name) => name === 'stats')).toHaveLength(2);
  expect(calls.names.filter((name) => name === 'geo')).toHaveLength(lists);
});

test('while the upstream is away, the diagnosis is a ProviderError and the rest of the order is there', async () => {
  await buy();
  service.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'error_before' }]);
  service.clock.advance(6_000);
  expect(await order()).toMatchObject({
    diagnosis: { __typename: 'ProviderError', code: 'PROVIDER_ERROR' },
  });
});

test('another reseller sees no diagnosis', async () => {
  await buy();
  const stranger = await givenReseller(service.services);
  expect(await order(stranger.apiKey)).toBeNull();
});

test('of a type that is not sold any more, the errors are explained without numbers', async () => {
  const target = await openTarget();
  const proxy = await buy({ country: 'US', options: NOWHERE });
  expect(await refusalOf(proxy, target)).toBe('NO_RAY');
  await change({ paused: true });
  expect(await refusalOf(proxy, target)).toBe('USER_BLOCKED');
  const client = service.services.database.sql;
  await sql`update orders set type = 'withdrawn' where id = ${given.order.id}`.execute(client);
  expect(await diagnosis()).toMatchObject({
    addresses: null,
    exact: false,
    findings: [
      { code: 'NO_RAY', advice: expect.stringMatching(/^Loosen the filters/), loosenings: [] },
      { code: 'USER_BLOCKED', loosenings: [{ setting: 'PAUSED', addresses: null, exact: false }] },
    ],
  });
});
