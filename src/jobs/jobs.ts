import { AUTO_RENEWAL_JOB } from '../auto-renewal/renewer.ts';
import { tellEndedOffers } from '../bot/notices/ended-offers.ts';
import { tellWeekAhead } from '../bot/notices/week-ahead.ts';
import { BULK_JOB } from '../bulk/worker.ts';
import { StockReader } from '../catalog/stock-reader.ts';
import { STOCK_WATCH_JOB } from '../catalog/stock-watches.ts';
import { beginJob, type Job, upTo } from '../kit/job.ts';
import { GivenUpError } from '../kit/job-failures.ts';
import type { Log } from '../kit/log.ts';
import { operatorCommand } from '../kit/program.ts';
import { inSpan } from '../kit/spans.ts';
import { repairOne } from '../luxury/change-at-upstream.ts';
import { UsageReader } from '../luxury/usage-reader.ts';
import { repairProtocol } from '../orders/change-protocol.ts';
import { INVOICE_JOB, PAID_INVOICE_JOB } from '../payments/crypto-pay/invoices.ts';
import type { Payments } from '../payments/payments.ts';
import { PAYMENT_REFUND_JOB } from '../payments/refunds.ts';
import { PAYMENT_EXPIRY_JOB } from '../payments/unpaid-payments.ts';
import { followDown } from '../purchases/account-traffic.ts';
import { recovery, sweepOne } from '../purchases/recovery.ts';
import type { Services } from '../purchases/services.ts';
import type { RestoreWatch } from '../reconciliation/restore.ts';
import { type AccountBook, lookAtDown, upstreamBalanceRounds } from '../upstreams/account-book.ts';
import { BALANCE_JOB, BOOK_JOB } from './book-rounds.ts';
import { CLEAN_UP_JOB } from './clean-up.ts';

/** How long an operation or a change whose process died may go unnoticed after its lease has ended. */
const RECOVER_EVERY_MS = 5_000;
/** How many orders one round repairs. Each may take as long as an upstream that hangs. */
const REPAIRS_OF_ROUND = 20;
/**
 * How many sweeps run at once and in one round. Each makes a call or two of an upstream whose rate purchases
 * need, too.
 */
const SWEEPS_AT_ONCE = 2;
const SWEEPS_OF_ROUND = 200;
/** Reading stocks takes a third of the calls that the upstream allows, so that purchases have the others. */
const READ_STOCKS_EVERY_MS = 1_000;
const STOCK_SHARE = 1 / 3;

interface Household {
  services: Services;
  payments: Payments;
  book: AccountBook;
  restoreWatch: Pick<RestoreWatch, 'round'>;
  /** Leads past a pooler. */
  databaseUrl: string;
  config: { trafficPollSeconds: number; px6: { accounts: readonly unknown[] }; px6RequestsPerSecond: number };
  log: Log;
  /** Left out where there are no cells. Of a cell, the jobs of each process or those of one are done. */
  isOfCell?: boolean;
  ofProcess?: boolean;
}

