import type { Command } from 'commander';
import { noteIntent, noteOutcome, type Outcome } from '../audit/audit-log.ts';
import { DomainError } from '../kit/errors.ts';
import type { Services } from '../purchases/services.ts';
import { describeFailure } from './failure.ts';

/** A command as it was given. */
export interface Call {
  command: Command;
  /** Everything that was typed, the name first. */
  typed: readonly string[];
  /** Who typed it. */
  operator: string;
}

/**
 * Does the work of a command between two entries of the audit log. An outcome that cannot be written does not
 * make what was done undone: `warn` says that it is missing.
 */
export async function onRecord<Result extends object>(
  { database, clock }: Services,
  { command, typed, operator }: Call,
  work: () => Promise<Result>,
  warn: (message: string) => void,
): Promise<Result> {
  const name = nameOf(command);
  const commandId = await noteIntent(database.sql, {
    operator,
    command: name.join(' '),
    arguments: typed.slice(typed.indexOf(name.at(-1) ?? '') + 1),
    resellerId: numberIn(command.opts(), 'reseller'),
    at: clock.now(),
  });
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

/** The words of a command's name, without that of the program. */
export function nameOf(command: Command): string[] {
  return command.parent ? [...nameOf(command.parent), command.name()] : [];
}

function numberIn(values: object, name: string): number | undefined {
  const value = (values as Record<string, unknown>)[name];
  return typeof value === 'number' ? value : undefined;
}
