import {
  Client,
  type CombinedError,
  fetchExchange,
  mapExchange,
  type Operation,
  subscriptionExchange,
} from 'urql';
import { serviceUrl } from './addresses.ts';
import { createCache } from './cache.ts';
import { patientFetch } from './patient-fetch.ts';
import { leaveForSignIn } from './session.ts';
import { openSocket } from './socket.ts';

/** How each client of the page reaches the service. */
export const REQUESTS = {
  url: serviceUrl('graphql'),
  preferGetMethod: false,
  fetch: patientFetch,
  fetchOptions: { credentials: 'same-origin' },
} as const;

/** The client of everything that is shown. */
export function createConsoleClient(): Client {
  const shown = new Map<number, Operation>();
  const socket = openSocket(() => {
    for (const operation of shown.values()) {
      const context = { ...operation.context, requestPolicy: 'network-only' as const };
      client.reexecuteOperation(client.createRequestOperation('query', operation, context));
    }
  });
  const client = new Client({
    ...REQUESTS,
    exchanges: [
      mapExchange({
        onOperation(operation) {
          if (operation.kind === 'query') shown.set(operation.key, operation);
          if (operation.kind === 'teardown') shown.delete(operation.key);
        },
        onError: leaveIfUnauthorized,
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

/** A session that has ended leads to the sign-in. */
export function leaveIfUnauthorized({ graphQLErrors }: CombinedError): void {
  if (graphQLErrors.some(({ extensions }) => extensions['code'] === 'unauthorized')) leaveForSignIn();
}
