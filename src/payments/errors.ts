import { InvalidRequestError } from '../kit/errors.ts';

/** Thrown when an operator names a payment that is not there. */
export class PaymentNotFoundError extends InvalidRequestError {
  constructor(paymentId: string) {
    super(`There is no payment ${paymentId}.`);
  }
}

/** Thrown when a reseller has as many open payments as it may have. Nothing was written down. */
export class TooManyPaymentsError extends InvalidRequestError {
  readonly most: number;

  constructor(most: number) {
    super(`${most} payments are open; pay one of them, or wait until one has expired.`);
    this.most = most;
  }
}
