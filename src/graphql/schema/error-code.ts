import { builder } from './builder.ts';

/**
 * The codes of the contract that a member of a result union can have. The others are about a request as a
 * whole and stand beside the data, in `extensions.code`: as values of this enum they would make clients write
 * branches that are never reached.
 */
export const ErrorCode = builder.enumType('ErrorCode', {
  description:
    'Why something was refused: where the REST contract has the code, the same in upper case. Values may be added: treat an unknown one like OTHER. Errors about the whole request, such as unauthorized and rate_limited, have no value here: their codes are in `extensions.code` of the errors beside the data, in lower case.',
  values: {
    INVALID_REQUEST: { description: 'A parameter is missing, malformed or out of range.' },
    INVALID_PERIOD: { description: 'The type has no such period or volume.' },
    INVALID_QUANTITY: { description: 'The quantity is out of the range that the type allows.' },
    INVALID_COUNTRY: { description: 'The type is not sold in the country.' },
    INVALID_OPTION: { description: 'An option or setting is invalid, or the type takes none.' },
    UNKNOWN_PRODUCT: { description: 'The tier or type is not on sale.' },
    ORDER_NOT_FOUND: { description: 'The order does not exist or is not the caller’s.' },
    NOT_LUXURY: { description: 'The order is not a Luxury order.' },
    NOT_RENEWABLE: { description: 'The order cannot be renewed, or not any more.' },
    OUT_OF_STOCK: { description: 'Fewer proxies are in stock than were asked for.' },
    INSUFFICIENT_BALANCE: { description: 'The balance does not cover the charge.' },
    PRICE_CHANGED: { description: 'The price is above the caller’s limit.' },
    REQUEST_IN_PROGRESS: {
      description: 'A request with the same idempotency key, or on the same order, is still running: retry.',
    },
    PROVIDER_ERROR: { description: 'The provider did not deliver: try again later.' },
    SIGN_IN_REFUSED: {
      description:
        'The sign-in link is wrong, used or too old, or the passkey was not accepted: try again, or get a new link.',
    },
    SIGN_IN_AGAIN: { description: 'The change needs a sign-in of less than 15 minutes ago.' },
    KEY_NOT_FOUND: { description: 'The API key does not exist or is not the caller’s.' },
    SESSION_NOT_FOUND: { description: 'The session has ended or is not the caller’s.' },
    PASSKEY_NOT_FOUND: { description: 'The passkey was removed or is not the caller’s.' },
    OTHER: {
      description:
        'A reason that has no value of its own yet, or none that your types know. Show the message; as with every refusal, nothing stays charged.',
    },
  } as const,
});

/** A code as GraphQL writes it. */
type ErrorCodeName = typeof ErrorCode.$inferType;
/** A code of the domain that has a value in this enum. */
export type SchemaErrorCode = Lowercase<Exclude<ErrorCodeName, 'OTHER'>>;
