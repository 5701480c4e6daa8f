import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { DomainError } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { PROGRAM, VERSION } from '../kit/program.ts';
import {
  recordSpansBy,
  type Span,
  type SpanAttributes,
  type SpanRecorder,
  type SpanStart,
} from '../kit/spans.ts';

/** Further ones are dropped. A purchase has three spans, of some 0.7 KB each. */
const MAX_WAITING = 2_048;
/** Spans of one request to the collector, some 350 KB. */
const MAX_BATCH = 512;
/** How long a span waits for others to be sent with, unless there are enough for a batch. */
const SEND_EVERY_MS = 5_000;
/** How long a batch may take, with the exporter's repetitions. After that its spans are lost. */
const EXPORT_WITHIN_MS = 10_000;
/** How many characters a text of a span may have: the only long one is the name that a client gave. */
const MAX_TEXT_CHARACTERS = 200;
/** How long what waits may take to be sent when the process stops. */
export const FLUSH_WITHIN_MS = 1_000;

export interface TracingConfig {
  /** Where the collector takes spans as OTLP in JSON, over HTTP: `http://127.0.0.1:4318/v1/traces`. */
  url: string;
  /** The share of traces that are recorded, from 0 to 1. */
  share: number;
  /** Whether a trace that a client has begun is recorded if, and only if, the client records it. */
  followsClients: boolean;
}

/**
 * Records the spans of this process from now on, and sends them to the collector beside its work: nothing
 * waits for that, and when the collector does not take them they are dropped. The returned function sends
 * what waits, and ends the recording; it may take long.
 *
 * The packages themselves read the other variables of OpenTelemetry, such as headers and resource attributes.
 */
export function openTracing({ url, share, followsClients }: TracingConfig, log: Pick<Log, 'info' | 'warn'>) {
  const exporter = new ToldExporter(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_WITHIN_MS }), log);
  const ofShare = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceOfProcess(),
    sampler: followsClients ? new ParentBasedSampler({ root: ofShare }) : ofShare,
    spanLimits: { attributeValueLengthLimit: MAX_TEXT_CHARACTERS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: EXPORT_WITHIN_MS,
      }),
    ],
  });
  recordSpansBy(new OtelRecorder(provider.getTracer(PROGRAM, VERSION)));
  return async (): Promise<void> => {
    recordSpansBy(undefined);
    // What cannot be sent is in the log.
    await provider.shutdown().catch(() => {});
  };
}

/** Every worker has the name of the service, unless the environment names it, and an instance of its own. */
function resourceOfProcess() {
  const named = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] });
  const own = { 'service.instance.id': randomUUID(), 'process.pid': process.pid };
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': PROGRAM, 'service.version': VERSION }))
    .merge(named)
    .merge(resourceFromAttributes(own));
}

