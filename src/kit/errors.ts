/** The codes of the `/v1` contract. A client decides by the code, so a code never changes its meaning. */
export type ErrorCode =
  | 'invalid_json'
  | 'invalid_request'
  | 'invalid_period'
  | 'invalid_quantity'
  | 'invalid_country'
  | 'invalid_option'
  | 'unauthorized'
  | 'insufficient_balance'
  | 'key_disabled'
  | 'ip_not_allowed'
  | 'unknown_product'
  | 'order_not_found'
  | 'out_of_stock'
  | 'not_renewable'
  | 'not_luxury'
  | 'request_in_progress'
  | 'price_changed'
  | 'rate_limited'
  | 'internal_error'
  | 'provider_error'
  | 'api_disabled';

/**
 * What every refusal of the service is made of: the contract's code and a sentence that tells the reader what was
 * wrong and what to do. It knows no HTTP; the doors map codes to statuses.
 */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;
}

/** Thrown when a parameter is missing, has the wrong type or is out of range. */
export class InvalidRequestError extends DomainError {
  readonly code = 'invalid_request';
}
