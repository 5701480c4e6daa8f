import type { ProviderName } from './payment.ts';

const PREFIXES: Record<ProviderName, string> = { stars: 'stars', crypto_pay: 'crypto-pay' };

/**
 * The reference and the name of the top-up that a charge is. An operator who tops up the charge of Stars by
 * hand gives it without the provider, and both are one name: of the two at once only one is counted. A number
 * of Crypto Pay's can be the name of anything, so there the name has the provider.
 */
export function topUpOf(provider: ProviderName, chargeId: string): { reference: string; name: string } {
  const reference = `${PREFIXES[provider]}:${chargeId}`;
  return { reference, name: provider === 'stars' ? chargeId : reference };
}

/** The charge that such a reference names; undefined for a reference of another kind. */
export function chargeOfReference(reference: string): string | undefined {
  const prefix = Object.values(PREFIXES).find((one) => reference.startsWith(`${one}:`));
  return prefix && reference.slice(prefix.length + 1);
}
