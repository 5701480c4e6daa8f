import { UpstreamError } from '../failure.ts';

/** What PX6 calls a product: the network's `version` and the protocol's `type`. */
type Px6Product = { version: '3' | '4' | '6'; type: 'http' | 'socks' };

const PRODUCTS: ReadonlyMap<string, Px6Product> = new Map([
  ['ipv4:http', { version: '4', type: 'http' }],
  ['ipv4:socks5', { version: '4', type: 'socks' }],
  ['ipv4-shared:http', { version: '3', type: 'http' }],
  ['ipv4-shared:socks5', { version: '3', type: 'socks' }],
  ['ipv6:http', { version: '6', type: 'http' }],
  ['ipv6:socks5', { version: '6', type: 'socks' }],
]);

/** What the catalog may call a product of PX6. */
export const PX6_PRODUCTS: readonly string[] = [...PRODUCTS.keys()];

export function findProduct(product: string): Px6Product | undefined {
  return PRODUCTS.get(product);
}

export function productOf(product: string): Px6Product {
  const found = findProduct(product);
  if (!found)
    throw new UpstreamError('refused', `px6: does not sell ${JSON.stringify(product.slice(0, 40))}`);
  return found;
}
