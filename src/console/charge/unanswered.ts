import { useEffect, useRef } from 'react';

/** What is sent: the price is the one that was shown. */
export interface Charge {
  period: string;
  maxPriceUsd: string;
  idempotencyKey: string;
}

/** In ms. The service keeps answers for 24 hours; after that, the same key would charge once more. */
const KEPT_MS = 23 * 3_600_000;

/**
 * What was sent to be charged and has no final answer, by a name, in a place of the tab's own storage. It
 * outlives dialog and page: who closes it or loads the page anew and comes back asks with the same key, and
 * is charged once.
 */
export function createUnanswered<What extends { idempotencyKey?: string | null | undefined }>(place: string) {
  const read = () =>
    JSON.parse(sessionStorage.getItem(place) ?? '{}') as Record<string, { sentAt: number; charge: What }>;
  const write = (kept: object) => sessionStorage.setItem(place, JSON.stringify(kept));
  return {
    get(name: string): What | undefined {
      const kept = read()[name];
      return kept && Date.now() - kept.sentAt < KEPT_MS ? kept.charge : undefined;
    },
    set(name: string, charge: What): void {
      const { [name]: before, ...others } = read();
      // Asked again, the answer is as old as the first attempt.
      const isAgain = before?.charge.idempotencyKey === charge.idempotencyKey;
      write({ ...others, [name]: { sentAt: isAgain ? before?.sentAt : Date.now(), charge } });
    },
    delete(name: string): void {
      const { [name]: _answered, ...others } = read();
      write(others);
    },
  };
}

/** By what is paid for, such as `Renew order 7`: the same in every language. */
export const unanswered = createUnanswered<Charge>('console:charges');

const KEY_BYTES = 16;

/**
 * A new name for something that charges money. It is kept when the same thing is asked for once more, since
 * no answer came. `crypto.randomUUID` is there on https and localhost only.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Whether the component still is on the page: what was sent goes on without it, and is told by a toast. */
export function useIsShown() {
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  return isShown;
}
