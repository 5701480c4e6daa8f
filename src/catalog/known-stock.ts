export interface StockReading<Value> {
  readonly value: Value;
  /** By this process's clock, in milliseconds. */
  readonly readAt: number;
  /** The same instant by the database's clock, once the reading is stored there. */
  readonly storedAt?: number | undefined;
}

/**
 * The readings that this process has of one stock: the countries in which it is sold, and how many proxies
 * are free in each.
 */
export class KnownStock {
  #countries: StockReading<readonly string[]> | undefined;
  readonly #counts = new Map<string, StockReading<number>>();
  /** When counting a country last failed, in milliseconds. */
  readonly #failedAt = new Map<string, number>();

  get countries(): StockReading<readonly string[]> | undefined {
    return this.#countries;
  }

  get counts(): ReadonlyMap<string, StockReading<number>> {
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

  /**
   * To be called when the reading that was made at `readAt` is in the database. Does nothing when there is a
   * later reading.
   */
  noteCountriesStored(readAt: number, storedAt: number): void {
    if (this.#countries?.readAt === readAt) this.#countries = { ...this.#countries, storedAt };
  }

  /**
   * To be called when the reading that was made at `readAt` is in the database. Does nothing when there is a
   * later reading.
   */
  noteCountStored(country: string, readAt: number, storedAt: number): void {
    const known = this.#counts.get(country);
    if (known?.readAt === readAt) this.#counts.set(country, { ...known, storedAt });
  }

  /**
   * Subtracts a sale, since a count from before it includes proxies that are gone. The reading keeps its age.
   */
  noteSale(country: string, quantity: number): void {
    const known = this.#counts.get(country);
    if (known) this.#counts.set(country, { ...known, value: Math.max(0, known.value - quantity) });
  }

  /** Whether the countries and the counts of all of them are known. */
  isComplete(): boolean {
    return this.#countries?.value.every((country) => this.#counts.has(country)) ?? false;
  }

  isOlderThan(since: number): boolean {
    return this.hasOldCountries(since) || this.oldCounts(since).length > 0;
  }

  /** Whether the list of countries was never read, or was read before `since`. */
  hasOldCountries(since: number): boolean {
    return (this.#countries?.readAt ?? Number.NEGATIVE_INFINITY) < since;
  }

  /**
   * The listed countries that were never counted, or were counted before `since`. Those that were tried
   * longest ago come first.
   */
  oldCounts(since: number): string[] {
    const old = (this.#countries?.value ?? []).filter((country) => this.#countedAt(country) < since);
    const triedAt = (country: string) =>
      Math.max(this.#countedAt(country), this.#failedAt.get(country) ?? Number.NEGATIVE_INFINITY);
    // Compared and not subtracted: the difference of two countries that were never tried is not a number.
    return old.sort((one, other) =>
      triedAt(one) < triedAt(other) ? -1 : triedAt(one) > triedAt(other) ? 1 : 0,
    );
  }

  /** Whether reading something that is older than `since` has not been tried since then. */
  hasUntried(since: number): boolean {
    const wasTried = (country: string) => (this.#failedAt.get(country) ?? Number.NEGATIVE_INFINITY) >= since;
    return this.hasOldCountries(since) || !this.oldCounts(since).every(wasTried);
  }

  /** Whether any country was counted at that instant or later. */
  wasCountedSince(since: number): boolean {
    return [...this.#counts.values()].some(({ readAt }) => readAt >= since);
  }

  #countedAt(country: string): number {
    return this.#counts.get(country)?.readAt ?? Number.NEGATIVE_INFINITY;
  }
}
