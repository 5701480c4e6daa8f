import { findType, type Period, type ProductType } from '../catalog/catalog.ts';
import { InvalidPeriodError, UnknownProductError } from '../catalog/errors.ts';
import type { Micros } from '../kit/money.ts';
import type { Buyer, Services } from './services.ts';

/** A type that can be bought now. Throws UnknownProductError. */
export async function findProduct(
  { database, term }: Services,
  buyer: Buyer,
  tier: string,
  type: string,
): Promise<ProductType> {
  const product = await findType(database.sql, buyer.priceList, tier, type);
  if (!product || !isOnSale(product, term)) throw new UnknownProductError(tier, type);
  return product;
}

/** Whether an upstream at hand sells the type: the catalog may have more. */
export function isOnSale(type: ProductType, term: Services['term']): boolean {
  return type.upstream === 'px6' && term.sells(type.upstreamProduct);
}

/** A term of the type. Throws InvalidPeriodError. */
export function termOf(product: ProductType, id: string): Period & { days: number } {
  const period = product.periods.find((candidate) => candidate.id === id);
  if (!period || period.days === null) {
    throw new InvalidPeriodError(
      id,
      product.periods.map((offered) => offered.id),
    );
  }
  return { ...period, days: period.days };
}

/** What a buyer pays for one proxy: the chat bot sells at retail prices. */
export function unitPrice(period: Period, buyer: Buyer): Micros {
  return buyer.source === 'bot' ? period.retailPrice : period.price;
}
