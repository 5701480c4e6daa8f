/**
 * Each value is a number, or a text that neither a client nor an upstream has written, but for the name of a
 * GraphQL operation. Names without `gateway.` are those of the semantic conventions.
 */
export interface SpanAttributes {
  'http.request.method'?: string;
  /** The pattern of the path, such as `/v1/orders/:id`: clients may put anything into a path. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  'url.scheme'?: string;
  'server.address'?: string;
  'server.port'?: number;
  'graphql.operation.type'?: string;
  'graphql.operation.name'?: string;
  'db.system.name'?: string;
  'db.query.summary'?: string;
  /** The class or the code of what failed. Messages are not told. */
  'error.type'?: string;
  /** The request's id, as `X-Request-Id` and the log have it. */
  'gateway.request.id'?: string;
  /** The code of the contract that a client was refused with. */
  'gateway.refusal'?: string;
  'gateway.reseller.id'?: number;
  'gateway.order.id'?: number;
  'gateway.operation.id'?: string;
  'gateway.operation.kind'?: string;
  'gateway.upstream'?: string;
  'gateway.upstream.account'?: string;
  'gateway.upstream.call'?: string;
  'gateway.upstream.outcome'?: string;
  'gateway.job'?: string;
  /** The words of an operator's command, without its arguments. */
  'gateway.command'?: string;
}

export interface SpanStart {
  name: string;
  /** Left out for what stays within the service. */
  kind?: 'server' | 'client';
  attributes?: SpanAttributes;
  /** A client's `traceparent` to continue; null or no such text begins a trace; else the span under way. */
  traceparent?: string | null;
  /** Whether the span is left out unless it has failed or another one belongs to it. */
  isQuiet?: boolean;
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  run<Result>(work: () => Result): Result;
  set(attributes: SpanAttributes): void;
  /** `type`: as `error.type`. */
  fail(type: string): void;
  /** For what the work has thrown: a refusal is no failure. */
  failBy(error: unknown): void;
  /** Counts one statement; `text` is its statement with placeholders for values. */
  countStatement(text: string, milliseconds: number): void;
  end(): void;
}

export interface SpanRecorder {
  begin(start: SpanStart): Span;
  current(): Span | undefined;
}

/** One for the whole process, as each span belongs to the one under way, whichever part has begun that. */
let recorder: SpanRecorder | undefined;

/** Has spans recorded from now on, or no more. Until it is called nothing is done for them. */
export function recordSpansBy(next: SpanRecorder | undefined): void {
  recorder = next;
}

/** Whether to find out what a span would say. */
export function isRecording(): boolean {
  return recorder !== undefined;
}

/** Undefined when no spans are recorded. */
export function beginSpan(start: SpanStart): Span | undefined {
  return recorder?.begin(start);
}

/** The innermost span under way; undefined when there is none, or none are recorded. */
export function currentSpan(): Span | undefined {
  return recorder?.current();
}

/** Runs `work` as a span, which ends with it and fails when it throws. */
export function inSpan<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  return recorder ? runIn(recorder.begin(start), work) : work();
}

async function runIn<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await span.run(work);
  } catch (error) {
    span.failBy(error);
    throw error;
  } finally {
    span.end();
  }
}
