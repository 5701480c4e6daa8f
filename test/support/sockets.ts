import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type FormattedExecutionResult, print } from 'graphql';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** The events of a subscription in the order of their arrival. */
export interface Events<Data> {
  /** The next event. Throws when the subscription ends instead; the error says how it ended. */
  next(): Promise<FormattedExecutionResult<Data>>;
  /** The number of events that have arrived and were not taken. */
  waiting(): number;
  /** Resolves when the server has completed the subscription; rejects when it ended otherwise. */
  completed: Promise<void>;
  stop(): void;
}

export interface SocketClient {
  follow<Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables> | string,
    variables?: Variables,
  ): Events<Data>;
  /** How the socket was closed. */
  closed: Promise<{ code: number; reason: string }>;
  client: Client;
  close(): void | Promise<void>;
}

/** A GraphQL client over a socket of its own, which does not reconnect. */
export function socketClient(
  url: string,
  apiKey: string | undefined,
  headers: Record<string, string> = {},
): SocketClient {
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  class Socket extends WebSocket {
    constructor(address: string, protocols: string | string[]) {
      super(address, protocols, { headers });
    }
  }
  const client = createClient({
    url: socketUrl(url),
    webSocketImpl: Socket,
    ...(apiKey !== undefined && { connectionParams: { authorization: `Bearer ${apiKey}` } }),
    retryAttempts: 0,
    on: { closed: (event) => closed.resolve(event as { code: number; reason: string }) },
  });
  return {
    client,
    closed: closed.promise,
    close: () => client.dispose(),
    follow: (document, variables) =>
      collect((sink) =>
        client.subscribe(
          {
            query: typeof document === 'string' ? document : print(document),
            ...(variables && { variables }),
          },
          sink,
        ),
      ),
  };
}

export function socketUrl(url: string): string {
  return `${url.replace(/^http/, 'ws')}/graphql`;
}

interface Sink<Data> {
  next(event: FormattedExecutionResult<Data>): void;
  error(error: unknown): void;
  complete(): void;
}

/** Queues the events that a client pushes. */
export function collect<Data>(subscribe: (sink: Sink<Data>) => () => void): Events<Data> {
  const line: FormattedExecutionResult<Data>[] = [];
  const waiting: PromiseWithResolvers<FormattedExecutionResult<Data>>[] = [];
  const completed = Promise.withResolvers<void>();
  // Not every test awaits the end, so its rejection must not count as unhandled.
  completed.promise.catch(() => {});
  let end: { error: unknown } | undefined;
  const finish = (error: unknown) => {
    end = { error };
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  const stop = subscribe({
    next(event) {
      const first = waiting.shift();
      if (first) first.resolve(event);
      else line.push(event);
    },
    error(error) {
      completed.reject(error);
      finish(error);
    },
    complete() {
      completed.resolve();
      finish(new Error('the subscription is complete'));
    },
  });
  return {
    stop,
    completed: completed.promise,
    waiting: () => line.length,
    next() {
      const event = line.shift();
      if (event) return Promise.resolve(event);
      if (end) return Promise.reject(end.error);
      const next = Promise.withResolvers<FormattedExecutionResult<Data>>();
      waiting.push(next);
      return next.promise;
    },
  };
}
