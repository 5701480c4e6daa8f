import { cacheExchange } from '@urql/exchange-graphcache';
import schema from '../generated/introspection.json' with { type: 'json' };

/**
 * Keeps each object once, by its id, so that a mutation or an event changes it wherever it is shown. What has
 * no id is part of what it stands in.
 */
export function createCache() {
  const withoutId = schema.__schema.types.filter(
    ({ kind, fields }) => kind === 'OBJECT' && !fields?.some(({ name }) => name === 'id'),
  );
  return cacheExchange({
    schema,
    keys: Object.fromEntries(withoutId.map(({ name }) => [name, () => null])),
  });
}
