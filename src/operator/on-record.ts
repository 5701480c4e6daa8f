import type { Command } from 'commander';
import { type Intent, noteIntent, noteOutcome, type Outcome } from '../audit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { listPayments } from '../payments/payment.ts';
import { wasCharged } from '../purchases/errors.ts';
import { resellerOfOperation } from '../purchases/list-operations.ts';
import type { Services } from '../purchases/services.ts';
import { resellerOfKey } from '../resellers/keys.ts';
import { type Change, describeChanges } from './command.ts';
import { describeFailure, type Failure } from './failure.ts';

export interface Call {
  command: Command;
  /** Everything that was typed, the name first. */
  typed: readonly string[];
  operator: string;
}

/** The audit log of a command that needs nothing else. */
export interface AuditLog {
  sql: Sql;
  clock: Clock;
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
  work: (onChanged: (changes: readonly Change[]) => void) => Promise<Result>,
  warn: (message: string) => void,
): Promise<Result> {
  const commandId = await noteIntent(database.sql, await intentOf(database.sql, call, clock.now()));
  const end = (outcome: Outcome, rest: { message?: string; resellerId?: number | undefined }) =>
    noteOutcome(database.sql, { commandId, outcome, ...rest, at: clock.now() }).catch(() =>
      warn(`The audit log could not be told how this command has ended: ${commandId} has no outcome there.`),
    );
  let result: Result;
  let message: string | undefined;
  try {
    result = await work((changes) => {
      message = describeChanges(changes);
    });
  } catch (error) {
    const { code, message } = describeFailure(error);
    const outcome = error instanceof DomainError && !wasCharged(error) ? 'refused' : 'failed';
    await end(outcome, { message: `${code}: ${message}` });
    throw error;
  }
  if ('replayed' in result && result.replayed === true)
    message = 'replayed: it was done before, and not again';
  const isDone = !('ok' in result && result.ok === false);
  if (!isDone) message = 'the command answered "ok": false';
  await end(isDone ? 'done' : 'failed', {
    resellerId: numberIn(result, 'resellerId'),
    ...(message !== undefined && { message }),
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
      const intent = await intentOf(sql, { command, typed, operator }, clock.now());
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

async function intentOf(db: Sql, { command, typed, operator }: Call, at: Date): Promise<Intent> {
  const name = nameOf(command);
  return {
    operator,
    command: name.join(' '),
    arguments: typed.slice(typed.indexOf(name.at(-1) ?? '') + 1),
    resellerId: await resellerOf(db, command.opts()),
    at,
  };
}

/**
 * The reseller that the options of a command are about: the one that is named, or else whose key, operation
 * or payment is named. Undefined when there is none.
 */
async function resellerOf(
  db: Sql,
  { reseller, key, operation, payment }: Record<string, unknown>,
): Promise<number | undefined> {
  if (typeof reseller === 'number') return reseller;
  // The key of a job is a text.
  if (typeof key === 'number') return resellerOfKey(db, key);
  if (typeof operation === 'string') return resellerOfOperation(db, operation);
  if (typeof payment !== 'string') return undefined;
  const [paid] = (await listPayments(db, { id: payment, limit: 1 })).payments;
  return paid?.resellerId ?? undefined;
}

/** The words of a command's name, without that of the program. */
export function nameOf(command: Command): string[] {
  return command.parent ? [...nameOf(command.parent), command.name()] : [];
}

function numberIn(values: object, name: string): number | undefined {
  const value = (values as Record<string, unknown>)[name];
  return typeof value === 'number' ? value : undefined;
}
