import type { EntityManager } from '../kit/database.ts';
import { OrderEntity } from './entities.ts';
import type { Order, OrderName } from './order.ts';

/** Sets the order's protocol in the unit of work, without reading its row. */
export function setProtocol(
  em: EntityManager,
  { resellerId, orderId }: OrderName,
  protocol: Order['protocol'],
): void {
  em.getReference(OrderEntity, [resellerId, orderId]).protocol = protocol;
}
