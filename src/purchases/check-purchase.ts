import type { Period, ProductType } from '../catalog/catalog.ts';
import { InvalidOptionError, InvalidQuantityError } from '../catalog/errors.ts';
import type { Geo } from '../catalog/geo.ts';
import type { Flaw } from '../kit/errors.ts';
import { DomainError, InvalidInputError } from '../kit/errors.ts';
import { checkSettings } from '../luxury/check-settings.ts';
import { applyChange, defaultSettings, type LuxuryOptions, type LuxurySettings } from '../luxury/settings.ts';
import type { Priority } from '../upstreams/term.ts';
import { periodOf } from './product.ts';
import type { Services } from './services.ts';

/** The arguments of a purchase whose type is on sale. */
interface Wanted {
  /** ISO-2 in upper case, or ANY. */
  country: string;
  period: string;
  quantity: number;
  options?: LuxuryOptions | undefined;
  /** The priority of a count of stock among the calls of the term upstream. */
  countAs: Priority | 'uncounted';
}

export interface CheckedPurchase {
  period: Period;
  /** The initial settings of a Luxury order; undefined for proxies. */
  settings: LuxurySettings | undefined;
  /** What the upstream has, which may be less than the quantity; the quantity when it was not counted. */
  available: number;
}

/**
 * Checks the fields of a purchase in the contract's order. The first flaw decides the error. The error also
 * lists all other flaws that can be found without a call of the upstream: a purchase that is refused anyway
 * must not wait for one.
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

/** All flaws that can be found without a call of the upstream, in the contract's order. */
async function knownFlaws(
  { countries, geo }: Services,
  product: ProductType,
  wanted: Wanted,
): Promise<Flaw[]> {
  const known = geo.knownOnly();
  const { country } = wanted;
  const checks = [
    () => periodOf(product, wanted.period),
    () => checkQuantity(product, wanted),
    () =>
      product.billing === 'per_proxy'
        ? countries.checkKnown(product, country)
        : country !== 'ANY' && known.country(product, country),
    () => checkOptions(known, product, wanted),
  ];
  const flaws: Flaw[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (error instanceof InvalidInputError) flaws.push(...without(flaws, error.flaws));
      // Any other DomainError means that this field cannot be checked without a call of the upstream.
      else if (!(error instanceof DomainError)) throw error;
    }
  }
  return flaws;
}

/**
 * The flaws of fields that have none in `reported`. The check of the options also checks the country, and may
 * report it a second time.
 */
function without(reported: readonly Flaw[], flaws: readonly Flaw[]): Flaw[] {
  const paths = new Set(reported.map(({ path }) => path.join('.')));
  return flaws.filter(({ path }) => !paths.has(path.join('.')));
}

/** Throws InvalidQuantityError. */
function checkQuantity({ maxQuantity }: ProductType, { quantity }: Wanted): void {
  if (quantity < 1 || quantity > maxQuantity) throw new InvalidQuantityError(maxQuantity);
}

/**
 * The number of proxies, or of exit addresses of a Luxury type, that the upstream has in the country. Throws
 * InvalidCountryError and ProviderError.
 */
async function countAvailable(
  { countries, geo }: Services,
  product: ProductType,
  { country, quantity, countAs }: Wanted,
): Promise<number> {
  if (countAs === 'uncounted') return quantity;
  if (product.billing === 'per_proxy') return countries.available(product, country, quantity, countAs);
  return country === 'ANY' ? geo.addresses(product) : (await geo.country(product, country)).count;
}

/** The initial settings of a Luxury order. Throws InvalidOptionError, and what the geo lookup throws. */
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
