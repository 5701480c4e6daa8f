import type { TrafficUpstream } from '../upstreams/traffic.ts';
import { type ProductType, readCatalog } from './catalog.ts';
import type { Geo } from './geo.ts';
import type { StockReaderServices } from './stock-reader.ts';
import { loadReadings } from './stock-table.ts';

/**
 * Loads the readings that the database has from before the start, and starts to read the others before a
 * request needs them: the stocks of everything that is sold, and the countries of each Luxury type. Does not
 * wait for an upstream.
 */
export async function fetchAhead(
  services: StockReaderServices & { geo: Geo; traffic: TrafficUpstream },
): Promise<void> {
  const { database, clock, term, traffic, countries, geo } = services;
  const types = (await readCatalog(database.sql, 'standard')).flatMap((tier) => tier.types);
  const sold = (by: { sells(product: string): boolean }, type: ProductType) => by.sells(type.upstreamProduct);
  const ofTerm = types.filter((type) => type.upstream === 'px6' && sold(term, type));
  for (const stock of new Set(ofTerm.map((type) => term.stockOf(type.upstreamProduct)))) {
    await loadReadings(database.sql, stock, countries.stocks.known(stock), clock);
    countries.stocks.want(stock);
  }
  for (const type of types.filter((type) => type.upstream === 'dataimpulse' && sold(traffic, type))) {
    // A request that needs it tries again, and gets the failure if there is one.
    geo.items(type, 'countries').catch(() => {});
  }
}
