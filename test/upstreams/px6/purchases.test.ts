import { expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../../src/upstreams/term.ts';
import { type Answer, json } from '../../support/upstream-server.ts';
import {
  BOUGHT,
  failureOf,
  KEY,
  no,
  PASSWORD,
  PURCHASE,
  proxyRow,
  px6Bench,
  REFERENCE,
  yes,
} from './bench.ts';

const END = new Date(1_797_760_800_000);

test.each([
  ['ipv4:http', '4', 'http'],
  ['ipv4:socks5', '4', 'socks'],
  ['ipv4-shared:http', '3', 'http'],
  ['ipv4-shared:socks5', '3', 'socks'],
  ['ipv6:http', '6', 'http'],
  ['ipv6:socks5', '6', 'socks'],
])(
  '%s is bought as version %s, type %s, with our reference as the comment',
  async (product, version, type) => {
    await using bench = await px6Bench();
    bench.server.otherwise = json(yes({ list: { 15: proxyRow() } }));
    const proxies = await bench.px6.buy({ ...PURCHASE, product });
    expect(proxies).toEqual([
      {
        upstreamId: '15',
        host: '198.51.100.15',
        port: 8000,
        login: 'login15',
        password: PASSWORD,
        expiresAt: END,
      },
    ]);
    expect(bench.server.received).toMatchObject([
      {
        method: 'GET',
        path: `/api/${KEY}/buy/`,
        query: { count: '1', period: '30', country: 'de', version, type, descr: REFERENCE },
      },
    ]);
    expect(Object.keys(bench.server.received[0]?.query ?? {})).toHaveLength(6);
  },
);

test('what PX6 does not sell is refused without a call', async () => {
  await using bench = await px6Bench();
  for (const product of ['ipv5:http', 'constructor', '']) {
    expect(bench.px6.sells(product)).toBe(false);
    expect(await failureOf(bench.px6.buy({ ...PURCHASE, product }))).toMatchObject({ outcome: 'refused' });
  }
  expect(bench.px6.sells('ipv6:socks5')).toBe(true);
  expect(bench.server.received).toEqual([]);
});

test.each([
  ['an empty one', ''],
  ['51 characters', 'x'.repeat(51)],
  ['white space', 'a b'],
])('a reference that PX6 would not keep as it is (%s) is refused without a call', async (_, reference) => {
  await using bench = await px6Bench();
  expect(await failureOf(bench.px6.buy({ ...PURCHASE, reference }))).toMatchObject({ outcome: 'refused' });
  expect(await failureOf(bench.px6.findByReference({ ...BOUGHT, reference }))).toMatchObject({
    outcome: 'refused',
  });
  expect(await failureOf(bench.px6.cancelPurchase({ ...BOUGHT, reference }))).toMatchObject({
    outcome: 'refused',
  });
  expect(bench.server.received).toEqual([]);
});

test.each<[string, unknown]>([
  ['numbers instead of texts', [proxyRow({ id: 15, port: 8000, unixtime_end: '1797760800' })]],
  ['an array', [proxyRow()]],
  ['an object by id', { 15: proxyRow() }],
  ['a host name', [proxyRow({ host: 'node-1.px6.link' })]],
  ['an IPv6 host', [proxyRow({ host: '2001:db8::1' })]],
])('a list with %s is read', async (_, list) => {
  await using bench = await px6Bench();
  bench.server.otherwise = json({ ...yes({ list }), balance: 48.8 });
  expect(await bench.px6.buy(PURCHASE)).toMatchObject([{ upstreamId: '15', port: 8000, expiresAt: END }]);
});

const UNUSABLE: [string, Record<string, unknown>][] = [
  ['a line break in the login', { user: 'a\r\nb' }],
  ['a line feed at the end of the password', { pass: 'secret\n' }],
  ['a colon in the login', { user: 'a:b' }],
  ['an at sign in the password', { pass: 'a@evil.example' }],
  ['a space in the password', { pass: 'a b' }],
  ['a NUL in the login', { user: 'a\u0000' }],
  ['a line separator in the login', { user: 'a\u2028b' }],
  ['an empty password', { pass: '' }],
  ['a password of 129 characters', { pass: 'x'.repeat(129) }],
  ['a login that is no text', { user: 7 }],
  ['a host with a port', { host: '198.51.100.15:80' }],
  ['a host with a user', { host: 'user@198.51.100.15' }],
  ['a host with a path', { host: 'evil.example/x' }],
  ['a host with a line break', { host: '198.51.100.15\n' }],
  ['a host with a scope', { host: 'fe80::1%eth0' }],
  ['an empty host', { host: '' }],
  ['a host of 254 characters', { host: `${'a.'.repeat(126)}aa` }],
  ['port 0', { port: 0 }],
  ['port 65536', { port: '65536' }],
  ['a port with a sign', { port: '+80' }],
  ['a broken port', { port: 80.5 }],
  ['no end', { unixtime_end: undefined }],
  ['an end in milliseconds', { unixtime_end: 1_797_760_800_000 }],
  ['an id that could smuggle others in', { id: '15,16' }],
];

test.each(UNUSABLE)(
  'a proxy with %s is not accepted: the outcome of the purchase is unknown',
  async (_, changes) => {
    await using bench = await px6Bench();
    bench.server.otherwise = json(yes({ list: [proxyRow(changes)] }));
    const error = await failureOf(bench.px6.buy(PURCHASE));
    expect(error).toMatchObject({
      outcome: 'unknown',
      message: 'px6 buy: asked for 1, got 1, 0 of them usable',
    });
    expect(await bench.px6.findByReference(BOUGHT)).toEqual([]);
  },
);

test.each([
  ['fewer', [proxyRow()]],
  ['more', [proxyRow(), proxyRow({ id: '16' }), proxyRow({ id: '17' })]],
  ['the same twice', [proxyRow(), proxyRow()]],
])('a purchase of two that is answered with %s is unknown', async (_, list) => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(yes({ list }));
  expect(await failureOf(bench.px6.buy({ ...PURCHASE, quantity: 2 }))).toMatchObject({ outcome: 'unknown' });
});

