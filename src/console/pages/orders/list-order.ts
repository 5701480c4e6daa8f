interface Ending {
  expiresAt: string | null;
}

/** Whether orders stand as in a list by the end; an end passes, and a renewal changes it. */
export function isSorted(orders: readonly Ending[], now: Date): boolean {
  const standings = orders.map(({ expiresAt }) => standingOf(expiresAt, now));
  return standings.every(([part, distance], i) => {
    const [partBefore, distanceBefore] = standings[i - 1] ?? [0, 0];
    return part > partBefore || (part === partBefore && distance >= distanceBefore);
  });
}

/** Terms that end, orders without an end, terms that have ended; and how far the end is from now. */
function standingOf(expiresAt: string | null, now: Date): [part: number, distance: number] {
  if (expiresAt === null) return [2, 0];
  const left = Date.parse(expiresAt) - now.getTime();
  return left > 0 ? [1, left] : [3, -left];
}
