import { expect, test } from 'vitest';
import { REFUSALS, type RefusalCode } from '../../../src/sandbox/gateway/authorization.ts';
import { basic } from '../support/clients.ts';
import { closedPort, openTcp } from '../support/target.ts';
import {
  ask,
  LOGIN,
  openGateways,
  SOCKS_HELLO,
  SOCKS_LOGIN,
  socksReply,
  socksTarget,
  talk,
} from './gateways.ts';

const CODES = Object.entries(REFUSALS) as [RefusalCode, number][];
const SOCKS_REPLIES: Partial<Record<RefusalCode, number>> = { NO_RAY: 3, NO_HOST_CONNECTION: 4 };

function questions(authority: string): string[] {
  const rest = `HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${basic(LOGIN)}\r\n\r\n`;
  return [`GET http://${authority}/ ${rest}`, `CONNECT ${authority} ${rest}`];
}

function expectRefusal(answer: string, code: string, status: number): void {
  const [head = '', body] = answer.split('\r\n\r\n');
  const [first, ...headers] = head.split('\r\n');
  expect(first).toBe(`HTTP/1.1 ${status} ${code}`);
  expect(headers).toContain(`X-Proxy-Error: ${code}`);
  expect(headers.includes('Proxy-Authenticate: Basic realm="proxy"')).toBe(status === 407);
  expect(body).toBe(`${code}\n`);
}

test.for(CODES)(
  'HTTP and CONNECT: %s is answered with status %i, reason, header and body',
  async ([code, status]) => {
    const { proxies, refuse, uses } = await openGateways();
    for (const stage of ['authorize', 'open'] as const) {
      refuse.authorize = refuse.open = undefined;
      refuse[stage] = code;
      for (const proxy of [proxies.http, proxies.sticky]) {
        for (const question of questions('127.0.0.1:80')) {
          expectRefusal(await ask(proxy, question), code, status);
        }
      }
    }
    expect(uses).toEqual([]);
  },
);

test.for(CODES)('SOCKS5: %s refuses the login, or the way', async ([code]) => {
  const { proxies, refuse, uses } = await openGateways();
  for (const proxy of [proxies.socks5, proxies.sticky]) {
    refuse.authorize = code;
    const say = async () => [...(await talk(proxy, [SOCKS_HELLO, SOCKS_LOGIN, socksTarget(80)]))];
    expect(await say()).toEqual([5, 2, 1, 1]);
    refuse.authorize = undefined;
    refuse.open = code;
    expect(await say()).toEqual([5, 2, 1, 0, ...socksReply(SOCKS_REPLIES[code] ?? 2)]);
  }
  expect(uses).toEqual([]);
});

test('a target that cannot be reached is NO_HOST_CONNECTION', async () => {
  const { proxies, uses } = await openGateways();
  const port = await closedPort();
  for (const proxy of [proxies.http, proxies.sticky]) {
    for (const question of questions(`127.0.0.1:${port}`)) {
      expectRefusal(await ask(proxy, question), 'NO_HOST_CONNECTION', 502);
    }
  }
  expect(uses.map(({ timesLeft }) => timesLeft)).toEqual([1, 1, 1, 1]);
});

test('a request is authorized by protocol, sticky port, address and credentials', async () => {
  const { proxies, gateways, requests } = await openGateways({}, '::');
  const port = await openTcp((socket) => socket.end());
  const credentials = { login: LOGIN.user, password: LOGIN.pass };
  const [, connect = ''] = questions(`127.0.0.1:${port}`);
  const socks = [SOCKS_HELLO, SOCKS_LOGIN, socksTarget(port)];
  await ask(proxies.http, connect);
  await ask(proxies.sticky, connect);
  await talk(proxies.socks5, socks);
  await talk(proxies.sticky, socks);
  await ask(proxies.http, `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  const clientIp = '127.0.0.1';
  const stickyPort = gateways.ports.sticky.last;
  expect(requests).toEqual([
    { protocol: 'http', stickyPort: undefined, clientIp, credentials },
    { protocol: 'http', stickyPort, clientIp, credentials },
    { protocol: 'socks5', stickyPort: undefined, clientIp, credentials },
    { protocol: 'socks5', stickyPort, clientIp, credentials },
    { protocol: 'http', stickyPort: undefined, clientIp, credentials: undefined },
  ]);
});

test('credentials that cannot be read are not taken for none', async () => {
  const { proxies, requests } = await openGateways();
  for (const header of ['Bearer x', 'Basic', 'Basic !', `Basic ${btoa('nocolon')}`]) {
    const question = `CONNECT 127.0.0.1:80 HTTP/1.1\r\nProxy-Authorization: ${header}\r\n\r\n`;
    expectRefusal(await ask(proxies.http, question), 'NO_USER', 407);
  }
  expect(requests).toEqual([]);
});
