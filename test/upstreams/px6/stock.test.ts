import { expect, test } from 'vitest';
import { hang, json } from '../../support/upstream-server.ts';
import { failureOf, no, PURCHASE, proxyRow, px6Bench, yes } from './bench.ts';

test('products of both protocols are taken from one stock', async () => {
  await using bench = await px6Bench();
  const { px6 } = bench;
  expect(px6.stockOf('ipv4:http')).toBe(px6.stockOf('ipv4:socks5'));
  expect(new Set(['ipv4:http', 'ipv4-shared:http', 'ipv6:http'].map(px6.stockOf)).size).toBe(3);
});

test('the countries of a stock take one call, and a count is one of one country', async () => {
  await using bench = await px6Bench();
  bench.server.answers.push(json(yes({ list: ['ru', 'us', 'ru'] })), json(yes({ count: '12' })));
  const stock = bench.px6.stockOf('ipv4-shared:socks5');
  expect(await bench.px6.countriesOf(stock, 'background')).toEqual(['RU', 'US']);
  expect(await bench.px6.available(stock, 'US', 'background')).toBe(12);
  expect(bench.server.received.map(({ query }) => query)).toEqual([
    { version: '3' },
    { version: '3', country: 'us' },
  ]);
});

test('what is no country code is left out', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(yes({ list: ['ru', 'r', 'rus', '', 'R1', 'us\n'] }));
  expect(await bench.px6.countriesOf('ipv4', 'background')).toEqual(['RU']);
});

test('a list of more countries than there are is not accepted', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(yes({ list: Array.from({ length: 250 }, () => 'ru') }));
  expect(await failureOf(bench.px6.countriesOf('ipv4', 'background'))).toMatchObject({ outcome: 'unknown' });
});

test.each([220, 404])('a country that PX6 does not know (error %i) has nothing', async (number) => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(no(number));
  expect(await bench.px6.available('ipv4', 'AQ', 'background')).toBe(0);
});

test.each([-1, 1.5, 'many', null, '1e3', 2 ** 31, '3000000000'])(
  'a count of %j is not accepted',
  async (count) => {
    await using bench = await px6Bench();
    bench.server.otherwise = json(yes({ count }));
    const failure = await failureOf(bench.px6.available('ipv4', 'DE', 'background'));
    expect(failure).toMatchObject({ outcome: 'unknown' });
  },
);

test('the highest count that is accepted is the highest that the database and GraphQL can hold', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(yes({ count: 2 ** 31 - 1 }));
  expect(await bench.px6.available('ipv4', 'DE', 'background')).toBe(2 ** 31 - 1);
});

test('lists and quotes that somebody waits for keep no purchase from being made, however many hang and fail', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = hang;
  const awaited = Array.from({ length: 100 }, (_, i) => {
    const country = `${String.fromCharCode(65 + Math.floor(i / 26))}${String.fromCharCode(65 + (i % 26))}`;
    return failureOf(bench.px6.available('ipv4', country, 'awaited'));
  });
  await bench.server.arrived(32);
  bench.server.otherwise = json(yes({ list: { 15: proxyRow() } }));
  expect(await bench.px6.buy(PURCHASE)).toHaveLength(1);
  expect(bench.server.received).toHaveLength(33);
  bench.timer.advance(20_000);
  expect((await Promise.all(awaited)).map(({ outcome }) => outcome)).not.toContain('gone');
  expect(await bench.px6.buy(PURCHASE)).toHaveLength(1);
});
