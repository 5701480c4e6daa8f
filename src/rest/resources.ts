import { z } from 'zod';
import { ORDER_STATUSES } from '../orders/status.ts';
import { integer, string, usd } from './route.ts';

export const balance = z
  .object({
    balance_usd: usd('What can be spent now, in US dollars.', 130.25),
    currency: string('The currency of the balance.', 'USD'),
    low_balance_threshold_usd: integer(
      'When the balance falls below, the chat bot sends one message. Changed in the chat bot.',
      10,
    ),
  })
  .meta({
    id: 'Balance',
    description: 'The prepaid balance. It is topped up in the chat bot; the API only spends it.',
  });

const period = z
  .object({
    id: string('The identifier to buy it by, unique within its type.', '30d'),
    name: string('The name to show.', '30 days'),
    days: z
      .int()
      .nullable()
      .meta({ description: 'The term; null for `per_gb` types.', examples: [30] }),
    gb: z
      .number()
      .nullable()
      .meta({ description: 'The volume, 1 GB = 2^30 bytes; null for term-billed types.', examples: [null] }),
    price_usd: usd(
      'The API price, with your own prices applied, for one proxy or one volume. It can change.',
      1.9,
    ),
    retail_price_usd: usd('The chat bot’s price.', 2.4),
  })
  .meta({ id: 'Period', description: 'A term or a traffic volume that a type is sold in.' });

const type = z
  .object({
    id: string('The identifier to buy it by, unique within its tier.', 'ipv4'),
    name: string('The name to show.', 'IPv4'),
    description: string('What it is good for.', 'A dedicated IPv4 address.'),
    billing: z
      .enum(['per_proxy', 'per_gb'])
      .meta({ description: 'Whether proxies for a term or traffic is paid for.' }),
    max_quantity: integer('The most proxies of one order: 50, or 1 for `per_gb`.', 50),
    renewable: z.boolean().meta({ description: 'Whether its orders can be renewed.' }),
    periods: z.array(period).meta({ description: 'What it is sold in.' }),
  })
  .meta({ id: 'Type', description: 'A type of proxy.' });

const tier = z
  .object({
    id: string('The identifier to buy by.', 'prem'),
    name: string('The name to show.', 'Premium'),
    types: z.array(type).meta({ description: 'What it offers.' }),
  })
  .meta({ id: 'Tier', description: 'A family of products.' });

export const catalog = z
  .object({ tiers: z.array(tier) })
  .meta({ id: 'Catalog', description: 'Everything that is on sale, with your own prices.' });

const country = z
  .object({
    code: string('ISO 3166-1 alpha-2.', 'US'),
    name: string('The English name.', 'United States'),
    available: integer(
      'How many proxies are in stock, or addresses to choose from for `per_gb` types, when they were last counted.',
      812,
    ),
  })
  .meta({ id: 'Country', description: 'A country that a type is sold in.' });

export const countries = z
  .object({ countries: z.array(country) })
  .meta({ id: 'Countries', description: 'Where a type is sold, by name.' });

const geoItem = z
  .object({
    code: string('What options and settings take, as it is.', 'texas'),
    name: string('The name to show, as the provider spells it.', 'Texas'),
    count: integer('How many addresses there are; read at most an hour ago.', 18_204),
  })
  .meta({ id: 'GeoItem', description: 'A place or provider that a Luxury order can be narrowed to.' });

export const geoItems = z
  .object({ items: z.array(geoItem).meta({ description: 'Most addresses first.' }) })
  .meta({ id: 'GeoItems', description: 'What a Luxury type can be narrowed to.' });

const proxy = z
  .object({
    host: string('Host name or IP address.', '203.0.113.7'),
    port: integer('The port, for the order’s protocol.', 8000),
    login: string('The user name.', 'u7Kd2m'),
    password: string('The password.', 'p9Xw4c'),
  })
  .meta({ id: 'Proxy', description: 'What a program needs to use one proxy.' });

const orderFields = z.object({
  id: integer('The order’s number.', 1024),
  tier: string('The tier that it was bought from.', 'prem'),
  type: string('The type that it was bought as.', 'ipv4'),
  country: string('ISO 3166-1 alpha-2, or `ANY` for Luxury.', 'US'),
  period: string('The period that it was bought with; renewals do not change it.', '30d'),
  quantity: integer('How many proxies it holds.', 2),
  price_usd: usd('What was paid when it was bought; renewals do not change it.', 3.8),
  status: z.enum(ORDER_STATUSES).meta({
    description:
      '`active`: working. `expired`: the term is over; renew it if `renewable` is true. `paused`: you paused this Luxury ' +
      'order. `exhausted`: this Luxury order is out of traffic.',
  }),
  protocol: z.enum(['http', 'socks5', 'both']).meta({ description: 'What its proxies speak.' }),
  created_at: z.string().meta({
    description: 'When it was bought (UTC).',
    format: 'date-time',
    examples: ['2026-01-01T12:00:00.000Z'],
  }),
  expires_at: z
    .string()
    .nullable()
    .meta({
      description: 'When its term ends, renewals included (UTC); null for `per_gb` orders.',
      format: 'date-time',
      examples: ['2026-01-31T12:00:00.000Z'],
    }),
  traffic_gb: z
    .number()
    .nullable()
    .meta({ description: 'Its traffic; null for term-billed orders.', examples: [null] }),
  renewable: z.boolean().meta({ description: 'Whether it can be renewed now.' }),
  source: z
    .enum(['api', 'bot', 'console'])
    .meta({ description: 'Where it was placed: this API, the chat bot or the console.' }),
});

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
