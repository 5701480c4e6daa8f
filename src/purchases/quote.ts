import { readBalance } from '../billing/accounts.ts';
import { refreshCountry } from '../catalog/countries.ts';
import type { Micros } from '../kit/money.ts';
import { type PurchaseInput, pricePurchase } from './purchase.ts';
import type { Buyer, Services } from './services.ts';

export interface Quote {
  unitPrice: Micros;
  total: Micros;
  /** How many proxies of the type the upstream has free in the country. */
  available: number;
  balance: Micros;
}

/**
 * The price of a purchase now, and whether it could be made. Charges and reserves nothing. Throws as
 * `purchase` does.
 */
export async function quote(
  services: Services,
  buyer: Buyer,
  input: Omit<PurchaseInput, 'maxPrice' | 'coins' | 'idempotencyKey'>,
): Promise<Quote> {
  const { product, unitPrice, total, available } = await pricePurchase(services, buyer, input, 'awaited');
  refreshCountry(services, product, input.country.toUpperCase());
  return { unitPrice, total, available, balance: await readBalance(services.database.sql, buyer.resellerId) };
}
