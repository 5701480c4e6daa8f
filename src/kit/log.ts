import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The fields that a line may have besides its level, time, message and error. Each is a number, an instant,
 * or a text that neither a client nor an upstream has written, so that no careless caller, in our code or in
 * a library, can log a path, a header, a body, a login or a password.
 */
export const LOG_FIELDS = [
  ['worker', 'pid'],
  ['reqId', 'trace_id', 'span_id', 'method', 'route', 'status', 'ms', 'socket'],
  ['upstream', 'call', 'outcome', 'job', 'reason'],
  ['resellerId', 'orderId', 'operationId', 'balanceUsd', 'thresholdUsd', 'amountUsd', 'endsAt', 'percent'],
] as const;

export type LogFields = {
  [Name in (typeof LOG_FIELDS)[number][number]]?: string | number | Date | null | undefined;
} & { err?: unknown };

/** A field that no line shows does not compile, wherever the object was made. */
type Shown<Fields> = Fields & Record<Exclude<keyof Fields, keyof LogFields>, never>;

interface Write {
  <Fields extends LogFields>(fields: Shown<Fields>, message: string): void;
  (message: string): void;
}

/** The log, as everything but its host knows it. */
export interface Log extends Record<'info' | 'warn' | 'error' | 'fatal', Write> {}

/** What a request, or a piece of background work, is about. */
export type About = Pick<LogFields, 'resellerId' | 'orderId' | 'operationId'>;

/** What the work under way is about, as far as that is known by now. */
export const aboutNow = new AsyncLocalStorage<About>();

/** Runs what is about this; the request that it belongs to is about it, too. */
export function about<Result>(subject: About, work: () => Result): Result {
  if (!aboutNow.getStore()) return aboutNow.run({ ...subject }, work);
  noteAbout(subject);
  return work();
}

export function noteAbout(subject: About): void {
  Object.assign(aboutNow.getStore() ?? {}, subject);
}

/** Runs what is done for everybody, whoever has asked for it. */
export function aboutNobody<Result>(work: () => Result): Result {
  return (aboutNow as AsyncLocalStorage<About | undefined>).run(undefined, work);
}

/** The requests that have shown a valid credential. */
const admitted = new WeakSet<About>();

/** To be called when the request under way has shown a valid credential, whoever it is. */
export function noteAdmitted(): void {
  const subject = aboutNow.getStore();
  if (subject) admitted.add(subject);
}

export function isAdmitted(subject: About | undefined): boolean {
  return subject !== undefined && admitted.has(subject);
}
