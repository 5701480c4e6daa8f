import { expect, test } from 'vitest';
import { json, reset } from '../support/upstream-server.ts';
import { PURCHASE, yes } from '../upstreams/px6/bench.ts';
import { countriesBench, OF_OTHER_STOCK, OF_SAME_STOCK, TYPE } from './countries-bench.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PAUSES = [
  ['30 seconds', 30 * SECOND_MS],
  ['10 minutes', 10 * MINUTE_MS],
  ['a day', DAY_MS],
] as const;

/** Codes of a hundred countries, in lower case. */
const HUNDRED = Array.from({ length: 100 }, (_, i) =>
  String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26)),
);
const WANTED = 'by';

test('countries come by name with their counts, and types of one stock share what is read', async () => {
  await using bench = await countriesBench({ us: 12, de: 0 });
  const countries = await bench.countries.of(TYPE);
  expect(countries).toEqual([
    { code: 'DE', name: 'Germany', available: 0 },
    { code: 'US', name: 'United States', available: 12 },
  ]);
  expect(await bench.countries.of(OF_SAME_STOCK)).toEqual(countries);
  expect(bench.asked()).toEqual(['getcountry', 'getcount us', 'getcount de']);
});

test('a hundred readers at the same moment cost one reading', async () => {
  await using bench = await countriesBench({ us: 12, de: 0, fr: 1, nl: 2 });
  await Promise.all(Array.from({ length: 100 }, () => bench.countries.of(TYPE)));
  expect(bench.asked()).toHaveLength(5);
});

test.each(PAUSES)(
  'after %s a list is answered as it was, without a call, and is to be read again',
  async (_, pause) => {
    await using bench = await countriesBench({ us: 12, de: 3 });
    const { countries } = bench;
    const before = await countries.of(TYPE);
    countries.stocks.finish('ipv4');
    expect([...countries.stocks.wanted]).toEqual([]);
    bench.counts['us'] = 5;
    bench.clock.time += pause;
    expect(await countries.of(TYPE)).toEqual(before);
    expect(bench.asked()).toHaveLength(3);
    expect(countries.stocks.wanted).toEqual(pause > 2 * MINUTE_MS ? ['ipv4'] : []);
  },
);

test.each(PAUSES)('after %s a count that is enough is used without a call', async (_, pause) => {
  await using bench = await countriesBench({ us: 12, de: 3 });
  await bench.countries.of(TYPE);
  bench.clock.time += pause;
  expect(await bench.countries.available(TYPE, 'US', 12)).toBe(12);
  expect(bench.asked()).toHaveLength(3);
});

test('a count that is not enough is asked for alone, unless it was asked for within two seconds', async () => {
  await using bench = await countriesBench({ us: 12, de: 3 });
  await bench.countries.of(TYPE);
  bench.counts['de'] = 50;
  bench.clock.time += 2 * SECOND_MS - 1;
  expect(await bench.countries.available(TYPE, 'DE', 4)).toBe(3);
  expect(bench.asked()).toHaveLength(3);
  bench.clock.time += 1;
  expect(await bench.countries.available(TYPE, 'DE', 4)).toBe(50);
  bench.clock.time += DAY_MS;
  bench.counts['de'] = 1;
  expect(await bench.countries.available(TYPE, 'DE', 51)).toBe(1);
  expect(bench.asked().slice(3)).toEqual(['getcount de', 'getcount de']);
});

test('what is not known is asked for alone', async () => {
  await using bench = await countriesBench({ us: 12, de: 3 });
  expect(await bench.countries.available(TYPE, 'DE', 1)).toBe(3);
  expect(bench.asked()).toEqual(['getcount de']);
});

test('a purchase’s country is read first, then a list, while a hundred countries wait to be read in the background', async () => {
  await using bench = await countriesBench(Object.fromEntries(HUNDRED.map((code) => [code, 7])), {
    slotsPerSecond: 3,
  });
  const { countries, timer, server } = bench;
  const { stocks } = countries;
  for (const code of HUNDRED) stocks.readCount('ipv4', code.toUpperCase(), 'background').catch(() => {});
  await server.arrived(2);
  const listed = countries.of(OF_OTHER_STOCK).catch(() => {});
  expect(await countries.available(TYPE, WANTED.toUpperCase(), 1)).toBe(7);
  expect(bench.asked().slice(2)).toEqual([`getcount ${WANTED}`]);
  timer.advance(1_150);
  await server.arrived(5);
  // The calls of one window may arrive in any order.
  expect(bench.asked().slice(3)).toContain('getcountry');
  await bench.px6.close();
  await listed;
});

