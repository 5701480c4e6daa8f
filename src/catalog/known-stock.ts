export interface Reading<Value> {
  readonly value: Value;
  /** In milliseconds. */
  readonly readAt: number;
}

/** What was read of one stock: where it is sold, and how many proxies are free in each country. */
export class KnownStock {
  #countries: Reading<readonly string[]> | undefined;
  readonly #counts = new Map<string, Reading<number>>();

  get countries(): Reading<readonly string[]> | undefined {
    return this.#countries;
  }

  get counts(): ReadonlyMap<string, Reading<number>> {
    return this.#counts;
  }

  /** Of two readings the newer one stays, and of two of the same instant the one that is noted last. */
  noteCountries(countries: readonly string[], readAt: number): void {
    if (this.#countries && this.#countries.readAt > readAt) return;
    this.#countries = { value: countries, readAt };
    for (const country of this.#counts.keys()) if (!countries.includes(country)) this.#counts.delete(country);
  }

  /** Of two readings the newer one stays, and of two of the same instant the one that is noted last. */
  noteCount(country: string, available: number, readAt: number): void {
    const known = this.#counts.get(country);
    if (known && known.readAt > readAt) return;
    this.#counts.set(country, { value: available, readAt });
  }

  /** A reading from before the sale would promise what is gone. It grows no younger by it. */
  noteSale(country: string, quantity: number): void {
    const known = this.#counts.get(country);
    if (known) this.#counts.set(country, { ...known, value: Math.max(0, known.value - quantity) });
  }

  /** Whether a list of countries with all their counts could be told. */
  isComplete(): boolean {
    return this.#countries?.value.every((country) => this.#counts.has(country)) ?? false;
  }

  isOlderThan(since: number): boolean {
    return this.hasOldCountries(since) || this.oldCounts(since).length > 0;
  }

  /** Whether the list of countries was never read, or longer ago than `since`. */
  hasOldCountries(since: number): boolean {
    return (this.#countries?.readAt ?? Number.NEGATIVE_INFINITY) < since;
  }

  /** The listed countries that were never counted, or longer ago than `since`: the longest ago first. */
  oldCounts(since: number): string[] {
    const readAt = (country: string) => this.#counts.get(country)?.readAt ?? Number.NEGATIVE_INFINITY;
    const old = (this.#countries?.value ?? []).filter((country) => readAt(country) < since);
    // Two that were never counted are equal; their difference would be no number.
    return old.sort((one, other) => (readAt(one) < readAt(other) ? -1 : readAt(one) > readAt(other) ? 1 : 0));
  }
}
