import type { EntityManager } from '../kit/database.ts';
import type { OrderName } from '../orders/order.ts';
import { LuxurySettingsEntity, LuxuryTrafficEntity } from './entities.ts';
import type { LuxurySettings } from './settings.ts';

/**
 * Puts what a Luxury order has beside its order, its settings and its traffic, into the unit of work. The
 * order itself has to be written before (`createOrder`): the database refuses rows that refer to one which is
 * not there.
 */
export function createLuxuryOrder(
  em: EntityManager,
  { resellerId, orderId }: OrderName,
  settings: LuxurySettings,
  account: { upstreamId: string; totalBytes: bigint; measuredAt: Date },
): void {
  const name = { resellerId, orderId };
  em.create(LuxurySettingsEntity, { ...name, ...settings }, { persist: true });
  em.create(LuxuryTrafficEntity, { ...name, ...account, usedBytes: 0n }, { persist: true });
}
