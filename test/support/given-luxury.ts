import type { Order, OrderProxy } from '../../src/orders/order.ts';
import { type PurchaseInput, purchase } from '../../src/purchases/purchase.ts';
import type { Services } from '../../src/purchases/services.ts';
import { buyerOf, type GivenReseller, givenReseller } from './given.ts';

export interface GivenLuxuryOrder extends GivenReseller {
  order: Order;
  proxy: OrderProxy;
}

/**
 * A reseller with an order of 1 GB of residential traffic; options that a test does not give do not matter to
 * it.
 */
export async function givenLuxuryOrder(
  services: Services,
  wanted: Partial<PurchaseInput> & { reseller?: GivenReseller } = {},
): Promise<GivenLuxuryOrder> {
  const { reseller = await givenReseller(services), ...input } = wanted;
  const { sale } = await purchase(services, buyerOf(reseller), {
    tier: 'di',
    type: 'diresi',
    country: 'ANY',
    period: '1gb',
    ...input,
  });
  const [proxy] = sale.proxies;
  if (!proxy) throw new Error('a Luxury order comes with a proxy');
  return { ...reseller, order: sale.order, proxy };
}
