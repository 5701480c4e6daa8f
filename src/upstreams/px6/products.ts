import { UpstreamError } from '../failure.ts';

/** PX6 counts what is free by `version`: proxies of both protocols are taken from the same stock. */
const VERSIONS: ReadonlyMap<string, '3' | '4' | '6'> = new Map([
  ['ipv4', '4'],
  ['ipv4-shared', '3'],
  ['ipv6', '6'],
]);

/** A product by PX6's names: the stock, from which its `version` follows, and its `type`. */
interface Px6Product {
  stock: string;
  type: 'http' | 'socks';
}

const PRODUCTS: ReadonlyMap<string, Px6Product> = new Map(
  [...VERSIONS.keys()].flatMap((stock): [string, Px6Product][] => [
    [`${stock}:http`, { stock, type: 'http' }],
    [`${stock}:socks5`, { stock, type: 'socks' }],
  ]),
);

/** The product names of PX6 that the catalog may use. */
export const PX6_PRODUCTS: readonly string[] = [...PRODUCTS.keys()];

export function findProduct(product: string): Px6Product | undefined {
  return PRODUCTS.get(product);
}

/** Our name of what PX6 calls by its version and type; undefined when we do not buy that. */
export function productNamed(proxy: { version?: string | undefined; type?: string | undefined }) {
  const [stock] = [...VERSIONS].find(([, version]) => version === proxy.version) ?? [];
  return [...PRODUCTS].find(([, product]) => product.stock === stock && product.type === proxy.type)?.[0];
}

export function productOf(product: string): Px6Product {
  return found(findProduct(product), product);
}

export function versionOf(stock: string): string {
  return found(VERSIONS.get(stock), stock);
}

function found<T>(value: T | undefined, name: string): T {
  if (value !== undefined) return value;
  throw new UpstreamError('refused', `px6: does not sell ${JSON.stringify(name.slice(0, 40))}`);
}
