import { type Period, type ProductType, productIn, type Tier } from '../../catalog/catalog.ts';
import { type Country, countriesOf } from '../../catalog/countries.ts';
import { isOnSale } from '../../purchases/product.ts';
import { builder } from './builder.ts';
import { enumOf } from './enum-of.ts';
import { toEnumValue } from './enum-values.ts';
import { text } from './inputs.ts';
import { CATALOG_LIST_LENGTH } from './limits.ts';
import { NodeRef } from './node.ts';
import { periodId, productId, tierId } from './node-id.ts';

export const Billing = enumOf('Billing', 'What the price is for.', {
  per_proxy: 'One proxy for a term of days.',
  per_gb: 'A volume of traffic.',
});

export const Protocol = enumOf('Protocol', 'What proxies speak.', {
  http: 'HTTP and CONNECT.',
  socks5: 'SOCKS5.',
  both: 'HTTP and SOCKS5, on different ports.',
});

const CATALOG_LIST = { field: 1, multiplier: CATALOG_LIST_LENGTH };

const PeriodRef = builder.objectRef<Period>('Period').implement({
  description: 'A term or a traffic volume that a type is sold in.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Such as period:prem/ipv4/30d; unique in the whole schema.',
      resolve: ({ tier, type, id }) => periodId(tier, type, id),
    }),
    code: t.exposeString('id', {
      description: 'The value that inputs take for the period, such as 30d; unique within its type.',
    }),
    name: t.exposeString('name', { description: 'The name to show.' }),
    days: t.exposeInt('days', { nullable: true, description: 'The term in days; null for traffic volumes.' }),
    gb: t.exposeInt('gb', { nullable: true, description: 'The volume in GB (2^30 bytes); null for terms.' }),
    priceUsd: t.expose('price', {
      type: 'USD',
      description: 'The caller’s API price for one proxy or one volume. It may change.',
    }),
    retailPriceUsd: t.expose('retailPrice', {
      type: 'USD',
      description: 'The chat bot’s price for the same.',
    }),
  }),
});

const CountryRef = builder.objectRef<Country>('Country').implement({
  description: 'A country that a type is sold in.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'ISO 3166-1 alpha-2, upper case.' }),
    name: t.exposeString('name', { description: 'The English name.' }),
    available: t.exposeInt('available', {
      description:
        'Proxies in stock at the last count; for traffic, exit addresses to choose from. Reading an old count starts a new one, which later requests get. A purchase depends on what the provider has at that time.',
    }),
  }),
});

export const ProductRef = builder.objectRef<ProductType>('Product').implement({
  description: 'A type of proxy within a tier.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Such as product:prem/ipv4; unique in the whole schema.',
      resolve: ({ tier, id }) => productId(tier, id),
    }),
    code: t.exposeString('id', {
      description: 'The value that inputs take for the type, such as ipv4; unique within its tier.',
    }),
    tier: t.exposeString('tier', { description: 'The `code` of its tier.' }),
    name: t.exposeString('name', { description: 'The name to show.' }),
    description: t.exposeString('description', { description: 'What it is good for, in a sentence.' }),
    billing: t.field({
      type: Billing,
      description: 'Whether proxies or traffic are paid for.',
      resolve: ({ billing }) => toEnumValue(billing),
    }),
    protocol: t.field({
      type: Protocol,
      description: 'What its proxies speak.',
      resolve: ({ protocol }) => toEnumValue(protocol),
    }),
    maxQuantity: t.exposeInt('maxQuantity', { description: 'The most proxies of one order; 1 for traffic.' }),
    renewable: t.exposeBoolean('renewable', { description: 'Whether its orders can be renewed.' }),
    periods: t.expose('periods', {
      type: [PeriodRef],
      description: 'The terms or volumes that it is sold in, in the order that the operator chose.',
      complexity: CATALOG_LIST,
    }),
    countries: t.field({
      type: [CountryRef],
      nullable: true,
      description:
        'Where it is sold, sorted by name; null when it cannot be bought at the moment. The answer comes at once from the last reading of the provider, which all callers share.',
      resolve: (type, _args, { services }) =>
        isOnSale(type, services) ? (countriesOf(services, type) as Promise<Country[]>) : null,
    }),
  }),
});

const TierRef = builder.objectRef<Tier>('Tier').implement({
  description: 'A family of products, such as Premium or Luxury.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Such as tier:prem; unique in the whole schema.',
      resolve: ({ id }) => tierId(id),
    }),
    code: t.exposeString('id', { description: 'The value that inputs take for the tier, such as prem.' }),
    name: t.exposeString('name', { description: 'The name to show.' }),
    types: t.expose('types', {
      type: [ProductRef],
      description: 'The types that it offers, in the order that the operator chose.',
      complexity: CATALOG_LIST,
    }),
  }),
});

builder.queryFields((t) => ({
  tiers: t.field({
    type: [TierRef],
    description: 'The whole catalog with the caller’s own prices.',
    complexity: CATALOG_LIST,
    resolve: (_root, _args, context) => context.catalog(),
  }),
  type: t.field({
    type: ProductRef,
    nullable: true,
    description: 'One type with the caller’s own prices; null when it is not in the catalog.',
    args: {
      tier: t.arg.string({
        required: true,
        description: 'The `code` of a tier.',
        validate: { schema: text },
      }),
      type: t.arg.string({
        required: true,
        description: 'The `code` of a type within the tier.',
        validate: { schema: text },
      }),
    },
    resolve: async (_root, { tier, type }, context) => productIn(await context.catalog(), tier, type) ?? null,
  }),
}));
