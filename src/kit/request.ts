import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request, or a piece of background work, is about. */
export interface About {
  resellerId?: number | null | undefined;
  orderId?: number | null | undefined;
  operationId?: string | null | undefined;
  /** Who has it done; left out for a key of the API. */
  cause?: Cause;
}

/** By which door it came, and what is done by the service itself. */
export type Cause = 'api' | 'console' | 'chat' | 'operator' | 'auto_renew' | 'bulk' | 'recovery' | 'upstream';

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

export function causeNow(): Cause {
  return aboutNow.getStore()?.cause ?? 'api';
}

/** Runs what is done for everybody, whoever has asked for it. */
export function aboutNobody<Result>(work: () => Result): Result {
  return (aboutNow as AsyncLocalStorage<About | undefined>).run(undefined, work);
}

/** The function, but calls that come while it runs share that run and what becomes of it. */
export function sharedRun<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= aboutNobody(run).finally(() => {
      running = undefined;
    });
    return running;
  };
}

const admitted = new WeakSet<About>();

/** To be called when the request under way has shown a valid credential, whoever it is. */
export function noteAdmitted(): void {
  const subject = aboutNow.getStore();
  if (subject) admitted.add(subject);
}

export function isAdmitted(subject: About | undefined): boolean {
  return subject !== undefined && admitted.has(subject);
}

const abandoned = new WeakSet<About>();

/** To be called when whoever has sent the request has gone without an answer. */
export function noteAbandoned(subject: About | undefined): void {
  if (subject) abandoned.add(subject);
}

/** Whether nobody hears the answer to the request under way. */
export function isAbandoned(): boolean {
  const subject = aboutNow.getStore();
  return subject !== undefined && abandoned.has(subject);
}

/** How long what begins for one reseller or network may take in one turn of the event loop, in ms. */
const SLICE_MS = 1;
/** Who has asked for nothing for so long, in ms, is no neighbour. Most requests follow each other faster. */
const NEIGHBOUR_FOR_MS = 100;

interface Slice {
  /** When it is used up, by `performance.now()`. */
  until: number;
  /** When what waits may begin, by `performance.now()`. */
  notBefore: number;
  /** Whether something has begun in this turn. */
  isUsed: boolean;
  waiting: (() => void)[];
}

/**
 * What has arrived together for one reseller or network does not all begin before what others wait for: a
 * neighbour waits, at each step, for one piece of work of each, however much they ask for. While there is a
 * neighbour, what waits also pauses for as long as what began before it took. So whoever asks for more than
 * there is has half of the time, and at most of its steps a neighbour finds the process free.
 */
export class Turns<Key> {
  readonly #slices = new Map<Key, Slice>();
  #beganAt = 0;
  #ending: NodeJS.Immediate | undefined;
  #pause: NodeJS.Timeout | undefined;
  #last: Key | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When another than the last one has asked, by `performance.now()`. */
  #otherAt = Number.NEGATIVE_INFINITY;

