import { expect, test } from 'vitest';
import { forwarded, seenThroughSocks, tunnel } from '../support/clients.ts';
import { DAY_SECONDS, openSandbox, type Px6Proxy } from '../support/sandbox.ts';
import { openEcho } from '../support/target.ts';

const ONE = 'count=1&period=7&country=us&version=4';

test('proxies have different exit addresses, on which both protocols of them come out', async () => {
  const { buy } = await openSandbox();
  const [proxies, socks, echo] = await Promise.all([
    buy('count=3&period=7&country=us&version=4'),
    buy(`${ONE}&type=socks`),
    openEcho(),
  ]);
  const replies = await Promise.all(proxies.map((proxy) => forwarded(proxy, echo)));
  const seen = replies.map(({ body }): string => JSON.parse(body).from);
  expect(seen).toEqual(proxies.map(({ ip }) => ip));
  expect(await seenThroughSocks(socks[0], echo)).toMatchObject({ from: socks[0].ip });
  expect(new Set([...seen, socks[0].ip]).size).toBe(4);
});

test('wrong, missing, foreign, expired and deleted credentials are refused over HTTP', async () => {
  const { buy, px6, clock } = await openSandbox();
  const [[proxy], [socks], [short], [deleted], echo] = await Promise.all([
    buy(ONE),
    buy(`${ONE}&type=socks`),
    buy('count=1&period=3&country=us'),
    buy(ONE),
    openEcho(),
  ]);
  await px6(`delete?ids=${deleted.id}`);
  clock.pass(3 * DAY_SECONDS);
  const { host, port } = proxy;
  const strangers = [
    { ...proxy, pass: 'wrong' },
    { ...proxy, user: 'nobody' },
    { ...socks, host, port },
    short,
    deleted,
  ];
  for (const stranger of strangers) {
    const reply = await forwarded(stranger, echo);
    expect(reply.status).toBe(407);
    expect(reply.headers['proxy-authenticate']).toBe('Basic realm="proxy"');
    expect((await tunnel(stranger, new URL(echo).host)).status).toBe(407);
  }
  expect((await forwarded(proxy, echo)).status).toBe(200);
});

test('wrong, foreign, expired and deleted credentials are refused over SOCKS5', async () => {
  const { buy, px6, clock } = await openSandbox();
  const [[proxy], [http], [short], [deleted], echo] = await Promise.all([
    buy(`${ONE}&type=socks`),
    buy(ONE),
    buy('count=1&period=3&country=us&type=socks'),
    buy(`${ONE}&type=socks`),
    openEcho(),
  ]);
  await px6(`delete?ids=${deleted.id}`);
  clock.pass(3 * DAY_SECONDS);
  const strangers: Px6Proxy[] = [{ ...proxy, pass: 'wrong' }, { ...http, port: proxy.port }, short, deleted];
  for (const stranger of strangers) {
    await expect(seenThroughSocks(stranger, echo)).rejects.toThrow('Authentication failed');
  }
  expect(await seenThroughSocks(proxy, echo)).toMatchObject({ from: proxy.ip });
});

test('a proxy whose type is set to http is let in, one set to socks no more', async () => {
  const { buy, px6 } = await openSandbox();
  const [[proxy], echo] = await Promise.all([buy(ONE), openEcho()]);
  await px6(`settype?ids=${proxy.id}&type=socks`);
  expect((await forwarded(proxy, echo)).status).toBe(407);
  await px6(`settype?ids=${proxy.id}&type=http`);
  expect((await forwarded(proxy, echo)).status).toBe(200);
});
