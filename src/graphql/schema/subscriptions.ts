import { ORDERS_OF_EVENT } from '../../live/order-feeds.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import { mayReadOrder } from '../../resellers/admission.ts';
import { builder, readableBy, ViewerRef } from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { EventRef, eventArguments } from './events.ts';
import { OrderRef, TrafficRef, toNode } from './orders.ts';
import { ORDER_ID } from './values.ts';

builder.subscriptionType({
  description:
    'Values that are sent again whenever they change. The first event is the present state, so a client that connects again has missed nothing. When changes follow quickly, a slow reader gets only the latest state. Only `eventAdded` is a log: it has each event once. Subscriptions of one account that are open together are bounded by their complexity: one beyond that is refused as rate_limited, until another one is completed.',
});

builder.subscriptionFields((t) => ({
  ...readableBy(['read_order'], {
    orderUpdated: t.field({
      type: OrderRef,
      description:
        'One of the caller’s orders, now and whenever it is renewed, gets traffic or new settings, is exhausted or ends. Events about the use of its traffic come through trafficUpdated.',
      args: {
        orderId: t.arg.id(ORDER_ID),
      },
      subscribe: (_root, { orderId }, context) =>
        liveOf(context).subscribeToOrder(orderNameOf(orderId, context)),
      resolve: (order) => toNode(order),
    }),
  }),
  ordersUpdated: t.field({
    type: [OrderRef],
    description:
      'All of the caller’s orders: first the newest as they are now, at most 50; then new orders, and orders with a change of the kinds that orderUpdated names. Orders that change together come in one event. A slow reader gets the latest state of every order that has changed.',
    complexity: { field: 1, multiplier: ORDERS_OF_EVENT },
    subscribe: (_root, _args, context) => liveOf(context).subscribeToOrders(callerOf(context).resellerId),
    resolve: (orders) => orders.map(toNode),
  }),
  ...readableBy(['read_traffic'], {
    trafficUpdated: t.field({
      type: TrafficRef,
      description:
        'What one of the caller’s Luxury orders has bought and used, now and whenever it changes. The provider is read every few seconds while the order has subscribers.',
      args: {
        orderId: t.arg.id(ORDER_ID),
      },
      subscribe: (_root, { orderId }, context) =>
        liveOf(context).subscribeToTraffic(orderNameOf(orderId, context)),
      resolve: (traffic) => traffic,
    }),
  }),
  balanceUpdated: t.field({
    type: ViewerRef,
    description:
      'The caller, now and whenever its balance (by a charge, a refund or a top-up) or its low-balance threshold changes.',
    subscribe: (_root, _args, context) => liveOf(context).subscribeToBalance(callerOf(context).resellerId),
    resolve: (wallet) => wallet,
  }),
  eventAdded: t.field({
    type: EventRef,
    description:
      'Each event of the log from now on, or all that follow `after` and then each that is added, in order, none twice. A slow reader gets all of them. Over event streams each has its sequence as `id:`, and `Last-Event-ID` goes before `after`. CURSOR_EXPIRED as for `events`.',
    args: eventArguments(t.arg),
    subscribe: (_root, { after, types }, context) => {
      const place = context.lastEventId ?? after;
      const { resellerId } = callerOf(context);
      return liveOf(context).subscribeToEvents(
        { resellerId, types: types ?? [] },
        place ? { sequence: Number(place) } : undefined,
      );
    },
    resolve: (event) => event,
  }),
}));

/** Throws OrderNotFoundError for an order that the caller's token does not name. */
function orderNameOf(id: string, context: RequestContext) {
  const caller = callerOf(context);
  const orderId = Number(id);
  if (!mayReadOrder(caller, orderId)) throw new OrderNotFoundError(orderId);
  return { resellerId: caller.resellerId, orderId };
}

function liveOf({ live }: RequestContext) {
  if (!live) throw new Error('a subscription was started by a request without a source of events');
  return live;
}
