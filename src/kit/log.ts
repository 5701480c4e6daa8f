/**
 * The fields that a line may have besides its level, time, message and error. Each is a number, an instant,
 * or a text that neither a client nor an upstream has written, so that no careless caller, in our code or in
 * a library, can log a path, a header, a body, a login or a password.
 */
export const LOG_FIELDS = [
  ['worker', 'pid'],
  ['reqId', 'trace_id', 'span_id', 'method', 'route', 'status', 'ms', 'socket'],
  ['upstream', 'call', 'outcome', 'job', 'reason'],
  ['resellerId', 'orderId', 'operationId', 'cause'],
] as const;

export type LogFields = {
  [Name in (typeof LOG_FIELDS)[number][number]]?: string | number | null | undefined;
} & { err?: unknown };

/** A field that no line shows does not compile, wherever the object was made. */
type Shown<Fields> = Fields & Record<Exclude<keyof Fields, keyof LogFields>, never>;

interface Write {
  <Fields extends LogFields>(fields: Shown<Fields>, message: string): void;
  (message: string): void;
}

/** The log, as everything but its host knows it. */
export interface Log extends Record<'info' | 'warn' | 'error' | 'fatal', Write> {}
