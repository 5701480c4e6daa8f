import { CommanderError } from 'commander';
import { InsufficientBalanceError } from '../billing/errors.ts';
import { CatalogChangedError } from '../catalog/diff-catalog.ts';
import { ProviderError, UnknownProductError } from '../catalog/errors.ts';
import { CommitUnknownError, tlsFailure } from '../kit/database-errors.ts';
import { DomainError, type ErrorCode, type NameOf } from '../kit/errors.ts';
import { formatUsd } from '../kit/money.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import { PaymentNotFoundError } from '../payments/payment.ts';
import { OperationNotFoundError } from '../purchases/errors.ts';
import {
  KeyNotFoundError,
  PriceListNotFoundError,
  ResellerDisabledError,
  ResellerNotFoundError,
} from '../resellers/errors.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { changeOfCatalog, describeChanges } from './command.ts';

export interface Failure {
  code: ErrorCode;
  message: string;
}

/** For the person at the terminal: what to correct, without secrets and without internals. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return { code: 'invalid_request', message: usage(error) };
  if (error instanceof DomainError) {
    // Why an upstream did not deliver: the operator gets this reason; a reseller never does.
    const reason = error.cause instanceof UpstreamError ? ` (${error.cause.message})` : '';
    return { code: error.code, message: `${messageForOperator(error)}${reason}` };
  }
  if (error instanceof CommitUnknownError)
    return {
      code: 'internal_error',
      message: 'The database was lost at the end: it may have been done or not. Look before you repeat it.',
    };
  const root = rootOf(error);
  return { code: 'internal_error', message: root instanceof Error ? messageOf(root) : `${UNEXPECTED}.` };
}

const UNEXPECTED = 'The command failed unexpectedly';

function messageOf(error: Error): string {
  const refused = tlsFailure(error);
  const isOfConnection = CONNECTION_CODES.test(codeOf(error).trim()) || /\bconnection\b/i.test(error.message);
  if (refused !== undefined || isForOperator(error) || isOfConnection)
    return oneLine(refused ?? error.message);
  return `${UNEXPECTED} (${error.name}${codeOf(error)}).`;
}

function usage({ message }: CommanderError): string {
  // Commander's message for a group of commands without the name of one.
  if (message === '(outputHelp)') return 'A command is missing; --help lists them.';
  return oneLine(message.replace(/^error: /, ''));
}

/** What an operator may name that is not there, and where it is printed. */
const LISTED = [
  [ResellerNotFoundError, '"reseller list" prints those there are.'],
  [PriceListNotFoundError, '"catalog show" prints those there are, besides "standard".'],
  [OperationNotFoundError, '"operation list" prints those there are.'],
  [PaymentNotFoundError, '"payments list" prints those there are.'],
] as const;

/** A refusal is written for the reseller. The operator needs other advice for some of them. */
function messageForOperator(error: DomainError): string {
  if (error instanceof OrderNotFoundError)
    return `There is no order ${error.order}; "order list" prints those there are.`;
  if (error instanceof KeyNotFoundError)
    return `There is no API key ${error.keyId}; "reseller show" prints those of a reseller.`;
  if (error instanceof UnknownProductError)
    return `"${error.tier}/${error.type}" is not on sale; "catalog show" prints what is.`;
  if (error instanceof InsufficientBalanceError)
    return `This costs ${formatUsd(error.required)} USD and the balance is ${formatUsd(error.balance)} USD; "top-up" puts money on it.`;
  if (error instanceof ProviderError)
    return 'The upstream did not carry it out, and no money was kept for it.';
  if (error instanceof ResellerDisabledError)
    return `The reseller is disabled, for the reason "${error.reason}"; "reseller enable" lets it in again.`;
  for (const [NotFound, where] of LISTED)
    if (error instanceof NotFound) return `${error.message.slice(0, -1)}; ${where}`;
  if (error instanceof CatalogChangedError)
    return `${error.message} An import would make this of it: ${describeChanges(error.differences.map(changeOfCatalog))}. "catalog diff" lists all of it; take a new "catalog show", or --force.`;
  return error.describe(optionName);
}

/** A field's name as the option of a command, such as `--idempotency-key`. */
const optionName: NameOf = (path) =>
  `--${path.join('-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function rootOf(error: unknown): unknown {
  // Node tries every address of a host name, and its own message only says that all of them failed.
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}

function isForOperator({ constructor: { name } }: Error): boolean {
  return name === 'ConfigError' || name === 'EmbeddedPostgresError' || name === 'SchemaError';
}

/** Node's network errors; PostgreSQL's of connection, authorization, database, resources and shutdown. */
const CONNECTION_CODES = /^(E[A-Z]{4,}|(08|28|3D|53|57P)[0-9A-Z]{1,3})$/;

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
}

/** The message on one line, without the password of a database URL. */
function oneLine(message: string): string {
  return message
    .replace(/\/\/[^\s/@]*@/g, '//***@')
    .replace(/\s+/g, ' ')
    .trim();
}
