import { InsufficientBalanceError } from '../../billing/accounts.ts';
import {
  InvalidCountryError,
  InvalidOptionError,
  InvalidPeriodError,
  InvalidQuantityError,
  OutOfStockError,
  ProviderError,
  UnknownProductError,
} from '../../catalog/errors.ts';
import { type DomainError, type InvalidInputError, InvalidRequestError } from '../../kit/errors.ts';
import type { Flaw } from '../../kit/flaws.ts';
import {
  NotLuxuryError,
  NotRenewableError,
  OrderNotFoundError,
  RequestInProgressError,
} from '../../orders/errors.ts';
import { PasskeyNotFoundError } from '../../passkeys/passkeys.ts';
import { PriceChangedError } from '../../purchases/errors.ts';
import { KeyNotFoundError } from '../../resellers/errors.ts';
import { SessionNotFoundError, SignInAgainError, SignInRefusedError } from '../../sessions/sessions.ts';
import { builder } from './builder.ts';
import { toEnumValue } from './enum-values.ts';
import { ErrorCode, type SchemaErrorCode } from './error-code.ts';

/** A refusal that can be the answer of a field: its code has a value in the schema. */
type Refusal = DomainError & { code: SchemaErrorCode };
type InvalidInput = InvalidInputError & { code: SchemaErrorCode };

const ErrorInterface = builder.interfaceRef<Refusal>('Error').implement({
  description: 'Why something was refused. Nothing was charged, or what was charged is back on the balance.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCode,
      description: 'The reason, for programs. A value never changes its meaning.',
      resolve: ({ code }) => toEnumValue(code),
    }),
    message: t.string({
      description: 'The reason, for people: what was wrong and what to do. It may change.',
      resolve: (error, _args, { nameOf }) => error.describe(nameOf),
    }),
  }),
});

const InvalidFieldRef = builder.objectRef<Flaw>('InvalidField').implement({
  description: 'What is wrong with one field of an input.',
  fields: (t) => ({
    path: t.expose('path', {
      type: ['String'],
      description:
        'The path from the input, or from the arguments, to the field. An entry of a list has its index from 0, such as ["allowedIps", "1"].',
    }),
    message: t.exposeString('message', {
      description: 'What is wrong and what the field takes, for people, without its name. It may change.',
    }),
  }),
});

const InvalidInputInterface = builder.interfaceRef<InvalidInput>('InvalidInputError').implement({
  description: 'The request has invalid fields; correct them before sending it again.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    fields: t.expose('flaws', {
      type: [InvalidFieldRef],
      description:
        'Every field that is known to be wrong, all at once; empty when no single field is to blame. The code is that of the first. ' +
        'Flaws that only the provider can find may be reported after the others are corrected.',
    }),
  }),
});

type ClassOf<Class> = new (...args: never[]) => Class;

/** Adds the type of a refusal that has a code and a message, and nothing else. */
function implement(errorClass: ClassOf<Refusal>, name: string, description: string): void {
  builder.objectType(errorClass as new (...args: unknown[]) => Refusal, {
    name,
    description,
    interfaces: [ErrorInterface],
  });
}

function implementInvalid(errorClass: ClassOf<InvalidInput>, name: string, description: string): void {
  builder.objectType(errorClass as new (...args: unknown[]) => InvalidInput, {
    name,
    description,
    interfaces: [ErrorInterface, InvalidInputInterface],
  });
}

implementInvalid(
  InvalidRequestError,
  'InvalidRequestError',
  'A parameter is missing, malformed or out of range.',
);
implementInvalid(InvalidPeriodError, 'InvalidPeriodError', 'The type has no such period or volume.');
implementInvalid(
  InvalidQuantityError,
  'InvalidQuantityError',
  'The quantity is out of the range that the type allows.',
);
implementInvalid(InvalidCountryError, 'InvalidCountryError', 'The type is not sold in the country.');
implementInvalid(
  InvalidOptionError,
  'InvalidOptionError',
  'An option is unknown, has a wrong value or does not apply to the type.',
);
implement(UnknownProductError, 'UnknownProductError', 'The tier or type is not on sale.');
implement(
  SignInRefusedError,
  'SignInRefusedError',
  'Nobody was signed in, and no passkey was added: the link is wrong, was used or is over 15 minutes old, or the passkey does not hold.',
);
implement(
  SignInAgainError,
  'SignInAgainError',
  'What changes keys or passkeys needs a sign-in of less than 15 minutes ago. Nothing was changed: sign in again, then repeat it.',
);
implement(KeyNotFoundError, 'KeyNotFoundError', 'The API key does not exist or is not the caller’s.');
implement(SessionNotFoundError, 'SessionNotFoundError', 'The session has ended or is not the caller’s.');
implement(PasskeyNotFoundError, 'PasskeyNotFoundError', 'The passkey was removed or is not the caller’s.');
implement(OrderNotFoundError, 'OrderNotFoundError', 'The order does not exist or is not the caller’s.');
implement(
  NotLuxuryError,
  'NotLuxuryError',
  'The order is not a Luxury order: it has no traffic, settings, lines or password to manage.',
);
implement(NotRenewableError, 'NotRenewableError', 'The order cannot be renewed, or not any more.');
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
    requiredUsd: t.expose('required', {
      type: 'USD',
      description: 'The amount that would have been charged.',
    }),
    balanceUsd: t.expose('balance', {
      type: 'USD',
      description: 'The balance when the request was refused.',
    }),
  }),
});

builder.objectType(OutOfStockError, {
  name: 'OutOfStockError',
  description: 'Fewer proxies are in stock than were asked for.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    available: t.exposeInt('available', { description: 'How many the provider has left in the country.' }),
  }),
});

builder.objectType(PriceChangedError, {
  name: 'PriceChangedError',
  description: 'The price is above the limit that the caller set.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    priceUsd: t.expose('price', { type: 'USD', description: 'The price now, in total.' }),
    maxPriceUsd: t.expose('maxPrice', { type: 'USD', description: 'The limit that the request set.' }),
  }),
});
