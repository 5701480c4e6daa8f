import type { Command } from 'commander';
import { type Intent, noteIntent, noteOutcome, type Outcome } from '../audit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import type { Services } from '../purchases/services.ts';
import { describeFailure, type Failure } from './failure.ts';

/** A command as it was given. */
export interface Call {
  command: Command;
  /** Everything that was typed, the name first. */
  typed: readonly string[];
  /** Who typed it. */
  operator: string;
}

/** The audit log of a command that needs nothing else. */
export interface AuditLog {
  sql: Sql;
  clock: Clock;
  /** Who gives the command. */
  operator: string;
  close(): Promise<void>;
}

/**
 * Does the work of a command between two entries of the audit log. An outcome that cannot be written does not
 * make what was done undone: `warn` says that it is missing.
 */
export async function onRecord<Result extends object>(
  { database, clock }: Services,
  call: Call,
  work: () => Promise<Result>,
  warn: (message: string) => void,
): Promise<Result> {
  const commandId = await noteIntent(database.sql, intentOf(call, clock.now()));
  const end = (outcome: Outcome, rest: { message?: string; resellerId?: number | undefined }) =>
    noteOutcome(database.sql, { commandId, outcome, ...rest, at: clock.now() }).catch(() =>
      warn(`The audit log could not be told how this command has ended: ${commandId} has no outcome there.`),
    );
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    const { code, message } = describeFailure(error);
    const outcome = error instanceof DomainError ? 'refused' : 'failed';
    await end(outcome, { message: `${code}: ${message}` });
    throw error;
  }
  const isDone = !('ok' in result && result.ok === false);
  await end(isDone ? 'done' : 'failed', {
    resellerId: numberIn(result, 'resellerId'),
    ...(!isDone && { message: 'the command answered "ok": false' }),
  });
  return result;
}

/**
 * Writes down a command that was refused before it could open anything. Does nothing where no database runs:
 * a typing error starts none. `warn` is told when that database could not be written to.
 */
export async function refusedOnRecord(
  openAuditLog: () => Promise<AuditLog | undefined>,
  { command, typed }: Omit<Call, 'operator'>,
  { code, message }: Failure,
  warn: (message: string) => void,
): Promise<void> {
  try {
    const log = await openAuditLog();
    if (!log) return;
    const { sql, clock, operator, close } = log;
    try {
      const intent = intentOf({ command, typed, operator }, clock.now());
      const commandId = await noteIntent(sql, intent);
      const refusal = { commandId, outcome: 'refused' as const, message: `${code}: ${message}` };
      await noteOutcome(sql, { ...refusal, at: intent.at });
    } finally {
      await close();
    }
  } catch (error) {
    warn(`The audit log could not be told of this refusal: ${describeFailure(error).message}`);
  }
}

function intentOf({ command, typed, operator }: Call, at: Date): Intent {
  const name = nameOf(command);
  return {
    operator,
    command: name.join(' '),
    arguments: typed.slice(typed.indexOf(name.at(-1) ?? '') + 1),
    resellerId: numberIn(command.opts(), 'reseller'),
    at,
  };
}

/** The words of a command's name, without that of the program. */
export function nameOf(command: Command): string[] {
  return command.parent ? [...nameOf(command.parent), command.name()] : [];
}

function numberIn(values: object, name: string): number | undefined {
  const value = (values as Record<string, unknown>)[name];
  return typeof value === 'number' ? value : undefined;
}