/** Says once that spans are lost, and once that they are taken again. */
class ToldExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Pick<Log, 'info' | 'warn'>;
  #fails = false;

  constructor(exporter: SpanExporter, log: Pick<Log, 'info' | 'warn'>) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      const fails = result.code !== ExportResultCode.SUCCESS;
      if (fails && !this.#fails)
        this.#log.warn({ reason: reasonOf(result.error) }, 'spans are lost: they were not taken');
      if (!fails && this.#fails) this.#log.info('spans are taken again');
      this.#fails = fails;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}

/** The status of an answer or the code of a failure: a message may quote what the collector has answered. */
function reasonOf(error: Error | undefined): string {
  const code = error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? `HTTP ${code}` : String(code ?? error?.name);
}

/**
 * A statement that took so long has a span of its own, in milliseconds. The others are only counted: a span
 * for each would double the cost of a purchase's trace.
 */
const SLOW_STATEMENT_MS = 100;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

class OtelRecorder implements SpanRecorder {
  readonly #tracer: Tracer;
  readonly #underWay = new AsyncLocalStorage<RecordedSpan>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  begin({ name, kind, attributes = {}, traceparent, isQuiet = false }: SpanStart): Span {
    const parent = traceparent === undefined ? this.#underWay.getStore() : undefined;
    parent?.noteChild();
    const context = parent ? parent.context : remoteContext(traceparent);
    const options = { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes: { ...attributes } };
    const span = this.#tracer.startSpan(name, options, context);
    return new RecordedSpan(span, this.#tracer, this.#underWay, isQuiet);
  }

  current(): Span | undefined {
    return this.#underWay.getStore();
  }
}

/** A client's `tracestate` is not taken: it is any text, and would be exported. */
function remoteContext(traceparent: string | null | undefined): Context {
  const remote = traceparent ? parseTraceParent(traceparent) : null;
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
}

class RecordedSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly context: Context;
  readonly #span: OtelSpan;
  readonly #tracer: Tracer;
  readonly #underWay: AsyncLocalStorage<RecordedSpan>;
  #isIdle: boolean;
  #statements = 0;
  #databaseMs = 0;

  constructor(span: OtelSpan, tracer: Tracer, underWay: AsyncLocalStorage<RecordedSpan>, isQuiet: boolean) {
    const { traceId, spanId } = span.spanContext();
    this.traceId = traceId;
    this.spanId = spanId;
    this.context = trace.setSpan(ROOT_CONTEXT, span);
    this.#span = span;
    this.#tracer = tracer;
    this.#underWay = underWay;
    this.#isIdle = isQuiet;
  }

  run<Result>(work: () => Result): Result {
    return this.#underWay.run(this, work);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes({ ...attributes });
  }

  fail(type: string): void {
    this.#isIdle = false;
    this.#span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
  }

  failBy(error: unknown): void {
    if (error instanceof DomainError) this.set({ 'gateway.refusal': error.code });
    else this.fail(typeOf(error));
  }

  noteChild(): void {
    this.#isIdle = false;
  }

  countStatement(text: string, milliseconds: number): void {
    this.#statements += 1;
    this.#databaseMs += milliseconds;
    if (milliseconds < SLOW_STATEMENT_MS || !this.#span.isRecording()) return;
    this.#isIdle = false;
    const summary = summaryOf(text);
    const options = {
      kind: SpanKind.CLIENT,
      startTime: Date.now() - milliseconds,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary },
    };
    this.#tracer.startSpan(summary, options, this.context).end();
  }

  end(): void {
    // A span that does not end is not exported.
    if (this.#isIdle) return;
    if (this.#statements > 0) {
      this.#span.setAttributes({
        'gateway.database.statements': this.#statements,
        'gateway.database.ms': Math.round(this.#databaseMs * 1_000) / 1_000,
      });
    }
    this.#span.end();
  }
}

/** The code of an error, or else its class: messages may quote what somebody has sent. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : error.name;
}

/** The most characters of a summary, by the semantic conventions. */
const MAX_CHARACTERS = 255;

/**
 * What touches a table, and the table, with quotes by the statement builder, without them in a text. What is
 * no table has a parenthesis behind it, as in `from unnest(...)`. Values are parameters.
 */
const NAME = String.raw`\s+(?:"?\w+"?\.)?"?(\w+)\b`;
const TARGET = new RegExp(
  String.raw`\b(insert into)${NAME}|(?<!\b(?:for|do|key) )\b(update|delete from|from|join|using)${NAME}(?!"?\s*\()`,
  'gi',
);

/** What a statement does to which tables, in the order of its text: `UPDATE operations INSERT ledger`. */
export function summaryOf(text: string): string {
  const verbs = new Set<string>();
  for (const [, insert, inserted, word = '', table] of text.matchAll(TARGET)) {
    verbs.add(`${VERBS[(insert ?? word).toLowerCase()] ?? 'SELECT'} ${inserted ?? table}`);
  }
  const summary = [...verbs].join(' ') || (/^\s*(\w+)/.exec(text)?.[1] ?? 'statement').toUpperCase();
  return summary.slice(0, MAX_CHARACTERS);
}

/** Any other word reads the table. */
const VERBS: Readonly<Record<string, string>> = {
  'insert into': 'INSERT',
  update: 'UPDATE',
  'delete from': 'DELETE',
};
