import type { FieldMap } from '@pothos/core';
import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { InvalidRequestError } from '../../kit/errors.ts';
import type { Micros } from '../../kit/money.ts';
import type { EnumName, LuxurySettings, SettingName } from '../../luxury/settings.ts';
import { type Traffic, toGb } from '../../luxury/traffic.ts';
import { updateOrder } from '../../orders/annotations.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import {
  type EnumFact,
  FACTS,
  ORDER_FACTS,
  type Order,
  type OrderProxy,
  type OrderStatus as Status,
} from '../../orders/order.ts';
import type { ListedOrder } from '../../orders/order-text.ts';
import {
  builder,
  enumOf,
  type InputFields,
  type InterfaceFields,
  mutation,
  NodeRef,
  proxyId,
  readableBy,
  type SuccessFields,
} from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { PROXIES_PER_ORDER } from './limits.ts';
import { annotation, ORDER_ID, toEnumValue } from './values.ts';

/** An order as the schema shows it; with proxies, traffic and settings if they were read with it. */
export type OrderNode = Omit<Order | ListedOrder, 'id' | EnumFact> & {
  [Name in EnumFact]: Uppercase<Order[Name]>;
} & {
  id: string;
  priceUsd: Micros;
  proxies?: OrderProxy[];
  /** All traffic of a Luxury order as it was at that instant. */
  totalBytes?: bigint;
  traffic?: Traffic;
  settings?: LuxurySettings;
};

/** An order with the names and types of the schema. In a loop over the names, this took twice as long. */
export function toNode(order: Order | ListedOrder): OrderNode {
  return {
    ...order,
    id: String(order.id),
    priceUsd: order.price,
    status: toEnumValue(order.status),
    protocol: toEnumValue(order.protocol),
    billing: toEnumValue(order.billing),
    source: toEnumValue(order.source),
  };
}

export function typeOfOrder({ billing }: Pick<OrderNode, 'billing'>): 'LuxuryOrder' | 'TermOrder' {
  return billing === 'PER_GB' ? 'LuxuryOrder' : 'TermOrder';
}

export const Billing = enumOf('Billing', 'What the price is for.', {
  per_proxy: 'One proxy for a term of days.',
  per_gb: 'A volume of traffic.',
});

export const Protocol = enumOf('Protocol', 'What proxies speak.', {
  http: 'HTTP and CONNECT.',
  socks5: 'SOCKS5.',
  both: 'HTTP and SOCKS5, on different ports.',
});

export const OrderStatus = enumOf('OrderStatus', 'What can be done with an order now.', {
  active: 'Working.',
  expired: 'The term is over; renew it if it is renewable.',
  paused: 'The reseller paused this Luxury order.',
  exhausted: 'The Luxury order is out of traffic; add some.',
} satisfies Record<Status, string>);

const OrderSource = enumOf('OrderSource', 'Where an order was placed.', {
  api: 'By a program, with an API key.',
  bot: 'In the chat bot.',
  console: 'By a person in the console.',
});

/** A proxy by its place in its order, from 1, which it keeps for good. */
export function toProxyNodes(orderId: string, proxies: readonly OrderProxy[]) {
  return proxies.map((proxy, i) => ({ ...proxy, id: proxyId(orderId, i + 1) }));
}

export const ProxyRef = builder.objectRef<OrderProxy & { id: string }>('Proxy').implement({
  description: 'Everything that a program needs to connect through one proxy.',
  interfaces: [NodeRef],
  fields: (t) =>
    readableBy(['read_proxies'], {
      id: t.exposeID('id', {
        description: 'Such as proxy:7/1; unique in the whole schema. Renewals do not change it.',
      }),
      host: t.exposeString('host', { description: 'Host name or IP address.' }),
      port: t.exposeInt('port', { description: 'Port, for the order’s protocol.' }),
      login: t.exposeString('login', { description: 'The user name for the gateway or proxy.' }),
      password: t.exposeString('password', { description: 'Secret: keep it out of logs and client code.' }),
    }),
});

