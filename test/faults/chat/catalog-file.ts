import { readFileSync } from 'node:fs';

interface CatalogFile {
  tiers: { name: string; types: TypeInFile[] }[];
  coins: { cashback: number; referral: number; payable: number };
}

interface TypeInFile {
  name: string;
  billing: 'per_proxy' | 'per_gb';
  upstream: { product: string };
  periods: { days?: number; gb?: number; priceUsd: string; retailPriceUsd: string }[];
}

/** Something that is sold, as the catalog file has it. */
interface Product {
  tier: string;
  type: string;
  isTraffic: boolean;
  /** The name of the product at its upstream. */
  upstream: string;
  /** The retail price of one proxy for so many days, or of so many GB. */
  prices: ReadonlyMap<number, bigint>;
  /** The same for programs. */
  apiPrices: ReadonlyMap<number, bigint>;
}

/** What was chosen or bought: so many days or GB of a product. */
export interface Item {
  product: Product;
  volume: number;
  /** ISO-2, or ANY. */
  country: string;
  quantity: number;
}

const { tiers, coins }: CatalogFile = JSON.parse(
  readFileSync(new URL('../../../src/catalog/sample-catalog.json', import.meta.url), 'utf8'),
);
/** In micro-dollars: what a coin takes off a price. */
export const COIN = 10_000n;
/** Whole percents. */
export const RATES = coins;

const PRODUCTS = new Map(
  tiers.flatMap(({ name: tier, types }) =>
    types.map(({ name, billing, upstream, periods }): [string, Product] => [
      name.startsWith(tier) ? name : `${tier} ${name}`,
      {
        tier,
        type: name,
        isTraffic: billing === 'per_gb',
        upstream: upstream.product,
        prices: new Map(periods.map((one) => [one.days ?? one.gb ?? 0, micros(one.retailPriceUsd)])),
        apiPrices: new Map(periods.map((one) => [one.days ?? one.gb ?? 0, micros(one.priceUsd)])),
      },
    ]),
  ),
);

function micros(usd: string): bigint {
  const [whole = '', cents = ''] = usd.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(cents.padEnd(6, '0'));
}

const COUNTRIES = new Map([
  ['any country', 'ANY'],
  ['любая страна', 'ANY'],
  ['Any country', 'ANY'],
  ['Любая страна', 'ANY'],
  ...['en', 'ru'].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    return codes.flatMap((code): [string, string][] => {
      const name = new Intl.Locale(`und-${code}`).region === code ? names.of(code) : undefined;
      return name === undefined ? [] : [[name, code]];
    });
  }),
]);

/** The code of the country with a name, in any language, which a flag or a number may surround. */
export function countryIn(label: string): string | undefined {
  const name = label.replace(/^\p{RI}{2} /u, '').replace(/, [\d,\u00a0]+$/, '');
  return COUNTRIES.get(name);
}

/** Reads a line such as `Premium IPv4 HTTP, 7 days, United States, 1 proxy`. */
export function itemIn(line: string): Item | undefined {
  const [, product] = [...PRODUCTS].find(([name]) => line.startsWith(`${name}, `)) ?? [];
  const [, volume, country = '', quantity = '1'] =
    /, (\d+) [^,]+, (.+?)(?:, ([\d,\u00a0]+) \S+)?$/.exec(line) ?? [];
  const code = COUNTRIES.get(country);
  if (!product || volume === undefined || code === undefined) return undefined;
  return { product, volume: Number(volume), country: code, quantity: Number(quantity.replaceAll(/\D/g, '')) };
}

/** A part of an amount in coins, rounded down. */
export function coinsOf(usd: bigint, percent: number): number {
  return Number((usd * BigInt(percent)) / 100n / COIN);
}

/** What a program pays for so many days or GB of the first product that fits. */
export function apiPrice(isIt: (product: Product) => boolean, volume: number): bigint {
  return [...PRODUCTS.values()].find(isIt)?.apiPrices.get(volume) ?? 0n;
}

/** By the name of a product at PX6 in the catalog file: the version and the type that are bought there. */
export const PX6: Readonly<Record<string, string>> = {
  'ipv4:http': '4:http',
  'ipv4:socks5': '4:socks',
  'ipv4-shared:http': '3:http',
  'ipv4-shared:socks5': '3:socks',
  'ipv6:http': '6:http',
};
