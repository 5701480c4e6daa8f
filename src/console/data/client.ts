import { cacheExchange } from '@urql/exchange-graphcache';
import {
  type AnyVariables,
  Client,
  type DocumentInput,
  fetchExchange,
  mapExchange,
  type Operation,
  subscriptionExchange,
} from 'urql';
import schema from '../generated/introspection.json' with { type: 'json' };
import { t } from '../texts/texts.tsx';
import { failureText } from './refusals.ts';
import { REQUESTS } from './requests.ts';
import { followSession, isUnauthorized, noteViewer } from './session.ts';
import { openSocket } from './socket.ts';

/** For a query whose page asks for what is newer: once answered, it is not sent again on a return. */
export const FOLLOWED = { isFollowed: true };

export function createConsoleClient(): Client {
  const shown = new Map<number, Operation>();
  const readAgain = (operation: Operation) => {
    const context = { ...operation.context, requestPolicy: 'network-only' as const };
    client.reexecuteOperation(client.createRequestOperation('query', operation, context));
  };
  const socket = openSocket(() => {
    for (const operation of shown.values()) readAgain(operation);
  });
  const client = new Client({
    ...REQUESTS,
    exchanges: [
      mapExchange({
        onOperation(operation) {
          if (operation.kind === 'query') shown.set(operation.key, operation);
          if (operation.kind === 'teardown') shown.delete(operation.key);
        },
        onResult(result) {
          const id = result.data?.viewer?.id;
          if (id !== undefined) noteViewer(id);
          const { key, context } = result.operation;
          if (context['isFollowed'] && result.data && !result.stale) shown.delete(key);
          return result;
        },
        async onError(error, { kind, key }) {
          if (!isUnauthorized(error) || !(await followSession())) return;
          const operation = kind === 'query' ? shown.get(key) : undefined;
          if (operation) readAgain(operation);
        },
      }),
      createCache(),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe({ query, variables: variables as Record<string, unknown> }, sink),
          }),
        }),
      }),
    ],
  });
  return client;
}

/**
 * Keeps each object once, by its id, so that a mutation or an event changes it wherever it is shown. What has
 * no id is part of what it stands in.
 */
function createCache() {
  const withoutId = schema.__schema.types.filter(
    ({ kind, fields }) => kind === 'OBJECT' && !fields?.some(({ name }) => name === 'id'),
  );
  return cacheExchange({
    schema,
    keys: Object.fromEntries(withoutId.map(({ name }) => [name, () => null])),
  });
}

/** For files of thousands of objects: what it reads is kept in no cache, and no page hears of it. */
export const bulkClient = new Client({
  ...REQUESTS,
  exchanges: [
    mapExchange({ onError: (error) => void (isUnauthorized(error) && followSession()) }),
    fetchExchange,
  ],
});

/** Reads what a file needs, or a long list. Throws an error that says in words why there is no answer. */
export async function readBulk<Data, Variables extends AnyVariables>(
  query: DocumentInput<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, error } = await bulkClient.query<Data, Variables>(query, variables);
  if (error || !data) throw new Error(error ? failureText(error) : t('no-answer'));
  return data;
}
