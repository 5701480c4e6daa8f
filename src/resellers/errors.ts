import { DomainError, InvalidRequestError } from '../kit/errors.ts';

/** Thrown when the operator has closed the API. The message is the one that the operator has set. */
export class ApiDisabledError extends DomainError {
  readonly code = 'api_disabled';
  /** Whole seconds, at least 1, after which the API opens; undefined when the operator has not said when. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class UnauthorizedError extends DomainError {
  readonly code = 'unauthorized';

  constructor() {
    super('A valid API key is required: send the header "Authorization: Bearer <API_KEY>".');
  }
}

export class KeyDisabledError extends DomainError {
  readonly code = 'key_disabled';

  constructor() {
    super('This API key is disabled; enable it or use another one.');
  }
}

/** The reason is the operator's. The contract has one code for a known credential that may not be used. */
export class ResellerDisabledError extends DomainError {
  readonly code = 'key_disabled';
  readonly reason: string;

  constructor(reason: string) {
    super(`This account is disabled: ${reason}`);
    this.reason = reason;
  }
}

export class IpNotAllowedError extends DomainError {
  readonly code = 'ip_not_allowed';

  constructor(ip: string | undefined) {
    super(
      `This API key may not be used from ${ip ?? 'an unknown address'}; add the address to the networks of the key.`,
    );
  }
}

export class ResellerNotFoundError extends InvalidRequestError {
  constructor(resellerId: number) {
    super(`There is no reseller ${resellerId}.`);
  }
}

export class PriceListNotFoundError extends InvalidRequestError {
  constructor(priceList: string) {
    super(`There is no price list "${priceList}".`);
  }
}

export class KeyNotFoundError extends DomainError {
  readonly code = 'key_not_found';
  readonly keyId: number;

  constructor(keyId: number) {
    super(`There is no API key ${keyId}.`);
    this.keyId = keyId;
  }
}

export class TooManyKeysError extends InvalidRequestError {
  readonly most: number;

  constructor(most: number) {
    super(`A reseller has at most ${most} API keys; delete one that is not needed any more.`);
    this.most = most;
  }
}

/** Thrown when a key has another secret by now than the one that was to be replaced. */
export class SecretReplacedError extends InvalidRequestError {
  constructor(keyId: number) {
    super(`The secret of API key ${keyId} has been replaced meanwhile; look at the key and ask again.`);
  }
}
