import { expect, test } from 'vitest';
import { DAY_SECONDS, openSandbox } from '../support/sandbox.ts';

test('fifty buyers at once get exactly the stock', async () => {
  const { px6, sandbox } = await openSandbox();
  sandbox.setStock('4', 'pl', 17);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => px6(`buy?count=1&period=7&country=pl&version=4&descr=${index}`)),
  );
  expect(answers.filter(({ status }) => status === 'yes')).toHaveLength(17);
  expect(answers.filter(({ error_id }) => error_id === 300)).toHaveLength(33);
  expect(sandbox.issued()).toHaveLength(17);
  expect((await px6('getcount?country=pl&version=4')).count).toBe(0);
});

test('every proxy has its own id, login, password and exit address', async () => {
  const { buy } = await openSandbox();
  const proxies = await buy('count=600&period=7&country=pl');
  for (const field of ['id', 'user', 'pass', 'ip'] as const) {
    expect(new Set(proxies.map((proxy) => proxy[field])).size).toBe(600);
  }
});

test('what is deleted is in stock again', async () => {
  const { px6, buy } = await openSandbox();
  const [proxy] = await buy('count=3&period=7&country=tr&version=4');
  expect((await px6('getcount?country=tr&version=4')).count).toBe(0);
  await px6(`delete?ids=${proxy.id}`);
  expect((await px6('getcount?country=tr&version=4')).count).toBe(1);
});

test('what has expired is in stock again, and prolonging it takes it out once more', async () => {
  const { px6, buy, clock } = await openSandbox();
  const [proxy, ...others] = await buy('count=3&period=7&country=tr&version=4');
  clock.pass(7 * DAY_SECONDS - 1);
  expect((await px6('getcount?country=tr&version=4')).count).toBe(0);
  clock.pass(1);
  expect((await px6('getcount?country=tr&version=4')).count).toBe(3);

  await px6(`prolong?period=7&ids=${proxy.id}`);
  expect((await px6('getcount?country=tr&version=4')).count).toBe(2);
  await buy('count=1&period=7&country=tr&version=4');
  const ids = others.map(({ id }) => id).join(',');
  expect(await px6(`prolong?period=7&ids=${ids}`)).toMatchObject({ error_id: 300 });
});

test('the control sets the stock of one version in one country', async () => {
  const { px6, buy, control } = await openSandbox();
  await buy('count=2&period=7&country=tr&version=4');
  const answer = await control('stock', { version: 4, country: 'TR', available: 5 });
  expect(await answer.json()).toEqual({ version: '4', country: 'tr', available: 5 });
  expect((await px6('getcount?country=tr&version=4')).count).toBe(5);
  expect((await px6('getcount?country=tr&version=3')).count).toBe(5);
  const bad = await control('stock', { version: 5, country: 'tr', available: -1 });
  expect(bad.status).toBe(400);
  expect(await bad.json()).toEqual({ error: expect.stringMatching(/^version: .+\navailable: /) });
});
