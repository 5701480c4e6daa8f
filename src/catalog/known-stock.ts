export interface Reading<Value> {
  readonly value: Value;
  /** By this process's clock, in milliseconds. */
  readonly readAt: number;
  /** The same by the database's clock, once the reading is there. */
  readonly storedAt?: number | undefined;
}

/** What was read of one stock: where it is sold, and how many proxies are free in each country. */
export class KnownStock {
  #countries: Reading<readonly string[]> | undefined;
  readonly #counts = new Map<string, Reading<number>>();
  /** When a country could not be counted last, in milliseconds. */
  readonly #failedAt = new Map<string, number>();

  get countries(): Reading<readonly string[]> | undefined {
    return this.#countries;
  }

  get counts(): ReadonlyMap<string, Reading<number>> {
    return this.#counts;
  }

  noteCountries(countries: readonly string[], readAt: number, storedAt?: number): void {
    this.#countries = { value: countries, readAt, storedAt };
    for (const country of this.#counts.keys()) if (!countries.includes(country)) this.#counts.delete(country);
  }

  noteCount(country: string, available: number, readAt: number, storedAt?: number): void {
    this.#counts.set(country, { value: available, readAt, storedAt });
  }

  noteFailure(country: string, failedAt: number): void {
    this.#failedAt.set(country, failedAt);
  }

  /** To be called when a reading of `readAt` is in the database; a later one is not. */
  noteCountriesStored(readAt: number, storedAt: number): void {
    if (this.#countries?.readAt === readAt) this.#countries = { ...this.#countries, storedAt };
  }

  /** To be called when a reading of `readAt` is in the database; a later one is not. */
  noteCountStored(country: string, readAt: number, storedAt: number): void {
    const known = this.#counts.get(country);
    if (known?.readAt === readAt) this.#counts.set(country, { ...known, storedAt });
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

  /** The listed countries that were never counted, or longer ago than `since`: those first that were tried longest ago. */
  oldCounts(since: number): string[] {
    const old = (this.#countries?.value ?? []).filter((country) => this.#countedAt(country) < since);
    const triedAt = (country: string) =>
      Math.max(this.#countedAt(country), this.#failedAt.get(country) ?? Number.NEGATIVE_INFINITY);
    // Two that were never tried are equal; their difference would be no number.
    return old.sort((one, other) =>
      triedAt(one) < triedAt(other) ? -1 : triedAt(one) > triedAt(other) ? 1 : 0,
    );
  }

  /** Whether something older than `since` was not even tried since then. */
  hasUntried(since: number): boolean {
    const wasTried = (country: string) => (this.#failedAt.get(country) ?? Number.NEGATIVE_INFINITY) >= since;
    return this.hasOldCountries(since) || !this.oldCounts(since).every(wasTried);
  }

  /** Whether any country could be counted at that instant or later. */
  wasCountedSince(since: number): boolean {
    return [...this.#counts.values()].some(({ readAt }) => readAt >= since);
  }

  #countedAt(country: string): number {
    return this.#counts.get(country)?.readAt ?? Number.NEGATIVE_INFINITY;
  }
}
