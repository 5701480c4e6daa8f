import type { PurchaseInput } from '../../generated/graphql.ts';

/** Where in the tab's own storage a purchase stands that was sent and has no answer yet. */
const KEY = 'console:purchase';

/** It outlives the page: loaded anew, or after a sign-in, the page can still find out what happened. */
export interface PendingPurchase {
  /** Who bought: another account must never repeat it. */
  viewerId: string;
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
  return pending.viewerId === viewerId ? pending : undefined;
}

export function dropPending(): void {
  sessionStorage.removeItem(KEY);
}
