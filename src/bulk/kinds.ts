import { z } from 'zod';
import { setAutoRenew } from '../auto-renewal/set-auto-renew.ts';
import { periodOf } from '../catalog/catalog.ts';
import { ProviderError } from '../catalog/errors.ts';
import { type DomainError, InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { readStored } from '../kit/text.ts';
import { STORED_CHANGE } from '../luxury/settings.ts';
import { type Annotations, updateOrder } from '../orders/annotations.ts';
import type { Order } from '../orders/order.ts';
import { orRefusal } from '../purchases/flow.ts';
import { findProduct, readTerms, STORED_TERMS, type StoredTerms, unitPrice } from '../purchases/product.ts';
import { type PurchaseInput, pricePurchase, purchase } from '../purchases/purchase.ts';
import { priceRenewal, renew } from '../purchases/renew.ts';
import type { OrderSale } from '../purchases/sale.ts';
import { MAX_SELECTED, type OrderSelection, selectOrders } from '../purchases/search.ts';
import type { Buyer, Services } from '../purchases/services.ts';

/** One order of a job, or one of its purchases, as it is when the job is accepted. */
export interface PricedItem {
  orderId?: number;
  /** What is asked for of this item alone. */
  request?: object;
  /** The most that it may cost; undefined where nothing is charged. */
  price?: Micros;
  /** Why it is not carried out: it is failed from the start. */
  refusal?: DomainError;
}

/** An item that is to be carried out. */
export interface ItemToDo {
  orderId: number | null;
  /** What is asked for alike of all items of the job, and of this one alone, as they were stored. */
  shared: unknown;
  own: unknown;
  price: Micros | null;
  /** Its Idempotency-Key. */
  key: string;
}

interface Kind<Asked> {
  /**
   * Resolves and prices what is asked for, in a few statements however many orders that are. Throws
   * InvalidRequestError and OrderNotFoundError, which refuse the job as a whole.
   */
  price(
    services: Services,
    buyer: Buyer,
    asked: Asked,
  ): Promise<{ shared: object; items: readonly PricedItem[] }>;
  /** Does it once for a key. Returns what was sold, if it costs something. Throws as what it calls does. */
  carryOut(services: Services, buyer: Buyer, item: ItemToDo): Promise<OrderSale | undefined>;
}

const RENEWAL = z.object({ period: z.string() });

const renewing: Kind<{ selection: OrderSelection; period: string }> = {
  async price(services, buyer, { selection, period }) {
    const priceOf = async (order: Order) => ({
      price: (await priceRenewal(services, buyer, order, period)).total,
    });
    return { shared: { period }, items: await ofEach(services, buyer, selection, priceOf) };
  },

  async carryOut(services, buyer, item) {
    const { period } = readStored(RENEWAL, 'renewal of a job', item.shared);
    return (await renew(services, buyer, { orderId: orderOf(item), period, ...termsOf(item) })).sale;
  },
};

const TEXT = z.string().nullish();
const ANNOTATIONS = z.object({ label: TEXT, note: TEXT, customer: TEXT });
/** What only a later version stores is for its processes: without it, something else would be bought. */
const PURCHASE = z.strictObject({
  ...ANNOTATIONS.shape,
  tier: z.string(),
  type: z.string(),
  country: z.string(),
  period: z.string(),
  quantity: z.number().optional(),
  options: STORED_CHANGE.optional(),
  autoRenew: STORED_TERMS.optional(),
});

interface WantedPurchase extends Omit<PurchaseInput, 'maxPrice' | 'coins' | 'idempotencyKey' | 'autoRenew'> {
  autoRenew?: StoredTerms | undefined;
}

const withTerms = <Wanted extends WantedPurchase>({ autoRenew, ...wanted }: Wanted) => ({
  ...wanted,
  autoRenew: autoRenew && readTerms(autoRenew),
});

const purchasing: Kind<{ purchases: readonly WantedPurchase[] }> = {
  async price(services, buyer, { purchases }) {
    if (purchases.length > MAX_SELECTED) {
      const message = `must be at most ${MAX_SELECTED} purchases`;
      throw new InvalidRequestError([{ path: ['purchases'], message }]);
    }
    const items = purchases.map(async (request) => ({
      request,
      ...(await orRefusal(pricedUncounted(services, buyer, withTerms(request)))),
    }));
    return { shared: {}, items: await Promise.all(items) };
  },

  async carryOut(services, buyer, item) {
    const wanted = withTerms(readStored(PURCHASE, 'purchase of a job', item.own));
    return (await purchase(services, buyer, { ...wanted, ...termsOf(item) })).sale;
  },
};

/** Without calls of an upstream: what they alone can tell refuses the item when it is carried out. */
async function pricedUncounted(services: Services, buyer: Buyer, wanted: PurchaseInput) {
  try {
    const { product, total } = await pricePurchase(services, buyer, wanted, 'uncounted');
    if (product.billing === 'per_proxy') services.countries.checkKnown(product, wanted.country.toUpperCase());
    return { price: total };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // The places of a Luxury type, which are checked after its period and quantity, are not known here yet.
    const product = await findProduct(services, buyer, wanted.tier, wanted.type);
    return { price: unitPrice(periodOf(product, wanted.period), buyer) };
  }
}

const SWITCH = z.object({ terms: STORED_TERMS.nullable() });

/** Without terms it is switched off. */
const switching: Kind<{ selection: OrderSelection; terms: StoredTerms | null }> = {
  async price(services, buyer, { selection, terms }) {
    const check = async (order: Order) => {
      if (terms) await priceRenewal(services, buyer, order, terms.period);
      return {};
    };
    return { shared: { terms }, items: await ofEach(services, buyer, selection, check) };
  },

  async carryOut(services, buyer, item) {
    const { terms } = readStored(SWITCH, 'auto-renewal of a job', item.shared);
    await setAutoRenew(services, buyer, { orderIds: [orderOf(item)] }, terms && readTerms(terms));
    return undefined;
  },
};

const updating: Kind<{ selection: OrderSelection; annotations: Annotations }> = {
  async price(services, buyer, { selection, annotations }) {
    return { shared: annotations, items: await ofEach(services, buyer, selection, async () => ({})) };
  },

  async carryOut({ database, clock }, { resellerId }, item) {
    const written = readStored(ANNOTATIONS, 'annotations of a job', item.shared);
    await updateOrder(database, { ...written, resellerId, orderId: orderOf(item), at: clock.now() });
    return undefined;
  },
};

/** What can be done to many at once, by the names that jobs are stored with. */
export const KINDS = {
  renew: renewing,
  purchase: purchasing,
  set_auto_renew: switching,
  update_orders: updating,
};
export type KindName = keyof typeof KINDS;
export type AskedOf<Name extends KindName> = Parameters<(typeof KINDS)[Name]['price']>[2];

async function ofEach(
  services: Services,
  { resellerId }: Buyer,
  selection: OrderSelection,
  priceOf: (order: Order) => Promise<Pick<PricedItem, 'price'>>,
): Promise<PricedItem[]> {
  const orders = await selectOrders(services, resellerId, selection, services.clock.now());
  const items = orders.map(async (order) => ({
    orderId: order.id,
    ...(await orRefusal(priceOf(order))),
  }));
  return Promise.all(items);
}

function orderOf({ orderId }: ItemToDo): number {
  if (orderId === null) throw new Error('an item of a job has no order');
  return orderId;
}

function termsOf({ price, key: idempotencyKey }: ItemToDo) {
  if (price === null) throw new Error('an item of a job has no price');
  return { maxPrice: price, idempotencyKey };
}
