import { CommanderError } from 'commander';
import { InsufficientBalanceError } from '../billing/errors.ts';
import { UnknownProductError } from '../catalog/errors.ts';
import { DomainError, type ErrorCode } from '../kit/errors.ts';
import type { NameOf } from '../kit/flaws.ts';
import { formatUsd } from '../kit/money.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import { UpstreamError } from '../upstreams/failure.ts';

export interface Failure {
  code: ErrorCode;
  message: string;
}

/** What a failure tells the person at the terminal: what to mend, without secrets and without the program's insides. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return { code: 'invalid_request', message: usage(error) };
  if (error instanceof DomainError)
    return { code: error.code, message: `${inOwnWords(error)}${upstreamOf(error)}` };
  const root = rootOf(error);
  if (!(root instanceof Error))
    return { code: 'internal_error', message: 'The command failed unexpectedly.' };
  if (isOwnWords(root) || isConnectionTrouble(root))
    return { code: 'internal_error', message: oneLine(root.message) };
  return {
    code: 'internal_error',
    message: `The command failed unexpectedly (${root.name}${codeOf(root)}).`,
  };
}

function usage({ message }: CommanderError): string {
  // Commander's placeholder for a group of commands that was named without one of them.
  if (message === '(outputHelp)') return 'A command is missing; --help lists them.';
  return oneLine(message.replace(/^error: /, ''));
}

/** A refusal is written for the reseller; the operator is another reader, with other means. */
function inOwnWords(error: DomainError): string {
  if (error instanceof OrderNotFoundError) return `There is no order ${error.order}.`;
  if (error instanceof UnknownProductError)
    return `"${error.tier}/${error.type}" is not on sale; "catalog show" prints what is.`;
  if (error instanceof InsufficientBalanceError)
    return `This costs ${formatUsd(error.required)} USD and the balance is ${formatUsd(error.balance)} USD; "top-up" puts money on it.`;
  return error.describe(optionName);
}

/** A field by the option that it is given with, such as `--idempotency-key`. */
const optionName: NameOf = (path) =>
  `--${path.join('-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Why an upstream did not deliver: a customer is not told, an operator has to know. */
function upstreamOf({ cause }: DomainError): string {
  return cause instanceof UpstreamError ? ` (${cause.message})` : '';
}

function rootOf(error: unknown): unknown {
  // Node tries every address of a host name, and says nothing but that all of them failed.
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}

/** Refusals of the configuration and of the embedded database are one line, written for the operator. */
function isOwnWords({ constructor: { name } }: Error): boolean {
  return name === 'ConfigError' || name === 'EmbeddedPostgresError';
}

/** Node's network errors, and PostgreSQL's classes: connection, authorization, no such database, resources, shutdown. */
const CONNECTION_CODES = /^(E[A-Z]{4,}|(08|28|3D|53|57P)[0-9A-Z]{1,3})$/;

function isConnectionTrouble(error: Error): boolean {
  return CONNECTION_CODES.test(codeOf(error).trim()) || /\bconnection\b/i.test(error.message);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
}

/** The first line, and no password of a database address. */
function oneLine(message: string): string {
  return message
    .replace(/\/\/[^\s/@]*@/g, '//***@')
    .replace(/\s+/g, ' ')
    .trim();
}
