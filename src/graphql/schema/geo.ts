import { findLuxuryType, type ProductType } from '../../catalog/catalog.ts';
import { InvalidCountryError, ProviderError, UnknownProductError } from '../../catalog/errors.ts';
import { requireCountry } from '../../catalog/geo.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { isOnSale } from '../../purchases/product.ts';
import type { GeoItem, GeoKind as Kind } from '../../upstreams/traffic.ts';
import { builder } from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { enumOf } from './enum-of.ts';
import { toDomainValue } from './enum-values.ts';
import { text } from './inputs.ts';

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
      type: t.arg.string({
        required: true,
        description: 'The `code` of a type that is paid by traffic, in any tier.',
        validate: { schema: text },
      }),
      kind: t.arg({ type: GeoKind, required: true, description: 'The kind of places or providers to list.' }),
      country: t.arg.string({
        description: 'ISO 3166-1 alpha-2; required for every kind but COUNTRIES.',
        validate: { schema: text },
      }),
      state: t.arg.string({
        description:
          'A state’s `code`, which limits cities and ZIP codes to that state; other kinds ignore it.',
        validate: { schema: text },
      }),
    },
    errors: {
      types: [InvalidRequestError, UnknownProductError, InvalidCountryError, ProviderError],
      union: { name: 'GeoResult', description: 'The list, or why there is none.' },
    },
    resolve: async (_root, { type: id, kind: kindName, country, state }, context) => {
      const kind = toDomainValue(kindName);
      const within = { country: country ?? undefined, state: state ?? undefined };
      requireCountry(kind, within);
      const type = await luxuryTypeOf(context, id);
      return { items: await context.services.geo.items(type, kind, within) };
    },
  }),
);

/** The type of that `code` that is paid by traffic, in any tier. Throws UnknownProductError. */
export async function luxuryTypeOf(context: RequestContext, id: string): Promise<ProductType> {
  const { services } = context;
  const type = await findLuxuryType(services.database.sql, callerOf(context).priceList, id);
  if (!type || !isOnSale(type, services)) throw new UnknownProductError('Luxury', id);
  return type;
}
