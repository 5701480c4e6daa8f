import { InvalidRequestError } from '../../kit/errors.ts';
import { MAX_LINES } from '../../luxury/lines.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import {
  createProxyList,
  MAX_LISTS,
  ProxyListNotFoundError,
  revokeProxyList,
  type ShownProxyList,
} from '../../proxy-lists/proxy-lists.ts';
import { MAX_SELECTED } from '../../purchases/search.ts';
import { SignInAgainError } from '../../sessions/sessions.ts';
import { builder, mutation, NodeRef, numberedIdField, numberNamed, ViewerRef } from './builder.ts';
import { callerOf } from './context.ts';
import { LIST_COMPLEXITY } from './limits.ts';
import { selectionFields, selectionOf } from './order-list.ts';
import { nodeId } from './values.ts';

const ProxyListRef = builder.objectRef<ShownProxyList>('ProxyList').implement({
  description:
    'Proxies that a program loads by an address, without an API key: those of its orders that are active when it asks.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: numberedIdField(t, 'list', 1_000_000_000_009),
    name: t.exposeString('name', { description: 'What its reseller calls it.' }),
    prefix: t.exposeString('prefix', {
      description: 'How the last part of its address begins, `prl_` and four characters, to recognise it by.',
    }),
    orderIds: t.idList({
      nullable: true,
      description: 'The `id` of each order that it was made of; null for a list by a filter.',
      complexity: LIST_COMPLEXITY,
      resolve: ({ orderIds }) => orderIds?.map(String) ?? null,
    }),
    filter: t.expose('filter', {
      type: 'JSON',
      nullable: true,
      description:
        'Which orders it holds, as they are at each request: `tier`, `type`, `country`, `customer`, `search` and `ends_before`, where given. Null for a list of these orders.',
    }),
    count: t.exposeInt('count', { description: 'The lines of each Luxury order.' }),
    sticky: t.exposeBoolean('sticky', {
      description: 'Whether each of these has a port of its own, which keeps its exit address for a while.',
    }),
    allowedIps: t.exposeStringList('allowedIps', {
      description: 'The networks that may load it, as CIDR; any address when empty.',
      complexity: LIST_COMPLEXITY,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last loaded, to within five minutes; null when it never was.',
    }),
  }),
});

builder.objectField(ViewerRef, 'proxyLists', (t) =>
  t.field({
    type: [ProxyListRef],
    description: `The lists of proxies that programs load, the oldest first; at most ${MAX_LISTS}.`,
    complexity: { field: 1, multiplier: MAX_LISTS },
    resolve: ({ resellerId }, _args, { readings }) => readings.proxyLists.load(resellerId),
  }),
);

mutation('createProxyList', {
  access: 'key or fresh session',
  description: `Makes an address by which programs load proxies, up to ${MAX_LISTS} lists of a reseller. In the console soon after signing in.`,
  input: {
    description: 'Which orders a list has, and who may load it.',
    argument: 'The list as it is to be.',
    fields: (t) => ({
      name: t.string({
        required: true,
        description: 'What to call it, 1 to 50 characters, such as the program that loads it.',
      }),
      ...selectionFields(t, {
        filter: `All orders that meet it at the time of each request, so that new ones join by themselves: the newest ${MAX_SELECTED}. Only active orders are listed.`,
      }),
      count: t.int({
        description: `How many lines each Luxury order has, 1 to ${MAX_LINES}; 1 when left out. Other orders have one for each proxy.`,
      }),
      sticky: t.boolean({
        description:
          'Whether each of these lines has a port of its own, which keeps its exit address for a while. Otherwise, as when left out, all are the same: a new exit address with each connection.',
      }),
      allowedIps: t.stringList({
        description: 'Addresses or CIDR networks, at most 100; any address when left out or empty.',
      }),
    }),
  },
  resolve: async (_root, { input }, context) => {
    const { services, now: at } = context;
    const { name, count, sticky, allowedIps } = input;
    const how = { count: count ?? 1, sticky: sticky ?? false, allowedIps: allowedIps ?? [] };
    const { listId, token } = await createProxyList(services, {
      resellerId: callerOf(context).resellerId,
      selection: selectionOf(input),
      ...{ name, ...how, at },
    });
    return { listId, url: `${services.publicUrl}/lists/${token}` };
  },
  success: {
    description: 'The list is served from now on.',
    fields: (t) => ({
      list: t.field({
        type: ProxyListRef,
        description: 'The list that was made.',
        resolve: async ({ listId }, _args, { readings }) => {
          const list = await readings.ownProxyList(listId);
          if (!list) throw new ProxyListNotFoundError(listId);
          return list;
        },
      }),
      url: t.exposeString('url', {
        description:
          'What programs load by GET, up to 60 times a minute. Whoever has it has the logins: it is shown only here. By itself it gives lines host:port:login:password; `?format=` takes txt, csv or json; `?template=` a line of its own with {host} {port} {login} {password} {country} {order_id} {id} {label} {protocol}, such as http://{login}:{password}@{host}:{port}; `?protocol=` http or socks5, without what does not speak it.',
      }),
    }),
  },
  refusals: [InvalidRequestError, OrderNotFoundError, SignInAgainError],
  result: 'The new list, or why there is none.',
});

mutation('revokeProxyList', {
  description: 'Ends a list of proxies for good: its address is not found from the next request on.',
  input: {
    description: 'Which list ends.',
    fields: (t) => ({ id: t.id(nodeId('list')) }),
  },
  resolve: async (_root, { input: { id } }, context) => {
    const { resellerId } = callerOf(context);
    const { services, now: at } = context;
    await revokeProxyList(services.database, { resellerId, listId: numberNamed(id), at });
    return { id };
  },
  success: {
    description: 'Nothing is served at its address any more. The proxies go on working.',
    fields: (t) => ({
      listId: t.exposeID('id', { description: 'The `id` of the list that has ended.' }),
    }),
  },
  refusals: [InvalidRequestError, ProxyListNotFoundError],
  result: 'The end of the list, or why there was none.',
});
