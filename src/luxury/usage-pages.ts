/** How often every page is read, whatever is known of it: an order that begins to move is noticed by then. */
const SWEEP_SECONDS = 60;
/**
 * Pressing pages of a round, 20,000 orders: where there are more they take turns, so that a round ends soon.
 */
const MAX_PRESSING_PAGES = 20;
/**
 * How far behind a page that cannot be read others are looked for: where none of them can, the list is taken
 * to end.
 */
const MAX_PRESUMED_PAGES = 5;

interface Page {
  /** Whether it is to be read in every round. */
  pressing: boolean;
  /** Grows with each reading, be it one that failed; 0 for a page that was not read yet. */
  lastReading: number;
  /**
   * How many pages up to this one, in a row, are only presumed to be there: what is before them could not be
   * read.
   */
  presumed: number;
}

/** What is known of the upstream's list of accounts, page by page, and which of them are to be read next. */
export class UsagePages {
  readonly #roundSeconds: number;
  readonly #pages = new Map<number, Page>([[0, { pressing: true, lastReading: 0, presumed: 0 }]]);
  #readings = 0;

  constructor(roundSeconds: number) {
    this.#roundSeconds = roundSeconds;
  }

  /**
   * To be called with what a reading has shown. The last page is always pressing: new accounts come there.
   */
  wasRead(page: number, { pressing, isLast }: { pressing: boolean; isLast: boolean }): void {
    // A page before it was read at the same time, and has shown to be the last.
    if (!this.#pages.has(page)) return;
    this.#readings += 1;
    this.#pages.set(page, { pressing: pressing || isLast, lastReading: this.#readings, presumed: 0 });
    if (isLast) for (const later of this.#pages.keys()) if (later > page) this.#pages.delete(later);
    if (!isLast) this.#expect(page + 1, 0);
  }

  /**
   * To be called for a page that could not be read. It has had its turn, and there may be another one behind
   * it.
   */
  couldNotBeRead(page: number): void {
    const known = this.#pages.get(page);
    if (!known) return;
    this.#readings += 1;
    this.#pages.set(page, { ...known, lastReading: this.#readings });
    if (known.presumed < MAX_PRESUMED_PAGES) this.#expect(page + 1, known.presumed + 1);
  }

  #expect(page: number, presumed: number): void {
    if (!this.#pages.has(page)) this.#pages.set(page, { pressing: true, lastReading: 0, presumed });
  }

  /** Whether the list is taken to have such a page. */
  has(page: number): boolean {
    return this.#pages.has(page);
  }

  /**
   * Pressing pages, the longest unread first, for a round that has read some pages, `before` of them because
   * they were pressing.
   */
  pressing(read: ReadonlySet<number>, before: number): number[] {
    return this.#longestUnread(read, ({ pressing }) => pressing, MAX_PRESSING_PAGES - before);
  }

  /** So many pages that, round by round, all are read within a minute. */
  others(read: ReadonlySet<number>): number[] {
    const share = Math.ceil((this.#pages.size * this.#roundSeconds) / SWEEP_SECONDS);
    return this.#longestUnread(read, () => true, share);
  }

  #longestUnread(read: ReadonlySet<number>, holds: (page: Page) => boolean, most: number): number[] {
    return [...this.#pages]
      .filter(([page, known]) => !read.has(page) && holds(known))
      .sort(([, a], [, b]) => a.lastReading - b.lastReading)
      .slice(0, most)
      .map(([page]) => page);
  }
}
