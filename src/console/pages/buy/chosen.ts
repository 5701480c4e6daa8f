import { ANY_COUNTRY } from '../../geo/places.ts';
import type { Choice } from './choice.ts';

interface Tier<Type> {
  code: string;
  name: string;
  types: readonly Type[];
}

interface Type {
  code: string;
  name: string;
  billing: 'PER_GB' | 'PER_PROXY';
  maxQuantity: number;
  periods: readonly { code: string; name: string; priceUsd: string }[];
}

/**
 * The product that a choice names, and the choice with what it leaves open: the first product and its first
 * period. `isAsked`: the choice names no product, or one that there is. Undefined when nothing is on sale.
 */
export function chosenOf<Sold extends Type>(tiers: readonly Tier<Sold>[], asked: Choice) {
  const products = tiers.flatMap((tier) => tier.types.map((type) => ({ tier, type })));
  const named = products.find(({ tier, type }) => tier.code === asked.tier && type.code === asked.type);
  const { tier, type } = named ?? products[0] ?? {};
  const period = type?.periods.find(({ code }) => code === asked.period) ?? type?.periods[0];
  if (!tier || !type || !period) return undefined;
  const country =
    type.billing === 'PER_GB'
      ? asked.country || ANY_COUNTRY
      : asked.country === ANY_COUNTRY
        ? ''
        : asked.country;
  const choice: Choice = { ...asked, tier: tier.code, type: type.code, period: period.code, country };
  const isAsked = named !== undefined || asked.type === '';
  return { type, product: { ...type, tierName: tier.name }, period, choice, isAsked };
}
