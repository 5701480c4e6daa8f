import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProductType } from '../../src/catalog/catalog.ts';
import { readCatalog } from '../../src/catalog/catalog.ts';
import { countriesOf } from '../../src/catalog/countries.ts';
import { fetchAhead, StockReader } from '../../src/catalog/stock-reader.ts';
import { NoRateSlotError, UpstreamError } from '../../src/upstreams/failure.ts';
import { holdLock } from '../support/held-lock.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { upstreamCalls } from '../support/upstream-calls.ts';
import { TYPE } from './countries-bench.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The sandbox sells each of its stocks in twelve countries. */
const CALLS_OF_STOCK = 13;
const STOCKS = 3;

let statements: Statements;
let first: OpenedServices;
/** Another process, over the same database and the same upstreams. */
let second: OpenedServices;

beforeEach(async () => {
  statements = recordStatements();
  first = await openServices({ onPoolCreated: statements.onPoolCreated });
  const { databaseUrl, credentialsKey, sandbox } = first;
  second = await openServices({ databaseUrl, credentialsKey, sandbox });
});
afterEach(async () => {
  await second.close();
  await first.close();
});

/** Runs rounds until nothing is left to read, and returns how many there were. */
async function roundsOf({ services }: OpenedServices, reader: StockReader): Promise<number> {
  let rounds = 0;
  for (; services.countries.stocks.wanted.length > 0; rounds++) await reader.round();
  return rounds;
}

const everything = async ({ services }: OpenedServices): Promise<unknown[]> => {
  const tiers = await readCatalog(services.database.sql, 'standard');
  const types: ProductType[] = tiers.flatMap((tier) => tier.types);
  return Promise.all(types.map((type) => countriesOf(services, type)));
};

test('a start fetches each stock once and the countries of each Luxury type, so that the whole catalog is answered without a call', async () => {
  const calls = upstreamCalls(first.services.term, first.services.traffic);
  await fetchAhead(first.services);
  const reader = new StockReader(first.services, 1);
  // Each round makes one call, and the last one finds nothing left to read.
  expect(await roundsOf(first, reader)).toBe(STOCKS * CALLS_OF_STOCK + 1);
  expect(calls.names.filter((call) => call === 'geo')).toHaveLength(4);
  expect(calls.names.filter((call) => call === 'countriesOf')).toHaveLength(STOCKS);
  expect(calls.names.filter((call) => call === 'available')).toHaveLength(STOCKS * (CALLS_OF_STOCK - 1));
  calls.names.length = 0;
  expect(await everything(first)).toHaveLength(9);
  expect(calls.names).toEqual([]);
});

test('what any process has read is known to the next one from its start, without a call', async () => {
  await first.services.countries.of(TYPE);
  const reader = new StockReader(first.services, 1);
  await roundsOf(first, reader);
  const calls = upstreamCalls(second.services.term, second.services.traffic);
  await fetchAhead(second.services);
  expect(await second.services.countries.of(TYPE)).toEqual(await first.services.countries.of(TYPE));
  expect(calls.names).not.toContain('available');
});

test('a round reads nothing, and asks the database nothing, when nobody wants anything', async () => {
  const calls = upstreamCalls(first.services.term, first.services.traffic);
  const sent = await statements.during(() => new StockReader(first.services, 5).round());
  expect([sent, calls.names]).toEqual([[], []]);
});

test('a list that was asked for when it was old is read again once, and nothing more until it is asked for again', async () => {
  const { services, clock, sandbox } = first;
  await services.countries.of(TYPE);
  const reader = new StockReader(services, 100);
  await roundsOf(first, reader);
  clock.advance(DAY_MS);
  sandbox.setStock('4', 'us', 5);
  const calls = upstreamCalls(services.term);
  await services.countries.of(TYPE);
  await roundsOf(first, reader);
  expect(calls.names).toHaveLength(CALLS_OF_STOCK);
  expect(await services.countries.available(TYPE, 'US', 5)).toBe(5);
  clock.advance(DAY_MS);
  await reader.round();
  expect(calls.names).toHaveLength(CALLS_OF_STOCK);
});

test('of two processes that want a stock one reads it, and the other takes over what that one has read', async () => {
  const [one, other] = [first, second].map(({ services }) => new StockReader(services, 4)) as [
    StockReader,
    StockReader,
  ];
  for (const { services } of [first, second]) services.countries.stocks.want('ipv4');
  const calls = upstreamCalls(second.services.term, second.services.traffic);
  for (let i = 0; i < 5; i++) {
    await one.round();
    await other.round();
  }
  expect(second.services.countries.stocks.wanted).toEqual([]);
  expect(await second.services.countries.of(TYPE)).toEqual(await first.services.countries.of(TYPE));
  expect(calls.names).toEqual([]);
});

