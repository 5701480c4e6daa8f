/**
 * The codes of all refusals: the contract's table of their statuses, in `rest/route.ts`, adds them here.
 *
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: the codes are merged into it.
export interface ErrorCodes {}
/** Clients decide by the code, so a code never changes its meaning. */
export type ErrorCode = keyof ErrorCodes;

/** The base of every refusal: what was wrong and what to do. The doors map codes to HTTP statuses. */
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

export interface Flaw {
  /**
   * From the input to the field, in the schema's names; an entry of a list by its index: `allowedIps`, `1`.
   */
  path: readonly string[];
  /** What is wrong and what the field takes, without the field's name and without a full stop. */
  message: string;
}

/** Gives a door's name of a field. All doors share the flaws, and each has its own names of fields. */
export type NameOf = (path: readonly string[]) => string;

/** The names of the schema, such as `options.stickyMinutes`. */
export const schemaName: NameOf = (path) => path.join('.');

/** How many flaws a message has: a person corrects no more before the next try. Programs get all, by path. */
const MAX_FLAWS_LISTED = 10;
/** A message cuts longer values and names, in characters. */
const MAX_CHARACTERS_QUOTED = 50;

/** One message for people, with all flaws. It is short because the message of each flaw is. */
export function describeFlaws(flaws: readonly Flaw[], nameOf: NameOf = schemaName): string {
  const listed = flaws
    .slice(0, MAX_FLAWS_LISTED)
    .map(({ path, message }) => (path.length > 0 ? `${nameOf(path)}: ${message}` : message));
  const hidden = flaws.length - listed.length;
  return `${listed.join('. ')}.${hidden > 0 ? ` And ${hidden} more.` : ''}`;
}

/** A value of the client's, in the form in which a message may contain it. */
export function quoted(value: string): string {
  return JSON.stringify(cutName(value));
}

/** A name of the client's, in the form in which a path may contain it. */
export function cutName(name: string): string {
  return name.slice(0, MAX_CHARACTERS_QUOTED);
}

/** The class of PostgreSQL's errors about a value, whose messages quote it. */
const VALUE_ERROR = /^22[0-9A-Z]{3}$/;
/** Enough to tell one failure from another, in characters. */
const MAX_LINE_CHARACTERS = 300;

/** The message of an error, without the value that the message of a database or syntax error quotes. */
export function unquotedMessage(error: Error): string {
  const isAboutValue = 'code' in error && VALUE_ERROR.test(String(error.code));
  if (!isAboutValue && !(error instanceof SyntaxError)) return error.message;
  return error.message.replace(/".*"/s, '"..."');
}

/** One short line about a failure, safe to show: no quoted value, stack or password of an address. */
export function errorLine(error: unknown): string {
  const failure = error instanceof Error ? error : new Error(String(error));
  const line = `${failure.name}: ${unquotedMessage(failure)}`
    .toWellFormed()
    .replace(/\/\/[^\s/@]*@/g, '//***@')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, MAX_LINE_CHARACTERS).join('');
}
