import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { DomainError } from '../kit/errors.ts';
import type { Span, SpanAttributes, SpanRecorder, SpanStart } from '../kit/spans.ts';

/**
 * A statement that took so long has a span of its own, in milliseconds. The others are only counted: a span
 * for each would double the cost of a purchase's trace.
 */
const SLOW_STATEMENT_MS = 100;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

export class OtelRecorder implements SpanRecorder {
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