test('a process that closes leaves its stock to another one', async () => {
  const [one, other] = [first, second].map(({ services }) => new StockReader(services, 1)) as [
    StockReader,
    StockReader,
  ];
  for (const { services } of [first, second]) services.countries.stocks.want('ipv4');
  await one.round();
  await one.close();
  expect(await roundsOf(second, other)).toBe(CALLS_OF_STOCK + 1);
});

test('an upstream that fails is left alone for half a minute, and what is known stays', async () => {
  const { services, clock, sandbox } = first;
  const before = await services.countries.of(TYPE);
  const reader = new StockReader(services, 100);
  await roundsOf(first, reader);
  clock.advance(DAY_MS);
  const calls = upstreamCalls(services.term);
  sandbox.arm([{ upstream: 'px6', call: 'getcount', mode: 'error_before' }]);
  expect(await services.countries.of(TYPE)).toEqual(before);
  await expect(reader.round()).rejects.toThrow(UpstreamError);
  for (let i = 0; i < 5; i++) await reader.round();
  expect(calls.names).toEqual(['countriesOf', 'available']);
  expect(await services.countries.of(TYPE)).toEqual(before);
  sandbox.arm([]);
  clock.advance(30_000);
  await roundsOf(first, reader);
  expect(calls.names).toHaveLength(2 + CALLS_OF_STOCK - 1);
});

test('an old list is answered for an hour while it cannot be read, and is a provider_error then; purchases still use it', async () => {
  const { services, clock, sandbox } = first;
  const { countries } = services;
  const before = await countries.of(TYPE);
  const reader = new StockReader(services, 100);
  sandbox.arm([{ upstream: 'px6', call: '*', mode: 'error_before' }]);
  clock.advance(DAY_MS);
  expect(await countries.of(TYPE)).toEqual(before);
  await expect(reader.round()).rejects.toThrow(UpstreamError);
  clock.advance(59 * MINUTE_MS);
  expect(await countries.of(TYPE)).toEqual(before);
  await expect(reader.round()).rejects.toThrow(UpstreamError);
  clock.advance(MINUTE_MS);
  await expect(countries.of(TYPE)).rejects.toMatchObject({ code: 'provider_error' });
  const us = before.find(({ code }) => code === 'US');
  expect(await countries.available(TYPE, 'US', 1)).toBe(us?.available);
  sandbox.arm([]);
  expect(await countries.of(TYPE)).toEqual(before);
  clock.advance(DAY_MS);
  expect(await countries.of(TYPE)).toEqual(before);
});

test('a country that is no longer sold is forgotten by every process', async () => {
  const { services, clock } = first;
  await services.countries.of(TYPE);
  const reader = new StockReader(services, 100);
  await roundsOf(first, reader);
  vi.spyOn(services.term, 'countriesOf').mockResolvedValue(['US']);
  clock.advance(DAY_MS);
  await services.countries.of(TYPE);
  await roundsOf(first, reader);
  await fetchAhead(second.services);
  expect((await second.services.countries.of(TYPE)).map(({ code }) => code)).toEqual(['US']);
  const { rows } = await sql`select country from stock_counts`.execute(services.database.sql);
  expect(rows).toEqual([{ country: 'US' }]);
});

test('a country that cannot be counted keeps neither the others of its stock nor other stocks from being read, again and again', async () => {
  const { services, clock } = first;
  const { countries, term } = services;
  const available = term.available.bind(term);
  const failure = new UpstreamError('refused', 'not counted');
  vi.spyOn(term, 'available').mockImplementation((stock, country, priority) =>
    stock === 'ipv4' && country === 'US' ? Promise.reject(failure) : available(stock, country, priority),
  );
  const reader = new StockReader(services, 1);
  const failures: unknown[] = [];
  const readFor = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      await reader.round().catch((error: unknown) => failures.push(error));
      clock.advance(1_000);
    }
  };
  for (const stock of ['ipv4', 'ipv6', 'ipv4-shared']) countries.stocks.want(stock);
  await readFor(120);
  const known = (stock: string) => countries.stocks.known(stock);
  expect(['ipv4', 'ipv6', 'ipv4-shared'].map((stock) => known(stock).counts.size)).toEqual([11, 12, 12]);
  // The reading is tried every half a minute, and each failure is logged.
  expect(failures.length).toBeGreaterThanOrEqual(3);
  expect(new Set(failures)).toEqual(new Set([failure]));

  clock.advance(DAY_MS);
  const since = countries.stocks.freshSince();
  countries.stocks.want('ipv4');
  await readFor(60);
  expect(known('ipv4').oldCounts(since)).toEqual(['US']);
  expect(countries.stocks.failingFor('ipv4')).toBe(0);
});

