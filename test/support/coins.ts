import { readFile } from 'node:fs/promises';
import type { CoinRates } from '../../src/catalog/catalog.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import type { Buyer, Services } from '../../src/purchases/services.ts';

/** Sold at the retail price of 1.00 USD. */
export const DOLLAR_ITEM = { tier: 'tg', type: 'socks5', country: 'DE', period: '30d' };

/** The rates of the sample catalog. */
export const RATES: CoinRates = { cashback: 3, referral: 5, payable: 50 };

/** The reseller as a buyer in the chat bot. */
export function botBuyerOf({ resellerId }: { resellerId: number }): Buyer {
  return { resellerId, priceList: 'standard', source: 'bot' };
}

/** Imports the sample catalog with other rates of coins. */
export async function setCoinRates({ database }: Services, coins: CoinRates): Promise<void> {
  const sample = await readFile(new URL('../../src/catalog/sample-catalog.json', import.meta.url), 'utf8');
  await importCatalog(database, JSON.stringify({ ...JSON.parse(sample), coins }));
}

/**
 * Has a buyer in the chat bot earn a hundred coins for each dollar that is spent, at a cashback of all; then
 * the rates are those of the sample again.
 */
export async function earnCoins(services: Services, buyer: Buyer, dollars: number): Promise<void> {
  await setCoinRates(services, { ...RATES, cashback: 100 });
  await purchase(services, buyer, { ...DOLLAR_ITEM, quantity: dollars });
  await setCoinRates(services, RATES);
}
