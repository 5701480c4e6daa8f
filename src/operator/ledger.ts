import { InvalidArgumentError } from 'commander';
import { CellError, cellOfOrder } from '../cells/cells.ts';
import { formatUsd } from '../kit/money.ts';
import { readOperationId } from '../purchases/operation.ts';
import type { Reconciliation, SettledFinding } from '../reconciliation/reconcile.ts';
import { resumeAfterRestore } from '../reconciliation/restore.ts';
import type { LedgerReport } from '../reconciliation/verify-ledger.ts';
import { flag, id, option } from './arguments.ts';
import { checkLedger, checkUpstreams } from './check-books.ts';
import { type Change, changeOf, type OperatorCommand } from './command.ts';
import { usdOrNull } from './format.ts';

interface Settling {
  book: boolean;
  giveBack: boolean;
}

const SETTLING = [
  flag('--book', 'make orders of lost purchases, at today’s prices'),
  flag('--give-back', 'give back what nobody paid for, and write off what cannot be'),
];

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'ledger verify',
    // It writes how far it has verified, and changes nothing of the books.
    does: 'reads',
    about:
      'compare balances, transfers, operations and what was delivered, as far as they are new; exit status 1 when they do not agree',
    examples: ['ledger verify', 'ledger verify --full --format table'],
    options: [option('--full', 'read everything, also what was verified before; says how far it has come')],
    run: async (work, { full = false }: { full?: boolean }) =>
      renderLedger(await checkLedger(work, full, work.onProgress)),
  },
  {
    name: 'reconcile',
    does: ['book', 'giveBack'],
    asksUpstreams: true,
    about: 'compare all that the upstreams have for us with the books; exit status 1 while something differs',
    examples: ['reconcile', 'reconcile --give-back --only 01a206a0-6b82-8000-8000-1ef62ef070ea'],
    options: [
      ...SETTLING,
      option('--only <reference...>', 'book and give back only what has these references', reference),
    ],
    async run(work, options: Settling & { only?: string[] }) {
      const reconciliation = await checkUpstreams(work, { ...options, onProgress: work.onProgress });
      work.onChanged(changesOf(reconciliation));
      const { findings, leftOut, notAsked } = reconciliation;
      const ok = findings.every(({ done }) => done !== 'left') && leftOut + notAsked === 0;
      return { ok, ...renderReconciliation(reconciliation) };
    },
  },
  {
    name: 'restored',
    at: 'each',
    asksUpstreams: true,
    about:
      'after the database was restored, before the service is started: sign everybody out, leave out the numbers of lost orders, ' +
      'reconcile, and list what customers may have been answered and have paid',
    examples: ['restored --orders-past 5000000'],
    options: [...SETTLING, option('--orders-past <number>', 'new orders get numbers above this one', id)],
    async run(work, options: Settling & { ordersPast?: number }) {
      const { payments: providers, onProgress, onCell } = work;
      if (work.isElsewhere && options.ordersPast !== undefined && cellOfOrder(options.ordersPast) !== onCell)
        throw new CellError('Numbers of orders are those of a cell: give --cell and one of its own.');
      const resumed = await resumeAfterRestore(work, providers, { ...options, onProgress });
      const { ordersPast, payments, isApiOpened, ...reconciliation } = resumed;
      work.onChanged([
        { of: 'api', old: 'closed', new: isApiOpened ? 'open' : 'closed' },
        { of: 'orders past', old: null, new: ordersPast },
        ...payments.map(({ paymentId, state }) => ({ of: `payment ${paymentId}`, old: null, new: state })),
        ...changesOf(reconciliation),
      ]);
      const printed = { ordersPast, ...renderReconciliation(reconciliation), payments };
      return isApiOpened ? printed : { ok: false, ...printed, next: NEXT_OF_LEFT_OUT };
    },
  },
];

const NEXT_OF_LEFT_OUT =
  'The API is still closed: more was found than is listed (leftOut). Settle what is listed by "restored" with --book or --give-back, until nothing is left out; or open the API with "api enable": lost purchases are all on record, and who asks again with their key gets them.';

function reference(value: string, before: string[] = []): string[] {
  if (!readOperationId(value)) throw new InvalidArgumentError('It is a reference that "reconcile" prints.');
  return [...before, value];
}

function renderReconciliation({ findings, ...counts }: Reconciliation) {
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

function renderLedger({ problemCount, problems, hasMovedCheckpoint: _, ...sums }: LedgerReport) {
  const { toppedUp, adjusted, balances, inFlight, revenue, ...counts } = sums;
  return {
    ok: problemCount === 0,
    ...counts,
    toppedUpUsd: formatUsd(toppedUp),
    adjustedUsd: formatUsd(adjusted),
    balancesUsd: formatUsd(balances),
    inFlightUsd: formatUsd(inFlight),
    revenueUsd: formatUsd(revenue),
    ...(problemCount > 0 && {
      problemCount,
      problems: problems.map(({ expected, found, ...problem }) => ({
        ...problem,
        expectedUsd: usdOrNull(expected),
        foundUsd: usdOrNull(found),
      })),
    }),
  };
}
