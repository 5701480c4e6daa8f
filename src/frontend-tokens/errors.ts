import { DomainError } from '../kit/errors.ts';

/**
 * Thrown when a document asks for what the frontend token of its request does not allow. The message names
 * what the document itself names, and nothing of the data.
 */
export class NotAllowedByTokenError extends DomainError {
  readonly code = 'unauthorized';
}
