import type { Arrival } from './receiver.ts';

/** An attempt as the service has kept it. */
export interface AttemptKept {
  id: string;
  status: number | null;
  /** Null for a success. */
  error: string | null;
  /** In milliseconds since 1970, by the clock of the run. */
  endedAt: number;
}

type OrderedArrival = Pick<Arrival, 'id' | 'at' | 'place' | 'endPlace' | 'end'> & {
  sequence: number;
  orderId: string | null;
};

/** So many attempts of an event have to fail before later ones of its order pass it. */
const PASSED_AFTER = 2;
/** Who says after what time to come again has not let an attempt fail. */
const LATER = 429;
/** Both go by the clock of the database, which a jump of the run's clock reaches a moment later. In ms. */
const CLOCKS_APART_MS = 1_000;

/**
 * The events of an order that came to a webhook for the first time before an earlier one of it was taken or
 * had failed twice. What an attempt came to that the receiver saw only in part, the service knows.
 */
export function heldBack(
  arrivals: readonly OrderedArrival[],
  kept: readonly AttemptKept[] = [],
): { earlier: number; later: number; why: string }[] {
  const failures = Map.groupBy(
    kept.filter(({ status, error }) => error !== null && status !== LATER),
    ({ id }) => id,
  );
  const found: ReturnType<typeof heldBack> = [];
  const ofOrders = Map.groupBy(
    arrivals.filter(({ orderId }) => orderId !== null),
    ({ orderId }) => orderId,
  );
  for (const all of ofOrders.values()) {
    const events = [...Map.groupBy(all, ({ sequence }) => sequence)].sort(([one], [other]) => one - other);
    for (const [place, [later, [first]]] of events.entries()) {
      if (!first) continue;
      for (const [earlier, attempts] of events.slice(0, place)) {
        const before = attempts.filter(({ endPlace }) => endPlace < first.place);
        const failed = before.filter(({ end }) => end === 'failed').length;
        const isTaken = before.some(({ end }) => end === 'taken');
        const known = (failures.get(attempts[0]?.id ?? '') ?? []).filter(
          ({ endedAt }) => endedAt < first.at + CLOCKS_APART_MS,
        );
        if (!isTaken && Math.max(failed, known.length) < PASSED_AFTER)
          found.push({ earlier, later, why: `had failed ${failed} times` });
      }
    }
  }
  return found;
}
