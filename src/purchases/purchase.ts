import type { ProductType } from '../catalog/catalog.ts';
import { OutOfStockError } from '../catalog/errors.ts';
import { DomainError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import type { LuxuryOptions } from '../luxury/settings.ts';
import type { Priority } from '../upstreams/term.ts';
import { buyingProxies } from './buy-proxies.ts';
import { type Answered, carryOut, type Plan } from './carry-out.ts';
import { type CheckedPurchase, checkPurchase } from './check-purchase.ts';
import { PriceChangedError } from './errors.ts';
import type { Claim } from './idempotency.ts';
import { hasBoughtLost } from './lost-purchases.ts';
import { firstAccount } from './new-order.ts';
import { openingAccount } from './open-account.ts';
import { findProduct, unitPrice } from './product.ts';
import type { OrderSale } from './sale.ts';
import type { Buyer, Services } from './services.ts';

export interface PurchaseInput {
  tier: string;
  type: string;
  /** ISO-2 in either case. */
  country: string;
  period: string;
  /** 1 when left out. */
  quantity?: number | undefined;
  /** For Luxury types only. */
  options?: LuxuryOptions | undefined;
  /** The most that the caller is willing to pay in total. */
  maxPrice?: Micros | undefined;
  /** Coins that pay a part of the price; only in the chat bot. */
  coins?: number | undefined;
  idempotencyKey?: string | undefined;
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
  const { tier, type, country, period, quantity, options, maxPrice } = wanted;
  const asked = {
    source: buyer.source,
    tier,
    type,
    country,
    period,
    quantity,
    options: options && inOrder(options),
    maxPrice: maxPrice?.toString(),
  };
  return carryOut(
    services,
    buyer,
    { name: 'purchase', input: asked, coins: input.coins, idempotencyKey: input.idempotencyKey },
    (claim) => planPurchase(services, buyer, wanted, claim),
  );
}

/** What a lost purchase has bought is at the upstream already, whatever is in stock there now. */
async function planPurchase(
  services: Services,
  buyer: Buyer,
  wanted: ReturnType<typeof normalize>,
  claim: Claim | undefined,
): Promise<Plan<OrderSale>> {
  try {
    const priced = await pricePurchase(services, buyer, wanted);
    if (priced.available < wanted.quantity) throw new OutOfStockError(priced.available);
    return planOf(services, buyer, wanted, priced);
  } catch (error) {
    const { database, clock } = services;
    if (!claim || !(error instanceof DomainError)) throw error;
    if (!(await hasBoughtLost(database.sql, claim, clock.now()))) throw error;
    return planOf(services, buyer, wanted, await pricePurchase(services, buyer, wanted, 'uncounted'));
  }
}

/** Throws PriceChangedError. */
function planOf(
  services: Services,
  buyer: Buyer,
  { tier, type, country, period, quantity, maxPrice }: ReturnType<typeof normalize>,
  { product, period: bought, settings, total }: PricedPurchase,
): Plan<OrderSale> {
  if (maxPrice !== undefined && total > maxPrice) throw new PriceChangedError(total, maxPrice);
  const request = {
    tier,
    type,
    country,
    period,
    quantity,
    protocol: settings?.protocol ?? product.protocol,
    renewable: product.renewable,
    source: buyer.source,
    upstream: product.upstream,
    product: product.upstreamProduct,
    ...(settings ? { gb: bought.gb, settings } : { days: bought.days, ...firstAccount(services.term) }),
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
 * Checks a purchase in the contract's order and prices it. `countAs` is the priority of a count of stock
 * among the calls of the term upstream; `uncounted` takes what is wanted for available. Throws as `purchase`
 * does; changes nothing.
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

/** Sorts the options: the same options in another order are the same request. */
function inOrder(options: LuxuryOptions): object {
  return Object.fromEntries(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));
}
