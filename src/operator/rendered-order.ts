import { formatUsd } from '../kit/money.ts';
import type { Order } from '../orders/order.ts';

/** An order as every command prints it. */
export function renderOrder({ id: orderId, resellerId, price, ...order }: Order) {
  return { orderId, resellerId, ...order, priceUsd: formatUsd(price) };
}
