import { GraphQLError } from 'graphql';
import { DatabaseAwayError } from '../../kit/connection-errors.ts';
import { DomainError, type ErrorCode, InvalidInputError } from '../../kit/errors.ts';
import { type Flaw, type NameOf, schemaName } from '../../kit/flaws.ts';
import type { Charge } from '../schema/context.ts';

/** What a client is told to wait when the database is away: it was waited for already. */
const AWAY_RETRY_AFTER_SECONDS = 5;

const TOLD_OF_CHARGE: Record<Charge, string> = {
  done: 'This was charged and carried out, and only its answer could not be completed',
  possible: 'Something went wrong on our side, and this may have been charged',
};

/** Stands for an error of a request that may not simply be sent again. */
export class AfterChargeError extends Error {
  readonly charge: Charge;

  constructor(charge: Charge, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.charge = charge;
    // The log tells where it comes from.
    if (cause instanceof Error && cause.stack !== undefined) this.stack = cause.stack;
  }
}

/** An error as a client may see it: the contract's code, and a message that tells nothing of the inside. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  retryAfterSeconds?: number;
  /** Whether the fault is the service's own: whoever runs it has to know the error itself. */
  isOurs?: boolean;
}

/** What to tell of an error, with the names that a door has for the fields of inputs. Anything that is not a domain error or a flaw of the document is a bug, and is not told. */
export function refusalOf(error: unknown, nameOf: NameOf = schemaName): Refusal {
  const cause = causeOf(error);
  if (cause instanceof AfterChargeError) {
    const advice = 'look at the orders before you ask again, or repeat it with the same idempotency key';
    return { code: 'internal_error', message: `${TOLD_OF_CHARGE[cause.charge]}: ${advice}.`, isOurs: true };
  }
  if (cause instanceof DatabaseAwayError) {
    const message = `The service cannot be used for the moment; try again in ${AWAY_RETRY_AFTER_SECONDS} s.`;
    return { code: 'api_disabled', message, retryAfterSeconds: AWAY_RETRY_AFTER_SECONDS, isOurs: true };
  }
  if (cause instanceof DomainError) {
    return { code: cause.code, message: cause.describe(nameOf), ...waitIn(cause) };
  }
  if (isFlawOfRequest(error))
    return { code: 'invalid_request', message: cut((error as GraphQLError).message) };
  const message = 'Something went wrong on our side; try again in a moment.';
  return { code: 'internal_error', message, isOurs: true };
}

/** The wait that an error asks for, as being over a limit does. */
function waitIn(error: DomainError): { retryAfterSeconds?: number } {
  const seconds = 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined;
  return typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {};
}

/** What is wrong with single fields of the arguments, where that is what an error tells. */
export function flawsIn(error: unknown): readonly Flaw[] {
  const cause = causeOf(error);
  return cause instanceof InvalidInputError ? cause.flaws : [];
}

/** The error that a resolver threw, out of what execution wrapped around it. */
export function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/**
 * Errors of syntax, validation and variables come before execution, so they have no path. Behind them stands nothing, another
 * GraphQL error, or what a scalar threw at a value that it does not take.
 */
function isFlawOfRequest(error: unknown): boolean {
  if (!(error instanceof GraphQLError) || error.path !== undefined) return false;
  const cause = causeOf(error);
  return cause instanceof GraphQLError || cause instanceof TypeError;
}

/** GraphQL's messages quote what they are about, which may be as long as the request. */
const MAX_MESSAGE = 500;

function cut(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}
