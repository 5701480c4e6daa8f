import { type Bindings, type DestinationStream, type Logger, pino } from 'pino';
import { ConfigError } from '../config/config.ts';
import { tlsFailure } from '../kit/database-errors.ts';
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
          // By the names that OpenTelemetry has for logs.
          const span = currentSpan();
          const trace = span && { trace_id: span.traceId, span_id: span.spanId };
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

function allowed(fields: unknown): Record<string, unknown> {
  if (fields instanceof Error) return { err: toLoggedError(fields) };
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (name === 'err') kept[name] = toLoggedError(value);
    else if (FIELDS.has(name) && typeof value !== 'object') kept[name] = value;
  }
  return kept;
}

/** An error's name, message and stack. Its other properties may quote values. */
function toLoggedError(error: unknown): { name: string; message: string; stack: string | undefined } {
  const failure = error instanceof Error ? error : new Error(String(error));
  const { name, message, stack } = failure;
  const unquoted = unquotedMessage(failure);
  return { name, message: unquoted, stack: stack?.replace(message, () => unquoted) };
}

/** One line for what a person can correct. Anything else is a bug, and has its stack. */
export function failureText(error: unknown): string {
  return correctableMessage(error) ?? (error instanceof Error ? String(error.stack) : String(error));
}

function correctableMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Set PORT or SANDBOX_PORT (which takes the two ports above it, too) to free ones.`;
  }
  if ('code' in error && error.code === 'ECONNREFUSED') return `${error.message}. Is DATABASE_URL right?`;
  if (/unsupported startup parameter/.test(error.message))
    return `${error.message}. DATABASE_URL leads to a pooler: set DATABASE_LISTEN_URL, which goes past it.`;
  const isCorrectable = error instanceof ConfigError || 'code' in error || error.name !== 'Error';
  return tlsFailure(error) ?? (isCorrectable ? unquotedMessage(error) : undefined);
}
