import { readBalance } from '../billing/accounts.ts';
import { type Period, type ProductType, periodOf } from '../catalog/catalog.ts';
import { refreshCountry } from '../catalog/countries.ts';
import { InvalidOptionError, InvalidQuantityError, OutOfStockError } from '../catalog/errors.ts';
import type { Geo } from '../catalog/geo.ts';
import { DomainError, type Flaw, InvalidInputError, InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { inSpan } from '../kit/spans.ts';
import { checkSettings } from '../luxury/check-settings.ts';
import { applyChange, defaultSettings, type LuxuryOptions, type LuxurySettings } from '../luxury/settings.ts';
import { ANNOTATION_NAMES, type AnnotationName, type Annotations } from '../orders/annotations.ts';
import type { AutoRenewalTerms } from '../orders/auto-renewals.ts';
import type { Priority } from '../upstreams/term.ts';
import { buyingProxies } from './buy-proxies.ts';
import { PriceChangedError } from './errors.ts';
import { type Answered, type ChargeInput, commandOf, executePlan, orRefusal, type Plan } from './flow.ts';
import { openingAccount } from './open-account.ts';
import { findProduct, firstAccount, soldAs, storedTerms, unitPrice } from './product.ts';
import type { OrderSale } from './sale.ts';
import type { Buyer, Services } from './services.ts';

export interface PurchaseInput extends ChargeInput, Annotations {
  tier: string;
  type: string;
  /** ISO-2 in either case. */
  country: string;
  period: string;
  /** 1 when left out. */
  quantity?: number | undefined;
  /** For Luxury types only. */
  options?: LuxuryOptions | undefined;
  /** How the order renews itself; it does not when left out. */
  autoRenew?: AutoRenewalTerms | undefined;
}

/**
 * Buys proxies: charges the balance, asks the upstream and returns the new order with its proxies, or
 * refunds.
 *
 * Throws InvalidRequestError, UnknownProductError, InvalidPeriodError, InvalidQuantityError,
 * InvalidCountryError, InvalidOptionError, OutOfStockError, PriceChangedError, InsufficientBalanceError,
 * CoinsNotPayableError, RequestInProgressError or ProviderError.
 */
export function purchase(
  services: Services,
  buyer: Buyer,
  input: PurchaseInput,
): Promise<Answered<OrderSale>> {
  const wanted = normalize(input);
  const { tier, type, country, period, quantity, options } = wanted;
  const written = { ...annotationsOf(wanted), ...autoRenewOf(wanted) };
  const asked = { tier, type, country, period, quantity, options: options && inOrder(options), ...written };
  const command = commandOf('purchase', buyer, asked, input);
  return inSpan(command.span, async () => {
    const planned = await orRefusal(planPurchase(services, buyer, wanted));
    const uncounted = () => orRefusal(planPurchase(services, buyer, wanted, 'uncounted'));
    return executePlan(services, buyer, command, 'refusal' in planned ? { ...planned, uncounted } : planned);
  });
}

async function planPurchase(
  services: Services,
  buyer: Buyer,
  wanted: ReturnType<typeof normalize>,
  countAs?: 'uncounted',
): Promise<Plan<OrderSale>> {
  const priced = await pricePurchase(services, buyer, wanted, countAs);
  if (priced.available < wanted.quantity) throw new OutOfStockError(priced.available);
  return planOf(services, buyer.source, wanted, priced);
}

/** Throws PriceChangedError. */
export function planOf(
  services: Services,
  source: Buyer['source'],
  wanted: Pick<
    ReturnType<typeof normalize>,
    'country' | 'period' | 'quantity' | 'maxPrice' | 'autoRenew' | AnnotationName
  >,
  { product, period, settings, total }: Omit<PricedPurchase, 'available' | 'unitPrice'>,
): Plan<OrderSale> {
  const { country, quantity, maxPrice } = wanted;
  if (maxPrice !== undefined && total > maxPrice) throw new PriceChangedError(total, maxPrice);
  const request = {
    ...soldAs(product),
    country,
    period: wanted.period,
    quantity,
    protocol: settings?.protocol ?? product.protocol,
    renewable: product.renewable,
    source,
    ...annotationsOf(wanted),
    ...autoRenewOf(wanted),
    ...(settings ? { gb: period.gb, settings } : { days: period.days, ...firstAccount(services.term) }),
  };
  return {
    handler: settings ? openingAccount : buyingProxies,
    upstream: settings ? services.traffic : services.term,
    draft: { kind: 'purchase', amount: total, request },
  };
}

interface PricedPurchase extends CheckedPurchase {
  product: ProductType;
  /** For one proxy or one volume. */
  unitPrice: Micros;
  total: Micros;
}

/**
 * Checks a purchase in the contract's order and prices it. `countAs` is the priority of a count of stock, and
 * `uncounted` takes what is wanted for available. Throws as `purchase` does; changes nothing.
 */
export async function pricePurchase(
  services: Services,
  buyer: Buyer,
  input: PurchaseInput,
  countAs: Priority | 'uncounted' = 'presale',
): Promise<PricedPurchase> {
  const wanted = normalize(input);
  const product = await findProduct(services, buyer, wanted.tier, wanted.type);
  const checked = await checkPurchase(services, product, { ...wanted, countAs });
  if (wanted.autoRenew) checkAutoRenew(product, wanted.autoRenew);
  const price = unitPrice(checked.period, buyer);
  return { product, ...checked, unitPrice: price, total: price * BigInt(wanted.quantity) };
}

function normalize(input: PurchaseInput) {
  return {
    ...input,
    country: input.country.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
    quantity: input.quantity ?? 1,
  };
}

/** What was written on the order. What was not is left out, so that such a request is as it was before. */
function annotationsOf(given: Annotations): Annotations {
  return Object.fromEntries(ANNOTATION_NAMES.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
}

const autoRenewOf = ({ autoRenew }: Pick<PurchaseInput, 'autoRenew'>) =>
  autoRenew ? { autoRenew: storedTerms(autoRenew) } : {};

/** Throws InvalidRequestError for a type that is not renewed, and InvalidPeriodError. */
function checkAutoRenew(product: ProductType, { period }: AutoRenewalTerms): void {
  if (!product.renewable)
    throw new InvalidRequestError([
      { path: ['autoRenew'], message: 'this type cannot be renewed; leave it out' },
    ]);
  periodOf(product, period);
}

/** Sorts the options: the same options in another order are the same request. */
function inOrder(options: LuxuryOptions): object {
  return Object.fromEntries(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The arguments of a purchase whose type is on sale. */
interface Wanted extends Pick<ReturnType<typeof normalize>, 'country' | 'period' | 'quantity' | 'options'> {
  /** The priority of a count of stock among the calls of the term upstream. */
  countAs: Priority | 'uncounted';
}

interface CheckedPurchase {
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
async function checkPurchase(
  services: Services,
  product: ProductType,
  wanted: Wanted,
): Promise<CheckedPurchase> {
  try {
    const period = periodOf(product, wanted.period);
    checkQuantity(product, wanted);
    const available = await countAvailable(services, product, wanted);
    // Nothing is asked of an upstream for what is there already.
    const geo = wanted.countAs === 'uncounted' ? services.geo.knownOnly() : services.geo;
    return { period, available, settings: await checkOptions(geo, product, wanted) };
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

/** Flaws of fields without any in `reported`: the check of the options reports the country again. */
function without(reported: readonly Flaw[], flaws: readonly Flaw[]): Flaw[] {
  const paths = new Set(reported.map(({ path }) => path.join('.')));
  return flaws.filter(({ path }) => !paths.has(path.join('.')));
}

/** Throws InvalidQuantityError. */
function checkQuantity({ maxQuantity }: ProductType, { quantity }: Wanted): void {
  if (quantity < 1 || quantity > maxQuantity) throw new InvalidQuantityError(maxQuantity);
}

/** How many proxies, or exit addresses, there are. Throws InvalidCountryError and ProviderError. */
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

export interface Quote {
  unitPrice: Micros;
  total: Micros;
  /** How many proxies of the type the upstream has free in the country. */
  available: number;
  balance: Micros;
}

/** The price of a purchase now, and whether it could be made. Changes nothing. Throws as `purchase` does. */
export async function quote(
  services: Services,
  buyer: Buyer,
  input: Omit<PurchaseInput, 'maxPrice' | 'coins' | 'idempotencyKey'>,
): Promise<Quote> {
  const { product, unitPrice, total, available } = await pricePurchase(services, buyer, input, 'awaited');
  refreshCountry(services, product, input.country.toUpperCase());
  return { unitPrice, total, available, balance: await readBalance(services.database.sql, buyer.resellerId) };
}
