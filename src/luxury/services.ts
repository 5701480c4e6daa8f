import type { CatalogCache } from '../catalog/catalog-cache.ts';
import type { Geo } from '../catalog/geo.ts';
import type { Clock, Delay } from '../kit/clock.ts';
import type { Database } from '../kit/database.ts';
import type { Places } from '../kit/places.ts';
import type { Vault } from '../kit/vault.ts';
import type { TrafficUpstream } from '../upstreams/traffic.ts';

export interface LuxuryServices {
  database: Database;
  vault: Vault;
  clock: Clock;
  delay: Delay;
  traffic: TrafficUpstream;
  catalog: CatalogCache;
  geo: Geo;
  reads: Places;
}
