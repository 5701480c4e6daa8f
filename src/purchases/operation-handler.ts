import type { EntityManager, Sql } from '../kit/database.ts';
import type { Operation } from './operation.ts';
import type { Sale } from './sale.ts';
import type { Services } from './services.ts';

/**
 * One kind of charged work, told in terms of what its operation has written down: any worker can carry it on.
 */
export interface OperationHandler<Request = unknown, Result = unknown, Delivered extends Sale = Sale> {
  /**
   * Asks the upstream; no transaction and no connection is held meanwhile. Throws UpstreamError, or a
   * DomainError when the work was certainly not done and the caller can be told why.
   */
  perform(services: Services, operation: Operation<Request>): Promise<Result>;
  /**
   * Finds out whether the work was done after all; `undefined` when it was not, or not yet. Throws
   * UpstreamError.
   */
  lookUp(services: Services, operation: Operation<Request>): Promise<Result | undefined>;
  /** What the caller gets, and how it is written down within the transaction that settles. */
  deliver(
    services: Services,
    operation: Operation<Request>,
    result: Result,
    now: Date,
  ): Promise<Delivery<Delivered>>;
  /**
   * Looks at the upstream again after the operation has ended, and gives back what it did beyond what was
   * paid for: all of it after a refund. What cannot be given back it writes off. May be repeated.
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
 * Whether a sweep has to be done once more: `busy`, since another operation on the order runs or another
 * sweep has it; `again`, since what it has asked for may not have been all, or may come late.
 */
export type Swept = 'done' | 'busy' | 'again';

export interface Delivery<Delivered extends Sale> {
  sale: Delivered;
  write(em: EntityManager, tx: Sql): Promise<void> | void;
}
