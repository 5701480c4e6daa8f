import { OutOfStockError, ProviderError } from '../catalog/errors.ts';
import { createOrder } from '../orders/create-order.ts';
import { readPurchase } from '../orders/read-purchase.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { IssuedProxy } from '../upstreams/term.ts';
import { paymentOf } from './coins.ts';
import { newOrder, type OrderRequest, originOf, toProxy } from './new-order.ts';
import { assertUndecided } from './operation.ts';
import type { OperationHandler } from './operation-handler.ts';
import type { OrderSale } from './sale.ts';

/** What a purchase of proxies stores at its charge and needs until its delivery. */
interface TermRequest extends OrderRequest {
  days: number;
}

export const buyingProxies: OperationHandler<TermRequest, IssuedProxy[], OrderSale> = {
  async perform(services, operation) {
    const { term, countries } = services;
    const { id, request } = operation;
    const { product, country, days, quantity } = request;
    assertUndecided(services, operation);
    try {
      const issued = await term.buy({ product, country, days, quantity, reference: id });
      countries.noteSale(product, country, quantity);
      return issued;
    } catch (error) {
      if (!(error instanceof UpstreamError && error.outcome === 'out_of_stock')) throw error;
      throw new OutOfStockError(await countries.recount(product, country).catch(() => 0));
    }
  },

  /**
   * Cancels no surplus proxies: a worker that was suspended could cancel proxies that another one has
   * delivered. The sweep finds the surplus.
   */
  async lookUp({ term }, { id, request }) {
    const issued = await term.findByReference(id);
    if (issued.length === 0) return undefined;
    if (issued.length < request.quantity) throw new ProviderError();
    return issued.slice(0, request.quantity);
  },

  /** Fewer than were asked for are given back first: buying adds to what is there under the reference. */
  async resume({ term }, { id, request }) {
    const issued = await term.findByReference(id);
    if (issued.length >= request.quantity) return issued.slice(0, request.quantity);
    if (issued.length > 0) await term.cancelPurchase(id);
    return undefined;
  },

  async sweep({ term, database }, { id, resellerId, orderId }, ended) {
    if (ended === 'refunded') {
      await term.cancelPurchase(id);
      return 'done';
    }
    const issued = await term.findByReference(id, 'background');
    const delivered = new Set((await readPurchase(database.sql, { resellerId, orderId })).upstreamIds);
    await term.cancel(
      issued.map(({ upstreamId }) => upstreamId).filter((upstreamId) => !delivered.has(upstreamId)),
    );
    return 'done';
  },

  async deliver({ vault }, operation, issued, now) {
    const order = newOrder(operation, earliestEnd(issued), now);
    return {
      sale: { order, proxies: issued.map(toProxy), ...paymentOf(operation) },
      write: (em) => createOrder(em, vault, order, originOf(operation), issued),
    };
  },
};

/** An order ends when its first proxy ends. */
export function earliestEnd(terms: readonly { expiresAt: Date }[]): Date {
  return new Date(Math.min(...terms.map((term) => term.expiresAt.getTime())));
}
