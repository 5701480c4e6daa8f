import type { EntityManager } from '../kit/database.ts';
import type { OrderName } from '../orders/order.ts';
import { LuxurySettingsEntity, LuxuryTrafficEntity } from './entities.ts';
import type { LuxurySettings } from './settings.ts';

/**
 * Adds the settings and the traffic of a new Luxury order to the unit of work, which has the order, too
 * (`createOrder`).
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
