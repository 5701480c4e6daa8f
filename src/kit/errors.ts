import { describeFlaws, type Flaw, type NameOf } from './flaws.ts';

/**
 * The codes of all refusals. Every folder adds its own in its `errors.ts`, by `declare module`.
 *
 * @public
 */
export interface ErrorCodes {
  invalid_json: true;
  invalid_request: true;
  internal_error: true;
}
/** Clients decide by the code, so a code never changes its meaning. */
export type ErrorCode = keyof ErrorCodes;

/**
 * The base of every refusal: a code, and a sentence that says what was wrong and what to do. It has no HTTP
 * status; the doors map codes to statuses.
 */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;

  /** The message for readers of one door, with that door's names of the fields. */
  describe(_nameOf: NameOf): string {
    return this.message;
  }
}

/** The base of refusals of an input, which list everything that is wrong with it. */
export abstract class InvalidInputError extends DomainError {
  #flaws: readonly Flaw[];
  #sentence: string | undefined;

  /** The message lists the flaws, unless a sentence is given that needs no names of fields. */
  constructor(
    wrong: string | readonly Flaw[],
    flaws: readonly Flaw[] = typeof wrong === 'string' ? [] : wrong,
  ) {
    super(typeof wrong === 'string' ? wrong : describeFlaws(wrong));
    this.#flaws = flaws;
    this.#sentence = typeof wrong === 'string' ? wrong : undefined;
  }

  /** Empty when no single field is wrong. */
  get flaws(): readonly Flaw[] {
    return this.#flaws;
  }

  /** Adds what else is wrong with the same input. The code stays that of the first flaw. */
  add(flaws: readonly Flaw[]): void {
    if (flaws.length === 0) return;
    this.#flaws = [...this.#flaws, ...flaws];
    // The sentence is only about the first flaw.
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