const ENUMS: Record<EnumFact, object> = {
  status: OrderStatus,
  protocol: Protocol,
  billing: Billing,
  source: OrderSource,
};
const SCALARS: Record<string, string> = {
  string: 'String',
  number: 'Int',
  bigint: 'USD',
  boolean: 'Boolean',
  date: 'DateTime',
};

function factFields(t: InterfaceFields<OrderNode>): FieldMap {
  const fields = ORDER_FACTS.filter(({ column }) => column !== null).map((fact) => {
    const { name, field, kind, isNullable: nullable, description, readableBy: readers } = fact;
    const type = name === 'id' ? 'ID' : (ENUMS[name as EnumFact] ?? SCALARS[kind]);
    const exposed = t.expose(field as 'tier', { type: type as 'String', nullable, description });
    return readableBy(readers, { [field]: exposed });
  });
  return Object.assign({}, ...fields);
}

export const OrderRef = builder.interfaceRef<OrderNode>('Order').implement({
  description: 'A purchase that was delivered: proxies for a term, or traffic.',
  interfaces: [NodeRef],
  resolveType: typeOfOrder,
  fields: (t) => ({
    ...factFields(t),
    ...readableBy(FACTS.trafficGb.readableBy, {
      trafficGb: t.float({
        nullable: true,
        description: FACTS.trafficGb.description,
        resolve: (order, _args, context) => {
          if (order.billing === 'PER_PROXY') return null;
          const totalBytes = order.traffic?.totalBytes ?? order.totalBytes;
          if (totalBytes !== undefined) return toGb(totalBytes);
          return context.readings.knownTraffic
            .load(Number(order.id))
            .then((found) => found && toGb(found.totalBytes));
        },
      }),
    }),
    ...readableBy(['read_proxies'], {
      proxies: t.field({
        type: [ProxyRef],
        description:
          'Its proxies with their credentials. A Luxury order has one: at the first sticky port while its session is sticky.',
        complexity: { field: 1, multiplier: PROXIES_PER_ORDER },
        resolve: async ({ id, proxies }, _args, { readings }) =>
          toProxyNodes(id, proxies ?? (await readings.proxies.load(Number(id)))),
      }),
    }),
  }),
});

builder.objectType(builder.objectRef<OrderNode>('TermOrder'), {
  name: 'TermOrder',
  description: 'Proxies bought for a term of days.',
  interfaces: [OrderRef, NodeRef],
});

/** With its proxies, in one statement, where they are selected; undefined for what is not the caller’s. */
export async function orderNamed(id: string, { readings }: RequestContext, info: GraphQLResolveInfo) {
  const orders = selects(info, 'proxies') ? readings.ordersWithProxies : readings.orders;
  const order = await orders.load(Number(id));
  return order && toNode(order);
}

/** The order of a number that something has, as it is now; null where it has none. */
export const orderField = <Parent>(
  t: SuccessFields<Parent>,
  description: string,
  idOf: (parent: Parent) => number | null | undefined,
) =>
  t.field({
    type: OrderRef,
    nullable: true,
    description,
    resolve: async (parent, _args, { readings }) => {
      const id = idOf(parent);
      const order = id == null ? undefined : await readings.orders.load(id);
      return order ? toNode(order) : null;
    },
  });

/** What the success of a change has that was made of an order. */
export const changedOrder = (t: SuccessFields<{ orderId: string }>) => ({
  order: t.field({
    type: OrderRef,
    description: 'The order as it is now.',
    resolve: async ({ orderId }, _args, context, info) =>
      found(orderId, await orderNamed(orderId, context, info)),
  }),
});

builder.queryFields((t) =>
  readableBy(['any'], {
    order: t.field({
      type: OrderRef,
      nullable: true,
      description: 'One of the caller’s orders; null when there is none of that number.',
      args: {
        id: t.arg.id(ORDER_ID),
      },
      resolve: async (_root, { id }, context, info) => (await orderNamed(id, context, info)) ?? null,
    }),
  }),
);