test('what a request reads while readings are being stored is stored, too', async () => {
  const { services } = first;
  const { stocks } = services.countries;
  stocks.want('ipv4');
  const [last = '', ...others] = await stocks.readCountries('ipv4', 'presale');
  // The round without calls stores the countries.
  await new StockReader(services, 0).round();
  for (const country of others) await stocks.readCount('ipv4', country, 'presale');
  await using held = await holdLock(first.databaseUrl, 'lock table stock_counts in share row exclusive mode');
  const reader = new StockReader(services, 1);
  const round = reader.round();
  await expect.poll(held.waiting).toBe(1);
  await stocks.readCount('ipv4', last, 'presale');
  await held.release();
  await round;
  await roundsOf(first, reader);
  const { rows } = await sql`select from stock_counts`.execute(services.database.sql);
  expect(rows).toHaveLength(others.length + 1);
});

test('a stock that the database does not take keeps no other one from being read, and the failure is reported', async () => {
  const { stocks } = first.services.countries;
  for (const stock of ['ipv4', 'ipv6']) stocks.want(stock);
  // No upstream can answer this; it stands for any value that the database refuses.
  stocks.known('ipv4').noteCount('US', 3_000_000_000, first.clock.now().getTime());
  const reader = new StockReader(first.services, 100);
  await expect(reader.round()).rejects.toThrow(/integer/);
  await reader.round();
  expect(stocks.known('ipv6').isComplete()).toBe(true);
  expect(stocks.wanted).toEqual(['ipv4']);
});

test.each([
  ['ahead', 1],
  ['behind', -1],
])(
  'a process whose clock is an hour %s neither keeps others from reading nor overrules what they read',
  async (_, sign) => {
    first.clock.advance(sign * 60 * MINUTE_MS);
    const readers = [first, second].map(({ services }) => new StockReader(services, 100));
    const countOf = ({ services }: OpenedServices) =>
      services.countries.stocks.known('ipv4').counts.get('DE')?.value;
    const readAll = async (all: OpenedServices[]) => {
      for (const { services } of all) {
        services.countries.stocks.want('ipv4');
        const reader = readers[services === first.services ? 0 : 1];
        for (let i = 0; i < 2; i++) await reader?.round();
      }
    };
    await readAll([first, second]);
    for (const [own, other, count] of [
      [second, first, 5],
      [first, second, 7],
    ] as const) {
      first.sandbox.setStock('4', 'de', count);
      for (const { clock } of [first, second]) clock.advance(3 * MINUTE_MS);
      await readAll([own, other]);
      expect([count, countOf(own), countOf(other)]).toEqual([count, count, count]);
    }
  },
);

test('a reading that is from the future by the database’s clock is not used, and the next one takes its place', async () => {
  const { services } = first;
  const db = services.database.sql;
  services.countries.stocks.want('ipv4');
  await roundsOf(first, new StockReader(services, 100));
  await sql`update stock_counts set read_at = now() + interval '1 hour', available = 0`.execute(db);
  await fetchAhead(second.services);
  expect(second.services.countries.stocks.known('ipv4').counts.size).toBe(0);
  await roundsOf(second, new StockReader(second.services, 100));
  const future = await sql`select 1 from stock_counts where stock = 'ipv4' and read_at > now()`.execute(db);
  expect(future.rows).toEqual([]);
});

test('a list whose reading in the background gets no turn for an hour is no failure', async () => {
  const { services, clock } = first;
  const { countries, term } = services;
  const before = await countries.of(TYPE);
  const reader = new StockReader(services, 100);
  await roundsOf(first, reader);
  const noSlot = new NoRateSlotError('no turn');
  vi.spyOn(term, 'available').mockRejectedValue(noSlot);
  vi.spyOn(term, 'countriesOf').mockRejectedValue(noSlot);
  clock.advance(DAY_MS);
  for (let minute = 0; minute < 61; minute++) {
    expect(await countries.of(TYPE)).toEqual(before);
    await reader.round();
    clock.advance(MINUTE_MS);
  }
});
