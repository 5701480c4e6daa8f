import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ExecutionResult, print } from 'graphql';
import { createLog } from '../../src/app/log.ts';
import { createHttpHost } from '../../src/http/host.ts';
import { type Live, openLive } from '../../src/live/live.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { paymentRoute } from '../../src/payments/crypto-pay/webhook.ts';
import { type OpenedServices, openServices, type ServicesOptions } from './services.ts';

interface GraphqlAnswer<Data> {
  status: number;
  headers: Headers;
  /** The body's exact text. */
  text: string;
  body: ExecutionResult<Data>;
}

/** The whole service on a port of its own, over a fresh database and a sandbox. */
export interface RunningService extends OpenedServices {
  url: string;
  live: Live;
  /** What Prometheus reads, made anew. */
  figures(): Promise<string>;
  /** The lines that the service has logged. */
  logged: string[];
  graphql<Data, Variables>(
    apiKey: string | undefined,
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<GraphqlAnswer<Data>>;
}

interface ServiceOptions extends ServicesOptions {
  trustedProxyHops?: number;
  /** The only address at which people sign in; any by default. */
  origin?: string;
  /** That of a service which has been closed, for one in its place. */
  port?: number;
}

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const opened = await openServices(options);
  const metrics = new Metrics();
  const logged: string[] = [];
  const log = createLog({ write: (line) => void logged.push(line) });
  const { services, payments, databaseUrl } = opened;
  services.onEnded = (ended) => metrics.ended(ended);
  payments.onCredited = (payment) => metrics.credited(payment);
  const { live, events, close: closeLive } = await openLive({ databaseUrl, services, log });
  metrics.watch([{ services, live, events, pool: undefined }]);
  const host = createHttpHost(
    services,
    live,
    {
      trustedProxyHops: options.trustedProxyHops ?? 0,
      origin: options.origin,
      routes: [paymentRoute(payments)],
    },
    log,
    metrics,
  );
  const url = await host.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  return {
    ...opened,
    url,
    live,
    figures: () => metrics.text(),
    logged,
    graphql: (apiKey, document, variables) => sendGraphql(url, apiKey, print(document), variables),
    async close() {
      await host.close();
      await closeLive();
      await opened.close();
    },
  };
}

/** Sends a document as text, whether or not it is valid. */
export async function sendGraphql<Data = Record<string, unknown>>(
  url: string,
  apiKey: string | undefined,
  query: string,
  variables: unknown = {},
  headers: Record<string, string> = {},
): Promise<GraphqlAnswer<Data>> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
