import { z } from 'zod';
import { UnknownProductError } from '../catalog/errors.ts';
import { text, toDomainValue } from '../graphql/schema/values.ts';
import { GEO_KINDS } from '../upstreams/traffic.ts';
import { integer, string, tierId, typeId, usd, withEnumValues } from './fields.ts';
import { defineRoute } from './route.ts';

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

export const readCatalog = defineRoute({
  operationId: 'readCatalog',
  tag: 'Catalog',
  summary: 'Read the catalog',
  description:
    'Tiers, their types and the periods that these are sold in, with your own prices. Prices change: do not store them.',
  method: 'GET',
  path: '/v1/products',
  parameters: {},
  response: { status: 200, description: 'The catalog.', schema: catalog },
  errors: [],
  document: 'Products',
  variables: () => ({}),
  render(data: { tiers: { types: { billing: string }[] }[] }) {
    for (const { types } of data.tiers) for (const type of types) type.billing = toDomainValue(type.billing);
    return data;
  },
});

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

export const listCountries = defineRoute({
  operationId: 'listCountries',
  tag: 'Catalog',
  summary: 'List the countries of a type',
  description: 'Where a type is sold and how many proxies are in stock there.',
  method: 'GET',
  path: '/v1/products/{tier}/{type}/countries',
  parameters: { path: z.object({ tier: tierId, type: typeId }) },
  response: { status: 200, description: 'The countries, by name.', schema: countries },
  errors: ['invalid_request', 'unknown_product', 'provider_error'],
  document: 'Countries',
  variables: ({ path }) => path,
  render(data: { type: { countries: object | null } | null }, { tier, type }) {
    if (!data.type?.countries) throw new UnknownProductError(tier, type);
    return data.type;
  },
});

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

const geoPath = z.object({
  type: text.meta({ description: 'The `id` of a type that is billed `per_gb`.', examples: ['diresi'] }),
  kind: z.enum(GEO_KINDS).meta({ description: 'What to list.' }),
});

const geoQuery = z.object({
  country: text.optional().meta({
    description: 'ISO 3166-1 alpha-2; required for every kind except `countries`.',
    examples: ['US'],
  }),
  state: text
    .optional()
    .meta({ description: 'A state’s `code`, which narrows cities and ZIP codes.', examples: ['texas'] }),
});

export const listGeo = defineRoute({
  operationId: 'listGeo',
  tag: 'Luxury',
  summary: 'Look up what a Luxury type can be narrowed to',
  description:
    'Countries, states, cities, ZIP codes or providers that a Luxury type has addresses for, most addresses first. Pass an ' +
    'item’s `code` into the options or settings of an order.',
  method: 'GET',
  path: '/v1/geo/{type}/{kind}',
  parameters: { path: geoPath, query: geoQuery },
  response: { status: 200, description: 'The items.', schema: geoItems },
  errors: ['invalid_request', 'invalid_country', 'unknown_product', 'provider_error'],
  document: 'Geo',
  variables: ({ path, query }) => ({ ...withEnumValues(path, 'kind'), ...query }),
  render: ({ result }: { result: object }) => result,
});
