import { hasEnded, type SoldProxy } from './sold-proxy.ts';

/** The proxies of one version in one country. What is sold and has not ended is not for sale. */
export class Pool {
  #capacity: number;
  readonly #sold = new Set<SoldProxy>();
  #sweptSecond = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** How many can be sold at that second. */
  available(second: number): number {
    this.#sweep(second);
    return this.#capacity - this.#sold.size;
  }

  /** Makes `available` the number that can be sold at that second. */
  stock(available: number, second: number): void {
    this.#sweep(second);
    this.#capacity = available + this.#sold.size;
  }

  take(proxy: SoldProxy): void {
    this.#sold.add(proxy);
  }

  giveBack(proxy: SoldProxy): void {
    this.#sold.delete(proxy);
  }

  /** Removes the proxies that have ended. Ends are whole seconds, so one check in each second misses none. */
  #sweep(second: number): void {
    if (second === this.#sweptSecond) return;
    this.#sweptSecond = second;
    for (const proxy of this.#sold) if (hasEnded(proxy, second)) this.#sold.delete(proxy);
  }
}
