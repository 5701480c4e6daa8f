import { expect, test } from 'vitest';
import { openSocket, seenThroughSocks, socksConnect, text } from '../support/clients.ts';
import { closedPort, openEcho, openTcp } from '../support/target.ts';
import {
  EXIT,
  LOGIN,
  openGateways,
  SOCKS_HELLO,
  SOCKS_LOGIN,
  socksReply,
  socksTarget,
  talk,
} from './gateways.ts';

test('a tunnel opens to IPv4, IPv6 and names, from the exit address of the connection', async () => {
  const [{ proxies }, ipv4, ipv6] = await Promise.all([openGateways(), openEcho(), openEcho('::1')]);
  for (const proxy of [proxies.socks5, proxies.sticky]) {
    expect(await seenThroughSocks(proxy, ipv4)).toMatchObject({ from: EXIT });
    expect(await seenThroughSocks(proxy, ipv4.replace('127.0.0.1', 'localhost'))).toMatchObject({
      from: EXIT,
    });
    expect(await seenThroughSocks(proxy, ipv6)).toMatchObject({ from: '::1' });
  }
});

test('bytes go through in both directions, also after one side has ended', async () => {
  const { proxies } = await openGateways();
  const port = await openTcp(async (socket) => socket.end(`heard ${(await text(socket)).length}`));
  const socket = await socksConnect(proxies.socks5, '127.0.0.1', port);
  socket.end('x'.repeat(1_000_000));
  expect(await text(socket)).toBe('heard 1000000');
});

test('a target that refuses is reported as one that refuses', async () => {
  const { proxies } = await openGateways();
  const connecting = socksConnect(proxies.socks5, '127.0.0.1', await closedPort());
  await expect(connecting).rejects.toThrow('ConnectionRefused');
});

test('a client that offers no password is let in by its address, or turned away', async () => {
  const { proxies, requests, refuse } = await openGateways();
  const port = await openTcp((socket) => socket.end('hello'));
  for (const proxy of [proxies.socks5, proxies.sticky]) {
    const said = await talk(proxy, [[5, 1, 0], socksTarget(port)]);
    expect([...said.subarray(0, 4)]).toEqual([5, 0, 5, 0]);
    expect(String(said)).toMatch(/hello$/);
    expect(requests.at(-1)).toMatchObject({
      protocol: 'socks5',
      clientIp: '127.0.0.1',
      credentials: undefined,
    });
  }
  refuse.authorize = 'NO_USER';
  expect([...(await talk(proxies.socks5, [[5, 1, 0]]))]).toEqual([5, 0xff]);
  expect([...(await talk(proxies.socks5, [[5, 1, 1]]))]).toEqual([5, 0xff]);
});

test('a client that offers both is asked for its password', async () => {
  const { proxies, requests } = await openGateways();
  const port = await openTcp((socket) => socket.end('hello'));
  const said = await talk(proxies.socks5, [[5, 2, 0, 2], SOCKS_LOGIN, socksTarget(port)]);
  expect([...said.subarray(0, 6)]).toEqual([5, 2, 1, 0, 5, 0]);
  expect(requests.at(-1)?.credentials).toEqual({ login: LOGIN.user, password: LOGIN.pass });
});

test('other commands and addresses get their own reply, other protocols none', async () => {
  const { proxies, uses } = await openGateways();
  const bind = [5, 2, 0, 1, 127, 0, 0, 1, 0, 80];
  const oddAddress = [5, 1, 0, 9];
  const say = async (...words: number[][]) => [...(await talk(proxies.socks5, words))];
  expect(await say(SOCKS_HELLO, SOCKS_LOGIN, bind)).toEqual([5, 2, 1, 0, ...socksReply(7)]);
  expect(await say(SOCKS_HELLO, SOCKS_LOGIN, oddAddress)).toEqual([5, 2, 1, 0, ...socksReply(8)]);
  expect(await say([4, 1, 0, 80, 127, 0, 0, 1, 0])).toEqual([]);
  expect(await say([5, 1])).toEqual([]);
  expect(uses).toEqual([]);
});

test('a handshake may come byte by byte', async () => {
  const [{ proxies }, port] = await Promise.all([openGateways(), openTcp((socket) => socket.end('hello'))]);
  for (const proxy of [proxies.socks5, proxies.sticky]) {
    const socket = openSocket(Number(proxy.port)).setNoDelay();
    for (const byte of [...SOCKS_HELLO, ...SOCKS_LOGIN, ...socksTarget(port)]) {
      const written = Promise.withResolvers<void>();
      socket.write(Buffer.of(byte), () => written.resolve());
      await written.promise;
    }
    expect(await text(socket)).toMatch(/hello$/);
  }
});
