/**
 * How often every page is read at least, so that an idle order that comes into use is noticed within a
 * minute.
 */
const FULL_READING_SECONDS = 60;
/**
 * How many of the pages that belong to every round a round reads at most, which is enough for 20,000 orders.
 * If there are more, they take turns, so that a round stays short.
 */
const MAX_PAGES_OF_EVERY_ROUND = 20;
/**
 * How many pages after an unreadable one are tried. If none of them can be read, the list is presumed to end.
 */
const MAX_PRESUMED_PAGES = 5;

interface Page {
  /**
   * Whether the page is read in every round: one of its orders is in use or has little left, or it is the
   * last page.
   */
  inEveryRound: boolean;
  /** The number of the last reading, failed ones included; 0 before the first. */
  lastReading: number;
  /**
   * The number of consecutive pages up to this one whose existence is only presumed, because the page before
   * them could not be read.
   */
  presumed: number;
}

/** The pages of the upstream's list of accounts: what is known of each, and which are read next. */
export class UsagePages {
  readonly #roundSeconds: number;
  readonly #pages = new Map<number, Page>([[0, { inEveryRound: true, lastReading: 0, presumed: 0 }]]);
  #readings = 0;

  constructor(roundSeconds: number) {
    this.#roundSeconds = roundSeconds;
  }

  /**
   * To be called after each successful reading. The last page belongs to every round, because new accounts
   * appear there.
   */
  wasRead(page: number, { inEveryRound, isLast }: { inEveryRound: boolean; isLast: boolean }): void {
    // An earlier page, read at the same time, has turned out to be the last.
    if (!this.#pages.has(page)) return;
    this.#readings += 1;
    this.#pages.set(page, { inEveryRound: inEveryRound || isLast, lastReading: this.#readings, presumed: 0 });
    if (isLast) for (const later of this.#pages.keys()) if (later > page) this.#pages.delete(later);
    if (!isLast) this.#expect(page + 1, 0);
  }

  /**
   * To be called for a page that could not be read. It counts as read in this round, and there may be a page
   * after it.
   */
  couldNotBeRead(page: number): void {
    const known = this.#pages.get(page);
    if (!known) return;
    this.#readings += 1;
    this.#pages.set(page, { ...known, lastReading: this.#readings });
    if (known.presumed < MAX_PRESUMED_PAGES) this.#expect(page + 1, known.presumed + 1);
  }

  #expect(page: number, presumed: number): void {
    if (!this.#pages.has(page)) this.#pages.set(page, { inEveryRound: true, lastReading: 0, presumed });
  }

  /** Whether the list has this page, as far as is known. */
  has(page: number): boolean {
    return this.#pages.has(page);
  }

  /**
   * The pages that belong to every round and that this one has not read yet, longest unread first. `before`
   * is how many of them this round has read.
   */
  inEveryRound(read: ReadonlySet<number>, before: number): number[] {
    return this.#longestUnread(read, ({ inEveryRound }) => inEveryRound, MAX_PAGES_OF_EVERY_ROUND - before);
  }

  /** As many further pages as are needed in each round to read all pages within a minute. */
  others(read: ReadonlySet<number>): number[] {
    const share = Math.ceil((this.#pages.size * this.#roundSeconds) / FULL_READING_SECONDS);
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
