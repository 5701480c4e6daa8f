import { type Bindings, type DestinationStream, type Logger, pino } from 'pino';
import { unquotedMessage } from './kit/error-message.ts';

/**
 * All that a line may tell besides its level, time, message and error. Each is a number, or a text that neither a client nor an
 * upstream has written: no path, header, body, login or password can get in by carelessness, ours or that of what we are built on.
 */
const FIELDS: ReadonlySet<string> = new Set([
  // Requests, sockets and streams.
  'reqId',
  'method',
  'route',
  'status',
  'ms',
  'socket',
  // Upstreams and background jobs.
  'upstream',
  'call',
  'outcome',
  'job',
  'reason',
  // Notices for the operator.
  'resellerId',
  'balanceUsd',
  'thresholdUsd',
]);

/** The service's log: JSON lines, whose fields are the named ones, whatever is handed over. */
export function createLog(destination: DestinationStream): Logger {
  const log = pino(
    {
      level: 'info',
      base: null,
      // What comes here was reduced already.
      serializers: { err: (told: unknown) => told },
      hooks: {
        logMethod([first, message], write) {
          if (typeof first === 'string') write.call(this, first);
          else write.call(this, allowed(first), message);
        },
      },
    },
    destination,
  );
  const { child, setBindings } = log;
  // Loggers of requests inherit these. How to write other fields, which the host asks for, is not for them to say.
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
  if (fields instanceof Error) return { err: toTold(fields) };
  const told: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (name === 'err') told[name] = toTold(value);
    else if (FIELDS.has(name) && typeof value !== 'object') told[name] = value;
  }
  return told;
}

/** What an error says and where it came from: its other properties, such as the details of a database error, may quote values. */
function toTold(error: unknown): { name: string; message: string; stack: string | undefined } {
  const told = error instanceof Error ? error : new Error(String(error));
  const { name, message, stack } = told;
  const unquoted = unquotedMessage(told);
  return { name, message: unquoted, stack: stack?.replace(message, () => unquoted) };
}
