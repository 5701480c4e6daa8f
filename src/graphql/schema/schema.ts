import './errors.ts';
import './viewer.ts';
import './catalog.ts';
import './order-list.ts';
import './purchases.ts';
import './auto-renewal.ts';
import './term-orders.ts';
import './bulk.ts';
import './luxury.ts';
import './luxury-usage.ts';
import './luxury-changes.ts';
import './sign-in.ts';
import './frontend-tokens.ts';
import './search.ts';
import './events.ts';
import './subscriptions.ts';
import './webhooks.ts';
import './stock-watches.ts';
import './proxy-lists.ts';
import { type GraphQLSchema, isObjectType } from 'graphql';
import { productIn } from '../../catalog/catalog.ts';
import { placeOfEvent } from '../../events/event-types.ts';
import { builder, type FoundNode, NodeRef, parsePosition } from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { MAX_NODES } from './limits.ts';
import { toNode, toProxyNodes, toSettingsNode, typeOfOrder } from './orders.ts';
import { toMovementNode } from './statement.ts';
import { nodeIds, requiredText } from './values.ts';

builder.queryType({
  description: 'The catalog, orders and account of the caller.',
});
builder.mutationType({
  description: 'Purchases and changes. A request can select at most one field that charges money.',
});

builder.queryField('node', (t) =>
  t.field({
    type: NodeRef,
    nullable: true,
    description: 'The object with this id; null when there is none, or it belongs to another reseller.',
    args: {
      id: t.arg.id(requiredText('An `id` from an earlier answer, unchanged.')),
    },
    resolve: (_root, { id }, context) => findNode(id, context),
  }),
);

builder.queryField('nodes', (t) =>
  t.field({
    type: [NodeRef],
    nullable: { list: false, items: true },
    description:
      'The objects with these ids, in the order of the ids; null in the place of each that `node` would not find.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `At most ${MAX_NODES} ids from earlier answers, unchanged.`,
        validate: { schema: nodeIds },
      }),
    },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    resolve: (_root, { ids }, context) => Promise.all(ids.map((id) => findNode(id, context))),
  }),
);

/** Its kind stands before the colon of its id, or an event's underscore; identifiers or number behind it. */
async function findNode(id: string, context: RequestContext): Promise<FoundNode | null> {
  const start = id.search(/[:_]/) + 1;
  const found = FINDERS[id.slice(0, start)]?.(id.slice(start).split('/'), context);
  return (await found) ?? null;
}

type Finder = (path: string[], context: RequestContext) => Promise<FoundNode | undefined>;

/** A number in an id: without leading zeros, and exact in JavaScript. */
function numberIn([text = '', ...more]: readonly string[]): number | undefined {
  return more.length === 0 && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function byNumber(
  __typename: string,
  find: (id: number, context: RequestContext) => Promise<object | undefined>,
): Finder {
  return async (path, context) => {
    const id = numberIn(path);
    const found = id === undefined ? undefined : await find(id, context);
    return found && { __typename, ...found };
  };
}

/** Nodes of one kind are read in one statement for a request. The id of an order is its number alone. */
const FINDERS: Record<string, Finder> = {
  async 'tier:'(path, { readings }) {
    const tier = path.length === 1 && (await readings.catalog()).find(({ id }) => id === path[0]);
    return tier ? { __typename: 'Tier', ...tier } : undefined;
  },

  async 'product:'([tier = '', type = '', ...more], { readings }) {
    const product = more.length === 0 && productIn(await readings.catalog(), tier, type);
    return product ? { __typename: 'Product', ...product } : undefined;
  },

  async 'period:'([tier = '', type = '', code, ...more], { readings }) {
    const product = more.length === 0 ? productIn(await readings.catalog(), tier, type) : undefined;
    const period = product?.periods.find(({ id }) => id === code);
    return period && { __typename: 'Period', ...period };
  },

  'viewer:': byNumber('Viewer', async (id, context) =>
    id === callerOf(context).resellerId ? context.readings.wallets.load(id) : undefined,
  ),
  'key:': byNumber('ApiKey', (id, { readings }) => readings.ownKey(id)),
  'session:': byNumber('ConsoleSession', (id, { readings }) => readings.ownSession(id)),
  'passkey:': byNumber('Passkey', (id, { readings }) => readings.ownPasskey(id)),
  'webhook:': byNumber('Webhook', (id, { readings }) => readings.ownWebhook(id)),
  'stock-watch:': byNumber('StockWatch', (id, { readings }) => readings.ownStockWatch(id)),
  'list:': byNumber('ProxyList', (id, { readings }) => readings.ownProxyList(id)),
  'bulk:': byNumber('BulkJob', (id, { readings }) => readings.bulkJobs.load(id)),
  'frontend-token:': byNumber('FrontendToken', (id, { readings }) => readings.frontendTokens.load(id)),

  async evt_(path, context) {
    const id = `evt_${path.join('/')}`;
    const place = placeOfEvent(id);
    if (place?.resellerId !== callerOf(context).resellerId) return undefined;
    const event = await context.readings.events.load(place.sequence);
    return event?.id === id ? { __typename: 'Event', ...event } : undefined;
  },

  async ''(path, { readings }) {
    const id = numberIn(path);
    const order = id !== undefined && (await readings.orders.load(id));
    const node = order ? toNode(order) : undefined;
    return node && { __typename: typeOfOrder(node), ...node };
  },

  async 'proxy:'([orderId, place, ...more], { readings }) {
    const id = more.length === 0 ? numberIn(orderId === undefined ? [] : [orderId]) : undefined;
    const proxies = id === undefined ? [] : toProxyNodes(String(id), await readings.proxies.load(id));
    const found = proxies.find((proxy) => proxy.id === `proxy:${id}/${place}`);
    return found && { __typename: 'Proxy', ...found };
  },

  async 'movement:'([resellerId = '', text, ...more], context) {
    const own = more.length === 0 && numberIn([resellerId]) === callerOf(context).resellerId;
    const position = own ? parsePosition(text) : undefined;
    const found = position !== undefined && (await context.readings.movements.load(position));
    return found ? { __typename: 'Movement', ...toMovementNode(found) } : undefined;
  },

  'traffic:': byNumber('Traffic', (id, { readings }) => readings.traffic.load(id)),
  'settings:': byNumber('LuxurySettings', async (orderId, context) => {
    const settings = await context.readings.settings.load(orderId);
    return settings && toSettingsNode(orderId, settings);
  }),
};

/** The schema, whose resolvers serve GraphQL and the REST routes alike. */
export const schema: GraphQLSchema = withPlainReads(builder.toSchema());

/**
 * A field that exposes the property of its own name needs no resolver: GraphQL reads that property by
 * default. The compiler then reads the property instead of calling a function for each value of a list.
 */
function withPlainReads(built: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(built.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.extensions['pothosExposedField'] === field.name) delete field.resolve;
    }
  }
  return built;
}
