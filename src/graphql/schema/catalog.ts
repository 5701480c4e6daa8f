import { type Period, type ProductType, productIn, type Tier } from '../../catalog/catalog.ts';
import { type Country, countriesOf } from '../../catalog/countries.ts';
import {
  InvalidCountryError,
  InvalidOptionError,
  ProviderError,
  UnknownProductError,
} from '../../catalog/errors.ts';
import { type AddressCount, countAddresses, requireCountry } from '../../catalog/geo.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { checkSettings } from '../../luxury/check-settings.ts';
import { applyChange, defaultSettings, toAccountSettings } from '../../luxury/settings.ts';
import { isOnSale } from '../../purchases/product.ts';
import type { GeoItem, GeoKind as Kind } from '../../upstreams/traffic.ts';
import { builder, enumOf, NodeRef, nodeIdField, periodId, productId, tierId } from './builder.ts';
import type { RequestContext } from './context.ts';
import { CATALOG_LIST_LENGTH, upstreamCall } from './limits.ts';
import { Billing, OrderRef, Protocol } from './orders.ts';
import { requiredText, textField, toDomainValue, toEnumValue, withoutNulls } from './values.ts';

const CATALOG_LIST = { field: 1, multiplier: CATALOG_LIST_LENGTH };

const PeriodRef = builder.objectRef<Period>('Period').implement({
  description: 'A term or a traffic volume that a type is sold in.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(
      nodeIdField('Such as period:prem/ipv4/30d', ({ tier, type, id }: Period) => periodId(tier, type, id)),
    ),
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

const ProductRef = builder.objectRef<ProductType>('Product').implement({
  description: 'A type of proxy within a tier.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Such as product:prem/ipv4', ({ tier, id }: ProductType) => productId(tier, id))),
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

builder.interfaceField(OrderRef, 'product', (t) =>
  t.field({
    type: ProductRef,
    nullable: true,
    description:
      'The type as it is sold today, with today’s prices; null when it is no longer in the catalog.',
    resolve: async ({ tier, type }, _args, context) =>
      productIn(await context.readings.catalog(), tier, type) ?? null,
  }),
);

const TierRef = builder.objectRef<Tier>('Tier').implement({
  description: 'A family of products, such as Premium or Luxury.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Such as tier:prem', ({ id }: Tier) => tierId(id))),
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
    resolve: (_root, _args, context) => context.readings.catalog(),
  }),
  type: t.field({
    type: ProductRef,
    nullable: true,
    description: 'One type with the caller’s own prices; null when it is not in the catalog.',
    args: {
      tier: t.arg.string(requiredText('The `code` of a tier.')),
      type: t.arg.string(requiredText('The `code` of a type within the tier.')),
    },
    resolve: async (_root, { tier, type }, context) =>
      productIn(await context.readings.catalog(), tier, type) ?? null,
  }),
}));

/** Items of a typical list, for the complexity estimate. */
const TYPICAL_LENGTH = 250;

const GeoKind = enumOf('GeoKind', 'A kind of place or provider to which exit addresses can be limited.', {
  countries: 'Countries, by ISO 3166-1 alpha-2.',
  states: 'States or regions of a country.',
  cities: 'Cities of a country or of one of its states.',
  zipcodes: 'ZIP or postal codes of a country or of one of its states.',
  asns: 'Providers in a country, by autonomous system number.',
} satisfies Record<Kind, string>);

const GeoItemRef = builder.objectRef<GeoItem>('GeoItem').implement({
  description: 'A place or provider to which the exit addresses of a Luxury order can be limited.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The value to use in options and settings, unchanged.' }),
    name: t.exposeString('name', { description: 'The name to show, as the provider spells it.' }),
    count: t.exposeInt('count', {
      description:
        'Addresses at the last reading of the provider. Asking for an old reading starts a new one, which later requests get.',
    }),
  }),
});

const GeoItems = builder.objectRef<{ items: readonly GeoItem[] }>('GeoItems').implement({
  description: 'The places or providers to which exit addresses of a Luxury type can be limited.',
  fields: (t) => ({
    items: t.field({
      type: [GeoItemRef],
      description: 'Most addresses first.',
      complexity: { field: 1, multiplier: TYPICAL_LENGTH },
      resolve: ({ items }) => items as GeoItem[],
    }),
  }),
});

