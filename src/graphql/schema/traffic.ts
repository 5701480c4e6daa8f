import { type Traffic, toGb } from '../../luxury/traffic.ts';
import { builder } from './builder.ts';
import { NodeRef } from './node.ts';
import { trafficId } from './node-id.ts';

export const TrafficRef = builder.objectRef<Traffic>('Traffic').implement({
  description: 'What a Luxury order has bought and used. 1 GB has 2^30 bytes; both directions count.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Of the order’s traffic, such as traffic:12; unique in the whole schema.',
      resolve: ({ orderId }) => trafficId(orderId),
    }),
    orderId: t.id({ description: 'The `id` of an order.', resolve: ({ orderId }) => String(orderId) }),
    totalGb: t.float({
      description: 'All traffic that was ever bought for the order, additions included.',
      resolve: ({ totalBytes }) => toGb(totalBytes),
    }),
    usedGb: t.float({
      description: 'Never more than `totalGb`.',
      resolve: ({ usedBytes }) => toGb(usedBytes),
    }),
    leftGb: t.float({
      description: '`totalGb` less `usedGb`.',
      resolve: ({ totalBytes, usedBytes }) => toGb(totalBytes - usedBytes),
    }),
    usedPercent: t.float({
      description: 'How much of it was used: 0 to 100, two digits after the point.',
      resolve: usedPercent,
    }),
    measuredAt: t.expose('measuredAt', {
      type: 'DateTime',
      description:
        'When these figures were read from the provider. While they stay the same, it may be up to a minute behind the last reading.',
    }),
  }),
});

/** In percent with two decimals, rounded down, so that 100 means that nothing is left. */
function usedPercent({ totalBytes, usedBytes }: Traffic): number {
  return Number((usedBytes * 10_000n) / totalBytes) / 100;
}
