import { type AuditQuery, listAuditEntries, MAX_OPERATOR_CHARACTERS } from '../audit/audit-log.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { type FailureSelection, listJobFailures } from '../kit/job-failures.ts';
import { STUCK_RECOVERY } from '../purchases/jobs.ts';
import { retryJobs } from '../purchases/recovery.ts';
import { checkDays, type Days, flag, id, instant, limit, option, page, text } from './arguments.ts';
import type { OperatorCommand } from './command.ts';
import { assertKnown } from './known.ts';

/** Longer than any job's name or key, and short enough to be repeated in an error message. */
const MAX_NAME_CHARACTERS = 50;

interface RetryOptions {
  job?: string;
  key?: string;
  all?: boolean;
}

interface AuditOptions extends Omit<AuditQuery, 'operator' | 'resellerId'> {
  by?: string;
  reseller?: number;
}

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'jobs list',
    does: 'reads',
    about: 'list what failed: first what was given up, then what is tried again, the next one first',
    examples: ['jobs list --failed --format table'],
    options: [
      flag(
        '--failed',
        `only what was given up, and recoveries that have failed ${STUCK_RECOVERY.attempts} times or more`,
      ),
      limit(50),
    ],
    run: ({ database }, { failed, limit }: { failed: boolean; limit: number }) =>
      listJobFailures(database.sql, { failed: failed && STUCK_RECOVERY, limit }),
  },
  {
    name: 'jobs retry',
    about: 'retry failed work at once, as if it had never failed: one piece of work, or all',
    examples: ['jobs retry --job recovery --key 01a206a0-6b82-8000-8000-1ef62ef070ea', 'jobs retry --all'],
    options: [
      option('--job <name>', 'the job, as in "jobs list"', text(MAX_NAME_CHARACTERS)),
      option('--key <key>', 'the piece of its work', text(MAX_NAME_CHARACTERS)),
      option('--all', 'everything that failed, or with --job, all of that job'),
    ],
    read: (options: RetryOptions) => selected(options),
    async run(services, selection: FailureSelection) {
      const retried = await retryJobs(services, selection);
      const { job, key } = selection;
      if (key !== undefined && retried === 0)
        throw new InvalidRequestError(
          `No failure of ${job} ${key} is known; "jobs list" prints those there are.`,
        );
      return { retried };
    },
  },
  {
    name: 'audit list',
    at: 'each',
    does: 'reads',
    omits: ['commands.commandId', 'commands.endedAt'],
    about: 'list the commands that were to change something, newest first, and how they have ended',
    examples: ['audit list --by ann --from 2026-11-01 --format table'],
    options: [
      option('--by <operator>', 'only those of one operator', text(MAX_OPERATOR_CHARACTERS)),
      option(
        '--command <name>',
        'only those whose name is this, or begins with these words',
        text(MAX_OPERATOR_CHARACTERS),
      ),
      option('--reseller <id>', 'only those about one reseller', id),
      option('--from <instant>', 'only those of this day or instant and later ones, in UTC', instant),
      option('--to <instant>', 'only those before this day or instant', instant),
      ...page(),
    ],
    read: (options: Days) => checkDays(options),
    async run({ database }, { by: operator, reseller: resellerId, ...query }: AuditOptions) {
      const commands = await listAuditEntries(database.sql, { operator, resellerId, ...query });
      // Of a refused command the reseller need not be there.
      if (commands.length === 0) await assertKnown(database.sql, { resellerId });
      return { commands, limit: query.limit, offset: query.offset };
    },
  },
];

/** Throws InvalidRequestError unless the options are --job with --key, or --all without --key. */
function selected({ job, key, all = false }: RetryOptions): FailureSelection {
  if (all ? key !== undefined : job === undefined || key === undefined)
    throw new InvalidRequestError('Name one piece of work by --job and --key, or take --all.');
  return { job, key };
}
