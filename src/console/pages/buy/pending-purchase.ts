import type { PurchaseInput } from '../../generated/graphql.ts';

/** Where in the tab's own storage a purchase stands that was sent and has no answer yet. */
const KEY = 'console:purchase';

/** In ms. The service keeps answers for 24 hours; after that, the same key would buy once more. */
const KEPT_MS = 23 * 3_600_000;

/** It outlives the page: loaded anew, or after a sign-in, the page can still find out what happened. */
export interface PendingPurchase {
  /** Who bought: another account must never repeat it. */
  viewerId: string;
  /** In ms since 1970, by this browser's clock. */
  sentAt: number;
  /** With the idempotency key and the price that was shown. */
  input: PurchaseInput;
}

export function keepPending(pending: PendingPurchase): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending));
}

export function readPending(viewerId: string): PendingPurchase | undefined {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return undefined;
  const pending = JSON.parse(text) as PendingPurchase;
  const isKnown = pending.viewerId === viewerId && Date.now() - pending.sentAt < KEPT_MS;
  return isKnown ? pending : undefined;
}

export function dropPending(): void {
  sessionStorage.removeItem(KEY);
}
