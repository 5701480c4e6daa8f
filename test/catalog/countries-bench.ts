import type { ProductType } from '../../src/catalog/catalog.ts';
import { Countries } from '../../src/catalog/countries.ts';
import { json } from '../support/upstream-server.ts';
import { px6Bench, yes } from '../upstreams/px6/bench.ts';

export const TYPE: ProductType = {
  tier: 'prem',
  id: 'ipv4',
  name: 'IPv4',
  description: 'Addresses.',
  billing: 'per_proxy',
  maxQuantity: 50,
  renewable: true,
  protocol: 'http',
  upstream: 'px6',
  upstreamProduct: 'ipv4:http',
  periods: [],
};
export const OF_SAME_STOCK: ProductType = { ...TYPE, id: 'socks5', upstreamProduct: 'ipv4:socks5' };
export const OF_OTHER_STOCK: ProductType = { ...TYPE, id: 'ipv6', upstreamProduct: 'ipv6:http' };

/** The countries over the real adapter, against a server that has `counts` of every stock. */
export async function countriesBench(counts: Record<string, number>, pace?: { slotsPerSecond: number }) {
  const bench = await px6Bench(pace);
  const clock = { time: Date.parse('2026-11-21T12:00:00Z'), now: () => new Date(clock.time) };
  bench.server.otherwise = (response, received) => {
    const { country } = received.query;
    const content = country === undefined ? { list: Object.keys(counts) } : { count: counts[country] ?? 0 };
    json(yes(content))(response, received);
  };
  return {
    ...bench,
    clock,
    /** What the upstream sells; a test may change it. */
    counts,
    countries: new Countries(bench.px6, clock),
    /** The calls that reached the upstream: the method, and the country if one was named. */
    asked: () =>
      bench.server.received.map(({ path, query }) =>
        [path.split('/').at(-2), query['country']].filter((part) => part !== undefined).join(' '),
      ),
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  };
}
