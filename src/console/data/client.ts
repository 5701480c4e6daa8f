import { Client, fetchExchange, mapExchange, type Operation, subscriptionExchange } from 'urql';
import { createCache } from './cache.ts';
import { REQUESTS } from './requests.ts';
import { followSession, isUnauthorized, noteViewer } from './session.ts';
import { openSocket } from './socket.ts';

/** The client of everything that is shown. */
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
