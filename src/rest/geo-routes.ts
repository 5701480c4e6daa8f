import { withEnumValues } from './names.ts';
import { RefusedError, type RefusedResult } from './errors.ts';
import { geoPath, geoQuery } from './parameters.ts';
import { geoItems } from './resources.ts';
import { defineRoute } from './route.ts';

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
  document: ['geo', 'refusal-fields'],
  variables: ({ path, query }) => ({ ...withEnumValues(path, 'kind'), ...query }),
  render({ result }: { result: { items: object[] } | RefusedResult }) {
    if ('code' in result) throw new RefusedError(result);
    return result;
  },
});
