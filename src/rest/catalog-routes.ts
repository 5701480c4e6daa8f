import { UnknownProductError } from '../catalog/errors.ts';
import { toDomainValue } from '../graphql/schema/enums.ts';
import { productPath } from './parameters.ts';
import { catalog, countries } from './resources.ts';
import { defineRoute } from './route.ts';

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
  document: ['products'],
  variables: () => ({}),
  render(data: { tiers: { types: { billing: string }[] }[] }) {
    for (const { types } of data.tiers) for (const type of types) type.billing = toDomainValue(type.billing);
    return data;
  },
});

export const listCountries = defineRoute({
  operationId: 'listCountries',
  tag: 'Catalog',
  summary: 'List the countries of a type',
  description: 'Where a type is sold and how many proxies are in stock there.',
  method: 'GET',
  path: '/v1/products/{tier}/{type}/countries',
  parameters: { path: productPath },
  response: { status: 200, description: 'The countries, by name.', schema: countries },
  errors: ['invalid_request', 'unknown_product', 'provider_error'],
  document: ['countries'],
  variables: ({ path }) => path,
  render(data: { type: { countries: object | null } | null }, { tier, type }) {
    if (!data.type?.countries) throw new UnknownProductError(tier, type);
    return data.type;
  },
});
