import { DomainError } from '../kit/errors.ts';

const LINK_REFUSED =
  'This sign-in link has been used, is over 15 minutes old or is not complete; get a new one in the chat bot with /console, or from the operator.';

/** Thrown when a sign-in code does not exist, was used or is too old, or a passkey is not accepted. */
export class SignInRefusedError extends DomainError {
  readonly code = 'sign_in_refused';

  constructor(message = LINK_REFUSED) {
    super(message);
  }
}

/** Thrown when a change needs a sign-in of less than 15 minutes ago. */
export class SignInAgainError extends DomainError {
  readonly code = 'sign_in_again';

  constructor() {
    super(
      'This change needs a sign-in of less than 15 minutes ago: sign in again by a passkey or a new link, then repeat it.',
    );
  }
}

/** Thrown when an API key asks for what only a person who is signed in to the console may do. */
export class SessionRequiredError extends DomainError {
  readonly code = 'session_required';

  constructor() {
    super('An API key may not do this: sign in to the console and do it there.');
  }
}

/** Thrown when there is no such session, or it is of another reseller. */
export class SessionNotFoundError extends DomainError {
  readonly code = 'session_not_found';

  constructor() {
    super('There is no such session; it may have ended already.');
  }
}

declare module '../kit/errors.ts' {
  interface ErrorCodes {
    sign_in_refused: true;
    sign_in_again: true;
    session_required: true;
    session_not_found: true;
  }
}
