import { describeFlaws, type Flaw, type NameOf } from './flaws.ts';

/** The codes by which refusals are told apart; every folder adds those of its own, in its `errors.ts`. */
export interface ErrorCodes {
  invalid_json: true;
  invalid_request: true;
  internal_error: true;
}
/** A client decides by the code, so a code never changes its meaning. */
export type ErrorCode = keyof ErrorCodes;

/**
 * What every refusal of the service is made of: a code and a sentence that tells the reader what was wrong and what to
 * do. It knows no HTTP; the doors map codes to statuses.
 */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;

  /** The message for the readers of one door, who know fields by the names of that door. */
  describe(_nameOf: NameOf): string {
    return this.message;
  }
}

/** What refuses an input, and tells all that is wrong with it. */
export abstract class InvalidInputError extends DomainError {
  #flaws: readonly Flaw[];
  #sentence: string | undefined;

  /** The message is made of the flaws, unless a sentence tells them without the names of fields. */
  constructor(told: string | readonly Flaw[], flaws: readonly Flaw[] = typeof told === 'string' ? [] : told) {
    super(typeof told === 'string' ? told : describeFlaws(told));
    this.#flaws = flaws;
    this.#sentence = typeof told === 'string' ? told : undefined;
  }

  /** Empty when no single field is to blame. */
  get flaws(): readonly Flaw[] {
    return this.#flaws;
  }

  /** Has it tell what else is wrong with the same input. Its code stays: it is that of the first flaw. */
  add(flaws: readonly Flaw[]): void {
    if (flaws.length === 0) return;
    this.#flaws = [...this.#flaws, ...flaws];
    // It was of the first flaw alone.
    this.#sentence = undefined;
    this.message = describeFlaws(this.#flaws);
  }

  override describe(nameOf: NameOf): string {
    return this.#sentence ?? describeFlaws(this.#flaws, nameOf);
  }
}

/** Thrown when a parameter is missing, has the wrong type or is out of range. */
export class InvalidRequestError extends InvalidInputError {
  readonly code = 'invalid_request';
}
