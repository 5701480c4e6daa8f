import { DomainError, InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';

/** Thrown when the price is above the caller's limit. Nothing was charged. */
export class PriceChangedError extends DomainError {
  readonly code = 'price_changed';
  readonly price: Micros;
  readonly maxPrice: Micros;

  constructor(price: Micros, maxPrice: Micros) {
    super(
      `The price is ${formatUsd(price)} USD, above your limit of ${formatUsd(maxPrice)} USD; nothing was charged.`,
    );
    this.price = price;
    this.maxPrice = maxPrice;
  }
}

/** Thrown when an operator names an operation that is not there. */
export class OperationNotFoundError extends InvalidRequestError {
  constructor(id: string) {
    super(`There is no operation ${id}.`);
  }
}

/** Notes that a refusal came after the charge, which is back on the balance, or is left to another worker. */
export function afterCharge<Refusal extends DomainError>(refusal: Refusal): Refusal {
  return Object.assign(refusal, { wasCharged: true });
}

export function wasCharged(refusal: DomainError & { wasCharged?: boolean }): boolean {
  return refusal.wasCharged === true;
}

/**
 * Thrown when the database went away while an operation with an Idempotency-Key was charged or ended, so that
 * its outcome is not known yet. The same request with the same key learns it, and is charged once at the
 * most.
 */
export class UndecidedError extends Error {
  constructor(options: ErrorOptions) {
    super('The outcome of an operation is not known until the database is back.', options);
    this.name = 'UndecidedError';
  }
}
