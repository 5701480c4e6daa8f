import { setTimeout } from 'node:timers/promises';

/** What the work results in, or undefined when it takes longer. The work itself is not ended. */
export function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  return Promise.race([work, setTimeout(milliseconds, undefined, { ref: false })]);
}
