import type { Database } from '../kit/database.ts';
import { aboutNobody } from '../kit/log.ts';
import {
  type CoinRates,
  findType,
  type ProductType,
  productIn,
  readCatalog,
  readCoinRates,
  type Tier,
} from './catalog.ts';

/** What a reader of the catalog sees. */
export interface CatalogView {
  /** The id of the price list. */
  priceList: string;
  /**
   * The version that the admission of the request found. Undefined for work that no request asked for, which
   * reads the catalog itself.
   */
  catalogVersion?: string | undefined;
}

/**
 * The catalog as this process has read it, for as long as it is not changed. Every change gives the catalog
 * a new version in the same transaction, and every request reads the version when it is admitted. So a
 * purchase reads the catalog only after a change, and a request that was admitted after a change never sees
 * what was before. There are at most as many price lists as a catalog may have.
 */
export class CatalogCache {
  readonly #database: Database;
  #version: string | undefined;
  #kept = new Map<string, Promise<readonly Tier[]>>();
  #coinRates: Promise<CoinRates> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The whole catalog with the prices of one list, in the operator's order. */
  read({ priceList, catalogVersion }: CatalogView): Promise<readonly Tier[]> {
    if (catalogVersion === undefined) return readCatalog(this.#database.sql, priceList);
    this.#keepOnly(catalogVersion);
    const kept = this.#kept;
    const known = kept.get(priceList);
    if (known) return known;
    const reading = aboutNobody(() => readCatalog(this.#database.sql, priceList));
    kept.set(priceList, reading);
    reading.catch(() => kept.delete(priceList));
    return reading;
  }

  /** What coins are earned and taken for. */
  coinRates({ catalogVersion }: Pick<CatalogView, 'catalogVersion'>): Promise<CoinRates> {
    if (catalogVersion === undefined) return readCoinRates(this.#database.sql);
    this.#keepOnly(catalogVersion);
    if (this.#coinRates) return this.#coinRates;
    const reading = aboutNobody(() => readCoinRates(this.#database.sql));
    this.#coinRates = reading;
    reading.catch(() => {
      if (this.#coinRates === reading) this.#coinRates = undefined;
    });
    return reading;
  }

  /** One type with its periods; undefined when it is not in the catalog. */
  async findType(view: CatalogView, tier: string, id: string): Promise<ProductType | undefined> {
    if (view.catalogVersion === undefined) {
      return findType(this.#database.sql, view.priceList, tier, id);
    }
    return productIn(await this.read(view), tier, id);
  }

  #keepOnly(version: string): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#kept = new Map();
    this.#coinRates = undefined;
  }
}