test('what was bought under a reference is found, expired proxies included, and strangers are not', async () => {
  await using bench = await px6Bench();
  const list = [
    proxyRow(),
    proxyRow({ id: '16', descr: `${REFERENCE}-2` }),
    proxyRow({ id: '17', descr: '', pass: 'un usable' }),
    proxyRow({ id: '18' }),
    proxyRow({ id: '19', pass: 'line\nbreak' }),
  ];
  bench.server.otherwise = json(yes({ list_count: 5, list }));
  const found = await bench.px6.findByReference(BOUGHT);
  expect(found.map(({ upstreamId }) => upstreamId)).toEqual(['15', '18']);
  expect(bench.server.received).toMatchObject([
    { path: `/api/${KEY}/getproxy/`, query: { state: 'all', descr: REFERENCE, limit: '1000', page: '1' } },
  ]);
});

test("a proxy without a comment makes the look-up fail, for it could be anybody's", async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(yes({ list_count: 1, list: [proxyRow({ descr: undefined })] }));
  expect(await failureOf(bench.px6.findByReference(BOUGHT))).toMatchObject({ outcome: 'unknown' });
});

test.each([
  ['an empty list', json(yes({ list_count: 0, list: [] }))],
  ['"not found"', json(no(404))],
])('nothing was bought under the reference: %s', async (_, answer) => {
  await using bench = await px6Bench();
  bench.server.otherwise = answer;
  expect(await bench.px6.findByReference(BOUGHT)).toEqual([]);
  expect(bench.server.received).toHaveLength(1);
});

/** Serves `total` proxies of other purchases and ours last, in pages of `size`. */
function account(total: number, size: number, countOf: (page: unknown[]) => number): Answer {
  const all = Array.from({ length: total }, (_, i) => ({ id: String(i + 1), descr: 'somebody else' }));
  const rows = [...all.slice(1), proxyRow({ id: '1' })];
  return (response, received) => {
    const { page } = received.query;
    const list = rows.slice((Number(page) - 1) * size, Number(page) * size);
    json(yes({ list_count: countOf(list), list }))(response, received);
  };
}

test.each([
  ["full pages, the count is the page's", 2_500, 1_000, (page: unknown[]) => page.length, 3],
  ["full pages, the count is the account's", 2_500, 1_000, () => 2_500, 3],
  ['pages shorter than asked for', 250, 100, () => 250, 3],
  ['an account that fills its last page', 2_000, 1_000, (page: unknown[]) => page.length, 3],
])('an upstream that ignores the filter is read to the end: %s', async (_, total, size, countOf, pages) => {
  await using bench = await px6Bench();
  bench.server.otherwise = account(total, size, countOf);
  expect(await bench.px6.findByReference(BOUGHT)).toHaveLength(1);
  expect(bench.server.received).toHaveLength(pages);
});

