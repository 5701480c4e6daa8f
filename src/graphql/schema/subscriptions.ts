import { ORDERS_OF_EVENT } from '../../live/changed-orders.ts';
import { builder } from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { orderNumber } from './inputs.ts';
import { OrderRef, toNode } from './orders.ts';
import { TrafficRef } from './traffic.ts';
import { ViewerRef } from './viewer.ts';

builder.subscriptionType({
  description:
    'What can be followed live. The first event is the present state, so that a client that connects again has missed nothing; of changes in quick succession a slow reader gets the last.',
  authScopes: { reseller: true },
});

builder.subscriptionField('orderUpdated', (t) =>
  t.field({
    type: OrderRef,
    description:
      'One of the caller’s orders, now and whenever it is renewed, gets traffic or new settings, is exhausted or ends. What it uses in between is told by trafficUpdated.',
    args: {
      orderId: t.arg.id({
        required: true,
        description: 'The order’s number.',
        validate: { schema: orderNumber },
      }),
    },
    subscribe: (_root, { orderId }, context) =>
      liveOf(context).subscribeToOrder(orderNameOf(orderId, context)),
    resolve: (order) => toNode(order),
  }),
);

builder.subscriptionField('ordersUpdated', (t) =>
  t.field({
    type: [OrderRef],
    description:
      'All of the caller’s orders: first the newest as they are now, at most 50, then those that are new or have changed as orderUpdated tells it, together when they changed together. A slow reader gets the last state of each order, and misses none that changed.',
    complexity: { field: 1, multiplier: ORDERS_OF_EVENT },
    subscribe: (_root, _args, context) => liveOf(context).subscribeToOrders(callerOf(context).resellerId),
    resolve: (orders) => orders.map(toNode),
  }),
);

builder.subscriptionField('trafficUpdated', (t) =>
  t.field({
    type: TrafficRef,
    description:
      'What one of the caller’s Luxury orders has bought and used, now and whenever it changes. The provider is asked every few seconds while somebody follows it.',
    args: {
      orderId: t.arg.id({
        required: true,
        description: 'The order’s number.',
        validate: { schema: orderNumber },
      }),
    },
    subscribe: (_root, { orderId }, context) =>
      liveOf(context).subscribeToTraffic(orderNameOf(orderId, context)),
    resolve: (traffic) => traffic,
  }),
);

builder.subscriptionField('balanceUpdated', (t) =>
  t.field({
    type: ViewerRef,
    description:
      'The caller, now and whenever the balance changes, by a charge, a refund or a top-up, or its threshold does.',
    subscribe: (_root, _args, context) => liveOf(context).subscribeToBalance(callerOf(context).resellerId),
    resolve: (wallet) => wallet,
  }),
);

function orderNameOf(orderId: string, context: RequestContext) {
  return { resellerId: callerOf(context).resellerId, orderId: Number(orderId) };
}

function liveOf({ live }: RequestContext) {
  if (!live) throw new Error('a subscription was started where nothing can be followed');
  return live;
}
