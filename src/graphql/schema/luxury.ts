import { type LineFormat as Format, MAX_LINES, makeLines } from '../../luxury/lines.ts';
import { readStats } from '../../luxury/stats.ts';
import { type Traffic, toGb } from '../../luxury/traffic.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import type { Gateway, UsageStats } from '../../upstreams/traffic.ts';
import { builder, enumOf, NodeRef, nodeIdField, readableBy, trafficId } from './builder.ts';
import { upstreamCall } from './limits.ts';
import {
  knownTrafficOf,
  LuxuryOrderRef,
  LuxurySettingsRef,
  OrderRef,
  settingsOf,
  TrafficRef,
  toSettingsNode,
  trafficOf,
} from './orders.ts';
import { toDomainValue } from './values.ts';

TrafficRef.implement({
  description: 'What a Luxury order has bought and used. 1 GB has 2^30 bytes; both directions count.',
  interfaces: [NodeRef],
  fields: (t) => ({
    ...readableBy(['any'], {
      id: t.id(
        nodeIdField('Of the order’s traffic, such as traffic:12', ({ orderId }: Traffic) =>
          trafficId(orderId),
        ),
      ),
    }),
    ...readableBy(['read_traffic'], {
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
        // Rounded down, so that 100 means that nothing is left.
        resolve: ({ totalBytes, usedBytes }) => Number((usedBytes * 10_000n) / totalBytes) / 100,
      }),
      measuredAt: t.expose('measuredAt', {
        type: 'DateTime',
        description:
          'When these figures were read from the provider. While they stay the same, it may be up to a minute behind the last reading.',
      }),
    }),
  }),
});

const PortRangeRef = builder.objectRef<Gateway['stickyPorts']>('PortRange').implement({
  description: 'Ports that follow one another.',
  fields: (t) =>
    readableBy(['read_proxies'], {
      first: t.exposeInt('first', { description: 'The first of them.' }),
      last: t.exposeInt('last', { description: 'The last of them; it is included.' }),
    }),
});

const GatewayRef = builder.objectRef<Gateway>('Gateway').implement({
  description: 'Where programs connect. It is shared by orders: login and password tell whose traffic it is.',
  fields: (t) =>
    readableBy(['read_proxies'], {
      host: t.exposeString('host', { description: 'Host name or IP address.' }),
      httpPort: t.exposeInt('httpPort', { description: 'The port for HTTP and CONNECT.' }),
      socks5Port: t.exposeInt('socks5Port', { description: 'The port for SOCKS5.' }),
      stickyPorts: t.expose('stickyPorts', {
        type: PortRangeRef,
        description:
          'In sticky mode, ports for HTTP and SOCKS5 each of which keeps an exit address of its own.',
      }),
    }),
});

const UsageDay = builder.objectRef<UsageStats['days'][number]>('UsageDay').implement({
  description: 'What was used on one day.',
  fields: (t) =>
    readableBy(['read_traffic'], {
      date: t.expose('date', { type: 'Date', description: 'The day in UTC.' }),
      trafficGb: t.float({ description: 'In GB of 2^30 bytes.', resolve: ({ bytes }) => toGb(bytes) }),
      requests: t.exposeInt('requests', { description: 'HTTP requests and tunnels together.' }),
    }),
});

const UsageErrorRef = builder.objectRef<UsageStats['errors'][number]>('UsageError').implement({
  description: 'Connections that the gateway refused for one reason.',
  fields: (t) =>
    readableBy(['read_traffic'], {
      code: t.exposeString('code', {
        description:
          'The reason, such as NO_RAY (no address matches the filter), TRAFFIC_EXHAUSTED or THREADS_EXHAUSTED.',
      }),
      count: t.exposeInt('count', { description: 'How often it happened in these seven days.' }),
    }),
});

const UsageStatsRef = builder.objectRef<UsageStats>('UsageStats').implement({
  description: 'Use in the last seven days, as the provider reports it.',
  fields: (t) =>
    readableBy(['read_traffic'], {
      days: t.expose('days', {
        type: [UsageDay],
        description: 'Seven UTC days, the oldest first and today last; days without use are included.',
      }),
      errors: t.expose('errors', { type: [UsageErrorRef], description: 'The most frequent first.' }),
    }),
});

const LineFormat = enumOf('LineFormat', 'How a line is written.', {
  hpup: 'host:port:login:password',
  uphp: 'login:password@host:port',
  http: 'An http:// URL.',
  socks: 'A socks5:// URL.',
} satisfies Record<Format, string>);

const LineProtocol = enumOf('LineProtocol', 'What the client of a line speaks.', {
  http: 'HTTP and CONNECT.',
  socks5: 'SOCKS5.',
});

builder.objectType(LuxuryOrderRef, {
  name: 'LuxuryOrder',
  description: 'Traffic bought by the GB. It has no end date: the order works until the traffic is used up.',
  interfaces: [OrderRef, NodeRef],
  fields: (t) => ({
    ...readableBy(['read_traffic'], {
      traffic: t.field({
        type: TrafficRef,
        description:
          'What was bought and used. For a single order the provider is asked; for several, the figures are those of the last reading.',
        resolve: (order, _args, context) => order.traffic ?? trafficOf(order.id, context),
      }),
      stats: t.field({
        type: UsageStatsRef,
        description:
          'Use in the last seven days, at most five seconds old. The provider is asked for each order, so select this for few orders at a time: for each it counts as a request.',
        complexity: upstreamCall,
        resolve: async ({ id }, _args, context) =>
          readStats(context.services, await knownTrafficOf(id, context)),
      }),
    }),
    // The login stands in the settings.
    ...readableBy(['read_order', 'read_proxies'], {
      settings: t.field({
        type: LuxurySettingsRef,
        description: 'How its proxies behave.',
        resolve: async (order, _args, context) =>
          toSettingsNode(Number(order.id), await settingsOf(order, context)),
      }),
    }),
    ...readableBy(['read_proxies'], {
      gateway: t.field({
        type: GatewayRef,
        description: 'Where programs connect.',
        resolve: (_order, _args, { services }) => services.traffic.gateway,
      }),
      lines: t.stringList({
        description:
          'Access to the order as lines for programs that take a list of proxies. In sticky mode each line has a port, and so an exit address, of its own; in rotating mode there is one line.',
        args: {
          format: t.arg({ type: LineFormat, description: 'HPUP when left out.' }),
          count: t.arg.int({ description: `How many sticky lines: 1 to ${MAX_LINES}, 1 when left out.` }),
          protocol: t.arg({
            type: LineProtocol,
            description: 'When left out, the protocol that the settings allow; HTTP if they allow both.',
          }),
        },
        complexity: ({ count }) => 1 + (count ?? 1),
        resolve: async (order, { format, count, protocol }, context) => {
          const id = Number(order.id);
          const [settings, [proxy]] = await Promise.all([
            settingsOf(order, context),
            context.readings.proxies.load(id),
          ]);
          if (!proxy) throw new OrderNotFoundError(id);
          return makeLines(context.services.traffic.gateway, settings, proxy, {
            format: format ? toDomainValue(format) : undefined,
            count: count ?? undefined,
            protocol: protocol ? toDomainValue(protocol) : undefined,
          });
        },
      }),
    }),
  }),
});
