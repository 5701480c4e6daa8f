import { expect, test } from 'vitest';
import type { z } from 'zod';
import { about } from '../../src/kit/request.ts';
import type { stats } from '../../src/rest/luxury-order.ts';
import { expectRefusal } from '../support/rest-client.ts';
import { useLuxuryService } from './luxury-service.ts';

const { service, givenLuxury } = useLuxuryService();
const DAY_MS = 86_400_000;
const GB = 2 ** 30;

type Stats = z.output<typeof stats>;

test('stats have seven days, today last, also those on which nothing happened', async () => {
  const { rest, path, use } = await givenLuxury();
  await use(GB / 4);
  const { clock } = service.running;
  clock.advance(2 * DAY_MS);
  await use(GB / 2);
  const today = clock.now().getTime();
  const dates = Array.from({ length: 7 }, (_, i) =>
    new Date(today - (6 - i) * DAY_MS).toISOString().slice(0, 10),
  );
  const { status, body } = await rest.get<Stats>(`${path}/stats`);
  expect(status).toBe(200);
  expect(body).toEqual({
    days: dates.map((date, i) => ({
      date,
      traffic_gb: i === 4 ? 0.25 : i === 6 ? 0.5 : 0,
      requests: 0,
    })),
    errors: [],
  });
});

test('stats forget what is older than the week', async () => {
  const { rest, path, use } = await givenLuxury();
  await use(GB / 4);
  service.running.clock.advance(7 * DAY_MS);
  const { body } = await rest.get<Stats>(`${path}/stats`);
  expect(body.days.map(({ traffic_gb }) => traffic_gb)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('502: stats that the provider does not give', async () => {
  const { rest, path } = await givenLuxury();
  service.running.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'refuse' }]);
  try {
    expectRefusal(await rest.get(`${path}/stats`), 502, 'provider_error');
  } finally {
    service.running.sandbox.arm([]);
  }
});

test('429: stats of a reseller for whom as much is being read as may be, while its traffic is that of the last reading', async () => {
  const { reads } = service.running.services;
  const { rest, path, resellerId } = await givenLuxury();
  const held = Promise.withResolvers<void>();
  const hold = () => reads.run(() => held.promise);
  const all = Array.from({ length: 8 + 64 }, () => about({ resellerId }, hold));
  service.running.clock.advance(10_000);
  const refused = await rest.get(`${path}/stats`);
  expectRefusal(refused, 429, 'rate_limited');
  expect(refused.headers).toMatchObject({ 'retry-after': '2', 'ratelimit-limit': '60' });
  expect((await rest.get(`${path}/traffic`)).status).toBe(200);
  held.resolve();
  await Promise.all(all);
  service.running.clock.advance(2_000);
  expect((await rest.get(`${path}/stats`)).status).toBe(200);
});

test('a new password comes with the login and a line for the HTTP port, and is the order’s from then on', async () => {
  const { rest, path, order, resetPassword } = await givenLuxury();
  const { status, body } = await resetPassword<{ login: string; password: string }>();
  const { login, password } = body;
  const { httpPort } = service.running.sandbox.gateway;
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      login: expect.any(String),
      password: expect.any(String),
      line: `127.0.0.1:${httpPort}:${login}:${password}`,
    },
  });
  expect(password).not.toBe(order.proxies[0]?.password);
  expect((await rest.get(path)).body).toMatchObject({ proxies: [{ login, password }] });
  expect((await rest.get(`${path}/settings`)).body).toMatchObject({ login });
});

test('the line of a new password is for the HTTP port also where only SOCKS5 is allowed', async () => {
  const { resetPassword } = await givenLuxury({ options: { protocol: 'socks5' } });
  const { httpPort } = service.running.sandbox.gateway;
  expect((await resetPassword()).body).toMatchObject({ line: expect.stringContaining(`:${httpPort}:`) });
});

test.each([
  ['nothing', undefined],
  ['{}', {}],
  ['no JSON', 'please'],
])('a new password needs no body: %s', async (_name, body) => {
  const { resetPassword } = await givenLuxury();
  expect((await resetPassword(body)).status).toBe(200);
});

test('502: a password that the provider does not change is the old one', async () => {
  const { rest, path, order, resetPassword } = await givenLuxury();
  service.running.sandbox.arm([{ upstream: 'dataimpulse', call: 'reset-password', mode: 'refuse' }]);
  try {
    expectRefusal(await resetPassword(), 502, 'provider_error');
  } finally {
    service.running.sandbox.arm([]);
  }
  expect((await rest.get(path)).body).toMatchObject({ proxies: order.proxies });
});