const JOBS: readonly Job<Household>[] = [
  CLEAN_UP_JOB,
  {
    name: 'recovery',
    everyMs: RECOVER_EVERY_MS,
    begin: ({ services }, onFailure) => recovery(services, onFailure),
  },
  {
    name: 'repair',
    everyMs: RECOVER_EVERY_MS,
    begin: ({ services }, onFailure) => ({
      async round() {
        await upTo(REPAIRS_OF_ROUND, () => repairOne(services), onFailure);
        await upTo(REPAIRS_OF_ROUND, () => repairProtocol(services), onFailure);
      },
    }),
  },
  {
    name: 'sweep',
    everyMs: RECOVER_EVERY_MS,
    begin({ services }, onFailure) {
      const some = () => upTo(SWEEPS_OF_ROUND / SWEEPS_AT_ONCE, () => sweepOne(services), onFailure);
      return { round: () => Promise.all(Array.from({ length: SWEEPS_AT_ONCE }, some)) };
    },
  },
  {
    name: 'usage',
    everyMs: ({ config }) => config.trafficPollSeconds * 1_000,
    begin({ services, config }) {
      const reader = new UsageReader(services, config.trafficPollSeconds);
      return {
        round: async () => followDown(services, (await reader.round()).lower),
        close: () => reader.close(),
      };
    },
  },
  {
    name: 'stock',
    isShared: true,
    everyMs: ({ config }) => READ_STOCKS_EVERY_MS / Math.min(1, stockCallsPerSecond(config)),
    begin: ({ services, config }) =>
      new StockReader(services, Math.max(1, Math.floor(stockCallsPerSecond(config)))),
  },
  STOCK_WATCH_JOB,
  {
    name: 'offers',
    // Somebody waits in the chat for what was bought.
    everyMs: 2_000,
    begin: ({ services }, onFailure) => ({ round: () => tellEndedOffers(services, onFailure) }),
  },
  {
    name: 'week ahead',
    everyMs: 60_000,
    begin: ({ services }, onFailure) => ({ round: () => tellWeekAhead(services, onFailure) }),
  },
  AUTO_RENEWAL_JOB,
  BULK_JOB,
  PAYMENT_EXPIRY_JOB,
  INVOICE_JOB,
  PAID_INVOICE_JOB,
  PAYMENT_REFUND_JOB,
  BALANCE_JOB,
  BOOK_JOB,
  {
    name: 'restore watch',
    isOfProcess: true,
    // A restore that takes back less than this may go unnoticed.
    everyMs: 1_000,
    begin: ({ restoreWatch }) => ({ round: () => restoreWatch.round() }),
  },
  {
    name: 'upstream balances',
    isShared: true,
    // A balance that no answer has told for some minutes is asked for: a call for each account.
    everyMs: 60_000,
    begin: ({ services, book }) => upstreamBalanceRounds(services, book),
  },
  {
    name: 'clock',
    isShared: true,
    everyMs: 5_000,
    begin: ({ services: { clock } }) => ({ round: async () => clock.measure?.() }),
  },
  {
    name: 'down upstreams',
    isShared: true,
    // An operator who was told that an upstream is down hears soon that it is back.
    everyMs: 30_000,
    begin: ({ services }) => ({ round: () => lookAtDown(services) }),
  },
];

export const BACKGROUND_JOBS = JOBS.map(({ name }) => name);

function stockCallsPerSecond({ px6, px6RequestsPerSecond }: Household['config']): number {
  return px6.accounts.length * px6RequestsPerSecond * STOCK_SHARE;
}

/** Runs the background jobs until the returned function is called, which waits for the rounds under way. */
export function startJobs(
  household: Household,
  onJobFailed: (job: string) => void = () => {},
): () => Promise<void> {
  const { isOfCell = false, ofProcess } = household;
  const own = JOBS.filter(
    ({ isShared, isOfProcess = false }) => !isOfCell || (!isShared && isOfProcess === ofProcess),
  );
  const started = own.map((job) => startJob(job, household, onJobFailed));
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    await Promise.all(started.map(({ close }) => close()));
  };
}

function startJob(job: Job<Household>, household: Household, onJobFailed: (job: string) => void) {
  const { name, everyMs } = job;
  const onFailure = (error: unknown) => {
    onJobFailed(name);
    report(household.log, name, error);
  };
  const { round, close } = beginJob(job, household, onFailure);
  // Rounds that find nothing to do have no span.
  const span = { name: `job ${name}`, attributes: { 'gateway.job': name }, traceparent: null, isQuiet: true };
  let underWay: Promise<unknown> | undefined;
  const timer = setInterval(
    () => {
      underWay ??= inSpan(span, round)
        .catch(onFailure)
        .finally(() => {
          underWay = undefined;
        });
    },
    typeof everyMs === 'number' ? everyMs : everyMs(household),
  );
  const stop = async () => {
    clearInterval(timer);
    await underWay;
  };
  return { stop, close };
}

/** One line in the log. What was given up is an error: it waits for the operator. */
function report(log: Log, job: string, error: unknown): void {
  if (error instanceof GivenUpError) {
    const retry = operatorCommand(`jobs retry --job ${error.job} --key ${error.key}`);
    log.error({ job, err: error }, `background work was given up; "${retry}" has it tried again`);
  } else {
    log.warn({ job, err: error }, 'a background job failed; it is tried again');
  }
}
