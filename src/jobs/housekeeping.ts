import type { Notifier } from '../billing/notices.ts';
import { sendNotices } from '../billing/send-notices.ts';
import { tellEndedOffers } from '../bot/notices/ended-offers.ts';
import { StockReader } from '../catalog/stock-reader.ts';
import { isDatabaseUnavailable } from '../kit/connection-errors.ts';
import { GivenUpError } from '../kit/job.ts';
import type { Log } from '../kit/log.ts';
import { operatorCommand } from '../kit/program.ts';
import { inSpan } from '../kit/spans.ts';
import { repairOne } from '../luxury/change-at-upstream.ts';
import { UsageReader } from '../luxury/usage-reader.ts';
import { PaidInvoices } from '../payments/crypto-pay/find-paid.ts';
import { makeInvoice } from '../payments/crypto-pay/make-invoice.ts';
import { expirePayments } from '../payments/expire-payments.ts';
import type { Payments } from '../payments/payments.ts';
import { refundOne } from '../payments/refund-payment.ts';
import { followDown } from '../purchases/follow-usage.ts';
import { Recovery } from '../purchases/recover.ts';
import type { Services } from '../purchases/services.ts';
import { sweepOne } from '../purchases/sweep.ts';
import type { RestoreWatch } from '../reconciliation/restore-watch.ts';
import type { AccountBook } from '../upstreams/account-book.ts';
import { lookAtDown, UpstreamBalanceRounds } from '../upstreams/account-book.ts';
import { BookRounds } from './book-rounds.ts';
import { CleanUp } from './clean-up.ts';

/** Not urgent: the clean-up only keeps tables short and lists of orders fast to read. */
const CLEAN_UP_EVERY_MS = 60_000;
/**
 * How long an operation or a settings change whose process died may go unnoticed after its lease has ended.
 */
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
/** A reseller who has to top up gets the notice while there is still time for it. */
const SEND_NOTICES_EVERY_MS = 2_000;
/** Somebody waits in the chat for what was bought. */
const TELL_OFFERS_EVERY_MS = 2_000;

/** Somebody waits for the invoice. */
const MAKE_INVOICES_EVERY_MS = 1_000;
/** How many invoices one round makes at most, and how many payments it gives back. */
const PAYMENTS_OF_ROUND = 50;
/** A webhook says it earlier, unless it was lost. */
const FIND_PAID_EVERY_MS = 5_000;

/** 200 balances a minute are some milliseconds of the database, and those of a thousand resellers in five. */
const CHECK_BALANCES_EVERY_MS = 60_000;

const CHECK_BOOKS_EVERY_MS = 60_000;

/** A balance that no answer has told for some minutes is asked for: a call for each account. */
const READ_UPSTREAM_BALANCES_EVERY_MS = 60_000;
/** Whoever is told that an upstream is down hears soon that it is back. */
const LOOK_AT_DOWN_EVERY_MS = 30_000;

interface HousekeepingConfig {
  trafficPollSeconds: number;
  px6: { accounts: readonly unknown[] };
  px6RequestsPerSecond: number;
}

/** A restore that takes back less than this may go unnoticed. */
const WATCH_RESTORES_EVERY_MS = 1_000;

/** What the jobs are done with. */
interface Household {
  services: Services;
  payments: Payments;
  book: AccountBook;
  restoreWatch: Pick<RestoreWatch, 'round'>;
  /** Leads past a pooler. */
  databaseUrl: string;
}

/** What `onJobFailed` is called with. */
export const BACKGROUND_JOBS = [
  'housekeeping',
  'recovery',
  'repair',
  'sweep',
  'usage',
  'stock',
  'notices',
  'offers',
  'payments',
  'invoices',
  'paid invoices',
  'payment refunds',
  'balances',
  'books',
  'restore watch',
  'upstream balances',
  'down upstreams',
  'clock',
] as const;

type BackgroundJob = (typeof BACKGROUND_JOBS)[number];

