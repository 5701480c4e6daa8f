import { DomainError } from '../kit/errors.ts';
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

declare module '../kit/errors.ts' {
  interface ErrorCodes {
    price_changed: true;
  }
}