test('a country that is not sold is refused without a call by a fresh list, and by an old one after it was read again', async () => {
  await using bench = await countriesBench({ us: 12 });
  const refused = (code: string) =>
    expect(bench.countries.available(TYPE, code, 1)).rejects.toMatchObject({ code: 'invalid_country' });
  await refused('XX');
  expect(bench.asked()).toEqual(['getcount xx', 'getcountry']);
  for (const code of ['XX', 'XY', 'U', 'USA', '../']) await refused(code);
  expect(bench.asked()).toHaveLength(2);
  bench.clock.time += DAY_MS;
  for (const code of ['XX', 'XY']) await refused(code);
  expect(bench.asked()).toEqual(['getcount xx', 'getcountry', 'getcountry']);
  bench.clock.time += DAY_MS;
  bench.counts['de'] = 3;
  expect(await bench.countries.available(TYPE, 'DE', 1)).toBe(3);
  expect(bench.asked().slice(3)).toEqual(['getcountry', 'getcount de']);
});

test('what was sold is taken off what is known', async () => {
  await using bench = await countriesBench({ us: 12 });
  const { countries } = bench;
  await countries.of(TYPE);
  countries.noteSale(OF_SAME_STOCK.upstreamProduct, 'US', 10);
  expect(await countries.of(TYPE)).toMatchObject([{ available: 2 }]);
  bench.clock.time += 2 * SECOND_MS;
  expect(await countries.available(TYPE, 'US', 3)).toBe(12);
  expect(bench.asked().slice(2)).toEqual(['getcount us']);
});

test('a list that is not known is given up after 20 seconds, and the next reader goes on from there', async () => {
  await using bench = await countriesBench(Object.fromEntries(HUNDRED.slice(0, 9).map((code) => [code, 7])));
  const { otherwise } = bench.server;
  bench.server.otherwise = (response, received) => {
    bench.clock.time += 4 * SECOND_MS;
    otherwise(response, received);
  };
  await expect(bench.countries.of(TYPE)).rejects.toMatchObject({ code: 'provider_error' });
  expect(bench.asked()).toHaveLength(7);
  expect(await bench.countries.of(TYPE)).toHaveLength(9);
  expect(bench.asked()).toHaveLength(10);
});

test('the first reader gets provider_error when the upstream cannot be read, and the next one asks again', async () => {
  await using bench = await countriesBench({ us: 12 });
  bench.server.answers.push(reset, json(yes({ list: ['us'] })), reset);
  await expect(bench.countries.of(TYPE)).rejects.toMatchObject({ code: 'provider_error' });
  await expect(bench.countries.of(TYPE)).rejects.toMatchObject({ code: 'provider_error' });
  expect(await bench.countries.of(TYPE)).toHaveLength(1);
  expect(bench.asked()).toEqual(['getcountry', 'getcountry', 'getcount us', 'getcount us']);
});

test('a buy is sent before the counts of purchases, and these before the counts of sixty quotes', async () => {
  await using bench = await countriesBench(Object.fromEntries(HUNDRED.map((code) => [code, 1])), {
    slotsPerSecond: 3,
  });
  const { countries, timer, server, px6 } = bench;
  const [bought, wanted] = ['do', 'dp'];
  const quoted = HUNDRED.slice(0, 60).map((code) =>
    countries.available(TYPE, code.toUpperCase(), 50, 'awaited').catch(() => {}),
  );
  await server.arrived(2);
  const buying = px6.buy({ ...PURCHASE, country: bought.toUpperCase() }).catch(() => {});
  await server.arrived(3);
  const counted = countries.available(TYPE, wanted.toUpperCase(), 50);
  const again = px6.buy({ ...PURCHASE, country: bought.toUpperCase() }).catch(() => {});
  await new Promise(setImmediate);
  expect(bench.asked().slice(2)).toEqual([`buy ${bought}`]);
  timer.advance(1_150);
  await server.arrived(6);
  // The three calls of one window may arrive in any order.
  expect(bench.asked().slice(3)).toEqual(expect.arrayContaining([`buy ${bought}`, `getcount ${wanted}`]));
  await px6.close();
  await Promise.all([...quoted, counted.catch(() => {}), buying, again]);
});
