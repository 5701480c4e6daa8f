import { InsufficientBalanceError } from '../billing/errors.ts';
import {
  InvalidCountryError,
  InvalidOptionError,
  InvalidPeriodError,
  InvalidQuantityError,
  OutOfStockError,
  ProviderError,
  UnknownProductError,
} from '../catalog/errors.ts';
import { type DomainError, InvalidRequestError } from '../kit/errors.ts';
import {
  NotLuxuryError,
  NotRenewableError,
  OrderNotFoundError,
  RequestInProgressError,
} from '../orders/errors.ts';
import { PriceChangedError } from '../purchases/errors.ts';
import { builder } from './builder.ts';

const ErrorInterface = builder.interfaceRef<DomainError>('Error').implement({
  description: 'Why something was refused. Nothing was charged, or what was charged is back on the balance.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'The reason, for programs: one of the codes of the REST contract. It never changes.',
    }),
    message: t.exposeString('message', {
      description: 'The reason, for people: what was wrong and what to do. It may change.',
    }),
  }),
});

/** Any refusal that says all it has to say by its code and message. */
type PlainErrorClass = new (...args: never[]) => DomainError;

function implement(errorClass: PlainErrorClass, name: string, description: string): void {
  builder.objectType(errorClass as new (...args: unknown[]) => DomainError, {
    name,
    description,
    interfaces: [ErrorInterface],
  });
}

implement(InvalidRequestError, 'InvalidRequestError', 'A parameter is missing, malformed or out of range.');
implement(UnknownProductError, 'UnknownProductError', 'The tier or type is not on sale.');
implement(InvalidPeriodError, 'InvalidPeriodError', 'The type has no such period or volume.');
implement(
  InvalidQuantityError,
  'InvalidQuantityError',
  'The quantity is out of the range that the type allows.',
);
implement(InvalidCountryError, 'InvalidCountryError', 'The type is not sold in the country.');
implement(
  InvalidOptionError,
  'InvalidOptionError',
  'An option is unknown, has a wrong value or does not apply to the type.',
);
implement(OrderNotFoundError, 'OrderNotFoundError', 'The order does not exist or is not the caller’s.');
implement(
  NotLuxuryError,
  'NotLuxuryError',
  'The order is not a Luxury order: it has no traffic, settings, lines or password to manage.',
);
implement(NotRenewableError, 'NotRenewableError', 'The order cannot be renewed (any more).');
implement(
  RequestInProgressError,
  'RequestInProgressError',
  'A request with the same idempotency key, or on the same order, is still running.',
);
implement(
  ProviderError,
  'ProviderError',
  'The provider did not deliver. Money that was taken is back on the balance.',
);

builder.objectType(InsufficientBalanceError, {
  name: 'InsufficientBalanceError',
  description: 'The balance does not cover the charge.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    requiredUsd: t.expose('required', { type: 'USD', description: 'What it costs.' }),
    balanceUsd: t.expose('balance', { type: 'USD', description: 'What there is.' }),
  }),
});

builder.objectType(OutOfStockError, {
  name: 'OutOfStockError',
  description: 'Fewer proxies are in stock than were asked for.',
  interfaces: [ErrorInterface],
  fields: (t) => ({ available: t.exposeInt('available', { description: 'How many are left.' }) }),
});

builder.objectType(PriceChangedError, {
  name: 'PriceChangedError',
  description: 'The price is above the limit that the caller set.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    priceUsd: t.expose('price', { type: 'USD', description: 'The price now, in total.' }),
    maxPriceUsd: t.expose('maxPrice', { type: 'USD', description: 'The caller’s limit.' }),
  }),
});
