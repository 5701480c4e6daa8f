import type { Countries } from '../catalog/countries.ts';
import type { Geo } from '../catalog/geo.ts';
import type { Clock, Delay } from '../kit/clock.ts';
import type { Database } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import type { TermUpstream } from '../upstreams/term.ts';
import type { TrafficUpstream } from '../upstreams/traffic.ts';

/** What the charged operations work with. */
export interface Services {
  database: Database;
  vault: Vault;
  clock: Clock;
  delay: Delay;
  term: TermUpstream;
  traffic: TrafficUpstream;
  countries: Countries;
  geo: Geo;
}

/** On whose account a purchase or renewal goes, and through which side it came. */
export interface Buyer {
  resellerId: number;
  /** The id of the price list that API purchases are priced by. */
  priceList: string;
  /** `bot` pays retail prices. */
  source: 'api' | 'bot';
}
