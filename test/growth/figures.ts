/** Figures of the sales that are filled in, which are the same in all statements. */
export interface Figures {
  /** Of the first sale and behind the last one, in milliseconds since 1970. */
  start: number;
  end: number;
  /** In so many rounds every reseller has had its share. */
  cycle: number;
  /** Between two operations. */
  stepMs: number;
  /** What each reseller begins with, in micro-dollars. */
  opening: number;
}
