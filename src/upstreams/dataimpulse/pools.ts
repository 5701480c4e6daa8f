import { UpstreamError } from '../failure.ts';

/** What DataImpulse sells, by its own names: it calls such a pool `pool_type`. */
const POOLS: ReadonlySet<string> = new Set(['residential', 'residential_premium', 'mobile', 'datacenter']);

export function isPool(product: string): boolean {
  return POOLS.has(product);
}

export function poolOf(product: string): string {
  if (isPool(product)) return product;
  throw new UpstreamError('refused', `dataimpulse: does not sell ${JSON.stringify(product.slice(0, 40))}`);
}
