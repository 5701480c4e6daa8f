import type { EntityManager } from '../kit/database.ts';
import type { OrderName } from '../orders/order.ts';
import { setProtocol } from '../orders/order.ts';
import { LuxurySettingsEntity } from './entities.ts';
import type { LuxurySettings } from './settings.ts';

/**
 * Writes to the unit of work the settings that a change has set at the upstream. `finish` has to come before
 * it in the transaction: it locks the row and checks the lease, so that no other change can write it.
 */
export function writeSettings(
  em: EntityManager,
  { resellerId, orderId }: OrderName,
  changed: Partial<LuxurySettings>,
): void {
  em.assign(em.getReference(LuxurySettingsEntity, [resellerId, orderId]), changed);
  if (changed.protocol !== undefined) setProtocol(em, { resellerId, orderId }, changed.protocol);
}
