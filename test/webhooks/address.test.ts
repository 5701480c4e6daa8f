import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import net, { type AddressInfo, isIP, isIPv4, isIPv6, type TcpNetConnectOpts } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookupBy } from '../../src/webhooks/address.ts';
import { UpstreamServer } from '../support/upstream-server.ts';
import { givenTls, openDialler } from './open-dialler.ts';

const PUBLIC = ['93.184.216.34', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'];

/** Spellings of addresses that no receiver has, as the host of a URL. */
const REFUSED: readonly [host: string, what: string][] = [
  ['127.0.0.1', 'this machine'],
  ['127.255.255.254', 'the end of 127/8'],
  ['[::1]', 'this machine, IPv6'],
  ['[::]', 'all of this machine, IPv6'],
  ['0.0.0.0', 'all of this machine'],
  ['0.255.255.255', 'the end of 0/8'],
  ['10.0.0.1', '10/8'],
  ['10.255.255.255', 'the end of 10/8'],
  ['172.16.0.1', '172.16/12'],
  ['172.31.255.255', 'the end of 172.16/12'],
  ['192.168.0.1', '192.168/16'],
  ['169.254.169.254', 'metadata of a cloud'],
  ['100.64.0.1', '100.64/10'],
  ['100.127.255.255', 'the end of 100.64/10'],
  ['192.0.0.192', 'metadata of another cloud'],
  ['198.18.0.1', 'measurements'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['[fc00::1]', 'fc00::/7'],
  ['[fdff:ffff::1]', 'the end of fc00::/7'],
  ['[fd00:ec2::254]', 'metadata of a cloud, IPv6'],
  ['[fe80::1]', 'fe80::/10'],
  ['[febf::1]', 'the end of fe80::/10'],
  ['[ff02::1]', 'multicast, IPv6'],
  ['[2001:db8::1]', 'documentation, IPv6'],
  ['[2001::1]', 'Teredo'],
  ['[::ffff:127.0.0.1]', 'IPv4-mapped'],
  ['[::ffff:7f00:1]', 'IPv4-mapped, hexadecimal'],
  ['[::ffff:a9fe:a9fe]', 'IPv4-mapped metadata'],
  ['[::127.0.0.1]', 'IPv4-compatible'],
  ['[64:ff9b::7f00:1]', 'NAT64'],
  ['[64:ff9b::10.0.0.1]', 'NAT64, dotted'],
  ['[64:ff9b:1::7f00:1]', 'NAT64 of a network of its own'],
  ['[2002:7f00:1::]', '6to4'],
  ['2130706433', 'decimal'],
  ['0x7f.1', 'hexadecimal, short'],
  ['0x7f000001', 'hexadecimal'],
  ['017700000001', 'octal'],
  ['127.1', 'short'],
  ['%31%32%37.0.0.1', 'percent-encoded'],
  ['１２７.0.0.1', 'full-width digits'],
  ['localhost', 'a name of this machine'],
  ['LOCALHOST', 'a name of this machine in capitals'],
  ['localhost.', 'a name of this machine with a dot'],
  ['shop.localhost', 'a name below that of this machine'],
];

/** Of those, what a name may resolve to. */
const RESOLVED = REFUSED.map(([host, what]) => [host.replace(/^\[|\]$/g, ''), what] as const).filter(
  ([address]) => isIP(address) !== 0,
);

/** Hears every connection to a port of this machine, by IPv4 and IPv6. */
async function listen() {
  let [connections, bytes] = [0, 0];
  const server = net.createServer((socket) => {
    connections++;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      socket.destroy();
    });
  });
  await once(server.listen(0, '::'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    /** What was said by all of them. */
    bytes: () => bytes,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());
let machine: Awaited<ReturnType<typeof listen>>;
let tls: Awaited<ReturnType<typeof givenTls>>;
beforeAll(async () => {
  tls = await givenTls();
  machine = opened.use(await listen());
});

/** Nobody is called: the address is refused when it is given, and at each attempt. */
async function expectRefused(url: string, wire: ReturnType<typeof openDialler>) {
  const before = machine.connections();
  expect(await wire.addresses.refusalOf(url)).toBe('must lead to public addresses only');
  expect(await wire.post(url)).toMatchObject({ error: 'invalid_webhook_url', status: null, bytes: null });
  expect(machine.connections()).toBe(before);
}

describe('an address that is not public is refused at creation and at each attempt, and nobody is called', () => {
  test.each(REFUSED)('%s: %s', async (host) => {
    await using wire = openDialler();
    await expectRefused(`https://${host}:${machine.port}/`, wire);
  });

  test.each(RESOLVED)('a name that resolves to %s: %s', async (address) => {
    await using wire = openDialler({ lookup: async () => [address] });
    await expectRefused(`https://shop.example:${machine.port}/`, wire);
  });

  test.each(RESOLVED)('a name that resolves to a public address and to %s: %s', async (address) => {
    await using wire = openDialler({ lookup: async () => [...PUBLIC, address] });
    await expectRefused(`https://shop.example:${machine.port}/`, wire);
  });

  test.each(RESOLVED)('a name that is public when it is given, and then leads to %s: %s', async (address) => {
    const answers = [PUBLIC, [address]];
    await using wire = openDialler({ lookup: async () => answers.shift() ?? [address] });
    const url = `https://shop.example:${machine.port}/`;
    expect(await wire.addresses.refusalOf(url)).toBeUndefined();
    const before = machine.connections();
    expect(await wire.post(url)).toMatchObject({ error: 'invalid_webhook_url', status: null });
    expect(machine.connections()).toBe(before);
  });
});

test('the machine that hears no connection above would have heard one', async () => {
  await using wire = openDialler({ allowedNetworks: ['127.0.0.0/8', '::1/128'] });
  for (const host of ['127.0.0.1', '[::1]', '2130706433', '[::ffff:127.0.0.1]'])
    expect(await wire.post(`https://${host}:${machine.port}/`)).toMatchObject({ error: 'tls_failed' });
  expect(machine.connections()).toBeGreaterThanOrEqual(4);
});

const ASCII = REFUSED.filter(([host]) => /^[!-~]+$/.test(host));

test.each(ASCII)('a redirect to %s (%s) is a failure, and is not followed', async (host) => {
  const before = machine.connections();
  await using server = await UpstreamServer.start();
  server.otherwise = (response) =>
    response.writeHead(307, { location: `http://${host}:${machine.port}/` }).end();
  await using wire = openDialler({ isSandboxed: true });
  expect(await wire.post(server.url)).toMatchObject({ error: 'redirected', status: 307 });
  expect(server.received).toHaveLength(1);
  expect(machine.connections()).toBe(before);
});

test.each([
  ['93.184.216.34', 'IPv4'],
  ['[2606:2800:21f:cb07:6820:80da:af6b:8b2c]', 'IPv6'],
  ['[::ffff:93.184.216.34]', 'IPv4-mapped'],
  ['[64:ff9b::5db8:d822]', 'NAT64'],
  ['9.255.255.255', 'before 10/8'],
  ['11.0.0.0', 'after 10/8'],
  ['100.63.255.255', 'before 100.64/10'],
  ['100.128.0.0', 'after 100.64/10'],
  ['172.15.255.255', 'before 172.16/12'],
  ['172.32.0.0', 'after 172.16/12'],
  ['223.255.255.255', 'before multicast'],
])('the public address %s (%s) is taken', async (host) => {
  await using wire = openDialler();
  expect(await wire.addresses.refusalOf(`https://${host}/hooks?shop=1`)).toBeUndefined();
});

test('a name that has no address now is taken: each attempt asks again', async () => {
  await using wire = openDialler({ lookup: async () => [] });
  expect(await wire.addresses.refusalOf('https://shop.example/')).toBeUndefined();
  expect(await wire.post('https://shop.example/')).toMatchObject({ error: 'dns_failed', status: null });
});

const NO_URL = 'takes a URL of up to 2048 characters: https://shop.example/webhooks';

test.each([
  ['no URL', 'shop.example', NO_URL],
  ['a longer one', `https://shop.example/${'x'.repeat(2_048)}`, NO_URL],
  ['http', 'http://shop.example/', 'must begin with https://'],
  ['http to this machine', 'http://127.0.0.1:4000/', 'must begin with https://'],
  ['ftp', 'ftp://shop.example/', 'must begin with https://'],
  ['a file', 'file:///etc/passwd', 'must begin with https://'],
  ['a password', 'https://user:s3cret@shop.example/', 'must have no user name and no password'],
  ['a user', 'https://user@shop.example/', 'must have no user name and no password'],
])('%s is refused, and nobody is asked for its name', async (_, url, reason) => {
  await using wire = openDialler({ lookup: () => expect.unreachable('a lookup') });
  expect(await wire.addresses.refusalOf(url)).toBe(reason);
  expect(await wire.post(url)).toMatchObject({ error: 'invalid_webhook_url', status: null });
});

describe('while everything is sandboxed', () => {
  const open = () => openDialler({ isSandboxed: true, lookup: async () => ['127.0.0.1'] });

  test.each(['127.0.0.1', 'localhost', 'LocalHost'])('http to %s is taken', async (host) => {
    await using server = await UpstreamServer.start();
    await using wire = open();
    const url = `http://${host}:${server.port}/hooks`;
    expect(await wire.addresses.refusalOf(url)).toBeUndefined();
    expect(await wire.post(url)).toMatchObject({ error: null, status: 200 });
  });

  test.each(['http://[::1]', 'https://[::1]', 'https://127.0.0.1', 'HTTPS://LOCALHOST'])(
    '%s reaches this machine',
    async (origin) => {
      await using wire = open();
      const before = machine.connections();
      expect(await wire.addresses.refusalOf(`${origin}:${machine.port}`)).toBeUndefined();
      const error = origin.startsWith('http:') ? 'connection_lost' : 'tls_failed';
      expect(await wire.post(`${origin}:${machine.port}`)).toMatchObject({ error });
      expect(machine.connections()).toBe(before + 1);
    },
  );

  test.each(REFUSED.filter(([host]) => !/^(?:127\.0\.0\.1|\[::1\]|localhost)$/i.test(host)))(
    'https to %s (%s) is refused all the same',
    async (host) => {
      await using wire = open();
      await expectRefused(`https://${host}:${machine.port}/`, wire);
    },
  );

  test('another name of this machine is refused', async () => {
    await using wire = open();
    await expectRefused(`https://shop.example:${machine.port}/`, wire);
  });

  test.each([
    '2130706433',
    '0x7f.1',
    '017700000001',
    '[::ffff:127.0.0.1]',
    'localhost.',
    '127.0.0.1.',
    'shop.example',
  ])('http to %s is refused', async (host) => {
    await using wire = open();
    const before = machine.connections();
    const url = `http://${host}:${machine.port}/`;
    expect(await wire.addresses.refusalOf(url)).toBe('must begin with https://');
    expect(await wire.post(url)).toMatchObject({ error: 'invalid_webhook_url' });
    expect(machine.connections()).toBe(before);
  });

  test.each(['http://localhost:80@shop.example/', 'https://127.0.0.1@shop.example/'])(
    '%s is refused: what stands there is a user',
    async (url) => {
      await using wire = open();
      expect(await wire.addresses.refusalOf(url)).toBe('must have no user name and no password');
    },
  );
});

describe('in a network that the operator allows', () => {
  const NETWORKS = ['127.0.0.0/8'];

  test('a receiver is reached by its name, whose certificate it has', async ({ skip }) => {
    if (!tls) return skip('openssl is not installed');
    await using server = await UpstreamServer.start(tls);
    await using wire = openDialler({ allowedNetworks: NETWORKS, lookup: async () => ['127.0.0.1'] });
    const url = `https://shop.example:${server.port}/hooks`;
    expect(await wire.addresses.refusalOf(url)).toBeUndefined();
    expect(await wire.post(url)).toMatchObject({ error: null, status: 200 });
    expect(server.received).toMatchObject([{ headers: { host: `shop.example:${server.port}` } }]);
  });

  test('a receiver with the certificate of another name is not told anything', async ({ skip }) => {
    if (!tls) return skip('openssl is not installed');
    await using server = await UpstreamServer.start(tls);
    await using wire = openDialler({ allowedNetworks: NETWORKS, lookup: async () => ['127.0.0.1'] });
    // Twice: the second attempt resumes no session of the first.
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await wire.post(`https://other.example:${server.port}/`)).toMatchObject({ error: 'tls_failed' });
    expect(server.received).toEqual([]);
  });

  test('a name is resolved once for a connection, which goes where that answer says', async ({ skip }) => {
    if (!tls) return skip('openssl is not installed');
    await using server = await UpstreamServer.start(tls);
    let address = '127.0.0.1';
    await using wire = openDialler({ allowedNetworks: NETWORKS, lookup: async () => [address] });
    const url = `https://shop.example:${server.port}/`;
    expect(await wire.post(url)).toMatchObject({ error: null, status: 200 });
    address = '169.254.169.254';
    await setImmediate();
    server.otherwise = (response) => response.setHeader('connection', 'close').end();
    expect(await wire.post(url)).toMatchObject({ error: null, status: 200 });
    expect(await wire.post(url)).toMatchObject({ error: 'invalid_webhook_url', status: null });
    expect([server.connections, server.received.length]).toEqual([1, 2]);
  });

  test('a socket that leads to another address than those that were judged is told nothing', async () => {
    const { connect } = net;
    opened.defer(() => replaceConnect(connect));
    replaceConnect(((options: TcpNetConnectOpts) =>
      connect({ ...options, host: '127.0.0.2' })) as typeof connect);
    await using wire = openDialler({ isSandboxed: true });
    const heard = [machine.connections() + 1, machine.bytes()];
    const attempt = await wire.post(`http://127.0.0.1:${machine.port}`);
    replaceConnect(connect);
    expect(attempt).toMatchObject({ error: 'invalid_webhook_url', status: null });
    await expect.poll(() => [machine.connections(), machine.bytes()]).toEqual(heard);
  });

  test('nothing else becomes allowed, nor does http', async () => {
    await using wire = openDialler({ allowedNetworks: ['10.1.0.0/16', 'fd00:1::/32'] });
    expect(await wire.addresses.refusalOf('https://10.1.2.3/')).toBeUndefined();
    expect(await wire.addresses.refusalOf('https://[fd00:1::5]/')).toBeUndefined();
    expect(await wire.addresses.refusalOf('http://10.1.2.3/')).toBe('must begin with https://');
    for (const host of ['10.2.0.1', '127.0.0.1', '[fd00:2::5]'])
      expect(await wire.addresses.refusalOf(`https://${host}/`)).toBe('must lead to public addresses only');
  });
});

/** For whoever imports it, too. */
function replaceConnect(connect: typeof net.connect): void {
  net.connect = connect;
  syncBuiltinESMExports();
}

/** A server of names by which every name has these addresses. */
async function nameServer(addresses: readonly string[]) {
  const server = createSocket('udp4');
  server.on('message', (query, { port }) => {
    const end = query.indexOf(0, 12) + 5;
    const isV4 = query.readUInt16BE(end - 4) === 1;
    const found = addresses.filter(isV4 ? isIPv4 : isIPv6);
    const records = found.map((address) => {
      const bytes = isV4
        ? Buffer.from(address.split('.').map(Number))
        : Buffer.from(
            address
              .split(':')
              .map((group) => group.padStart(4, '0'))
              .join(''),
            'hex',
          );
      return Buffer.concat([query.subarray(end - 4, end), Buffer.from([0, 0, 0, 0, 0, bytes.length]), bytes]);
    });
    const answers = records.map((record) => Buffer.concat([Buffer.from([0xc0, 12]), record]));
    const head = Buffer.from(query.subarray(0, 12));
    head.set([0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0], 2);
    server.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port);
  });
  await once(server.bind(0, '127.0.0.1'), 'listening');
  return {
    lookup: lookupBy([`127.0.0.1:${server.address().port}`]),
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

test('a name has its addresses of IPv4 and of IPv6, all of which count', async () => {
  const all = [
    '93.184.216.34',
    '93.184.216.35',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
    'fd00:0:0:0:0:0:0:5',
  ];
  await using names = await nameServer(all);
  expect((await names.lookup('shop.example')).sort()).toEqual([...all.slice(0, 3), 'fd00::5'].sort());
  await using wire = openDialler({ lookup: names.lookup });
  await expectRefused(`https://shop.example:${machine.port}/`, wire);
});

test('a name without addresses has none', async () => {
  await using names = await nameServer([]);
  expect(await names.lookup('shop.example')).toEqual([]);
});
