import { DomainError } from '../kit/errors.ts';

/** Thrown when an order does not exist or belongs to somebody else: nobody learns which. */
export class OrderNotFoundError extends DomainError {
  readonly code = 'order_not_found';
  readonly order: number;

  constructor(order: number) {
    super(`You have no order ${order}.`);
    this.order = order;
  }
}

/** Thrown when an order cannot be renewed (any more). */
export class NotRenewableError extends DomainError {
  readonly code = 'not_renewable';
  readonly order: number;

  constructor(order: number) {
    super(`Order ${order} cannot be renewed; buy a new one.`);
    this.order = order;
  }
}
