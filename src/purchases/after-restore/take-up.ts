import { DAY_MS } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import { toAccountSettings } from '../../luxury/settings.ts';
import { BYTES_PER_GB } from '../../luxury/traffic.ts';
import { UpstreamError } from '../../upstreams/failure.ts';
import type { Bought, IssuedProxy } from '../../upstreams/term.ts';
import type { TrafficAccount } from '../../upstreams/traffic.ts';
import { buyingProxies, rememberAccount, type TermRequest } from '../buy-proxies.ts';
import { type Draft, type NotCharged, newOperation, notChargedBy, sendCharge } from '../charge.ts';
import { writeOff } from '../cost.ts';
import type { Claim } from '../idempotency.ts';
import { type AccountRequest, closeAll, openingAccount } from '../open-account.ts';
import { type Operation, type OperationHandler, readOperationId, rememberRequest } from '../operation.ts';
import type { OrderRequest } from '../product.ts';
import type { Services } from '../services.ts';
import { findLostPurchase, lockLostPurchase } from './lost-purchases.ts';
import { hasLostRenewal } from './lost-renewals.ts';

/** What a restore has lost that a request has had done before. */
export type LostWork = { purchaseId: string } | 'renewal';

/** Undefined when there is nothing that the request may get again. `orderId` is what it renews. */
export async function findLostWork(
  { database, clock }: Services,
  claim: Claim,
  orderId: number | undefined,
): Promise<LostWork | undefined> {
  if (orderId === undefined) {
    const purchaseId = await findLostPurchase(database.sql, claim, clock.now());
    return purchaseId === undefined ? undefined : { purchaseId };
  }
  const isLost = await hasLostRenewal(database.sql, { resellerId: claim.resellerId, orderId });
  return isLost ? 'renewal' : undefined;
}

/**
 * Charges a lost purchase as `charge` does: the operation gets its id, and with it what was bought.
 * `given_back` when that is given back, or was.
 */
export async function takeUp(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  draft: Draft<object>,
  claim: Claim | undefined,
  id: string,
): Promise<Operation | NotCharged | 'given_back'> {
  const now = clock.now();
  const operation = newOperation(id, { ...draft, request: { ...draft.request, isLost: true } }, now);
  try {
    return await database.inTransaction(async (tx) => {
      if (!(await lockLostPurchase(tx, id))) return 'given_back';
      const { orderId, isTaken } = await sendCharge(tx, operation, claim && { ...claim, tag: null }, now);
      if (orderId === undefined) return isTaken ? 'key_taken' : 'insufficient_balance';
      return { ...operation, orderId };
    });
  } catch (error) {
    return notChargedBy(error);
  }
}

/** The handler for an operation that has taken a lost purchase up; undefined for any other. */
export function handlerOfLost(request: unknown): OperationHandler | undefined {
  const { isLost, upstream } = request as OrderRequest & { isLost?: boolean };
  if (!isLost) return undefined;
  return upstream === 'px6' ? takingUpProxies : takingUpAccount;
}

/** A purchase of proxies that delivers what was bought before, if it is there. */
const takingUpProxies: typeof buyingProxies = {
  ...buyingProxies,

  /** Fewer than were asked for are given back first: buying adds to what is there under the reference. */
  async fulfil(services, operation) {
    const issued = await readLost(async () => {
      const { issued: found, tooFew } = await findAnywhere(services, operation);
      for (const bought of tooFew) await services.term.cancelPurchase(bought);
      return found;
    });
    return issued ?? buyingProxies.fulfil(services, operation);
  },

  async lookUp(services, operation) {
    const issued = await buyingProxies.lookUp(services, operation);
    return issued ?? (await findAnywhere(services, operation)).issued;
  },

  async deliver(services, operation, issued, now) {
    const delivery = await buyingProxies.deliver(services, operation, issued, now);
    return {
      ...delivery,
      async write(em, tx) {
        await delivery.write(em, tx);
        await writeExtensionsOff(tx, operation, issued, now);
      },
    };
  },
};

/**
 * What a lost purchase has bought, at whichever account: the books have lost that, too. And where there are
 * fewer proxies than were asked for.
 */
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

/** A purchase of traffic that delivers the account that was opened before, if it is there. */
const takingUpAccount: typeof openingAccount = {
  ...openingAccount,

  async fulfil(services, operation) {
    const account = await readLost(async () => {
      const found = await findFilled(services, operation);
      if (!found) await closeAll(services, operation);
      return found;
    });
    return account ?? openingAccount.fulfil(services, operation);
  },

  async lookUp(services, operation) {
    const isStored = operation.request.upstreamId !== undefined;
    const filled = isStored ? undefined : await findFilled(services, operation);
    return filled ?? openingAccount.lookUp(services, operation);
  },
};

/**
 * The account that has the traffic already although its id was never stored. It gets the settings of the
 * order; more traffic than was bought is taken back by the sweep.
 */
async function findFilled(
  services: Services,
  operation: Operation<AccountRequest>,
): Promise<TrafficAccount | undefined> {
  const { traffic } = services;
  const { settings, gb } = operation.request;
  for (const account of await traffic.findByReference(operation.id)) {
    const { upstreamId } = account;
    if ((await traffic.traffic(upstreamId)).totalBytes < BigInt(gb) * BYTES_PER_GB) continue;
    await rememberRequest(services, operation, { ...operation.request, upstreamId });
    await traffic.configure(upstreamId, toAccountSettings(settings));
    return account;
  }
  return undefined;
}

/** What could not be looked up may be there all the same, and would be given back after a refund. */
async function readLost<Result>(look: () => Promise<Result>): Promise<Result> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    throw new UpstreamError('unknown', `what a lost purchase has bought: ${error.message}`, { cause: error });
  }
}
