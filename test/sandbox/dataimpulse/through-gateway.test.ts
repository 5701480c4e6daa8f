import { expect, test } from 'vitest';
import { forwarded, seenThroughSocks } from '../support/clients.ts';
import { openTraffic } from '../support/dataimpulse.ts';
import type { Px6Proxy } from '../support/sandbox.ts';
import { openEcho, openWeb } from '../support/target.ts';

async function open(gb: number) {
  const opened = await openTraffic(gb);
  const [anyProxy] = await opened.buy('count=1&period=7&country=us');
  const { subUser, sandbox } = opened;
  /** The sub-user's account at a port of the gateway, in the form that the clients of tests take. */
  const at = (port: number, login = subUser.login): Px6Proxy => ({
    ...anyProxy,
    port: String(port),
    user: login,
    pass: subUser.password,
  });
  const from = async (proxy: Px6Proxy, url: string) => JSON.parse((await forwarded(proxy, url)).body).from;
  return { ...opened, ...sandbox.gateway, at, from, term: anyProxy };
}

test('what was bought works at every port of the gateway, and what moves is counted', async () => {
  const { at, from, ask, subUser, httpPort, socks5Port, stickyPorts } = await open(1);
  const url = await openEcho();
  const rotating = [await from(at(httpPort), url), await from(at(httpPort), url)];
  expect(new Set(rotating).size).toBe(2);
  expect((await seenThroughSocks(at(socks5Port), url)).from).toMatch(/^127\./);
  const sticky = await from(at(stickyPorts.first), url);
  expect((await seenThroughSocks(at(stickyPorts.first), url)).from).toBe(sticky);
  expect(await from(at(stickyPorts.last), url)).not.toBe(sticky);
  const { body } = await ask(`/sub-user/usage-stat/get?subuser_id=${subUser.id}`);
  expect(body.total.request).toBe(6);
  expect(body.total.traffic).toBeGreaterThan(600);
});

test('traffic that is used up ends the connection, at most 64 KiB over', async () => {
  const { at, ask, control, subUser, httpPort } = await open(1);
  await control('usage', [{ subUserId: subUser.id, bytes: 2 ** 30 - 500_000 }]);
  const url = await openWeb((_, response) => response.end(Buffer.alloc(1_000_000)));
  await expect(forwarded(at(httpPort), url)).rejects.toThrow();
  const { body } = await ask(`/sub-user/balance/get?subuser_id=${subUser.id}`);
  expect(body).toMatchObject({ balance: 0, threads_used: 0 });
  expect(body.balance_used - body.balance_total).toBeLessThan(65_536);
  expect((await forwarded(at(httpPort), url)).status).toBe(407);
});

test('proxies that are sold one by one are not counted, and have no sticky ports', async () => {
  const { term, from, sandbox, stickyPorts } = await open(0);
  const url = await openEcho();
  expect(await from(term, url)).toBe(term.ip);
  const onSticky = { ...term, port: String(stickyPorts.first) };
  expect((await forwarded(onSticky, url)).status).toBe(407);
  expect(
    sandbox
      .issued()
      .map(({ call }) => call)
      .sort(),
  ).toEqual(['buy', 'create']);
});
