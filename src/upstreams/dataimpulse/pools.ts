import { UpstreamError } from '../failure.ts';

/** The pools that DataImpulse sells, by its own names. In its API they are values of `pool_type`. */
export const DATAIMPULSE_PRODUCTS = ['residential', 'residential_premium', 'mobile', 'datacenter'] as const;
const POOLS: ReadonlySet<string> = new Set(DATAIMPULSE_PRODUCTS);

export function isPool(product: string): boolean {
  return POOLS.has(product);
}

/** Some of DataImpulse's clients name the premium pool the other way round. */
export function productNamed(poolType: string | undefined): string | undefined {
  const name = poolType === 'premium_residential' ? 'residential_premium' : poolType;
  return name !== undefined && isPool(name) ? name : undefined;
}

export function poolOf(product: string): string {
  if (isPool(product)) return product;
  throw new UpstreamError('refused', `dataimpulse: does not sell ${JSON.stringify(product.slice(0, 40))}`);
}
