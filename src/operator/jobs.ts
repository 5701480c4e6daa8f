import type { Command } from 'commander';
import { InvalidRequestError } from '../kit/errors.ts';
import { type FailureSelection, listJobFailures } from '../kit/job-failures.ts';
import { STUCK_RECOVERY } from '../purchases/jobs.ts';
import { retryJobs } from '../purchases/recovery.ts';
import { rowLimit, text } from './arguments.ts';
import { changes, type Run, reads } from './run.ts';

/** Longer than any job's name or key, and short enough to be repeated in an error message. */
const MAX_NAME_CHARACTERS = 50;

interface RetryOptions {
  job?: string;
  key?: string;
  all?: boolean;
}

export function addJobCommands(program: Command, run: Run): void {
  const jobs = program.command('jobs').description('list background work that failed, and retry it');
  const name = text(MAX_NAME_CHARACTERS);

  reads(jobs.command('list'), 'jobs list --failed --format table')
    .description('list what failed: first what was given up, then what is tried again, the next one first')
    .option(
      '--failed',
      `only what was given up, and recoveries that have failed ${STUCK_RECOVERY.attempts} times or more`,
      false,
    )
    .option('--limit <number>', 'how many', rowLimit, 50)
    .action(({ failed, limit }: { failed: boolean; limit: number }) =>
      run(({ database }) => listJobFailures(database.sql, { failed: failed && STUCK_RECOVERY, limit })),
    );

  changes(
    jobs.command('retry'),
    'jobs retry --job recovery --key 01a206a0-6b82-8000-8000-1ef62ef070ea',
    'jobs retry --all',
  )
    .description('retry failed work at once, as if it had never failed: one piece of work, or all')
    .option('--job <name>', 'the job, as in "jobs list"', name)
    .option('--key <key>', 'the piece of its work', name)
    .option('--all', 'everything that failed, or with --job, all of that job')
    .action((options: RetryOptions) => {
      const selection = selected(options);
      return run(async (services) => {
        const retried = await retryJobs(services, selection);
        if (selection.key !== undefined && retried === 0) throw unknownFailure(selection);
        return { retried };
      });
    });
}

function unknownFailure({ job, key }: FailureSelection): InvalidRequestError {
  return new InvalidRequestError(`No failure of ${job} ${key} is known; "jobs list" prints those there are.`);
}

/** Throws InvalidRequestError unless the options are --job with --key, or --all without --key. */
function selected({ job, key, all = false }: RetryOptions): FailureSelection {
  if (all ? key !== undefined : job === undefined || key === undefined)
    throw new InvalidRequestError('Name one piece of work by --job and --key, or take --all.');
  return { job, key };
}