/** Runs the background jobs until the returned function is called, which waits for the rounds under way. */
export function startHousekeeping(
  { services, payments, book, restoreWatch, databaseUrl }: Household,
  notifier: Notifier,
  { trafficPollSeconds, px6, px6RequestsPerSecond }: HousekeepingConfig,
  log: Log,
  onJobFailed: (job: BackgroundJob) => void = () => {},
): () => Promise<void> {
  const report = (job: BackgroundJob, error: unknown) => {
    onJobFailed(job);
    reportTo(log, job, error);
  };
  const repeat = (job: BackgroundJob, everyMs: number, run: () => Promise<unknown>) =>
    repeatedly(
      everyMs,
      () => inRoundSpan(job, run),
      (error) => report(job, error),
    );
  const onFailureOf = (job: BackgroundJob) => (error: unknown) => report(job, error);
  const recovery = new Recovery(services, onFailureOf('recovery'));
  const usage = new UsageReader(services, trafficPollSeconds);
  const stockCalls = px6.accounts.length * px6RequestsPerSecond * STOCK_SHARE;
  const stocks = new StockReader(services, Math.max(1, Math.floor(stockCalls)));
  const paid = new PaidInvoices(payments);
  const books = new BookRounds(services, databaseUrl, log);
  const cleanUps = new CleanUp(services, onFailureOf('housekeeping'));
  const upstreamBalances = new UpstreamBalanceRounds(services, book);
  const stops = [
    repeat('housekeeping', CLEAN_UP_EVERY_MS, () => cleanUps.round()),
    repeat('recovery', RECOVER_EVERY_MS, () => recovery.round()),
    repeat('repair', RECOVER_EVERY_MS, () =>
      upTo(REPAIRS_OF_ROUND, () => repairOne(services), onFailureOf('repair')),
    ),
    repeat('sweep', RECOVER_EVERY_MS, () => sweep(services, onFailureOf('sweep'))),
    repeat('usage', trafficPollSeconds * 1_000, async () =>
      followDown(services, (await usage.round()).lower),
    ),
    repeat('stock', READ_STOCKS_EVERY_MS / Math.min(1, stockCalls), () => stocks.round()),
    repeat('notices', SEND_NOTICES_EVERY_MS, () => sendNotices(services, notifier, onFailureOf('notices'))),
    repeat('offers', TELL_OFFERS_EVERY_MS, () => tellEndedOffers(services, onFailureOf('offers'))),
    repeat('payments', CLEAN_UP_EVERY_MS, () => expire(payments)),
    repeat('invoices', MAKE_INVOICES_EVERY_MS, () =>
      upTo(PAYMENTS_OF_ROUND, () => makeInvoice(payments), onFailureOf('invoices')),
    ),
    repeat('paid invoices', FIND_PAID_EVERY_MS, () => paid.round()),
    repeat('payment refunds', RECOVER_EVERY_MS, () =>
      upTo(PAYMENTS_OF_ROUND, () => refundOne(payments), onFailureOf('payment refunds')),
    ),
    repeat('balances', CHECK_BALANCES_EVERY_MS, () => books.balances()),
    repeat('books', CHECK_BOOKS_EVERY_MS, () => books.round()),
    repeat('restore watch', WATCH_RESTORES_EVERY_MS, () => restoreWatch.round()),
    repeat('upstream balances', READ_UPSTREAM_BALANCES_EVERY_MS, () => upstreamBalances.round()),
    repeat('clock', RECOVER_EVERY_MS, async () => services.clock.measure?.()),
    repeat('down upstreams', LOOK_AT_DOWN_EVERY_MS, () => lookAtDown(services)),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all([recovery, usage, stocks, paid, books, cleanUps].map((job) => job.close()));
  };
}

/** Rounds that find nothing to do have no span. */
function inRoundSpan(job: string, run: () => Promise<unknown>): Promise<unknown> {
  const attributes = { 'gateway.job': job };
  return inSpan({ name: `job ${job}`, attributes, traceparent: null, isQuiet: true }, run);
}

/** One round of it by itself: in a process that gives the work back afterwards. */
export async function cleanUp(services: Services): Promise<void> {
  const alone = new CleanUp(services, (error) => {
    throw error;
  });
  await alone.round();
  await alone.close();
}

async function expire(payments: Payments): Promise<void> {
  while ((await expirePayments(payments)) > 0);
}

async function sweep(services: Services, onFailure: (error: unknown) => void): Promise<void> {
  const some = () => upTo(SWEEPS_OF_ROUND / SWEEPS_AT_ONCE, () => sweepOne(services), onFailure);
  await Promise.all(Array.from({ length: SWEEPS_AT_ONCE }, some));
}

/**
 * Repeats `doOne` until nothing is left to do, but at most `most` times. A failure does not keep the others
 * from being done, unless the database that all of them need is away.
 */
export async function upTo(
  most: number,
  doOne: () => Promise<boolean>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (let done = 0; done < most; done++) {
    try {
      if (!(await doOne())) return;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      onFailure(error);
    }
  }
}

function repeatedly(
  everyMs: number,
  run: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let round: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    round ??= run()
      .catch(onFailure)
      .finally(() => {
        round = undefined;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await round;
  };
}

/** One line in the log. What was given up is an error: it waits for the operator. */
function reportTo(log: Log, job: string, error: unknown): void {
  if (error instanceof GivenUpError) {
    const retry = operatorCommand(`jobs retry --job ${error.job} --key ${error.key}`);
    log.error({ job, err: error }, `background work was given up; "${retry}" has it tried again`);
  } else {
    log.warn({ job, err: error }, 'a background job failed; it is tried again');
  }
}
