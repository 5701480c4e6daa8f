import { z } from 'zod';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../graphql/schema/limits.ts';
import { annotation, clampedInt, text, toDomainValue } from '../graphql/schema/values.ts';
import { ANNOTATIONS, type AnnotationName } from '../orders/annotations.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import { type EnumFact, ORDER_STATUSES, V1_FACTS, type V1Facts } from '../orders/order.ts';
import {
  CHARGE_ERRORS,
  decimal,
  idempotencyHeader,
  inSchemaNames,
  integer,
  orderIdOf,
  orderPath,
  periodId,
  string,
  tierId,
  typeId,
  usd,
  withEnumValues,
} from './fields.ts';
import { purchaseOptions } from './luxury-settings.ts';
import { defineRoute } from './route.ts';

/** The largest GraphQL Int: the offset is a variable of a document. */
const MAX_OFFSET = 2 ** 31 - 1;

const proxy = z
  .object({
    id: string('It never changes.', 'proxy:1024/1'),
    host: string('Host name or IP address.', '203.0.113.7'),
    port: integer('The port, for the order’s protocol.', 8000),
    login: string('The user name.', 'u7Kd2m'),
    password: string('The password.', 'p9Xw4c'),
  })
  .meta({ id: 'Proxy', description: 'What a program needs to use one proxy.' });

export const ORDER_FIELDS = `fragment OrderFields on Order {
${Object.entries(V1_FACTS)
  .map(([name, { field }]) => `  ${name}: ${field}\n`)
  .join('')}}`;

const orderFields = z.object(
  Object.fromEntries(Object.entries(V1_FACTS).map(([name, fact]) => [name, describe(fact)])) as {
    [Name in keyof V1Facts]: z.ZodType<V1Facts[Name]>;
  },
);

function describe({ kind, type, isNullable, description, example }: (typeof V1_FACTS)[string]): z.ZodType {
  const value = kind === 'bigint' ? z.number() : kind === 'date' ? z.string() : type;
  return (isNullable ? value.nullable() : value).meta({
    description,
    ...(kind === 'date' && { format: 'date-time' }),
    ...(example !== undefined && { examples: [example] }),
  });
}

type NamedOrder = Record<Extract<keyof V1Facts, EnumFact>, string>;

/** `/v1` has enum values in lower case. Changed in place: the order is the request's, and a page has 200. */
function withDomainValues(order: NamedOrder): NamedOrder {
  const { status, protocol, source } = order;
  return Object.assign(order, {
    status: toDomainValue(status),
    protocol: toDomainValue(protocol),
    source: toDomainValue(source),
  } satisfies NamedOrder);
}

const listedOrder = orderFields.meta({ id: 'ListedOrder', description: 'An order without its proxies.' });

export const orderPage = z
  .object({
    orders: z.array(listedOrder).meta({ description: 'Newest first.' }),
    total: integer('How many orders there are of the status, on all pages.', 1),
    limit: integer('The limit that was applied.', 50),
    offset: integer('The offset that was applied.', 0),
  })
  .meta({ id: 'OrderPage', description: 'A part of the list of orders.' });

const orderWithProxies = orderFields.extend({
  proxies: z.array(proxy).meta({
    description:
      'With their credentials. A Luxury order has one: at the first sticky port while its session is sticky.',
  }),
});

export const order = orderWithProxies.meta({ id: 'Order', description: 'An order with its proxies.' });

export const chargedOrder = orderWithProxies
  .extend({ charged_usd: usd('What was taken from the balance.', 3.8) })
  .meta({ id: 'ChargedOrder', description: 'An order as it was just delivered, and what that cost.' });

