import type { Period, ProductType } from '../catalog/catalog.ts';
import { InvalidPeriodError, UnknownProductError } from '../catalog/errors.ts';
import type { Micros } from '../kit/money.ts';
import type { Buyer, Services } from './services.ts';

/** A type that can be bought now. Throws UnknownProductError. */
export async function findProduct(
  services: Services,
  buyer: Buyer,
  tier: string,
  type: string,
): Promise<ProductType> {
  const product = await services.catalog.findType(buyer, tier, type);
  if (!product || !isOnSale(product, services)) throw new UnknownProductError(tier, type);
  return product;
}

/** Whether the type's upstream sells it: the catalog may have types that no upstream sells. */
export function isOnSale(type: ProductType, { term, traffic }: Pick<Services, 'term' | 'traffic'>): boolean {
  return (type.upstream === 'px6' ? term : traffic).sells(type.upstreamProduct);
}

/** A term or volume of the type. Throws InvalidPeriodError. */
export function periodOf(product: ProductType, id: string): Period {
  const period = product.periods.find((candidate) => candidate.id === id);
  if (!period) {
    throw new InvalidPeriodError(
      id,
      product.periods.map((offered) => offered.id),
    );
  }
  return period;
}

/** The price of one proxy or volume for this buyer; the chat bot pays retail prices. */
export function unitPrice(period: Period, buyer: Buyer): Micros {
  return buyer.source === 'bot' ? period.retailPrice : period.price;
}
