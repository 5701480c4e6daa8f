import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request, or a piece of background work, is about. */
export interface About {
  resellerId?: number | null | undefined;
  orderId?: number | null | undefined;
  operationId?: string | null | undefined;
}

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

/** How long what begins for one reseller or network may take in one turn of the event loop, in ms. */
const SLICE_MS = 1;

interface Slice {
  /** When it is used up, by `performance.now()`. */
  until: number;
  waiting: (() => void)[];
}

/**
 * What has arrived together for one reseller or network does not all begin before what others wait for: a
 * neighbour waits, at each step, for one piece of work of each, however much they ask for.
 */
export class Turns<Key> {
  readonly #slices = new Map<Key, Slice>();

  /** Begins at once while the slice of this turn is not used up, else in a later turn, in the order asked. */
  begin(key: Key, work: () => void): void {
    const slice = this.#slices.get(key);
    if (!slice) {
      // The end of this turn: Node has taken up all that has arrived, and looks for more after it.
      if (this.#slices.size === 0) setImmediate(() => this.#endTurn());
      this.#slices.set(key, { until: performance.now() + SLICE_MS, waiting: [] });
      work();
    } else if (slice.waiting.length === 0 && performance.now() < slice.until) work();
    else slice.waiting.push(work);
  }

  /** Promises go on only when this has returned, so what their work takes is not known here: one for each. */
  #endTurn(): void {
    for (const [key, slice] of this.#slices) {
      const next = slice.waiting.shift();
      slice.until = 0;
      if (next) next();
      else this.#slices.delete(key);
    }
    if (this.#slices.size > 0) setImmediate(() => this.#endTurn());
  }
}

/**
 * How long a request waits for the database, in milliseconds, in all of its statements and on connections
 * that were lost, too. One that crashed, or hands over to another server, is back within seconds.
 */
export const WAIT_MS = 10_000;
/** All waits of a request, late attempts included, in milliseconds: so it is answered within 15 s. */
const BOUND_MS = 14_000;
/** What takes longer, in milliseconds, counts as waiting; also the shortest limit of late work. */
const SHORT_MS = 500;
/** After so long, in milliseconds, the time begins anew: a subscription meets more than one outage. */
const FORGET_AFTER_MS = 30_000;

interface Waited {
  milliseconds: number;
  /** Until when that is counted, by `performance.now()`: statements of one request may wait side by side. */
  countedUntil: number;
}

const requests = new AsyncLocalStorage<Waited>();
/** Until when the attempt under way of a request may wait, by `performance.now()`. */
const deadlines = new AsyncLocalStorage<number>();

/** Runs what one request does. */
export function asOneRequest<Result>(work: () => Result): Result {
  return requests.run({ milliseconds: 0, countedUntil: 0 }, work);
}

/** In milliseconds. Work that belongs to no request has the whole time. */
export function waitingTimeLeft(): number {
  return Math.max(0, WAIT_MS - (waitedMs() ?? 0));
}

function waitedMs(): number | undefined {
  const waited = requests.getStore();
  if (waited && performance.now() > waited.countedUntil + FORGET_AFTER_MS) waited.milliseconds = 0;
  return waited?.milliseconds;
}

/** Runs an attempt at work that needs the database, within the time that its request has left. */
export async function asAttempt<Result>(work: () => Promise<Result>): Promise<Result> {
  const waited = waitedMs();
  if (waited === undefined) return work();
  const beganAt = performance.now();
  const until = Math.min(beganAt + BOUND_MS - waited, deadlines.getStore() ?? Number.POSITIVE_INFINITY);
  try {
    return await deadlines.run(until, work);
  } finally {
    if (performance.now() > beganAt + SHORT_MS) countWaiting(beganAt, performance.now());
  }
}

/** How long something may take at most, in milliseconds, if that is `milliseconds` by itself. */
export function limited(milliseconds: number): number {
  const left = (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();
  return Math.min(milliseconds, Math.max(SHORT_MS, left));
}

/** Both instants are by `performance.now()`. */
export function countWaiting(from: number, to: number): void {
  const waited = requests.getStore();
  if (!waited) return;
  waited.milliseconds += Math.max(0, to - Math.max(from, waited.countedUntil));
  waited.countedUntil = Math.max(to, waited.countedUntil);
}