const orderListQuery = z.object({
  status: z.enum(ORDER_STATUSES).optional().meta({ description: 'Only orders of this status.' }),
  customer: text.optional().meta({ description: 'Only orders for exactly this `customer`.' }),
  limit: decimal(1, MAX_PAGE_SIZE, PAGE_SIZE, 'How many orders to return at most.'),
  offset: decimal(0, MAX_OFFSET, 0, 'How many orders to skip, newest first.'),
});

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
  document: 'ListOrders',
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
  document: 'Order',
  variables: ({ path }) => ({ id: orderIdOf(path) }),
  render(data: { order: NamedOrder | null }, { id }) {
    if (data.order === null) throw new OrderNotFoundError(Number(id));
    return withDomainValues(data.order);
  },
});

const written = (name: AnnotationName, words: { description: string; examples?: string[] }) =>
  annotation(name)
    .nullish()
    .meta({ ...words, override: { type: ['string', 'null'], maxLength: ANNOTATIONS[name] } });

const annotations = {
  label: written('label', { description: 'What you call it.', examples: ['shop 7'] }),
  note: written('note', { description: 'What you note of it, in lines.' }),
  customer: written('customer', { description: 'For whom it is, by your own name or number for them.' }),
};

const purchaseBody = z
  .object({
    tier: tierId,
    type: typeId,
    country: text.meta({ description: 'ISO 3166-1 alpha-2; `ANY` for Luxury types.', examples: ['US'] }),
    period: periodId,
    // Generated clients would send a `default` of a body with every request, so it is described in words.
    quantity: clampedInt.optional().meta({
      description: 'How many proxies; 1 when left out. Always 1 for `per_gb` types.',
      override: { type: 'integer', minimum: 1, maximum: 50 },
    }),
    ...annotations,
    options: purchaseOptions.optional().meta({
      description: 'For Luxury types only: any other type refuses it with `invalid_option`, so leave it out.',
    }),
  })
  .meta({
    id: 'Purchase',
    description: 'What to buy.',
    override: { examples: [{ tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 }] },
  });

export const createOrder = defineRoute({
  operationId: 'createOrder',
  tag: 'Orders',
  summary: 'Buy proxies',
  description:
    'Charges the balance and returns the proxies at once. When the provider does not deliver, the charge is back on the balance ' +
    'and the answer is 502 `provider_error`.',
  method: 'POST',
  path: '/v1/orders',
  parameters: { header: idempotencyHeader, body: purchaseBody },
  optionsIn: 'body.options',
  response: { status: 201, description: 'Delivered and paid.', schema: chargedOrder },
  errors: [...CHARGE_ERRORS, 'invalid_quantity', 'invalid_country', 'invalid_option', 'out_of_stock'],
  document: 'Purchase',
  variables: ({ header, body: { options, ...body } }) => ({
    input: {
      ...body,
      ...(options && { options: inSchemaNames(options) }),
      idempotencyKey: header['Idempotency-Key'],
    },
  }),
  render: renderSale,
});

const renewalBody = z.object({ period: periodId }).meta({ id: 'Renewal', description: 'The term to add.' });

export const renewOrder = defineRoute({
  operationId: 'renewOrder',
  tag: 'Orders',
  summary: 'Renew an order',
  description:
    'Charges the balance and adds a term to the current one: the same proxies, with the same addresses, logins and passwords, ' +
    'for longer. It works while the order’s `renewable` is true. An order that has ended may go on from its old end: then the ' +
    'time since is a part of the term. `expires_at` is the end that you have.',
  method: 'POST',
  path: '/v1/orders/{order_id}/renew',
  parameters: { path: orderPath, header: idempotencyHeader, body: renewalBody },
  response: { status: 200, description: 'Extended and paid.', schema: chargedOrder },
  errors: [...CHARGE_ERRORS, 'order_not_found', 'not_renewable'],
  document: 'Renew',
  variables: ({ path, header, body }) => ({
    input: { orderId: orderIdOf(path), ...body, idempotencyKey: header['Idempotency-Key'] },
  }),
  render: renderSale,
});

