import type { EntityManager } from '../kit/database.ts';
import { OrderEntity } from './entities.ts';
import type { Order, OrderName } from './order.ts';

/** Puts the order's protocol into the unit of work; nothing is read for it. */
export function setProtocol(
  em: EntityManager,
  { resellerId, orderId }: OrderName,
  protocol: Order['protocol'],
): void {
  em.getReference(OrderEntity, [resellerId, orderId]).protocol = protocol;
}
