import { z } from 'zod';
import { OutOfStockError, ProviderError } from '../catalog/errors.ts';
import { DAY_MS } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { readStored } from '../kit/text.ts';
import { switchOn } from '../orders/auto-renewals.ts';
import { createOrder, readPurchase } from '../orders/proxies.ts';
import { hasOutcome } from '../upstreams/failure.ts';
import type { Bought, IssuedProxy } from '../upstreams/term.ts';
import { readLost } from './after-restore/lost-purchases.ts';
import { costOfDays, learnCost, learnCostOfDays, writeOff } from './cost.ts';
import {
  assertUndecided,
  type Operation,
  type OperationHandler,
  paymentOf,
  readOperationId,
  rememberRequest,
} from './operation.ts';
import { accountOf, earliestEnd, newOrder, ORDER_REQUEST, originOf, readTerms, toProxy } from './product.ts';
import type { OrderSale } from './sale.ts';
import type { Services } from './services.ts';

/** What a purchase of proxies stores at its charge and needs until its delivery. */
const TERM_REQUEST = ORDER_REQUEST.extend({
  days: z.number(),
  /** The upstream's ids of proxies that are written off: given back, or about to be. */
  givenBack: z.array(z.string()).exactOptional(),
});
type TermRequest = z.infer<typeof TERM_REQUEST>;

const buying: OperationHandler<TermRequest, IssuedProxy[], OrderSale> = {
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
      if (!hasOutcome(error, 'out_of_stock')) throw error;
      throw new OutOfStockError(await countries.recount(product, country).catch(() => 0));
    }
  },

  /** Cancels no surplus, which may be what another worker has delivered: the sweep finds the surplus. */
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
    const { resellerId, orderId } = operation;
    const { autoRenew, source } = operation.request;
    return {
      sale: { order, proxies: issued.map(toProxy), ...paymentOf(operation) },
      cost: operation.cost,
      order: createOrder(vault, order, originOf(operation), issued),
      ...(autoRenew && {
        write: (_em, tx) =>
          switchOn(tx, { resellerId, orderIds: [orderId] }, { ...readTerms(autoRenew), source, setAt: now }),
      }),
    };
  },
};

function boughtBy({ id: reference, request }: Operation<TermRequest>): Bought {
  return { account: accountOf(request), reference };
}

/** Stores the account before it is asked, so that work is looked for there. Throws LeaseLostError. */
async function rememberAccount(
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

/** A purchase of proxies that delivers what was bought before, if it is there. */
const takingUp: typeof buying = {
  ...buying,

  /** Fewer than were asked for are given back first: buying adds to what is there under the reference. */
  async fulfil(services, operation) {
    const issued = await readLost(async () => {
      const { issued: found, tooFew } = await findAnywhere(services, operation);
      for (const bought of tooFew) await services.term.cancelPurchase(bought);
      return found;
    });
    return issued ?? buying.fulfil(services, operation);
  },

  async lookUp(services, operation) {
    const issued = await buying.lookUp(services, operation);
    return issued ?? (await findAnywhere(services, operation)).issued;
  },

  async deliver(services, operation, issued, now) {
    const delivery = await buying.deliver(services, operation, issued, now);
    return { ...delivery, write: (_em, tx) => writeExtensionsOff(tx, operation, issued, now) };
  },
};

/** What a lost purchase has bought, at whichever account, and where there are fewer than asked for. */
async function findAnywhere(
  services: Services,
  operation: Operation<TermRequest>,
): Promise<{ issued: IssuedProxy[] | undefined; tooFew: Bought[] }> {
  const { term } = services;
  const { id: reference, request } = operation;
  const tooFew: Bought[] = [];
  for (const account of term.accounts) {
    const issued = await term.findByReference({ account, reference });
    if (issued.length >= request.quantity) {
      await rememberAccount(services, operation, account);
      return { issued: issued.slice(0, request.quantity), tooFew };
    }
    if (issued.length > 0) tooFew.push({ account, reference });
  }
  return { issued: undefined, tooFew };
}

/** The proxies may have been extended since they were bought. No renewal in the books has paid for that. */
async function writeExtensionsOff(
  tx: Sql,
  { id, resellerId, request }: Operation<TermRequest>,
  issued: readonly IssuedProxy[],
  now: Date,
): Promise<void> {
  const { startedAt } = readOperationId(id) ?? {};
  if (!startedAt) return;
  const days = issued.map(({ expiresAt }) =>
    Math.round((expiresAt.getTime() - startedAt.getTime()) / DAY_MS),
  );
  const quantity = days.reduce((sum, all) => sum + Math.max(0, all - request.days), 0);
  if (quantity === 0) return;
  await writeOff(tx, { resellerId, operationId: id }, { unit: 'proxy_days', quantity, cost: null }, now);
}

/** The purchase of proxies of the term upstream. */
export const buyingProxies = { ...buying, takingUp };
