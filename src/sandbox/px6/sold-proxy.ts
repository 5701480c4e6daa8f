import type { Px6Purchase } from './events.ts';
import type { ProxyType } from './offer.ts';

export const SECONDS_PER_DAY = 86_400;
/** How long an ended proxy can still be listed and prolonged. After that the network has dropped it. */
const ENDED_KEPT_SECONDS = 3 * SECONDS_PER_DAY;

export interface SoldProxy {
  readonly id: number;
  readonly login: string;
  readonly password: string;
  readonly purchase: Px6Purchase;
  readonly startSecond: number;
  endSecond: number;
  type: ProxyType;
}

export function hasEnded(proxy: SoldProxy, second: number): boolean {
  return proxy.endSecond <= second;
}

/** Whether the proxy can still be listed and prolonged. */
export function isKept(proxy: SoldProxy, second: number): boolean {
  return second < proxy.endSecond + ENDED_KEPT_SECONDS;
}
