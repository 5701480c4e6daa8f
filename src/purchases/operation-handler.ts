import type { z } from 'zod';
import type { EntityManager, Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import type { Operation } from './operation.ts';
import type { Sale } from './sale.ts';
import type { Services } from './services.ts';

/** One kind of charged work. It uses only what its operation has stored, so any worker can continue it. */
export interface OperationHandler<Request = unknown, Result = unknown, Delivered extends Sale = Sale> {
  /** Reads the stored request of an operation; what only a later version stores stays in it. */
  request: z.ZodType<Request>;
  /**
   * Asks the upstream; no transaction and no connection is held meanwhile. Throws UpstreamError, or a
   * DomainError when the work was certainly not done and there is a better reason for the caller.
   */
  perform(services: Services, operation: Operation<Request>): Promise<Result>;
  /**
   * Finds out whether the work was done; `undefined` when it was not done, or not yet. Throws UpstreamError.
   */
  lookUp(services: Services, operation: Operation<Request>): Promise<Result | undefined>;
  /**
   * What the upstream has done before for this reference, which the books had lost; `undefined` when that is
   * not there any more or not of use, and then nothing of it is left. Only purchases have a reference. Throws
   * UpstreamError.
   */
  resume?(services: Services, operation: Operation<Request>): Promise<Result | undefined>;
  /** The answer to the caller, and the writes of the transaction that settles. */
  deliver(
    services: Services,
    operation: Operation<Request>,
    result: Result,
    now: Date,
  ): Promise<Delivery<Delivered>>;
  /**
   * Looks at the upstream again after the operation has ended, and gives back what it did beyond what was
   * paid for: all of its work after a refund. What cannot be given back is written off. May be repeated.
   * Throws UpstreamError.
   */
  sweep(
    services: Services,
    operation: Operation<Request>,
    ended: 'settled' | 'refunded',
    endedAt: Date,
  ): Promise<Swept>;
}

/**
 * Whether a sweep has to be repeated. `busy`: another operation on the order is running, or another sweep has
 * the account. `again`: what this sweep asked for may be incomplete, or may take effect late.
 */
export type Swept = 'done' | 'busy' | 'again';

interface Delivery<Delivered extends Sale> {
  sale: Delivered;
  /** What the work cost at the upstream; undefined when that is not known. */
  cost: Micros | undefined;
  write(em: EntityManager, tx: Sql): Promise<void> | void;
}
