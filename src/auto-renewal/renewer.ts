import { periodOf } from '../catalog/catalog.ts';
import { tell } from '../events/tell.ts';
import { DAY_MS } from '../kit/clock.ts';
import { DomainError } from '../kit/errors.ts';
import type { Job, Rounds } from '../kit/job.ts';
import { about, sharedRun } from '../kit/request.ts';
import {
  giveBack,
  LAST_MARK,
  planTry,
  type TakenRenewal,
  type Try,
  takeDueRenewals,
  whileTaken,
} from '../orders/auto-renewals.ts';
import { NotRenewableError, RequestInProgressError } from '../orders/errors.ts';
import { findOrders, type Order } from '../orders/order.ts';
import { EndMovedError } from '../purchases/charge.ts';
import { findProduct } from '../purchases/product.ts';
import { renewByItself } from '../purchases/renew.ts';
import { buyerInBackground, type Services } from '../purchases/services.ts';
import { findClosedError } from '../resellers/admission.ts';

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
export class UntilReachedError extends DomainError {
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
 * before.
 */
export class Renewer implements Rounds {
  readonly #services: Services;
  readonly #onFailure: (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();
  readonly #fill = sharedRun(() => this.#takeUp());
  #isClosed = false;

  /** `onFailure` is called for each order that could not be looked at; it is looked at again. */
  constructor(services: Services, onFailure: (error: unknown) => void) {
    this.#services = services;
    this.#onFailure = onFailure;
  }

  /** Begins what is due, each followed by others, and waits for none. */
  round(): Promise<void> {
    return this.#fill();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running);
  }

  /** Nothing while the operator has the API closed. */
  async #takeUp(): Promise<void> {
    const { database, clock, term } = this.#services;
    const room = AT_ONCE * term.accounts.length - this.#running.size;
    if (room <= 0 || (await findClosedError(database.sql))) return;
    const taken = await takeDueRenewals(database.sql, clock.now(), room);
    if (taken.length === 0) return;
    const orders = await findOrders(database.sql, taken, clock.now());
    for (const one of taken) {
      const order = orders.find(({ id, resellerId }) => id === one.orderId && resellerId === one.resellerId);
      const looked = this.#look(one, order)
        .catch(this.#onFailure)
        .finally(() => {
          this.#running.delete(looked);
          if (!this.#isClosed) this.#fill().catch(this.#onFailure);
        });
      this.#running.add(looked);
    }
  }

  async #look(taken: TakenRenewal, order: Order | undefined): Promise<void> {
    const { database, clock } = this.#services;
    const { due, nextAt } = order ? planTry(order, taken.terms.tried, clock.now()) : NOTHING;
    if (!order || !due) {
      await giveBack(database.sql, taken, { nextLookAt: nextAt });
      return;
    }
    const { resellerId, orderId } = taken;
    await about({ resellerId, orderId, cause: 'auto_renew' }, async () => {
      const refusal = await whileTaken(this.#services, taken, () => this.#renew(taken, order, due)).then(
        () => undefined,
        (error: unknown) => error,
      );
      const now = clock.now();
      if (refusal === undefined) await giveBack(database.sql, taken, { nextLookAt: now, refusal: null });
      else if (refusal instanceof EndMovedError) await giveBack(database.sql, taken, { nextLookAt: now });
      else if (refusal instanceof RequestInProgressError)
        await giveBack(database.sql, taken, { nextLookAt: new Date(now.getTime() + BUSY_MS) });
      else if (refusal instanceof DomainError) await this.#refuse(taken, order, due, refusal);
      else throw refusal;
    });
  }

  /** Throws the DomainError that it is refused with, and EndMovedError. */
  async #renew({ resellerId, orderId, terms }: TakenRenewal, order: Order, tried: Try): Promise<void> {
    const { period, maxPrice, until, source, setAt } = terms;
    const buyer = await buyerInBackground(this.#services.database.sql, resellerId, source);
    if (until && order.renewable) {
      const { days } = periodOf(await findProduct(this.#services, buyer, order.tier, order.type), period);
      if (tried.end.getTime() + (days ?? 0) * DAY_MS > until.getTime()) throw new UntilReachedError(until);
    }
    await renewByItself(this.#services, buyer, { orderId, period, maxPrice, tried, setAt });
  }

  /** Tells the reseller why, once for each try, and notes when the next one is. */
  async #refuse(taken: TakenRenewal, order: Order, due: Try, refusal: DomainError): Promise<void> {
    const { database, clock } = this.#services;
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
}

const NOTHING = { due: undefined, nextAt: null };

export const AUTO_RENEWAL_JOB: Job<{ services: Services }> = {
  name: 'auto-renewal',
  everyMs: LOOK_EVERY_MS,
  begin: ({ services }, onFailure) => new Renewer(services, onFailure),
};
