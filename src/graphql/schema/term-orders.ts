import { ProviderError } from '../../catalog/errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { changeProtocol } from '../../orders/change-protocol.ts';
import { checkProxies, type ProxyCheck } from '../../orders/check-proxies.ts';
import { NotChangeableError, OrderNotFoundError, RequestInProgressError } from '../../orders/errors.ts';
import { builder, mutation } from './builder.ts';
import { callerOf } from './context.ts';
import { PROXIES_PER_ORDER, upstreamCall } from './limits.ts';
import { changedOrder, found, Protocol, ProxyRef, toProxyNodes } from './orders.ts';
import { ORDER_ID, toDomainValue } from './values.ts';

mutation('setProtocol', {
  description:
    'Has the proxies of a term order speak another protocol, at no cost; their ports may change. While ProviderError leaves it open whether that was done, the proxies may speak either for some minutes, and then that of the order.',
  input: {
    description: 'A term order, and what its proxies are to speak.',
    fields: (t) => ({
      orderId: t.id(ORDER_ID),
      protocol: t.field({ type: Protocol, required: true, description: 'HTTP or SOCKS5.' }),
    }),
  },
  resolve: async (_root, { input }, context) => {
    const { orderId } = input;
    const protocol = toDomainValue(input.protocol);
    if (protocol === 'both')
      throw new InvalidRequestError([{ path: ['protocol'], message: 'must be HTTP or SOCKS5' }]);
    const { resellerId } = callerOf(context);
    await changeProtocol(context.services, { resellerId, orderId: Number(orderId) }, protocol);
    return { orderId };
  },
  success: { description: 'The proxies speak it.', fields: changedOrder },
  refusals: [
    InvalidRequestError,
    OrderNotFoundError,
    NotChangeableError,
    RequestInProgressError,
    ProviderError,
  ],
  result: 'The order, or why its protocol stays.',
});

interface Checked extends ProxyCheck {
  orderId: string;
  /** In the order, from 0. */
  place: number;
}

const ProxyCheckRef = builder.objectRef<Checked>('ProxyCheck').implement({
  description: 'What the provider said of a proxy.',
  fields: (t) => ({
    proxy: t.field({
      type: ProxyRef,
      description: 'The proxy.',
      resolve: async ({ orderId, place }, _args, { readings }) => {
        const proxies = toProxyNodes(orderId, await readings.proxies.load(Number(orderId)));
        return found(orderId, proxies[place]);
      },
    }),
    works: t.exposeBoolean('works', {
      nullable: true,
      description: 'Whether it works; null when there is no answer yet: ask again.',
    }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the provider said so; null when there is no answer yet.',
    }),
  }),
});

const ProxyChecks = builder.objectRef<{ checks: Checked[] }>('ProxyChecks').implement({
  description: 'What the provider said of the proxies of an order.',
  fields: (t) => ({
    checks: t.expose('checks', {
      type: [ProxyCheckRef],
      description: 'Each proxy, in the order of `Order.proxies`.',
      complexity: { field: 1, multiplier: PROXIES_PER_ORDER },
    }),
  }),
});

builder.queryField('checkProxies', (t) =>
  t.field({
    type: ProxyChecks,
    description:
      'Whether the proxies of a term order work, as the provider finds by trying each: by its answers of the last minute, else by new ones, which count as a request. Of many proxies some come with an older answer or none: asking again shows more.',
    args: { orderId: t.arg.id(ORDER_ID) },
    complexity: upstreamCall,
    errors: {
      types: [InvalidRequestError, OrderNotFoundError, ProviderError],
      union: { name: 'CheckProxiesResult', description: 'The answers, or why there are none.' },
    },
    resolve: async (_root, { orderId }, context) => {
      const { resellerId } = callerOf(context);
      const checks = await checkProxies(context.services, { resellerId, orderId: Number(orderId) });
      return { checks: checks.map((check, place) => ({ ...check, orderId, place })) };
    },
  }),
);
