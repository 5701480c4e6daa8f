/**
 * The codes of all refusals, and the one status that each has over HTTP: the contract's table. Clients decide
 * by the code, so a code never changes its meaning.
 */
export const STATUSES = {
  invalid_json: 400,
  invalid_request: 400,
  invalid_period: 400,
  invalid_quantity: 400,
  invalid_country: 400,
  invalid_option: 400,
  unauthorized: 401,
  insufficient_balance: 402,
  key_disabled: 403,
  ip_not_allowed: 403,
  unknown_product: 404,
  order_not_found: 404,
  out_of_stock: 409,
  not_renewable: 409,
  not_luxury: 409,
  not_changeable: 409,
  request_in_progress: 409,
  price_changed: 409,
  // Of renewals by themselves: events have these codes.
  spending_limit_reached: 409,
  until_reached: 409,
  cursor_expired: 410,
  // Only the console asks for what is refused with one of these.
  sign_in_refused: 403,
  sign_in_again: 403,
  session_required: 403,
  session_not_found: 404,
  passkey_not_found: 404,
  webhook_not_found: 404,
  list_not_found: 404,
  bulk_job_not_found: 404,
  invalid_webhook_url: 400,
  key_not_found: 404,
  rate_limited: 429,
  internal_error: 500,
  provider_error: 502,
  api_disabled: 503,
} as const;
export type ErrorCode = keyof typeof STATUSES;

/** The base of every refusal: what was wrong and what to do. */
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
