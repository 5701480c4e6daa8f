import { DomainError } from '../kit/errors.ts';
import type { RateWindow } from './rate-window.ts';

/** Thrown when the operator has closed the API; the message is the operator's. */
export class ApiDisabledError extends DomainError {
  readonly code = 'api_disabled';
}

/** Thrown when a request carries no API key, or one that does not exist (any more). */
export class UnauthorizedError extends DomainError {
  readonly code = 'unauthorized';

  constructor() {
    super('A valid API key is required: send the header "Authorization: Bearer <API_KEY>".');
  }
}

/** Thrown when the API key exists but is switched off. */
export class KeyDisabledError extends DomainError {
  readonly code = 'key_disabled';

  constructor() {
    super('This API key is disabled; enable it in the chat bot or use another one.');
  }
}

/** Thrown when the caller's address is not on the key's list. */
export class IpNotAllowedError extends DomainError {
  readonly code = 'ip_not_allowed';

  constructor(ip: string | undefined) {
    super(
      `This API key may not be used from ${ip ?? 'an unknown address'}; add the address to the key's list in the chat bot.`,
    );
  }
}

/** Thrown when a key has made as many requests as it may. */
export class RateLimitedError extends DomainError {
  readonly code = 'rate_limited';
  /** Whole seconds, at least 1, after which a request is admitted if nobody else uses the key meanwhile. */
  readonly retryAfterSeconds: number;
  /** What is left for smaller requests; undefined for one that is over the rate by itself. */
  readonly window: RateWindow | undefined;

  constructor(retryAfterSeconds: number, window?: RateWindow) {
    super(`Over 60 requests per minute; try again in ${retryAfterSeconds} s.`);
    this.retryAfterSeconds = retryAfterSeconds;
    this.window = window;
  }
}

declare module '../kit/errors.ts' {
  interface ErrorCodes {
    api_disabled: true;
    unauthorized: true;
    key_disabled: true;
    ip_not_allowed: true;
    rate_limited: true;
  }
}
