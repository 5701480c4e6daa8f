import { OrderNotFoundError } from '../orders/errors.ts';
import { type NamedOrder, withDomainValues, withEnumValues } from './names.ts';
import { orderIdOf, orderListQuery, orderPath } from './parameters.ts';
import { order, orderPage } from './resources.ts';
import { defineRoute } from './route.ts';

export const listOrders = defineRoute({
  operationId: 'listOrders',
  tag: 'Orders',
  summary: 'List orders',
  description: 'Your orders from the API and the chat bot, newest first, without their proxies.',
  method: 'GET',
  path: '/v1/orders',
  parameters: { query: orderListQuery },
  response: { status: 200, description: 'A page of orders.', schema: orderPage },
  errors: ['invalid_request'],
  document: ['list-orders', 'order-fields'],
  variables: ({ query }) => withEnumValues(query, 'status'),
  render({ page }: { page: { total: number; orders: NamedOrder[] } }, { limit, offset }) {
    page.orders.forEach(withDomainValues);
    return { ...page, limit, offset };
  },
});

export const readOrder = defineRoute({
  operationId: 'readOrder',
  tag: 'Orders',
  summary: 'Retrieve an order',
  description: 'One of your orders with its proxies, logins and passwords included.',
  method: 'GET',
  path: '/v1/orders/{order_id}',
  parameters: { path: orderPath },
  response: { status: 200, description: 'The order.', schema: order },
  errors: ['invalid_request', 'order_not_found'],
  document: ['order', 'order-fields', 'proxy-fields'],
  variables: ({ path }) => ({ id: orderIdOf(path) }),
  render(data: { order: NamedOrder | null }, { id }) {
    if (data.order === null) throw new OrderNotFoundError(Number(id));
    return withDomainValues(data.order);
  },
});
