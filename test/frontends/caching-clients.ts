import { readFileSync } from 'node:fs';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type InMemoryCacheConfig } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { setVerbosity } from '@apollo/client/utilities/invariant';
import { createClient, fetchExchange, subscriptionExchange } from '@urql/core';
import { type CacheExchangeOpts, cacheExchange } from '@urql/exchange-graphcache';
import {
  buildSchema,
  type DocumentNode,
  getOperationAST,
  introspectionFromSchema,
  isAbstractType,
  isObjectType,
} from 'graphql';
import type { RunningService } from '../support/service.ts';
import { collect, type Events, socketClient } from '../support/sockets.ts';

// Apollo warns about every fragment on one type of an interface that meets an object of another type,
// although fragments are meant for this.
setVerbosity('error');

const SCHEMA = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

type Variables = Record<string, unknown>;
type Data = Record<string, unknown>;

/** A frontend's client with a normalized cache, set up as its documentation begins. */
export interface CachingClient {
  /** Asks the server, whatever the cache has. Throws when the answer has errors. */
  query(document: DocumentNode, variables?: Variables): Promise<Data>;
  mutate(document: DocumentNode, variables?: Variables): Promise<Data>;
  /** What a component would show now without a request; undefined when it would need one. */
  cached(document: DocumentNode, variables?: Variables): Promise<Data | undefined>;
  subscribe(document: DocumentNode, variables?: Variables): Events<Data>;
  close(): void | Promise<void>;
}

type Open = (service: RunningService, apiKey: string) => CachingClient;

function possibleTypes(): Record<string, string[]> {
  return Object.fromEntries(
    Object.values(SCHEMA.getTypeMap())
      .filter(isAbstractType)
      .map((type) => [type.name, SCHEMA.getPossibleTypes(type).map(({ name }) => name)]),
  );
}

/** Graphcache needs a list of the types that have no id. */
function keys(): Record<string, () => null> {
  return Object.fromEntries(
    Object.values(SCHEMA.getTypeMap())
      .filter((type) => isObjectType(type) && !('id' in type.getFields()) && !type.name.startsWith('__'))
      .map(({ name }) => [name, () => null]),
  );
}

const openApollo =
  (settings: InMemoryCacheConfig): Open =>
  ({ url }, apiKey) => {
    const socket = socketClient(url, apiKey);
    const http = new HttpLink({ uri: `${url}/graphql`, headers: { authorization: `Bearer ${apiKey}` } });
    const link = ApolloLink.split(
      ({ query }) => getOperationAST(query)?.operation === 'subscription',
      new GraphQLWsLink(socket.client),
      http,
    );
    const client = new ApolloClient({ link, cache: new InMemoryCache(settings) });
    return {
      query: async (query, variables = {}) =>
        dataOf(await client.query<Data>({ query, variables, fetchPolicy: 'network-only' })),
      mutate: async (mutation, variables = {}) => dataOf(await client.mutate<Data>({ mutation, variables })),
      cached: async (query, variables = {}) => client.readQuery<Data>({ query, variables }) ?? undefined,
      subscribe: (query, variables = {}) =>
        collect((sink) => {
          const subscription = client.subscribe<Data>({ query, variables }).subscribe({
            next: ({ data }) => sink.next({ data: data as Data }),
            error: (error) => sink.error(error),
            complete: () => sink.complete(),
          });
          return () => subscription.unsubscribe();
        }),
      async close() {
        client.stop();
        await socket.close();
      },
    };
  };

const openGraphcache =
  (settings: CacheExchangeOpts): Open =>
  ({ url }, apiKey) => {
    const socket = socketClient(url, apiKey);
    const client = createClient({
      url: `${url}/graphql`,
      preferGetMethod: false,
      fetchOptions: { headers: { authorization: `Bearer ${apiKey}` } },
      exchanges: [
        // Graphcache warns about every type without an id that it keeps inside of other objects, although
        // that is intended.
        cacheExchange({ ...settings, logger: () => {} }),
        fetchExchange,
        subscriptionExchange({
          forwardSubscription: ({ query = '', variables }) => ({
            subscribe: (sink) => ({
              unsubscribe: socket.client.subscribe(
                { query, variables: variables as Variables },
                sink as never,
              ),
            }),
          }),
        }),
      ],
    });
    return {
      query: async (document, variables = {}) =>
        dataOf(await client.query<Data>(document, variables, { requestPolicy: 'network-only' })),
      mutate: async (document, variables = {}) => dataOf(await client.mutation<Data>(document, variables)),
      async cached(document, variables = {}) {
        const { data, stale } = await client.query<Data>(document, variables, {
          requestPolicy: 'cache-only',
        });
        return stale ? undefined : (data ?? undefined);
      },
      subscribe: (document, variables = {}) =>
        collect((sink) => {
          const subscription = client
            .subscription<Data>(document, variables)
            .subscribe(({ data, error }) => (error ? sink.error(error) : sink.next({ data: data as Data })));
          return () => subscription.unsubscribe();
        }),
      close: () => socket.close(),
    };
  };

function dataOf({ data, error }: { data?: Data | undefined; error?: Error | undefined }): Data {
  if (error || !data) throw error ?? new Error('An answer without data');
  return data;
}

export const CACHING_CLIENTS: Record<string, Open> = {
  'Apollo Client, as it comes': openApollo({}),
  'Apollo Client with the possible types of the interfaces': openApollo({ possibleTypes: possibleTypes() }),
  'graphcache, as it comes': openGraphcache({}),
  'graphcache with the schema': openGraphcache({
    schema: introspectionFromSchema(SCHEMA) as never,
    keys: keys(),
  }),
};
