/** What is sent: the price is the one that was shown. */
export interface Charge {
  period: string;
  maxPriceUsd: string;
  idempotencyKey: string;
}

/** Where in the tab's own storage the payments without a final answer stand. */
const KEY = 'console:charges';

/** In ms. The service keeps answers for 24 hours; after that, the same key would charge once more. */
const KEPT_MS = 23 * 3_600_000;

type Kept = Record<string, { sentAt: number; charge: Charge }>;

/**
 * Payments without a final answer, by the title of their dialog. They outlive it, and the page: who closes it
 * or loads the page anew and comes back asks with the same key, and is charged once.
 */
export const unanswered = {
  get(title: string): Charge | undefined {
    const kept = readKept()[title];
    return kept && Date.now() - kept.sentAt < KEPT_MS ? kept.charge : undefined;
  },
  set(title: string, charge: Charge): void {
    const all = readKept();
    // Asked again, the answer is as old as the first attempt.
    const sentAt =
      all[title]?.charge.idempotencyKey === charge.idempotencyKey ? all[title].sentAt : Date.now();
    write({ ...all, [title]: { sentAt, charge } });
  },
  delete(title: string): void {
    const { [title]: _answered, ...others } = readKept();
    write(others);
  },
};

function readKept(): Kept {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Kept;
}

function write(kept: Kept): void {
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

const KEY_BYTES = 16;

/**
 * A new name for something that charges money. It is kept when the same thing is asked for once more, since
 * no answer came. `crypto.randomUUID` is there on https and localhost only.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
