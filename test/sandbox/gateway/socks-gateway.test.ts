import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openSocket, seenThroughSocks, socksConnect, text } from '../support/clients.ts';
import { DAY_SECONDS, openSandbox, type Px6Proxy } from '../support/sandbox.ts';
import { closedPort, openEcho, openTcp } from '../support/target.ts';

const ONE = 'count=1&period=7&country=us&version=4&type=socks';

test('a tunnel opens to IPv4, IPv6 and names, from the exit address of the proxy', async () => {
  const { buy } = await openSandbox();
  const [proxies, ipv4, ipv6] = await Promise.all([buy(ONE.replace('1', '2')), openEcho(), openEcho('::1')]);
  for (const proxy of proxies) {
    expect(await seenThroughSocks(proxy, ipv4)).toMatchObject({ from: proxy.ip });
    expect(await seenThroughSocks(proxy, ipv4.replace('127.0.0.1', 'localhost'))).toMatchObject({
      from: proxy.ip,
    });
    expect(await seenThroughSocks(proxy, ipv6)).toMatchObject({ from: '::1' });
  }
});

test('bytes go through in both directions, also after one side has ended', async () => {
  const { buy } = await openSandbox();
  const [proxy] = await buy(ONE);
  const port = await openTcp(async (socket) => socket.end(`heard ${(await text(socket)).length}`));
  const socket = await socksConnect(proxy, '127.0.0.1', port);
  socket.end('x'.repeat(1_000_000));
  expect(await text(socket)).toBe('heard 1000000');
});

test('wrong, foreign, expired and deleted credentials are refused', async () => {
  const { buy, px6, clock } = await openSandbox();
  const [[proxy], [http], [short], [deleted], echo] = await Promise.all([
    buy(ONE),
    buy(ONE.replace('socks', 'http')),
    buy('count=1&period=3&country=us&type=socks'),
    buy(ONE),
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

test('a target that refuses is told as such', async () => {
  const { buy } = await openSandbox();
  const [proxy] = await buy(ONE);
  await expect(socksConnect(proxy, '127.0.0.1', await closedPort())).rejects.toThrow('ConnectionRefused');
});

test('a client that offers no password is turned away', async () => {
  const { buy } = await openSandbox();
  const [proxy] = await buy(ONE);
  expect(await talk(proxy, [[5, 1, 0]])).toEqual([5, 0xff]);
});

test('other commands and addresses get their own reply, other protocols none', async () => {
  const { buy } = await openSandbox();
  const [proxy] = await buy(ONE);
  const login = [
    1,
    proxy.user.length,
    ...Buffer.from(proxy.user),
    proxy.pass.length,
    ...Buffer.from(proxy.pass),
  ];
  const bind = [5, 2, 0, 1, 127, 0, 0, 1, 0, 80];
  const oddAddress = [5, 1, 0, 9];
  const welcome = [5, 2, 1, 0];
  expect(await talk(proxy, [[5, 2, 0, 2], login, bind])).toEqual([...welcome, 5, 7, 0, 1, 0, 0, 0, 0, 0, 0]);
  expect(await talk(proxy, [[5, 1, 2], login, oddAddress])).toEqual([
    ...welcome,
    5,
    8,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  expect(await talk(proxy, [[4, 1, 0, 80, 127, 0, 0, 1, 0]])).toEqual([]);
  expect(await talk(proxy, [[5, 1]])).toEqual([]);
});

test('a handshake may come byte by byte', async () => {
  const { buy } = await openSandbox();
  const [[proxy], port] = await Promise.all([buy(ONE), openTcp((socket) => socket.end('hello'))]);
  const login = [
    1,
    proxy.user.length,
    ...Buffer.from(proxy.user),
    proxy.pass.length,
    ...Buffer.from(proxy.pass),
  ];
  const socket = openSocket(Number(proxy.port)).setNoDelay();
  for (const byte of [5, 1, 2, ...login, 5, 1, 0, 1, 127, 0, 0, 1, port >> 8, port & 0xff]) {
    const written = Promise.withResolvers<void>();
    socket.write(Buffer.of(byte), () => written.resolve());
    await written.promise;
  }
  expect(await text(socket)).toMatch(/hello$/);
});

test('closing the sandbox ends open tunnels at once', async () => {
  const { buy, sandbox } = await openSandbox();
  const [proxy] = await buy(ONE);
  const port = await openTcp((socket) => socket.resume());
  const socket = await socksConnect(proxy, '127.0.0.1', port);
  const closed = once(socket.resume(), 'close');
  await sandbox.close();
  await closed;
});

/** Says all of it and gives all that is answered. */
async function talk(proxy: Px6Proxy, words: number[][]): Promise<number[]> {
  const socket = openSocket(Number(proxy.port));
  socket.end(Buffer.from(words.flat()));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return [...Buffer.concat(chunks)];
}
