import type { ProviderName } from './payment.ts';

const PREFIXES: Record<ProviderName, string> = { stars: 'stars', crypto_pay: 'crypto-pay' };

/** The reference of the top-up that a charge is. */
export function topUpReference(provider: ProviderName, chargeId: string): string {
  return `${PREFIXES[provider]}:${chargeId}`;
}

/** The charge that such a reference names; undefined for a reference of another kind. */
export function chargeOfReference(reference: string): string | undefined {
  const prefix = Object.values(PREFIXES).find((one) => reference.startsWith(`${one}:`));
  return prefix && reference.slice(prefix.length + 1);
}
