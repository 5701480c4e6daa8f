import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type AnyVariables, createClient, fetchExchange } from '@urql/core';
import { print } from 'graphql';
import { createClient as createStreamClient } from 'graphql-sse';
import { onTestFinished } from 'vitest';
import { collect, type Events, socketClient } from '../support/sockets.ts';

/**
 * In ms: longer than any step that is not measured takes on a busy machine, and shorter than a test may take.
 */
const PATIENCE_MS = 50_000;

type Document<Data, Variables> = TypedDocumentNode<Data, Variables>;

/**
 * The client libraries of frontends, with types made from the schema: requests, and subscriptions over both
 * transports.
 */
interface Frontend {
  /** Throws when the answer has errors. */
  query<Data, Variables extends AnyVariables>(
    document: Document<Data, Variables>,
    variables: Variables,
  ): Promise<Data>;
  mutate<Data, Variables extends AnyVariables>(
    document: Document<Data, Variables>,
    variables: Variables,
  ): Promise<Data>;
  overWebSocket<Data, Variables extends Record<string, unknown>>(
    document: Document<Data, Variables>,
    variables: Variables,
  ): Events<Data>;
  overSse<Data, Variables extends Record<string, unknown>>(
    document: Document<Data, Variables>,
    variables: Variables,
  ): Events<Data>;
}

/** A frontend with a key of its own; its subscriptions end with the test. */
export function openFrontend(url: string, apiKey: string): Frontend {
  const headers = { authorization: `Bearer ${apiKey}` };
  const client = createClient({
    url: `${url}/graphql`,
    preferGetMethod: false,
    requestPolicy: 'network-only',
    fetchOptions: { headers },
    exchanges: [fetchExchange],
  });
  const socket = socketClient(url, apiKey);
  onTestFinished(() => socket.close());
  const stream = createStreamClient({ url: `${url}/graphql`, headers, retryAttempts: 0 });
  onTestFinished(() => stream.dispose());
  return {
    query: async (document, variables) => dataOf(await client.query(document, variables)),
    mutate: async (document, variables) => dataOf(await client.mutation(document, variables)),
    overWebSocket: (document, variables) => socket.follow(document, variables),
    overSse: (document, variables) =>
      collect((sink) => stream.subscribe({ query: print(document), variables }, sink as never)),
  };
}

function dataOf<Data>({ data, error }: { data?: Data | undefined; error?: Error | undefined }): Data {
  if (error || data === undefined) throw error ?? new Error('An answer without data');
  return data;
}

/** The first event for which `holds` is true. Throws when none has come within so many milliseconds. */
export async function until<Data>(
  events: Events<Data>,
  holds: (data: Data) => boolean,
  withinMs = PATIENCE_MS,
): Promise<Data> {
  let last: unknown;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`Not within ${withinMs} ms; the last event: ${JSON.stringify(last)}`)),
    withinMs,
  );
  try {
    for (;;) {
      const { data, errors } = await Promise.race([events.next(), late.promise]);
      if (errors) throw new Error(JSON.stringify(errors));
      last = data;
      if (data && holds(data)) return data;
    }
  } finally {
    clearTimeout(timer);
  }
}
