/** How often every page is read, whatever is known of it: an order that begins to move is noticed by then. */
const SWEEP_SECONDS = 60;
/** Pressing pages of a round, 20,000 orders: where there are more they take turns, so that a round ends before the next is due. */
const MAX_PRESSING_PAGES = 20;

interface Page {
  /** Whether it is to be read in every round. */
  pressing: boolean;
  /** Grows with each reading; 0 for a page that was not read yet. */
  lastReading: number;
}

/** What is known of the upstream's list of accounts, page by page, and which of them are to be read next. */
export class UsagePages {
  readonly #roundSeconds: number;
  readonly #pages = new Map<number, Page>([[0, { pressing: true, lastReading: 0 }]]);
  #readings = 0;

  constructor(roundSeconds: number) {
    this.#roundSeconds = roundSeconds;
  }

  /** To be called with what a reading has shown. The last page is always pressing: new accounts come there. */
  wasRead(page: number, { pressing, isLast }: { pressing: boolean; isLast: boolean }): void {
    // A page before it was read at the same time, and has shown to be the last.
    if (!this.#pages.has(page)) return;
    this.#readings += 1;
    this.#pages.set(page, { pressing: pressing || isLast, lastReading: this.#readings });
    if (isLast) for (const later of this.#pages.keys()) if (later > page) this.#pages.delete(later);
    if (!isLast && !this.#pages.has(page + 1)) this.#pages.set(page + 1, { pressing: true, lastReading: 0 });
  }

  /** Pressing pages, the longest unread first, for a round that has read some pages, `before` of them because they were pressing. */
  pressing(read: ReadonlyMap<number, unknown>, before: number): number[] {
    return this.#longestUnread(read, ({ pressing }) => pressing, MAX_PRESSING_PAGES - before);
  }

  /** So many pages that, round by round, all are read within a minute. */
  others(read: ReadonlyMap<number, unknown>): number[] {
    const share = Math.ceil((this.#pages.size * this.#roundSeconds) / SWEEP_SECONDS);
    return this.#longestUnread(read, () => true, share);
  }

  #longestUnread(read: ReadonlyMap<number, unknown>, holds: (page: Page) => boolean, most: number): number[] {
    return [...this.#pages]
      .filter(([page, known]) => !read.has(page) && holds(known))
      .sort(([, a], [, b]) => a.lastReading - b.lastReading)
      .slice(0, most)
      .map(([page]) => page);
  }
}
