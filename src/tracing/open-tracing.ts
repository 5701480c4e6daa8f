import { randomUUID } from 'node:crypto';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
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
import type { Log } from '../kit/log.ts';
import { PROGRAM, VERSION } from '../kit/program.ts';
import { recordSpansBy } from '../kit/spans.ts';
import { OtelRecorder } from './recorder.ts';

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

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }
}

/** The status of an answer or the code of a failure: a message may quote what the collector has answered. */
function reasonOf(error: Error | undefined): string {
  const code = error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? `HTTP ${code}` : String(code ?? error?.name);
}