export const updateOrder = defineRoute({
  operationId: 'updateOrder',
  tag: 'Orders',
  summary: 'Write on an order',
  description:
    'Changes what you write on an order for yourself. What is left out stays; null or an empty text takes it away.',
  method: 'PATCH',
  path: '/v1/orders/{order_id}',
  parameters: {
    path: orderPath,
    body: z.strictObject(annotations).meta({ id: 'OrderUpdate', description: 'What to write on an order.' }),
  },
  response: { status: 200, description: 'The order as it is now.', schema: order },
  errors: ['invalid_json', 'invalid_request', 'order_not_found'],
  document: 'UpdateOrder',
  variables: ({ path, body }) => ({ input: { orderId: orderIdOf(path), ...body } }),
  render: ({ result }: { result: { order: NamedOrder } }) => withDomainValues(result.order),
});

export const setProtocol = defineRoute({
  operationId: 'setProtocol',
  tag: 'Orders',
  summary: 'Change the protocol',
  description:
    'Has the proxies of a term order speak another protocol, at no cost; their ports may change. After `provider_error` they may ' +
    'speak either for some minutes, and then that of the order. Luxury orders have the protocol in their settings.',
  method: 'POST',
  path: '/v1/orders/{order_id}/protocol',
  parameters: {
    path: orderPath,
    body: z
      .object({ protocol: z.enum(['http', 'socks5']).meta({ description: 'What they are to speak.' }) })
      .meta({ id: 'ProtocolChange', description: 'What the proxies of an order are to speak.' }),
  },
  response: { status: 200, description: 'The order as it is now.', schema: order },
  errors: [
    'invalid_json',
    'invalid_request',
    'order_not_found',
    'not_changeable',
    'request_in_progress',
    'provider_error',
  ],
  document: 'SetProtocol',
  variables: ({ path, body }) => ({
    input: { orderId: orderIdOf(path), ...withEnumValues(body, 'protocol') },
  }),
  render: ({ result }: { result: { order: NamedOrder } }) => withDomainValues(result.order),
});

const proxyCheck = z
  .object({
    id: string('The proxy’s `id`.', 'proxy:1024/1'),
    works: z
      .boolean()
      .nullable()
      .meta({
        description: 'Whether it works; null when there is no answer yet: ask again.',
        examples: [true],
      }),
    checked_at: z
      .string()
      .nullable()
      .meta({
        description: 'When the provider said so; null when there is no answer yet.',
        format: 'date-time',
        examples: ['2026-01-01T12:00:00.000Z'],
      }),
  })
  .meta({ id: 'ProxyCheck', description: 'What the provider said of a proxy.' });

export const proxyChecks = z
  .object({ proxies: z.array(proxyCheck).meta({ description: 'Each proxy, in the order’s own order.' }) })
  .meta({ id: 'ProxyChecks', description: 'What the provider said of the proxies of an order.' });

export const checkProxies = defineRoute({
  operationId: 'checkProxies',
  tag: 'Orders',
  summary: 'Check the proxies of an order',
  description:
    'Whether the proxies of a term order work, as the provider finds by trying each: by its answers of the last minute, else by ' +
    'new ones. Of many proxies some come with an older answer or none: asking again shows more.',
  method: 'GET',
  path: '/v1/orders/{order_id}/check',
  parameters: { path: orderPath },
  response: { status: 200, description: 'What the provider said.', schema: proxyChecks },
  errors: ['invalid_request', 'order_not_found', 'provider_error'],
  document: 'CheckProxies',
  variables: ({ path }) => ({ orderId: orderIdOf(path) }),
  render: ({ result }: { result: { proxies: { proxy: { id: string }; works: boolean | null }[] } }) => ({
    proxies: result.proxies.map(({ proxy: { id }, ...check }) => ({ id, ...check })),
  }),
});

function renderSale({ result }: { result: { charged_usd: string; order: NamedOrder } }) {
  return { ...withDomainValues(result.order), charged_usd: result.charged_usd };
}
