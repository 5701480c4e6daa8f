import { type Bindings, type DestinationStream, type Logger, pino } from 'pino';
import { unquotedMessage } from '../kit/errors.ts';
import { LOG_FIELDS } from '../kit/log.ts';
import { currentSpan } from '../kit/spans.ts';

const FIELDS: ReadonlySet<string> = new Set(LOG_FIELDS.flat());

/** The service's log: JSON lines that have these fields and no others, whatever a caller passes. */
export function createLog(destination: DestinationStream): Logger {
  const log = pino(
    {
      level: 'info',
      base: null,
      // `allowed` has reduced the error already.
      serializers: { err: (logged: unknown) => logged },
      hooks: {
        logMethod([first, message], write) {
          const trace = traceUnderWay();
          if (typeof first !== 'string') write.call(this, { ...allowed(first), ...trace }, message);
          else if (trace) write.call(this, trace, first);
          else write.call(this, first);
        },
      },
    },
    destination,
  );
  const { child, setBindings } = log;
  // Loggers of requests inherit these two methods. The host also passes serializers of its own to `child`;
  // they are ignored, since they could add fields.
  return Object.assign(log, {
    child(this: Logger, bindings: Bindings) {
      return child.call(this, allowed(bindings));
    },
    setBindings(this: Logger, bindings: Bindings) {
      setBindings.call(this, allowed(bindings));
    },
  });
}

/** By the names that OpenTelemetry has for logs; undefined when no spans are recorded. */
function traceUnderWay(): { trace_id: string; span_id: string } | undefined {
  const span = currentSpan();
  return span && { trace_id: span.traceId, span_id: span.spanId };
}

function allowed(fields: unknown): Record<string, unknown> {
  if (fields instanceof Error) return { err: toLoggedError(fields) };
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (name === 'err') kept[name] = toLoggedError(value);
    else if (FIELDS.has(name) && (typeof value !== 'object' || value instanceof Date)) kept[name] = value;
  }
  return kept;
}

/**
 * An error's name, message and stack. Its other properties, such as the details of a database error, may
 * quote values.
 */
function toLoggedError(error: unknown): { name: string; message: string; stack: string | undefined } {
  const failure = error instanceof Error ? error : new Error(String(error));
  const { name, message, stack } = failure;
  const unquoted = unquotedMessage(failure);
  return { name, message: unquoted, stack: stack?.replace(message, () => unquoted) };
}
