import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A value of OTLP in JSON. */
interface AnyValue {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number | string;
  doubleValue?: number;
}

interface KeyValue {
  key: string;
  value: AnyValue;
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 within the service, 2 server, 3 client. */
  kind: number;
  attributes: KeyValue[];
  events?: unknown[];
  status: { code?: number };
}

interface ExportRequest {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

type Values = Record<string, string | number | boolean | undefined>;

/** A span as it was received. */
export interface CollectedSpan extends Omit<OtlpSpan, 'attributes'> {
  attributes: Values;
  /** What the spans of its process have in common. */
  resource: Values;
}

/** A collector on loopback that takes OTLP over HTTP, in JSON, and keeps the spans. */
export class TraceCollector implements AsyncDisposable {
  readonly spans: CollectedSpan[] = [];
  /** The bodies as they came. */
  readonly texts: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  /** What requests are answered; undefined: nothing, ever. */
  status: number | undefined = 200;
  readonly #server = createServer((request, response) => this.#take(request, response));

  static async start(port = 0): Promise<TraceCollector> {
    const collector = new TraceCollector();
    await new Promise<void>((resolve) => collector.#server.listen(port, '127.0.0.1', resolve));
    return collector;
  }

  /** As `OTEL_EXPORTER_OTLP_ENDPOINT` takes it. */
  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Of the request with this path pattern, or of the work with this name. */
  named(name: string): CollectedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  /** What belongs to a span directly. */
  within({ spanId }: CollectedSpan): CollectedSpan[] {
    return this.spans.filter((span) => span.parentSpanId === spanId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    this.headers.push(request.headers);
    this.texts.push(text);
    if (this.status === undefined) return;
    if (this.status === 200) this.#keep(JSON.parse(text));
    response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
  }

  #keep({ resourceSpans }: ExportRequest): void {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          attributes: valuesOf(span.attributes),
          resource: valuesOf(resource.attributes),
        });
  }
}

function valuesOf(attributes: readonly KeyValue[]): Values {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain({ stringValue, boolValue, intValue, doubleValue }: AnyValue) {
  return stringValue ?? boolValue ?? (intValue === undefined ? doubleValue : Number(intValue));
}
