import { readFileSync } from 'node:fs';
import { parseUsd } from '../../src/kit/money.ts';

/** The file of the catalog that every run begins with. */
export const CATALOG = new URL('../../src/catalog/sample-catalog.json', import.meta.url);
const STANDARD = 'standard';

interface FilePeriod {
  id: string;
  days?: number;
  gb?: number;
  priceUsd: string;
}

/** A type as the file of the catalog has it. */
export interface FileType {
  id: string;
  name: string;
  renewable: boolean;
  protocol: string;
  upstream: { network: string; product: string };
  periods: FilePeriod[];
}

interface CatalogFile {
  tiers: { id: string; types: FileType[] }[];
  priceLists: { id: string; prices: { tier: string; type: string; period: string; priceUsd: string }[] }[];
}

export interface PricedPeriod {
  tier: string;
  type: string;
  period: string;
}

/** A price, and when it began and ended to hold: the second is when that was certain. */
interface Price {
  usd: bigint;
  from: number;
  to: number;
}

/**
 * What each thing costs, by the file that the catalog was imported from and by the changes that the operator
 * of the run has made since. Nothing here is read from the program.
 */
export class Prices {
  readonly #file: CatalogFile;
  readonly #prices = new Map<string, Price[]>();

  constructor(url: URL) {
    this.#file = JSON.parse(readFileSync(url, 'utf8')) as CatalogFile;
    const put = (list: string, path: PricedPeriod, usd: string) =>
      this.#prices.set(keyOf(list, path), [{ usd: parseUsd(usd) ?? 0n, from: 0, to: Infinity }]);
    for (const { id: tier, types } of this.#file.tiers)
      for (const { id: type, periods } of types)
        for (const { id: period, priceUsd } of periods) put(STANDARD, { tier, type, period }, priceUsd);
    for (const { id, prices } of this.#file.priceLists)
      for (const { priceUsd, ...path } of prices) put(id, path, priceUsd);
  }

  type(tier: string, type: string): FileType {
    const found = this.#file.tiers.find(({ id }) => id === tier)?.types.find(({ id }) => id === type);
    if (!found) throw new Error(`The catalog's file has no ${tier}/${type}.`);
    return found;
  }

  /** The days or GB of a period. */
  volume({ tier, type, period }: PricedPeriod): { days: number; gb: number } {
    const found = this.type(tier, type).periods.find(({ id }) => id === period);
    if (!found) throw new Error(`The catalog's file has no ${tier}/${type} for ${period}.`);
    return { days: found.days ?? 0, gb: found.gb ?? 0 };
  }

  /** All prices of one unit on a list that may have held at some time between two instants. */
  between(list: string, path: PricedPeriod, from: number, to: number): bigint[] {
    const prices = this.#prices.get(keyOf(list, path)) ?? this.#prices.get(keyOf(STANDARD, path)) ?? [];
    return prices.filter((price) => price.from <= to && price.to >= from).map(({ usd }) => usd);
  }

  /**
   * To be called before the operator sets a price that the list has already. Returns what is to be called
   * when it is set.
   */
  change(list: string, path: PricedPeriod, usd: bigint, now: () => number): () => void {
    const prices = this.#prices.get(keyOf(list, path)) ?? [];
    const before = [...prices];
    prices.push({ usd, from: now(), to: Infinity });
    return () => {
      for (const price of before) price.to = Math.min(price.to, now());
    };
  }
}

function keyOf(list: string, { tier, type, period }: PricedPeriod): string {
  return `${list} ${tier} ${type} ${period}`;
}
