import { z } from 'zod';
import { OutOfStockError, ProviderError } from '../catalog/errors.ts';
import type { Micros } from '../kit/money.ts';
import { readStored } from '../kit/text.ts';
import { createOrder, readPurchase } from '../orders/proxies.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { Bought, IssuedProxy } from '../upstreams/term.ts';
import { costOfDays, learnCost, learnCostOfDays, writeOff } from './cost.ts';
import {
  assertUndecided,
  type Operation,
  type OperationHandler,
  paymentOf,
  rememberRequest,
} from './operation.ts';
import { accountOf, earliestEnd, newOrder, ORDER_REQUEST, originOf, toProxy } from './product.ts';
import type { OrderSale } from './sale.ts';
import type { Services } from './services.ts';

/** What a purchase of proxies stores at its charge and needs until its delivery. */
const TERM_REQUEST = ORDER_REQUEST.extend({
  days: z.number(),
  /** The upstream's ids of proxies that are written off: given back, or about to be. */
  givenBack: z.array(z.string()).exactOptional(),
});
export type TermRequest = z.infer<typeof TERM_REQUEST>;

export const buyingProxies: OperationHandler<TermRequest, IssuedProxy[], OrderSale> = {
  request: TERM_REQUEST.loose(),

  async fulfil(services, operation) {
    const { term, countries } = services;
    const { id, request } = operation;
    const { product, country, days, quantity } = request;
    assertUndecided(services, operation);
    try {
      const onAccount = (account: string) => rememberAccount(services, operation, account);
      const onCost = (cost: Micros) => {
        operation.cost = cost;
      };
      const wanted = { product, country, days, quantity, reference: id };
      const issued = await term.buy({ ...wanted, onAccount, onCost });
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
  async lookUp(services, operation) {
    const issued = await services.term.findByReference(boughtBy(operation));
    if (issued.length === 0) return undefined;
    const { quantity } = operation.request;
    if (issued.length < quantity) throw new ProviderError();
    return issued.slice(0, quantity);
  },

  async sweep(services, operation, ended) {
    const { term, database } = services;
    const { product, days, quantity } = operation.request;
    const bought = boughtBy(operation);
    const held = await term.find(bought, 'all', 'background');
    const delivered = ended === 'settled' ? (await readPurchase(database.sql, operation)).upstreamIds : [];
    const surplus = held.map(({ upstreamId }) => upstreamId).filter((id) => !delivered.includes(id));
    // Before the call: a process that dies behind it leaves nothing at the upstream that shows it.
    if (surplus.length > 0) await writeProxiesOff(services, operation, ended, surplus);
    await term.cancel(bought.account, surplus);
    if (ended === 'settled') await learnCost(services, operation, { product, days, quantity });
    await learnCostOfDays(services, operation, { product, days });
    return 'done';
  },

  async deliver({ vault }, operation, issued, now) {
    const order = newOrder(operation, earliestEnd(issued), now);
    return {
      sale: { order, proxies: issued.map(toProxy), ...paymentOf(operation) },
      cost: operation.cost,
      write(em) {
        createOrder(em, vault, order, originOf(operation), issued);
      },
    };
  },
};

function boughtBy({ id: reference, request }: Operation<TermRequest>): Bought {
  return { account: accountOf(request), reference };
}

/**
 * Stores the account before the upstream is asked, so that whoever continues the operation looks for its work
 * where it may have been done. Throws LeaseLostError.
 */
export async function rememberAccount(
  services: Services,
  operation: Operation<TermRequest>,
  account: string,
): Promise<void> {
  const { request } = operation;
  if (account !== accountOf(request)) await rememberRequest(services, operation, { ...request, account });
}

/**
 * Writes off proxies that are to be given back: the upstream pays nothing back for them. Each is written off
 * once, by its id, whichever sweep finds it and however often.
 */
async function writeProxiesOff(
  { database, clock }: Services,
  operation: Operation<TermRequest>,
  ended: 'settled' | 'refunded',
  upstreamIds: readonly string[],
): Promise<void> {
  const { id: operationId, resellerId } = operation;
  await database.inTransaction(async (tx) => {
    const known = tx.selectFrom('operations').select('request').where('id', '=', operationId).forUpdate();
    const { request: stored } = await known.executeTakeFirstOrThrow();
    const request = readStored(TERM_REQUEST.loose(), 'request of an operation', stored);
    const { givenBack = [], days } = request;
    const found = upstreamIds.filter((id) => !givenBack.includes(id));
    if (found.length === 0) return;
    const written = JSON.stringify({ ...request, givenBack: [...givenBack, ...found] });
    await tx.updateTable('operations').set({ request: written }).where('id', '=', operationId).execute();
    const cost = costOfDays(operation, ended);
    const writtenOff = { unit: 'proxy_days' as const, quantity: found.length * days, cost };
    await writeOff(tx, { resellerId, operationId }, writtenOff, clock.now());
  });
}
