import { addAbortListener } from 'node:events';
import type { Passage } from './admission.ts';

/** One passage while it is used, by a request or a tunnel: nothing passes once it is cut, and it is left only once. */
export class Trip {
  readonly exitAddress: string;
  readonly #passage: Passage;
  readonly #end = new AbortController();
  #isCut = false;
  #isLeft = false;

  constructor(passage: Passage) {
    this.exitAddress = passage.exitAddress;
    this.#passage = passage;
    passage.onCut(() => this.cut());
  }

  /** Aborts when the trip is cut. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Destroys the stream when the trip is cut, at once when it has been. */
  holds(stream: { destroy(): unknown }): void {
    addAbortListener(this.#end.signal, () => stream.destroy());
  }

  /** Counts bytes on their way. False: they must not go on, and both sides have been cut. */
  lets(bytes: number): boolean {
    if (this.#isCut) return false;
    if (this.#passage.count(bytes)) return true;
    this.cut();
    return false;
  }

  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#end.abort();
  }

  leave(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    this.#passage.leave();
  }
}
