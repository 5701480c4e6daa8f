import { DomainError } from '../kit/errors.ts';

/**
 * Thrown when an order does not exist or belongs to another reseller. Both get the same answer, so that
 * nobody learns which orders exist.
 */
export class OrderNotFoundError extends DomainError {
  readonly code = 'order_not_found';
  readonly order: number;

  constructor(order: number) {
    super(`You have no order ${order}.`);
    this.order = order;
  }
}

/** Thrown when an order cannot be renewed, or not any more. */
export class NotRenewableError extends DomainError {
  readonly code = 'not_renewable';
  readonly order: number;

  constructor(order: number) {
    super(`Order ${order} cannot be renewed: buy a new one or, if it is a Luxury order, add traffic.`);
    this.order = order;
  }
}

/** Thrown when an order of another kind is asked for something that only Luxury orders have. */
export class NotLuxuryError extends DomainError {
  readonly code = 'not_luxury';
  readonly order: number;

  constructor(order: number) {
    super(`Order ${order} is not a Luxury order: it has no traffic, settings, lines or password to manage.`);
    this.order = order;
  }
}

/** Thrown when the protocol of an order cannot be changed; the reason says what to do instead. */
export class NotChangeableError extends DomainError {
  readonly code = 'not_changeable';
  readonly order: number;
  readonly reason: 'luxury' | 'ended';

  constructor(order: number, reason: NotChangeableError['reason']) {
    const why =
      reason === 'luxury'
        ? 'it is a Luxury order, whose settings have the protocol: change them'
        : 'it has ended: renew it first, or buy a new one';
    super(`The protocol of order ${order} cannot be changed: ${why}.`);
    this.order = order;
    this.reason = reason;
  }
}

/**
 * Thrown when a request with the same Idempotency-Key, or another operation on the same order, is still
 * running.
 */
export class RequestInProgressError extends DomainError {
  readonly code = 'request_in_progress';
}
