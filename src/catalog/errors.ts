import { DomainError, InvalidInputError, quoted } from '../kit/errors.ts';
import { UpstreamError } from '../upstreams/failure.ts';

/** Thrown when a tier or type is not on sale. */
export class UnknownProductError extends DomainError {
  readonly code = 'unknown_product';
  readonly tier: string;
  readonly type: string;

  constructor(tier: string, type: string) {
    super(`"${tier}/${type}" is not on sale; read the catalog for what is.`);
    this.tier = tier;
    this.type = type;
  }
}

/** Thrown when a type has no such period or volume. */
export class InvalidPeriodError extends InvalidInputError {
  readonly code = 'invalid_period';

  constructor(period: string, offered: readonly { id: string }[]) {
    const advice = `for this type; it is sold as ${offered.map(({ id }) => id).join(', ')}`;
    super(`There is no period ${quoted(period)} ${advice}.`, [
      { path: ['period'], message: `there is no ${quoted(period)} ${advice}` },
    ]);
  }
}

/** Thrown when more or fewer proxies are asked for than one order may hold. */
export class InvalidQuantityError extends InvalidInputError {
  readonly code = 'invalid_quantity';

  constructor(most: number) {
    const flaw = `is out of range: ${most === 1 ? 'this type is sold one at a time' : `send 1 to ${most}`}`;
    super(`The quantity ${flaw}.`, [{ path: ['quantity'], message: flaw }]);
  }
}

/** Thrown when a type is not sold in a country. */
export class InvalidCountryError extends InvalidInputError {
  readonly code = 'invalid_country';

  constructor(country: string) {
    const flaw = `${quoted(country)} is not available for this type; choose one that it is sold in`;
    super(`The country ${flaw}.`, [{ path: ['country'], message: flaw }]);
  }
}

/** Thrown when an option is unknown, has a wrong value or does not apply to the type. */
export class InvalidOptionError extends InvalidInputError {
  readonly code = 'invalid_option';
}

/** Thrown when fewer proxies are in stock than were asked for. Nothing stays charged. */
export class OutOfStockError extends DomainError {
  readonly code = 'out_of_stock';
  readonly available: number;

  constructor(available: number) {
    super(`Not in stock: ${available} available; ask for fewer or for another country.`);
    this.available = available;
  }
}

/** Thrown when an upstream did not do what was asked. Money that was charged is back on the balance. */
export class ProviderError extends DomainError {
  readonly code = 'provider_error';

  constructor(options?: ErrorOptions) {
    super('The provider did not carry it out, and no money was kept for it; try again in a moment.', options);
  }
}

/** The refusal that the caller gets for the failure of an upstream. Returns any other error as it is. */
export function toProviderError(error: unknown): unknown {
  return error instanceof UpstreamError ? new ProviderError({ cause: error }) : error;
}