export function annotationFields(t: InputFields) {
  return {
    label: t.string({
      description: 'What you call it, at most 64 characters, without the white space around it.',
      validate: { schema: annotation('label') },
    }),
    note: t.string({
      description: 'What you note of it, in lines, at most 500 characters.',
      validate: { schema: annotation('note') },
    }),
    customer: t.string({
      description: 'For whom it is: your own name or number for them, at most 64 characters.',
      validate: { schema: annotation('customer') },
    }),
  };
}

mutation('updateOrder', {
  description: 'Writes on an order what its reseller wants to know of it. What is left out stays.',
  input: {
    description: 'An order, and what to write on it; null or an empty text takes it away.',
    fields: (t) => ({ orderId: t.id(ORDER_ID), ...annotationFields(t) }),
  },
  resolve: async (_root, { input: { orderId, ...written } }, context) => {
    const { resellerId } = callerOf(context);
    const name = { resellerId, orderId: Number(orderId), at: context.now };
    await updateOrder(context.services.database, { ...name, ...written });
    return { orderId };
  },
  success: { description: 'It is written.', fields: changedOrder },
  refusals: [InvalidRequestError, OrderNotFoundError],
  result: 'The order, or why nothing is written.',
});

// What a Luxury order has besides, which `luxury.ts` describes.

export const LuxuryOrderRef = builder.objectRef<OrderNode>('LuxuryOrder');
export const TrafficRef = builder.objectRef<Traffic>('Traffic');
export const LuxurySettingsRef = builder.objectRef<SettingsNode>('LuxurySettings');

/** An order's settings as the schema shows them. The login is read with the order's proxies. */
export type SettingsNode = ShownSettings & { orderId: number };

/** The settings with GraphQL's enum values. */
export type ShownSettings = {
  [Name in SettingName]: Name extends EnumName ? Uppercase<LuxurySettings[Name]> : LuxurySettings[Name];
};

export function toSettingsNode(orderId: number, settings: LuxurySettings): SettingsNode {
  const { session, protocol } = settings;
  return { ...settings, orderId, session: toEnumValue(session), protocol: toEnumValue(protocol) };
}

export const trafficOf = async (id: string, { readings }: RequestContext) =>
  found(id, await readings.traffic.load(Number(id)));
export const knownTrafficOf = async (id: string, { readings }: RequestContext) =>
  found(id, await readings.knownTraffic.load(Number(id)));
export const settingsOf = async ({ id, settings }: OrderNode, context: RequestContext) =>
  settings ?? found(id, await context.readings.settings.load(Number(id)));

/** Throws OrderNotFoundError when the value is missing. */
export function found<Value>(id: string | number, value: Value | undefined): Value {
  if (value === undefined) throw new OrderNotFoundError(Number(id));
  return value;
}

type Fragments = GraphQLResolveInfo['fragments'];

/** Answers by the nodes of documents, which are parsed once and executed many times. */
const known = new WeakMap<FieldNode, Map<string, boolean>>();

/**
 * Whether a field of this name is selected below the field that is resolved. A resolver that looks ahead can
 * read in one statement what resolvers below it would read in another. The answer may be true although a
 * directive skips the field, or another type has the name: then something is read in vain.
 */
export function selects({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  return fieldNodes.some((node) => {
    const answers = known.getOrInsertComputed(node, () => new Map());
    return answers.getOrInsertComputed(name, () => isBelow(node.selectionSet, name, fragments, new Set()));
  });
}

/** Each fragment is searched once, however often it is spread. */
function isBelow(
  set: SelectionSetNode | undefined,
  name: string,
  fragments: Fragments,
  searched: Set<string>,
): boolean {
  return (set?.selections ?? []).some((selection) => {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) {
      const isNamed = selection.kind === Kind.FIELD && selection.name.value === name;
      return isNamed || isBelow(selection.selectionSet, name, fragments, searched);
    }
    const spread = selection.name.value;
    if (searched.has(spread)) return false;
    searched.add(spread);
    return isBelow(fragments[spread]?.selectionSet, name, fragments, searched);
  });
}
