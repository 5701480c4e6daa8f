import { DomainError } from '../kit/errors.ts';
import { SignInRefusedError } from '../sessions/errors.ts';

/**
 * What is told of every response that is not accepted. It does not say which check has failed: only somebody
 * who forges responses would learn from it.
 */
export function passkeyRefused(): SignInRefusedError {
  return new SignInRefusedError(
    'This passkey was not accepted: it may have been removed, or the browser took over 5 minutes to answer. Try again, or sign in by a link.',
  );
}

/** Thrown when there is no such passkey, or it is of another reseller. */
export class PasskeyNotFoundError extends DomainError {
  readonly code = 'passkey_not_found';

  constructor() {
    super('There is no such passkey; it may have been removed already.');
  }
}

declare module '../kit/errors.ts' {
  interface ErrorCodes {
    passkey_not_found: true;
  }
}
