import type { CatalogCache, CatalogView } from '../catalog/catalog.ts';
import type { Countries } from '../catalog/countries.ts';
import type { Geo } from '../catalog/geo.ts';
import type { Bell } from '../events/bell.ts';
import type { Clock, Delay } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import type { Places } from '../kit/request.ts';
import type { Vault } from '../kit/vault.ts';
import type { Order } from '../orders/order.ts';
import { ResellerDisabledError, ResellerNotFoundError } from '../resellers/errors.ts';
import type { TermUpstream } from '../upstreams/term.ts';
import type { TrafficUpstream } from '../upstreams/traffic.ts';

export interface Services {
  database: Database;
  bell: Bell;
  vault: Vault;
  clock: Clock;
  /** Where browsers reach the service, without a slash at its end. */
  publicUrl: string;
  /**
   * Where people find the chat bot. Undefined until Telegram has said its name, and where there is none.
   */
  chat: { url: string | undefined };
  delay: Delay;
  term: TermUpstream;
  traffic: TrafficUpstream;
  catalog: CatalogCache;
  countries: Countries;
  geo: Geo;
  reads: Places;
  /** A balance of ours at an upstream that lasts for fewer days is low. */
  lowBalanceDays: number;
  webhookAddresses: {
    /** Why events may not be sent to an address, as it goes on after its name; undefined when they may. */
    refusalOf(url: string): Promise<string | undefined>;
  };
  /** Whether a reseller is of another cell; left out where there is one. */
  isElsewhere?(resellerId: number): boolean;
  /** Called when this process has ended an operation, once that is committed. */
  onEnded?(ended: Ended): void;
}

/** An operation that has ended: a sale, or a refund. */
export interface Ended {
  kind: 'purchase' | 'renewal' | 'traffic';
  amount: Micros;
  /** The order, and what the work cost, undefined where it is not known. Undefined at a refund. */
  sold: { order: Order; cost: Micros | undefined } | undefined;
}

/** The reseller that pays for an operation, and where it was asked for: API, chat bot or console. */
export interface Buyer extends CatalogView {
  resellerId: number;
  /** `bot` pays retail prices. */
  source: 'api' | 'bot' | 'console';
}

/**
 * The buyer of what the service does for a reseller by itself, at the prices of the door where that was asked
 * for. Throws ResellerDisabledError and ResellerNotFoundError.
 */
export async function buyerInBackground(
  db: Sql,
  resellerId: number,
  source: Buyer['source'],
): Promise<Buyer> {
  const row = await db
    .selectFrom('resellers')
    .innerJoin('service_state', (join) => join.onTrue())
    .select(['price_list', 'disabled_reason', 'catalog_version'])
    .where('id', '=', resellerId)
    .executeTakeFirst();
  if (!row) throw new ResellerNotFoundError(resellerId);
  if (row.disabled_reason !== null) throw new ResellerDisabledError(row.disabled_reason);
  return { resellerId, priceList: row.price_list, catalogVersion: row.catalog_version, source };
}
