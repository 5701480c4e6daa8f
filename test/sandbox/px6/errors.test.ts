import { expect, test } from 'vitest';
import { DAY_SECONDS, openSandbox } from '../support/sandbox.ts';

test.each([
  ['getcount?country=us&version=5', 240],
  ['getcount?country=US', 220],
  ['getcount', 220],
  ['getprice?count=0&period=7', 200],
  ['getprice?count=1.5&period=7', 200],
  ['getprice?count=1&period=3&version=4', 210],
  ['buy?count=1&period=8&country=us', 210],
  ['buy?count=-1&period=7&country=us', 200],
  ['buy?count=1&period=7&country=xx', 220],
  ['buy?count=1&period=7&country=us&type=ftp', 260],
  [`buy?count=1&period=7&country=us&descr=${'é'.repeat(51)}`, 250],
  ['buy?count=4&period=7&country=tr&version=4', 300],
  ['prolong?period=7&ids=1', 404],
  ['prolong?period=7&ids=a', 230],
  ['prolong?period=7', 230],
  ['prolong?ids=1', 210],
  ['delete?ids=1', 404],
  ['delete?descr=unheard-of', 404],
  ['delete', 230],
  ['check?ids=1', 404],
  ['settype?ids=1&type=socks', 404],
  ['settype?ids=1', 260],
  ['getproxy?limit=1001', 30],
  ['sell', 110],
  ['constructor', 110],
])('%s is refused with error %i and does nothing', async (call, errorId) => {
  const { get, sandbox } = await openSandbox();
  const response = await get(call);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'no', error_id: errorId, error: expect.any(String) });
  expect(sandbox.issued()).toEqual([]);
});

test('another key is refused with error 100', async () => {
  const { sandbox } = await openSandbox();
  const response = await fetch(`${sandbox.px6Url}/api/${'k'.repeat(200)}/getcount/?country=us`);
  expect(await response.json()).toEqual({ status: 'no', error_id: 100, error: 'Error key' });
});

test('an account without enough money buys and prolongs nothing: error 400', async () => {
  const { px6, buy, sandbox } = await openSandbox();
  const [proxy] = await buy('count=1&period=7&country=us&version=4');
  sandbox.setBalance(16.79);
  expect(await px6('buy?count=1&period=7&country=us&version=4')).toMatchObject({ error_id: 400 });
  expect(await px6(`prolong?period=7&ids=${proxy.id}`)).toMatchObject({ error_id: 400 });
  sandbox.setBalance(16.8);
  expect(await px6('buy?count=1&period=7&country=us&version=4')).toMatchObject({
    status: 'yes',
    balance: '0.00',
  });
});

test('a period must fit the version of every proxy that is prolonged', async () => {
  const { px6, buy } = await openSandbox();
  const [ipv6] = await buy('count=1&period=7&country=us&version=6');
  const [ipv4] = await buy('count=1&period=7&country=us&version=4');
  expect(await px6(`prolong?period=3&ids=${ipv6.id},${ipv4.id}`)).toMatchObject({ error_id: 210 });
  expect(await px6(`prolong?period=3&ids=${ipv6.id}`)).toMatchObject({ status: 'yes' });
});

test('a proxy is forgotten three days after its end', async () => {
  const { px6, buy, clock } = await openSandbox();
  const [proxy] = await buy('count=1&period=7&country=us');
  clock.pass(10 * DAY_SECONDS - 1);
  expect((await px6('getproxy')).list_count).toBe(1);
  clock.pass(1);
  expect((await px6('getproxy')).list_count).toBe(0);
  expect(await px6(`prolong?period=7&ids=${proxy.id}`)).toMatchObject({ error_id: 404 });
});
