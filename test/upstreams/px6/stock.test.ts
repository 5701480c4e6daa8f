import { expect, test } from 'vitest';
import { json } from '../../support/upstream-server.ts';
import { failureOf, no, px6Bench, yes } from './bench.ts';

test('the stock of a product is counted in every country, with upper-case codes', async () => {
  await using bench = await px6Bench();
  const counts: Record<string, unknown> = { ru: 971, us: '12', de: 0 };
  bench.server.otherwise = (response, received) => {
    const { country, version } = received.query;
    expect(version).toBe('3');
    json(yes(country === undefined ? { list: Object.keys(counts) } : { count: counts[country] }))(
      response,
      received,
    );
  };
  expect(await bench.px6.stock('ipv4-shared:socks5')).toEqual([
    { country: 'RU', available: 971 },
    { country: 'US', available: 12 },
    { country: 'DE', available: 0 },
  ]);
});

test('what is no country code is left out', async () => {
  await using bench = await px6Bench();
  bench.server.answers.push(json(yes({ list: ['ru', 'r', 'rus', '', 'R1', 'us\n'] })));
  bench.server.otherwise = json(yes({ count: 5 }));
  expect(await bench.px6.stock('ipv4:http')).toEqual([{ country: 'RU', available: 5 }]);
});

test('a list of more countries than there are is not believed', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(yes({ list: Array.from({ length: 250 }, () => 'ru') }));
  expect(await failureOf(bench.px6.stock('ipv4:http'))).toMatchObject({ outcome: 'unknown' });
  expect(bench.server.received).toHaveLength(1);
});

test('no more than three countries are counted at once, and a failure ends the counting', async () => {
  await using bench = await px6Bench();
  bench.server.answers.push(json(yes({ list: ['ru', 'us', 'de', 'fr', 'it'] })), json(no(100)));
  bench.server.otherwise = json(yes({ count: 5 }));
  expect(await failureOf(bench.px6.stock('ipv4:http'))).toMatchObject({ outcome: 'refused' });
  await bench.server.arrived(4);
  await bench.px6.close();
  expect(bench.server.received).toHaveLength(4);
});

test.each([220, 404])('a country that PX6 does not know (error %i) has nothing', async (number) => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(no(number));
  expect(await bench.px6.available('ipv4:http', 'AQ')).toBe(0);
});

test.each([-1, 1.5, 'many', null, '1e3'])('a count of %j is not believed', async (count) => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(yes({ count }));
  expect(await failureOf(bench.px6.available('ipv4:http', 'DE'))).toMatchObject({ outcome: 'unknown' });
});