builder.queryField('geo', (t) =>
  t.field({
    type: GeoItems,
    description: 'The places or providers to which exit addresses of a Luxury type can be limited.',
    args: {
      type: t.arg.string(requiredText('The `code` of a type that is paid by traffic, in any tier.')),
      kind: t.arg({ type: GeoKind, required: true, description: 'The kind of places or providers to list.' }),
      country: t.arg.string(textField('ISO 3166-1 alpha-2; required for every kind but COUNTRIES.')),
      state: t.arg.string(
        textField(
          'A state’s `code`, which limits cities and ZIP codes to that state; other kinds ignore it.',
        ),
      ),
    },
    errors: {
      types: [InvalidRequestError, UnknownProductError, InvalidCountryError, ProviderError],
      union: { name: 'GeoResult', description: 'The list, or why there is none.' },
    },
    resolve: async (_root, { type: id, kind: kindName, ...place }, context) => {
      const kind = toDomainValue(kindName);
      const within = withoutNulls(place);
      requireCountry(kind, within);
      const type = await luxuryTypeOf(context, id);
      return { items: await context.services.geo.items(type, kind, within) };
    },
  }),
);

/** The type of that `code` that is paid by traffic, in any tier. Throws UnknownProductError. */
async function luxuryTypeOf(context: RequestContext, id: string): Promise<ProductType> {
  const types = (await context.readings.catalog()).flatMap((tier) => tier.types);
  const type = types.find((one) => one.id === id && one.billing === 'per_gb');
  if (!type || !isOnSale(type, context.services)) throw new UnknownProductError('Luxury', id);
  return type;
}

const AddressCountRef = builder.objectRef<AddressCount>('AddressCount').implement({
  description: 'How many exit addresses match a filter.',
  fields: (t) => ({
    addresses: t.exposeInt('addresses', {
      description:
        'At the last reading of the provider; asking for an old reading starts a new one, which later requests get. With 0, connections fail with NO_RAY.',
    }),
    exact: t.exposeBoolean('exact', {
      description:
        'false when it is an upper bound: the provider does not say how many of these addresses pass `anonymous`, `excludeAsn` without a country, or `zip` together with `asn` or `excludeAsn`.',
    }),
  }),
});

builder.queryField('addressCount', (t) =>
  t.field({
    type: AddressCountRef,
    description:
      'How many exit addresses a Luxury order of this type would have with these options. The codes are checked as at a purchase.',
    args: {
      type: t.arg.string(requiredText('The `code` of a type that is paid by traffic, in any tier.')),
      country: t.arg.string(
        textField('ISO 3166-1 alpha-2, or ANY; ANY when left out. The next four need one.'),
      ),
      state: t.arg.string(textField('A state code from the geo lookup; empty or null for any.')),
      city: t.arg.string(textField('A city code from the geo lookup; empty or null for any.')),
      zip: t.arg.string(textField('A ZIP code from the geo lookup; empty or null for any.')),
      asn: t.arg.string(textField('A provider’s autonomous system number; empty or null for any.')),
      excludeAsn: t.arg.stringList({ description: 'Autonomous system numbers to leave out.' }),
      anonymous: t.arg.boolean({ description: 'true counts anonymous addresses only.' }),
    },
    complexity: upstreamCall,
    errors: {
      types: [
        InvalidRequestError,
        UnknownProductError,
        InvalidCountryError,
        InvalidOptionError,
        ProviderError,
      ],
      union: { name: 'AddressCountResult', description: 'The number, or why there is none.' },
    },
    resolve: async (_root, { type: id, ...filter }, context) => {
      const type = await luxuryTypeOf(context, id);
      const { geo } = context.services;
      const asked = applyChange(defaultSettings('ANY'), withoutNulls(filter));
      const settings = await checkSettings(asked, type, geo);
      return countAddresses(geo, type, toAccountSettings(settings));
    },
  }),
);
