import { expect, test } from 'vitest';
import { DAY_SECONDS, openSandbox, START } from '../support/sandbox.ts';

const NOW = START.getTime() / 1_000;
const account = {
  status: 'yes',
  user_id: '1',
  balance: expect.stringMatching(/^\d+\.\d\d$/),
  currency: 'RUB',
};

function expectedProxy(port: string) {
  return {
    id: expect.stringMatching(/^\d+$/),
    ip: expect.stringMatching(/^127\.\d+\.\d+\.\d+$/),
    host: '127.0.0.1',
    port,
    user: expect.stringMatching(/^\w+$/),
    pass: expect.stringMatching(/^\w+$/),
    type: 'http',
    date: '2026-11-20 15:00:00',
    date_end: '2026-11-27 15:00:00',
    unixtime: NOW,
    unixtime_end: NOW + 7 * DAY_SECONDS,
    active: '1',
  };
}

test('getprice shows the price of all and of one proxy for a day', async () => {
  const { px6 } = await openSandbox();
  expect(await px6('getprice?count=100&period=30&version=4')).toEqual({
    ...account,
    price: 7_200,
    price_single: 2.4,
    period: 30,
    count: 100,
  });
});

test('getcount and getcountry show what is in stock, of IPv6 when no version is given', async () => {
  const { px6 } = await openSandbox();
  expect(await px6('getcount?country=tr')).toEqual({ ...account, count: 40 });
  expect(await px6('getcount?country=tr&version=4')).toEqual({ ...account, count: 3 });
  expect(await px6('getcountry?version=4')).toEqual({
    ...account,
    list: ['us', 'gb', 'de', 'fr', 'nl', 'ca', 'jp', 'br', 'in', 'pl', 'ua', 'tr'],
  });
});

test('buy gives the proxies by id, with ids and ports as text, and takes the price off the balance', async () => {
  const { px6 } = await openSandbox();
  const before = Number((await px6('getcountry')).balance);
  const bought = await px6('buy?count=2&period=7&country=us&version=4&descr=ours');
  const [port = ''] = Object.values(bought.list).map((proxy) => proxy.port);
  expect(bought).toEqual({
    ...account,
    order_id: expect.any(Number),
    count: 2,
    price: 33.6,
    period: 7,
    country: 'us',
    list: expect.any(Object),
  });
  expect(port).toMatch(/^\d+$/);
  expect(Object.values(bought.list)).toEqual([expectedProxy(port), expectedProxy(port)]);
  expect(Object.keys(bought.list)).toEqual(Object.values(bought.list).map(({ id }) => id));
  expect(before - Number(bought.balance)).toBeCloseTo(33.6);
});

test('getproxy finds by reference, page by page', async () => {
  const { px6, buy, clock } = await openSandbox();
  const [short] = await buy('count=1&period=3&country=de&version=6&descr=short');
  await buy('count=3&period=30&country=de&version=4&type=socks&descr=long');
  expect((await px6('getproxy?descr=short')).list).toEqual({
    [short.id]: { ...short, version: '6', country: 'de', descr: 'short' },
  });
  expect((await px6('getproxy')).list_count).toBe(4);
  clock.pass(3 * DAY_SECONDS);
  expect((await px6('getproxy')).list).toMatchObject({ [short.id]: { active: '0' } });
  const second = await px6('getproxy?page=2&limit=3');
  expect(second.list_count).toBe(4);
  expect(Object.keys(second.list)).toHaveLength(1);
  expect(await px6('getproxy?descr=nothing')).toMatchObject({ status: 'yes', list_count: 0, list: {} });
});

test('prolong adds days to the end, also when it has passed', async () => {
  const { px6, buy, clock } = await openSandbox();
  const [one, other] = await buy('count=2&period=3&country=de');
  expect(await px6(`prolong?period=7&ids=${one.id}`)).toEqual({
    ...account,
    price: 2.1,
    period: 7,
    count: 1,
    list: { [one.id]: { id: one.id, date_end: '2026-11-30 15:00:00', unixtime_end: NOW + 10 * DAY_SECONDS } },
  });
  clock.pass(4 * DAY_SECONDS);
  const late = await px6(`prolong?period=7&ids=${other?.id}`);
  expect(Object.values(late.list)).toMatchObject([{ unixtime_end: NOW + 10 * DAY_SECONDS }]);
});

test('delete takes proxies back by id or by reference', async () => {
  const { px6, buy } = await openSandbox();
  const [one] = await buy('count=2&period=7&country=fr&descr=gone');
  expect(await px6(`delete?ids=${one.id},99`)).toEqual({ ...account, count: 1 });
  expect(await px6('delete?descr=gone')).toEqual({ ...account, count: 1 });
  expect((await px6('getproxy')).list_count).toBe(0);
});

test('check and settype speak of proxies that there are', async () => {
  const { px6, buy, clock } = await openSandbox();
  const [proxy] = await buy('count=1&period=3&country=fr');
  expect(await px6(`check?ids=${proxy.id}`)).toEqual({ ...account, proxy_id: proxy.id, proxy_status: true });
  expect(await px6(`settype?ids=${proxy.id}&type=socks`)).toEqual(account);
  const listed = (await px6('getproxy')).list[proxy.id];
  expect(listed?.type).toBe('socks');
  expect(listed?.port).not.toBe(proxy.port);
  clock.pass(3 * DAY_SECONDS);
  expect((await px6(`check?ids=${proxy.id}`)).proxy_status).toBe(false);
});

test('nothing but GET reaches the API', async () => {
  const { sandbox } = await openSandbox();
  const url = `${sandbox.px6Url}/api/${sandbox.px6Key}/buy/?count=1&period=7&country=us`;
  for (const method of ['HEAD', 'POST']) expect((await fetch(url, { method })).status).toBe(404);
  expect(sandbox.issued()).toEqual([]);
});
