import type { FieldMap } from '@pothos/core';
import { InsufficientBalanceError } from '../../billing/errors.ts';
import { BulkJobNotFoundError } from '../../bulk/jobs.ts';
import {
  InvalidCountryError,
  InvalidOptionError,
  InvalidPeriodError,
  InvalidQuantityError,
  OutOfStockError,
  ProviderError,
  UnknownProductError,
} from '../../catalog/errors.ts';
import { type DomainError, type Flaw, InvalidInputError, InvalidRequestError } from '../../kit/errors.ts';
import {
  NotChangeableError,
  NotLuxuryError,
  NotRenewableError,
  OrderNotFoundError,
  RequestInProgressError,
} from '../../orders/errors.ts';
import { PasskeyNotFoundError } from '../../passkeys/passkeys.ts';
import { ProxyListNotFoundError } from '../../proxy-lists/proxy-lists.ts';
import { PriceChangedError } from '../../purchases/errors.ts';
import { KeyNotFoundError } from '../../resellers/errors.ts';
import { SessionNotFoundError, SignInAgainError, SignInRefusedError } from '../../sessions/sessions.ts';
import { InvalidWebhookUrlError, WebhookNotFoundError } from '../../webhooks/webhooks.ts';
import { builder, enumOf, type SuccessFields } from './builder.ts';
import { toEnumValue } from './values.ts';

/**
 * The codes of the contract that a member of a result union can have. The others are about a request as a
 * whole and stand beside the data, in `extensions.code`: as values of this enum they would make clients write
 * branches that are never reached.
 */
const MEANINGS = {
  invalid_request: 'A parameter is missing, malformed or out of range.',
  invalid_period: 'The type has no such period or volume.',
  invalid_quantity: 'The quantity is out of the range that the type allows.',
  invalid_country: 'The type is not sold in the country.',
  invalid_option: 'An option or setting is invalid, or the type takes none.',
  unknown_product: 'The tier or type is not on sale.',
  order_not_found: 'The order does not exist or is not the caller’s.',
  not_luxury: 'The order is not a Luxury order.',
  not_renewable: 'The order cannot be renewed, or not any more.',
  not_changeable: 'The protocol of the order cannot be changed so; the message says what to do instead.',
  out_of_stock: 'Fewer proxies are in stock than were asked for.',
  insufficient_balance: 'The balance does not cover the charge.',
  price_changed: 'The price is above the caller’s limit.',
  request_in_progress:
    'A request with the same idempotency key, or on the same order, is still running: retry.',
  provider_error: 'The provider did not deliver: try again later.',
  sign_in_refused:
    'The sign-in link is wrong, used or too old, or the passkey was not accepted: try again, or get a new link.',
  sign_in_again: 'The change needs a sign-in of less than 15 minutes ago.',
  key_not_found: 'The API key does not exist or is not the caller’s.',
  session_not_found: 'The session has ended or is not the caller’s.',
  passkey_not_found: 'The passkey was removed or is not the caller’s.',
  webhook_not_found: 'The webhook was deleted or is not the caller’s.',
  list_not_found: 'The list was revoked or is not the caller’s.',
  invalid_webhook_url: 'Events may not be sent to the address.',
  bulk_job_not_found: 'The job does not exist, was deleted or is not the caller’s.',
  other:
    'A reason that has no value of its own yet, or none that your types know. Show the message; as with every refusal, nothing stays charged.',
};
export const ErrorCode = enumOf(
  'ErrorCode',
  'Why something was refused: where the REST contract has the code, the same in upper case. Values may be added: treat an unknown one like OTHER. Errors about the whole request, such as UNAUTHORIZED and RATE_LIMITED, have no value here: their codes are in `extensions.code` of the errors beside the data, in the same spelling.',
  MEANINGS,
);

/** The value of a code that was stored, perhaps by another version. */
export function errorCodeOf(code: string): typeof ErrorCode.$inferType {
  return Object.hasOwn(MEANINGS, code) ? toEnumValue(code as SchemaErrorCode) : 'OTHER';
}

/** A code of the domain that has a value in this enum. */
export type SchemaErrorCode = Lowercase<Exclude<typeof ErrorCode.$inferType, 'OTHER'>>;

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

/** Adds the type of a refusal: a code and a message, of an invalid input its flaws, and these fields. */
function implement<Class extends Refusal>(
  errorClass: ClassOf<Class>,
  description: string,
  fields: (t: SuccessFields<Class>) => FieldMap = () => ({}),
): void {
  const isOfInput = errorClass.prototype instanceof InvalidInputError;
  builder.objectType(errorClass as new (...args: unknown[]) => Class, {
    name: errorClass.name,
    description,
    interfaces: (isOfInput ? [ErrorInterface, InvalidInputInterface] : [ErrorInterface]) as never,
    fields: fields as never,
  });
}

implement(InvalidRequestError, 'A parameter is missing, malformed or out of range.');
implement(InvalidPeriodError, 'The type has no such period or volume.');
implement(InvalidQuantityError, 'The quantity is out of the range that the type allows.');
implement(InvalidCountryError, 'The type is not sold in the country.');
implement(InvalidOptionError, 'An option is unknown, has a wrong value or does not apply to the type.');
implement(UnknownProductError, 'The tier or type is not on sale.');
implement(
  SignInRefusedError,
  'Nobody was signed in, and no passkey was added: the link is wrong, was used or is over 15 minutes old, or the passkey does not hold.',
);
implement(
  SignInAgainError,
  'What changes keys or passkeys, or shows a secret of a webhook, needs a sign-in of less than 15 minutes ago. Nothing was changed: sign in again, then repeat it.',
);
implement(KeyNotFoundError, 'The API key does not exist or is not the caller’s.');
implement(SessionNotFoundError, 'The session has ended or is not the caller’s.');
implement(PasskeyNotFoundError, 'The passkey was removed or is not the caller’s.');
implement(WebhookNotFoundError, 'The webhook was deleted or is not the caller’s.');
implement(ProxyListNotFoundError, 'The list was revoked or is not the caller’s.');
implement(InvalidWebhookUrlError, 'Events may not be sent to the address; `fields` has the reason.');
implement(BulkJobNotFoundError, 'The job does not exist, was deleted or is not the caller’s.');
implement(OrderNotFoundError, 'The order does not exist or is not the caller’s.');
implement(
  NotLuxuryError,
  'The order is not a Luxury order: it has no traffic, settings, lines or password to manage.',
);
implement(NotRenewableError, 'The order cannot be renewed, or not any more.');
implement(NotChangeableError, 'The protocol of the order cannot be changed so.');
implement(
  RequestInProgressError,
  'A request with the same idempotency key, or on the same order, is still running.',
);
implement(ProviderError, 'The provider did not deliver. Money that was taken is back on the balance.');

implement(InsufficientBalanceError, 'The balance does not cover the charge.', (t) => ({
  requiredUsd: t.expose('required', { type: 'USD', description: 'The amount that would have been charged.' }),
  balanceUsd: t.expose('balance', { type: 'USD', description: 'The balance when the request was refused.' }),
}));
implement(OutOfStockError, 'Fewer proxies are in stock than were asked for.', (t) => ({
  available: t.exposeInt('available', { description: 'How many the provider has left in the country.' }),
}));
implement(PriceChangedError, 'The price is above the limit that the caller set.', (t) => ({
  priceUsd: t.expose('price', { type: 'USD', description: 'The price now, in total.' }),
  maxPriceUsd: t.expose('maxPrice', { type: 'USD', description: 'The limit that the request set.' }),
}));
