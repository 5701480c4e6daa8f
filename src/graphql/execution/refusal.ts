import { GraphQLError } from 'graphql';
import { CursorExpiredError } from '../../events/log.ts';
import { DatabaseUnavailableError, isEndedAtLimit } from '../../kit/database-errors.ts';
import { DomainError, type ErrorCode, InvalidInputError, type NameOf, schemaName } from '../../kit/errors.ts';
import type { ChargeState } from '../schema/context.ts';

/** How long a client is asked to wait while the database is away, for which it has waited already. */
const UNAVAILABLE_RETRY_AFTER_SECONDS = 5;

/** GraphQL's messages quote parts of the request, which may be as long as the request. */
const MAX_MESSAGE = 500;

const CHARGE_MESSAGES: Record<Exclude<ChargeState, 'undecided'>, string> = {
  done: 'This was charged and carried out, and only its answer could not be completed',
  possible: 'Something went wrong on our side, and this may have been charged',
};

/** Replaces an error of a request that must not simply be sent again. */
export class AfterChargeError extends Error {
  readonly charge: ChargeState;

  constructor(charge: ChargeState, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.charge = charge;
    // The log shows where the cause comes from.
    if (cause instanceof Error && cause.stack !== undefined) this.stack = cause.stack;
  }
}

/** Thrown when a client accepts none of the media types that its request can be answered in. */
export class NotAcceptableError extends DomainError {
  readonly code = 'invalid_request';
}

/** An error as a client may see it: the contract's code, and a message without internals. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  retryAfterSeconds?: number;
  /** The sequence of the oldest event that is kept, where what is older was asked for. */
  oldest?: number;
  /** Whether the fault is the service's own: then the error itself goes to the log. */
  isOurs?: boolean;
}

/**
 * The refusal for an error, with a door's names for the fields of inputs. An error that is neither a
 * DomainError nor an error of the document is a bug: its message is not shown.
 */
export function refusalOf(error: unknown, nameOf: NameOf = schemaName): Refusal {
  const cause = causeOf(error);
  if (cause instanceof AfterChargeError) {
    if (cause.charge === 'undecided') {
      const message = `It is not known yet whether this was carried out; repeat it in ${UNAVAILABLE_RETRY_AFTER_SECONDS} s with the same idempotency key: it is charged once at the most.`;
      return unavailable(message);
    }
    const advice = 'look at the orders before you ask again, or repeat it with the same idempotency key';
    return { code: 'internal_error', message: `${CHARGE_MESSAGES[cause.charge]}: ${advice}.`, isOurs: true };
  }
  if (cause instanceof DatabaseUnavailableError || isEndedStatement(cause)) {
    const message = `The service cannot be used for the moment; try again in ${UNAVAILABLE_RETRY_AFTER_SECONDS} s.`;
    return unavailable(message);
  }
  if (cause instanceof DomainError) {
    const oldest = cause instanceof CursorExpiredError ? { oldest: cause.oldest } : {};
    return { code: cause.code, message: cause.describe(nameOf), ...waitIn(cause), ...oldest };
  }
  if (isFlawOfRequest(error)) {
    const { message } = error as GraphQLError;
    const cut = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
    return { code: 'invalid_request', message: cut };
  }
  const message = 'Something went wrong on our side; try again in a moment.';
  return { code: 'internal_error', message, isOurs: true };
}

/**
 * The error of a statement that the database has ended, because it has too much to do or somebody holds what
 * is asked for. Not one that has led to another error: that says what may have been done.
 */
function isEndedStatement(cause: unknown): boolean {
  return cause instanceof Error && cause.cause === undefined && isEndedAtLimit(cause);
}

function unavailable(message: string): Refusal {
  const retryAfterSeconds = UNAVAILABLE_RETRY_AFTER_SECONDS;
  return { code: 'api_disabled', message, retryAfterSeconds, isOurs: true };
}

/** The wait of an error that has one, such as RateLimitedError. */
function waitIn(error: DomainError): { retryAfterSeconds?: number } {
  const seconds = 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined;
  return typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {};
}

/** The error that a resolver threw, without what the executor wrapped around it. */
export function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/**
 * Errors of syntax, validation and variables come before execution, so they have no path. They have no cause,
 * or their cause is another GraphQLError or the TypeError of a scalar that refuses the value.
 */
function isFlawOfRequest(error: unknown): boolean {
  if (!(error instanceof GraphQLError) || error.path !== undefined) return false;
  const cause = causeOf(error);
  return cause instanceof GraphQLError || cause instanceof TypeError;
}

/**
 * The error that a client gets: the contract's code, and the wrong fields as in the schema's
 * `InvalidInputError`. An internal error is hidden from the client and passed to `onBug`.
 */
export function presentError(
  error: unknown,
  onBug: (error: unknown) => void,
  extensionsOf: (refusal: Refusal, error: GraphQLError | undefined) => object = waitOf,
): GraphQLError {
  const refusal = refusalOf(error);
  if (refusal.isOurs) onBug(error);
  const cause = causeOf(error);
  const flaws = cause instanceof InvalidInputError ? cause.flaws : [];
  const fields = flaws.map(({ path, message }) => ({ path, message }));
  const place = error instanceof GraphQLError ? error : undefined;
  return new GraphQLError(refusal.message, {
    ...(place?.nodes && { nodes: place.nodes }),
    ...(place?.source && { source: place.source }),
    ...(place?.positions && { positions: place.positions }),
    ...(place?.path && { path: place.path }),
    extensions: {
      code: refusal.code.toUpperCase(),
      ...(fields.length > 0 && { fields }),
      ...(refusal.oldest !== undefined && { oldest: refusal.oldest }),
      ...extensionsOf(refusal, place),
    },
  });
}

/** The wait as an extension beside the code, for transports without headers. */
export function waitOf({ retryAfterSeconds }: Refusal): object {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
}
