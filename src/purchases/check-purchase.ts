import type { Period, ProductType } from '../catalog/catalog.ts';
import { InvalidOptionError, InvalidQuantityError } from '../catalog/errors.ts';
import type { Geo } from '../catalog/geo.ts';
import { DomainError, InvalidInputError } from '../kit/errors.ts';
import type { Flaw } from '../kit/flaws.ts';
import { checkSettings } from '../luxury/check-settings.ts';
import {
  applyChange,
  defaultSettings,
  type LuxurySettings,
  type SettingsChange,
} from '../luxury/settings.ts';
import type { Priority } from '../upstreams/term.ts';
import { periodOf } from './product.ts';
import type { Services } from './services.ts';

/** The settings that a Luxury order can be bought with; the others are set afterwards. */
export type LuxuryOptions = Omit<SettingsChange, 'country' | 'allowedIps' | 'blockedHosts' | 'paused'>;

/** What is asked for of a type that is on sale. */
interface Wanted {
  /** ISO-2 in upper case, or ANY. */
  country: string;
  period: string;
  quantity: number;
  options?: LuxuryOptions | undefined;
  /** The place of a count in the term upstream's pace. */
  countAs: Priority;
}

export interface CheckedPurchase {
  period: Period;
  /** What a Luxury order starts with; undefined for proxies. */
  settings: LuxurySettings | undefined;
  /** What the upstream has; may be less than is asked for. */
  available: number;
}

/**
 * Checks the fields of a purchase in the contract's order. The first that is wrong decides the error, which
 * tells every other one that is known to be wrong without a call of the upstream: nobody waits for an
 * upstream to be told more of what cannot be had anyway.
 *
 * Throws InvalidPeriodError, InvalidQuantityError, InvalidCountryError, InvalidOptionError or ProviderError.
 */
export async function checkPurchase(
  services: Services,
  product: ProductType,
  wanted: Wanted,
): Promise<CheckedPurchase> {
  try {
    const period = periodOf(product, wanted.period);
    checkQuantity(product, wanted);
    const available = await countAvailable(services, product, wanted);
    return { period, available, settings: await checkOptions(services.geo, product, wanted) };
  } catch (error) {
    if (error instanceof InvalidInputError)
      error.add(without(error.flaws, await knownFlaws(services, product, wanted)));
    throw error;
  }
}

/** All that is known to be wrong without a call of the upstream, in the contract's order. */
async function knownFlaws(
  { countries, geo }: Services,
  product: ProductType,
  wanted: Wanted,
): Promise<Flaw[]> {
  const known = geo.atHand();
  const { country } = wanted;
  const checks = [
    () => periodOf(product, wanted.period),
    () => checkQuantity(product, wanted),
    () =>
      product.billing === 'per_proxy'
        ? countries.checkAtHand(product, country)
        : country !== 'ANY' && known.country(product, country),
    () => checkOptions(known, product, wanted),
  ];
  const flaws: Flaw[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (error instanceof InvalidInputError) flaws.push(...without(flaws, error.flaws));
      // Else it is one that cannot be judged by what is at hand.
      else if (!(error instanceof DomainError)) throw error;
    }
  }
  return flaws;
}

/** The flaws of fields that are not told yet: the options are judged by the country, and may tell it, too. */
function without(reported: readonly Flaw[], flaws: readonly Flaw[]): Flaw[] {
  const paths = new Set(reported.map(({ path }) => path.join('.')));
  return flaws.filter(({ path }) => !paths.has(path.join('.')));
}

/** Throws InvalidQuantityError. */
function checkQuantity({ maxQuantity }: ProductType, { quantity }: Wanted): void {
  if (quantity < 1 || quantity > maxQuantity) throw new InvalidQuantityError(maxQuantity);
}

/**
 * What the upstream has in the country: proxies, or exit addresses of a Luxury type. Throws
 * InvalidCountryError and ProviderError.
 */
async function countAvailable(
  { countries, geo }: Services,
  product: ProductType,
  { country, quantity, countAs }: Wanted,
): Promise<number> {
  if (product.billing === 'per_proxy') return countries.available(product, country, quantity, countAs);
  return country === 'ANY' ? geo.addresses(product) : (await geo.country(product, country)).count;
}

/** What a Luxury order starts with. Throws InvalidOptionError, and what the geo lookup throws. */
async function checkOptions(
  geo: Geo,
  product: ProductType,
  { country, options }: Wanted,
): Promise<LuxurySettings | undefined> {
  if (product.billing === 'per_gb')
    return checkSettings(applyChange(defaultSettings(country), options ?? {}), product, geo, {
      at: ['options'],
    });
  if (options === undefined) return undefined;
  throw new InvalidOptionError([{ path: ['options'], message: 'this type takes none; leave them out' }]);
}
