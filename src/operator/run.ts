import type { Command } from 'commander';
import { operatorCommand } from '../kit/program.ts';
import type { Payments } from '../payments/payments.ts';
import type { Services } from '../purchases/services.ts';
import type { Change } from './change.ts';

/** What a command tells while it works. */
export interface Told {
  /** Prints how far a long command has come. */
  onProgress(progress: object): void;
  /** Has the audit log keep, with the outcome, what was changed: old values are nowhere else. */
  onChanged(changes: readonly Change[]): void;
}

/**
 * Runs the work of a command with the services and prints its result. A result with `ok: false` makes the
 * command fail. What a command changes is on record in the audit log: its result names the reseller as
 * `resellerId` where no option does, and says by `replayed` that the same was done before.
 */
export type Run = (
  work: (services: Services, payments: Payments, told: Told) => Promise<object>,
) => Promise<void>;

export interface Output {
  write(text: string): unknown;
}

/** What a command does to what is stored. The one that `migrates` makes the audit log itself. */
export type Effect = 'reads' | 'changes' | 'migrates';

const EFFECTS = new WeakMap<Command, (options: Record<string, unknown>) => Effect>();

/** Lines that somebody can give as they are, without what starts the program; `--help` prints them. */
type Examples = [string, ...string[]];

/** Declares a command that changes nothing. */
export const reads = (command: Command, ...examples: Examples) => declare(command, () => 'reads', examples);
/** Declares a command that may change something: it runs between two entries of the audit log. */
export const changes = (command: Command, ...examples: Examples) =>
  declare(command, () => 'changes', examples);
/**
 * Declares a command that is on record only with one of these options: without them it changes no money,
 * goods or settings, and shows no secret.
 */
export const changesBy = (names: readonly string[], command: Command, ...examples: Examples) =>
  declare(command, (options) => (names.some((name) => options[name]) ? 'changes' : 'reads'), examples);
export const migrates = (command: Command, ...examples: Examples) =>
  declare(command, () => 'migrates', examples);

function declare(
  command: Command,
  effect: (options: Record<string, unknown>) => Effect,
  examples: Examples,
): Command {
  EFFECTS.set(command, effect);
  const lines = examples.map((example) => `  ${operatorCommand(example)}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

const OMITTED = new WeakMap<Command, readonly string[]>();

/** Keeps columns, such as `commands.commandId`, out of the tables of a command; JSON has them. */
export function omitsInTables(command: Command, ...columns: string[]): Command {
  OMITTED.set(command, columns);
  return command;
}

export const omittedOf = (command: Command) => OMITTED.get(command) ?? [];

/** By the options as they are parsed. Undefined for a command that was not declared, which is never run. */
export function effectOf(command: Command): Effect | undefined {
  return EFFECTS.get(command)?.(command.opts());
}
