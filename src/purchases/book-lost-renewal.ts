import { DomainError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { findOrder } from '../orders/order.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { carryOut } from './carry-out.ts';
import { hasLostRenewal } from './lost-renewal.ts';
import { readPriceList } from './price-list.ts';
import { extending, planRenewal, readBefore } from './renew.ts';
import type { Services } from './services.ts';

/** Of what order, and by how many days it was extended. */
export interface LostRenewal {
  resellerId: number;
  orderId: number;
  days: number;
}

/** As a renewal, but it never has the upstream extend anything. */
const takingUp: typeof extending = {
  ...extending,
  async perform(services, operation) {
    const { lost } = await readBefore(services, operation);
    if (lost) return lost;
    throw new UpstreamError('refused', 'a lost renewal: the ends are others by now');
  },
};

/**
 * Charges what a renewal that the books have lost costs today, and has the order end as the upstream says.
 * Why that was not done is the code of a refusal.
 */
export async function bookLostRenewal(
  services: Services,
  { resellerId, orderId, days }: LostRenewal,
): Promise<{ orderId: number; charged: Micros } | { refusal: string }> {
  if (!(await hasLostRenewal(services.database.sql, { resellerId, orderId }))) return { refusal: 'not_lost' };
  const priceList = await readPriceList(services, resellerId);
  if (priceList === undefined) return { refusal: 'reseller_not_found' };
  const buyer = { resellerId, priceList, source: 'api' as const };
  try {
    const { tier, type } = await findOrder(services.database.sql, resellerId, orderId, services.clock.now());
    const product = await services.catalog.findType(buyer, tier, type);
    const period = product?.periods.find((offered) => offered.days === days);
    if (!period) return { refusal: 'not_on_sale' };
    const input = { orderId, period: period.id };
    const { sale } = await carryOut(services, buyer, { name: 'renew', input }, async () => ({
      ...(await planRenewal(services, buyer, input)),
      handler: takingUp,
    }));
    return { orderId, charged: sale.charged };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.code };
    throw error;
  }
}
