import { tell } from '../events/tell.ts';
import { DAY_MS } from '../kit/clock.ts';
import { DomainError } from '../kit/errors.ts';
import { crew, type Job, type OnFailure, type Rounds } from '../kit/job.ts';
import { about } from '../kit/request.ts';
import {
  giveBack,
  LAST_MARK,
  planTry,
  type TakenRenewal,
  type Try,
  takeDueRenewal,
  whileTaken,
} from '../orders/auto-renewals.ts';
import { NotRenewableError, RequestInProgressError } from '../orders/errors.ts';
import { findOrder, type Order } from '../orders/order.ts';
import { EndMovedError } from '../purchases/charge.ts';
import { priceRenewal, renewByItself } from '../purchases/renew.ts';
import { buyerInBackground, type Services } from '../purchases/services.ts';

/**
 * Orders that one process renews at once, for each account at the upstream. Such a renewal makes two calls,
 * of about three that an account takes in a second: purchases that come meanwhile wait for a second or so.
 */
const AT_ONCE = 4;
/** How often it is looked for tries that are due, in milliseconds. Each has half an hour to begin in. */
const LOOK_EVERY_MS = 2_000;
/** When another operation of the order runs, so much later it is looked again, in milliseconds. */
const BUSY_MS = 60_000;

/** Thrown when a renewal would reach beyond the instant that the reseller has set. */
class UntilReachedError extends DomainError {
  readonly code = 'until_reached';

  constructor(until: Date) {
    super(
      `A renewal would end after ${until.toISOString()}, the latest end that you have set: set a later one, or renew the order by hand.`,
    );
  }
}

/**
 * Renews orders that renew themselves. Any number of processes may do this at the same time: an order that is
 * looked at is leased, a try is charged once by its Idempotency-Key, and an end is renewed once by the
 * charge. What a process that died has tried is tried again under the same key, and so gets the answer of
 * before. `onFailure` is called for each order that could not be looked at; it is looked at again.
 */
export function renewer(services: Services, onFailure: OnFailure): Required<Rounds> {
  const most = AT_ONCE * services.term.accounts.length;
  const take = () => takeDueRenewal(services.database.sql, services.clock.now());
  return crew({ most, take, carryOut: (taken) => look(services, taken) }, onFailure);
}

async function look(services: Services, taken: TakenRenewal): Promise<void> {
  const { database, clock } = services;
  const { resellerId, orderId } = taken;
  const order = await findOrder(database.sql, resellerId, orderId, clock.now());
  const { due, nextAt } = planTry(order, taken.terms.tried, clock.now());
  if (!due) {
    await giveBack(database.sql, taken, { nextLookAt: nextAt });
    return;
  }
  await about({ resellerId, orderId, cause: 'auto_renew' }, async () => {
    try {
      await whileTaken(services, taken, () => renew(services, taken, order, due));
      await giveBack(database.sql, taken, { nextLookAt: clock.now(), refusal: null });
    } catch (error) {
      const now = clock.now();
      if (error instanceof EndMovedError) await giveBack(database.sql, taken, { nextLookAt: now });
      else if (error instanceof RequestInProgressError)
        await giveBack(database.sql, taken, { nextLookAt: new Date(now.getTime() + BUSY_MS) });
      else if (error instanceof DomainError) await refuse(services, taken, order, due, error);
      else throw error;
    }
  });
}

/** Throws the DomainError that it is refused with, and EndMovedError. */
async function renew(
  services: Services,
  { resellerId, orderId, terms }: TakenRenewal,
  order: Order,
  tried: Try,
): Promise<void> {
  const { period, maxPrice, until, source, setAt } = terms;
  const buyer = await buyerInBackground(services.database.sql, resellerId, source);
  if (until && order.renewable) {
    const { term } = await priceRenewal(services, buyer, order, period);
    if (tried.end.getTime() + (term.days ?? 0) * DAY_MS > until.getTime()) throw new UntilReachedError(until);
  }
  await renewByItself(services, buyer, { orderId, period, maxPrice, tried, setAt });
}

/** Tells the reseller why, once for each try, and notes when the next one is. */
async function refuse(
  { database, clock }: Services,
  taken: TakenRenewal,
  order: Order,
  due: Try,
  refusal: DomainError,
): Promise<void> {
  const at = clock.now();
  const isFinal = refusal instanceof NotRenewableError || refusal instanceof UntilReachedError;
  const tried = isFinal ? { ...due, mark: LAST_MARK } : due;
  const { nextAt: nextLookAt } = planTry(order, tried, at);
  const { code, message } = refusal;
  const { resellerId, orderId } = taken;
  const facts = { code, message, next_try_at: nextLookAt };
  await database.inTransaction(async (tx) => {
    const written = await giveBack(tx, taken, { nextLookAt, tried, refusal: { code, message, at } });
    if (written) await tell(tx, [{ type: 'order.renewal_refused', resellerId, orderId, at, facts }]);
  });
}

export const AUTO_RENEWAL_JOB: Job<{ services: Services }> = {
  name: 'auto-renewal',
  everyMs: LOOK_EVERY_MS,
  begin: ({ services }, onFailure) => renewer(services, onFailure),
};
