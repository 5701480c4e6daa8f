import { setTimeout } from 'node:timers/promises';

/** Waits for a result other than undefined or false. Throws when that takes too long. */
export async function until<Result>(
  what: string,
  look: () => Promise<Result | undefined | false>,
  withinMs: number,
): Promise<Result> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== false) return found;
    if (performance.now() > giveUpAt) throw new Error(`In ${withinMs} ms there was not: ${what}`);
    await setTimeout(100);
  }
}