  /** Begins at once while the slice of this turn is not used up, else in a later turn, in the order asked. */
  begin(key: Key, work: () => void): void {
    const now = performance.now();
    if (key !== this.#last) this.#otherAt = this.#lastAt;
    this.#last = key;
    this.#lastAt = now;
    const slice = this.#slices.get(key);
    if (!slice) {
      if (!this.#ending) this.#beganAt = now;
      this.#endTurnSoon();
      this.#slices.set(key, { until: now + SLICE_MS, notBefore: 0, isUsed: true, waiting: [] });
      work();
    } else if (slice.waiting.length === 0 && now < slice.until) work();
    else slice.waiting.push(work);
  }

  /** When Node has taken up all that has arrived. It looks for more after it. */
  #endTurnSoon(): void {
    this.#ending ??= setImmediate(() => this.#endTurn());
  }

  /** Promises go on only when this has returned, so what their work takes is not known here: one for each. */
  #endTurn(): void {
    const now = performance.now();
    const slices = [...this.#slices];
    const tookMs = (now - this.#beganAt) / slices.filter(([, { isUsed }]) => isUsed).length;
    let nextAt = Number.POSITIVE_INFINITY;
    this.#beganAt = now;
    this.#ending = undefined;
    clearTimeout(this.#pause);
    for (const [key, slice] of slices) {
      const othersAt = key === this.#last ? this.#otherAt : this.#lastAt;
      if (slice.isUsed && now < othersAt + NEIGHBOUR_FOR_MS) slice.notBefore = now + tookMs;
      slice.until = 0;
      const next = now >= slice.notBefore ? slice.waiting.shift() : undefined;
      slice.isUsed = next !== undefined;
      if (next) {
        this.#endTurnSoon();
        next();
      } else if (slice.waiting.length === 0) this.#slices.delete(key);
      else nextAt = Math.min(nextAt, slice.notBefore);
    }
    if (!this.#ending && nextAt < Number.POSITIVE_INFINITY)
      this.#pause = setTimeout(() => this.#endTurn(), nextAt - now);
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
  /** When the counted wait ends, by `performance.now()`: statements of a request may wait side by side. */
  countedUntil: number;
}

const requests = new AsyncLocalStorage<Waited>();
/** When the attempt under way of a request has to end its waits, by `performance.now()`. */
const deadlines = new AsyncLocalStorage<number>();

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

/** How long a place is waited for, in milliseconds: as long as for a connection. */
const FREE_WITHIN_MS = 10_000;

/** Known by its message: `isNoneFree`. */
const noneFree = () => new Error('Nothing else that is under way has ended in time.');

interface PlacesOptions {
  /** How much is under way at a time. */
  most: number;
  /** How many of one reseller wait at the most; any number when left out. */
  mostWaiting?: number;
  /** What is thrown when no place became free in time or too many wait; left out, what `isNoneFree` knows. */
  refusal?: () => Error;
}

interface Waiting {
  /** The reseller, or what stands for nobody known. */
  whose: unknown;
  free: PromiseWithResolvers<void>;
}

/**
 * Limits what is under way at a time, and for one reseller to half of that. The rest waits in its order,
 * behind what is done for resellers that have no place yet, and is passed by while its own reseller has its
 * half.
 */
export class Places {
  readonly #options: Required<PlacesOptions>;
  readonly #taken = new Map<unknown, number>();
  readonly #waiting = new Set<Waiting>();
  #takenInAll = 0;
  refused = 0;

  constructor({ most, mostWaiting = Number.POSITIVE_INFINITY, refusal = noneFree }: PlacesOptions) {
    this.#options = { most, mostWaiting, refusal };
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether a reseller would be given a place at once. */
  isFree(whose: unknown): boolean {
    const { most } = this.#options;
    return this.#takenInAll < most && (this.#taken.get(whose) ?? 0) < most / 2;
  }

  /** Works in a place of the reseller that the request is about. Throws the refusal. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const giveBack = await this.take();
    return await work().finally(giveBack);
  }

  /** Returns the function that gives the place back, to be called once. Throws the refusal. */
  async take(): Promise<() => void> {
    // All requests of which nothing is known share one half; the service's own work has a place for each.
    const about = aboutNow.getStore();
    const isStranger = about !== undefined && Object.keys(about).length === 0;
    const whose = about?.resellerId ?? (isStranger ? 'strangers' : Symbol());
    if (this.isFree(whose)) this.#count(whose, 1);
    else await this.#wait(whose);
    return () => this.#giveBack(whose);
  }

  refuseWaiting(error: Error): void {
    for (const { free } of this.#waiting) free.reject(error);
    this.#waiting.clear();
  }

  async #wait(whose: unknown): Promise<void> {
    const { mostWaiting } = this.#options;
    const own = this.#waiting.values().filter((one) => one.whose === whose);
    if (this.#waiting.size >= mostWaiting && [...own].length >= mostWaiting) throw this.#refusal();
    const one = { whose, free: Promise.withResolvers<void>() };
    this.#waiting.add(one);
    const late = setTimeout(() => {
      this.#waiting.delete(one);
      one.free.reject(this.#refusal());
    }, limited(FREE_WITHIN_MS));
    await one.free.promise.finally(() => clearTimeout(late));
  }

  #refusal(): Error {
    this.refused += 1;
    return this.#options.refusal();
  }

  #giveBack(whose: unknown): void {
    this.#count(whose, -1);
    const next = this.#next();
    if (!next) return;
    this.#waiting.delete(next);
    this.#count(next.whose, 1);
    next.free.resolve();
  }

  #next() {
    let first: Waiting | undefined;
    for (const one of this.#waiting) {
      if (!this.isFree(one.whose)) continue;
      if (!this.#taken.has(one.whose)) return one;
      first ??= one;
    }
    return first;
  }

  #count(whose: unknown, more: 1 | -1): void {
    this.#takenInAll += more;
    this.#taken.set(whose, (this.#taken.get(whose) ?? 0) + more);
    if (this.#taken.get(whose) === 0) this.#taken.delete(whose);
  }
}