test('an account without end is not read for ever, and what was not read to the end is not "nothing"', async () => {
  await using bench = await px6Bench();
  const list = Array.from({ length: 1_000 }, (_, i) => ({ id: i + 1, descr: 'somebody else' }));
  bench.server.otherwise = json(yes({ list_count: 1_000_000, list }));
  expect(await failureOf(bench.px6.findByReference(BOUGHT))).toMatchObject({ outcome: 'unknown' });
  expect(bench.server.received).toHaveLength(20);
});

test('the ends of named proxies are found by their purchase; dropped ones are missing', async () => {
  await using bench = await px6Bench();
  const list = [proxyRow(), proxyRow({ id: '16', pass: 'un usable' }), proxyRow({ id: '17' })];
  bench.server.otherwise = json(yes({ list_count: 3, list }));
  expect(await bench.px6.find(BOUGHT, ['16', '15', '99'])).toEqual([
    { upstreamId: '15', expiresAt: END },
    { upstreamId: '16', expiresAt: END },
  ]);
});

test('a proxy whose end cannot be read is not taken for a dropped one', async () => {
  await using bench = await px6Bench();
  const list = [proxyRow(), proxyRow({ id: '16', unixtime_end: 'soon' })];
  bench.server.otherwise = json(yes({ list_count: 2, list }));
  expect(await failureOf(bench.px6.find(BOUGHT, ['15', '16']))).toMatchObject({ outcome: 'unknown' });
});

test('a row that moves to the next page while the account is read is found once', async () => {
  await using bench = await px6Bench();
  bench.server.answers.push(
    json(yes({ list_count: 3, list: [proxyRow(), proxyRow({ id: '16' })] })),
    json(yes({ list_count: 3, list: [proxyRow({ id: '16' }), proxyRow({ id: '17' })] })),
  );
  const found = await bench.px6.findByReference(BOUGHT);
  expect(found.map(({ upstreamId }) => upstreamId)).toEqual(['15', '16', '17']);
});

test('an extension returns the new end of each proxy, read from unixtime_end', async () => {
  await using bench = await px6Bench();
  const list = {
    15: { id: 15, date_end: '1999-01-01', unixtime_end: 1_797_760_800 },
    16: proxyRow({ id: '16' }),
  };
  bench.server.otherwise = json(yes({ price: 12, list }));
  expect(await bench.px6.extend(FIRST_ACCOUNT, ['15', '16'], 7)).toEqual([
    { upstreamId: '15', expiresAt: END },
    { upstreamId: '16', expiresAt: END },
  ]);
  expect(bench.server.received).toMatchObject([
    { path: `/api/${KEY}/prolong/`, query: { period: '7', ids: '15,16' } },
  ]);
});

test('the outcome of an extension without the end of each proxy is unknown', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(yes({ list: { 15: proxyRow(), 99: proxyRow({ id: '99' }) } }));
  expect(await failureOf(bench.px6.extend(FIRST_ACCOUNT, ['15', '16'], 7))).toMatchObject({
    outcome: 'unknown',
  });
});

test('proxies are given back by id, a purchase by its reference', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(yes({ count: 2 }));
  await bench.px6.cancel(FIRST_ACCOUNT, ['15', '16']);
  await bench.px6.cancelPurchase(BOUGHT);
  await bench.px6.cancel(FIRST_ACCOUNT, []);
  expect(bench.server.received.map(({ path, query }) => ({ path, query }))).toEqual([
    { path: `/api/${KEY}/delete/`, query: { ids: '15,16' } },
    { path: `/api/${KEY}/delete/`, query: { descr: REFERENCE } },
  ]);
});

test('proxies that are gone already are no error, and do not keep the others from being given back', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = (response, { query: { ids }, ...received }) =>
    json(ids === '16' ? yes({ count: 1 }) : no(404))(response, { query: {}, ...received });
  await bench.px6.cancel(FIRST_ACCOUNT, ['15', '16', '17']);
  await bench.px6.cancelPurchase(BOUGHT);
  expect(bench.server.received.map(({ query: { ids } }) => ids)).toEqual([
    '15,16,17',
    '15',
    '16',
    '17',
    undefined,
  ]);
});

test('a cancellation that fails otherwise is not swallowed', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(no(100));
  expect(await failureOf(bench.px6.cancel(FIRST_ACCOUNT, ['15']))).toMatchObject({ outcome: 'refused' });
});
