/**
 * How long what begins for one reseller or network may take in one turn of the event loop, in milliseconds.
 * That is many small pieces of work, or one large one.
 */
const SLICE_MS = 1;

interface Slice {
  /** When it is used up, by `performance.now()`. */
  until: number;
  waiting: (() => void)[];
}

/**
 * Shares the time of this process out: what has arrived together for one reseller or network does not all
 * begin before what others wait for. So a neighbour waits, at each step of its requests, for one piece of
 * work of each, however much they have asked for.
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
