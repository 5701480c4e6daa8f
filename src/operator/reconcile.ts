import { type Command, InvalidArgumentError } from 'commander';
import { formatUsd } from '../kit/money.ts';
import { readOperationId } from '../purchases/operation.ts';
import type { Reconciliation, SettledFinding } from '../reconciliation/reconcile.ts';
import { resumeAfterRestore } from '../reconciliation/restore.ts';
import { id } from './arguments.ts';
import { type Change, changeOf } from './change.ts';
import { checkUpstreams } from './check-books.ts';
import { changes, changesBy, type Run } from './run.ts';

interface Options {
  book: boolean;
  giveBack: boolean;
  only?: string[];
}

export function addReconcileCommands(program: Command, run: Run): void {
  withOptions(
    changesBy(
      ['book', 'giveBack'],
      program.command('reconcile'),
      'reconcile',
      'reconcile --give-back --only 01a206a0-6b82-8000-8000-1ef62ef070ea',
    ),
  )
    .description(
      'compare all that the upstreams have for us with the books; exit status 1 while something differs',
    )
    .option('--only <reference...>', 'book and give back only what has these references', reference)
    .action((options: Options) =>
      run(async (services, _payments, { onProgress, onChanged }) => {
        const reconciliation = await checkUpstreams(services, { ...options, onProgress });
        onChanged(changesOf(reconciliation));
        return { ok: isSettled(reconciliation), ...render(reconciliation) };
      }),
    );

  withOptions(changes(program.command('restored'), 'restored --orders-past 5000000'))
    .description(
      'after the database was restored, before the service is started: sign everybody out, leave out the numbers of lost orders, ' +
        'reconcile, and list what customers may have been answered and have paid',
    )
    .option('--orders-past <number>', 'new orders get numbers above this one', id)
    .action((options: Options & { ordersPast?: number }) =>
      run(async (services, payments, { onProgress, onChanged }) => {
        const resumed = await resumeAfterRestore(services, payments, { ...options, onProgress });
        const { ordersPast, payments: forgotten, isApiOpened, ...reconciliation } = resumed;
        onChanged([
          { of: 'api', old: 'closed', new: isApiOpened ? 'open' : 'closed' },
          { of: 'orders past', old: null, new: ordersPast },
          ...forgotten.map((payment) => ({
            of: `payment ${payment.paymentId}`,
            old: null,
            new: payment.state,
          })),
          ...changesOf(reconciliation),
        ]);
        const printed = { ordersPast, ...render(reconciliation), payments: forgotten };
        return isApiOpened ? printed : { ok: false, ...printed, next: NEXT_OF_LEFT_OUT };
      }),
    );
}

const NEXT_OF_LEFT_OUT =
  'The API is still closed: more was found than is listed (leftOut). Settle what is listed by "restored" with --book or --give-back, until nothing is left out; or open the API with "api enable": lost purchases are all on record, and who asks again with their key gets them.';

function withOptions(command: Command): Command {
  return command
    .option('--book', 'make orders of lost purchases, at today’s prices', false)
    .option('--give-back', 'give back what nobody paid for, and write off what cannot be', false);
}

function reference(value: string, before: string[] = []): string[] {
  if (!readOperationId(value)) throw new InvalidArgumentError('It is a reference that "reconcile" prints.');
  return [...before, value];
}

function isSettled({ findings, leftOut, notAsked }: Reconciliation): boolean {
  return findings.every(({ done }) => done !== 'left') && leftOut + notAsked === 0;
}

function render({ findings, ...counts }: Reconciliation) {
  const kinds = Map.groupBy(findings, ({ kind, done }) => `${kind} ${done}`);
  return {
    ...counts,
    found: Object.fromEntries([...kinds].map(([name, all]) => [name, all.length])),
    findings: findings.map(renderFinding),
  };
}

/** What was settled, by the references at the upstreams: `lost 01a2... : left -> booked`. */
function changesOf({ findings }: Reconciliation): Change[] {
  return findings.flatMap(({ kind, reference, done }) => changeOf(`${kind} ${reference}`, 'left', done));
}

function renderFinding(finding: SettledFinding) {
  // A hash of the customer's key is of no use to a person.
  const { tag: _tag, charged, ...shown } = { tag: null, charged: undefined, ...finding };
  return { ...shown, ...(charged !== undefined && { chargedUsd: formatUsd(charged) }) };
}
