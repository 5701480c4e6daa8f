/**
 * Runs `work` and calls `renew` every so many milliseconds meanwhile, for whoever holds something for as long as it says so. A
 * renewal that fails is made up for by the next; what it means when none gets through is for the holder's fence to decide.
 */
export async function whileRenewed<Result>(
  everyMs: number,
  renew: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => renew().catch(() => {}), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
