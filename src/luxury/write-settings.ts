import type { EntityManager } from '../kit/database.ts';
import type { OrderName } from '../orders/order.ts';
import { setProtocol } from '../orders/set-protocol.ts';
import { LuxurySettingsEntity } from './entities.ts';
import type { LuxurySettings } from './settings.ts';

/**
 * Puts the settings that a change at the upstream ends with into the unit of work. Nothing races for them:
 * `finish`, before it in the transaction, has locked their row, and only for who still holds the order.
 */
export function writeSettings(
  em: EntityManager,
  { resellerId, orderId }: OrderName,
  changed: Partial<LuxurySettings>,
): void {
  em.assign(em.getReference(LuxurySettingsEntity, [resellerId, orderId]), changed);
  if (changed.protocol !== undefined) setProtocol(em, { resellerId, orderId }, changed.protocol);
}
