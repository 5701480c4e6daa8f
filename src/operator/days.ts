import type { Command } from 'commander';
import { DAY_MS } from '../kit/clock.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { day } from './arguments.ts';

/** UTC days: the first one, and the one after the last. */
export interface Days {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Adds `--from` and `--to`. */
export function withDays(command: Command): Command {
  return command
    .option('--from <day>', 'only from this UTC day on, such as 2026-11-01', day)
    .option('--to <day>', 'only before this UTC day', day);
}

/** Throws InvalidRequestError unless there is time between the two, which are options of these names. */
export function checkDays({ from, to }: Days, [first, last] = ['--from', '--to']): void {
  if (!from || !to || from < to) return;
  throw new InvalidRequestError(
    `${first} ${shown(from)} is not before ${last} ${shown(to)}, which is not included.`,
  );
}

/** A day, or an instant within one. */
function shown(at: Date): string {
  return at.getTime() % DAY_MS === 0 ? nameOfDay(at) : at.toISOString();
}

/** Such as `2026-11-01`, in UTC. */
export function nameOfDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
