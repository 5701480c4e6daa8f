import type { Logger } from 'pino';
import { BalanceRounds } from './balance-rounds.ts';
import { deleteOldNotices } from './billing/delete-old-notices.ts';
import type { Notifier } from './billing/notices.ts';
import { sendNotices } from './billing/send-notices.ts';
import { tellEndedOffers } from './bot/notices/ended-offers.ts';
import { deleteOldOffers } from './bot/offers/offers.ts';
import { deleteOldMessages } from './bot/outgoing/outbox.ts';
import { deleteOldLinkCodes } from './bot/people/link-codes.ts';
import { deleteOldUpdates } from './bot/updates/inbox.ts';
import { StockReader } from './catalog/stock-reader.ts';
import { deleteExpiredTokens } from './frontend-tokens/delete-expired-tokens.ts';
import { isDatabaseUnavailable } from './kit/connection-errors.ts';
import { GivenUpError } from './kit/job.ts';
import { repairOne } from './luxury/repair.ts';
import { UsageReader } from './luxury/usage-reader.ts';
import { deleteOldSamples } from './luxury/usage-samples.ts';
import { fileLapsedOrders } from './orders/file-lapsed-orders.ts';
import { noteEnds } from './orders/note-ends.ts';
import { deleteOldChallenges } from './passkeys/challenges.ts';
import { PaidInvoices } from './payments/crypto-pay/find-paid.ts';
import { makeInvoice } from './payments/crypto-pay/make-invoice.ts';
import { expirePayments } from './payments/expire-payments.ts';
import type { Payments } from './payments/payments.ts';
import { refundOne } from './payments/refund-payment.ts';
import { deleteOldAnswers } from './purchases/idempotency-keys.ts';
import { Recovery } from './purchases/recover.ts';
import type { Services } from './purchases/services.ts';
import { sweepOne } from './purchases/sweep.ts';
import { deleteIdleRateWindows } from './resellers/rate-limit.ts';
import { deleteEndedSessions } from './sessions/sessions.ts';
import { deleteOldCodes } from './sessions/sign-in-codes.ts';

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

interface HousekeepingConfig {
  trafficPollSeconds: number;
  px6: { accounts: readonly unknown[] };
  px6RequestsPerSecond: number;
}

/** Runs the background jobs until the returned function is called, which waits for the rounds under way. */
export function startHousekeeping(
  { services, payments }: { services: Services; payments: Payments },
  notifier: Notifier,
  { trafficPollSeconds, px6, px6RequestsPerSecond }: HousekeepingConfig,
  log: Logger,
): () => Promise<void> {
  const onFailureOf = (job: string) => (error: unknown) => report(log, job, error);
  const recovery = new Recovery(services, onFailureOf('recovery'));
  const usage = new UsageReader(services, trafficPollSeconds);
  const stockCalls = px6.accounts.length * px6RequestsPerSecond * STOCK_SHARE;
  const stocks = new StockReader(services, Math.max(1, Math.floor(stockCalls)));
  const paid = new PaidInvoices(payments);
  const balances = new BalanceRounds(services, log);
  const stops = [
    repeat('housekeeping', CLEAN_UP_EVERY_MS, () => cleanUp(services), log),
    repeat('recovery', RECOVER_EVERY_MS, () => recovery.round(), log),
    repeat(
      'repair',
      RECOVER_EVERY_MS,
      () => upTo(REPAIRS_OF_ROUND, () => repairOne(services), onFailureOf('repair')),
      log,
    ),
    repeat('sweep', RECOVER_EVERY_MS, () => sweep(services, onFailureOf('sweep')), log),
    repeat('usage', trafficPollSeconds * 1_000, () => usage.round(), log),
    repeat('stock', READ_STOCKS_EVERY_MS / Math.min(1, stockCalls), () => stocks.round(), log),
    repeat(
      'notices',
      SEND_NOTICES_EVERY_MS,
      () => sendNotices(services, notifier, onFailureOf('notices')),
      log,
    ),
    repeat('offers', TELL_OFFERS_EVERY_MS, () => tellEndedOffers(services, onFailureOf('offers')), log),
    repeat('payments', CLEAN_UP_EVERY_MS, () => expire(payments), log),
    repeat(
      'invoices',
      MAKE_INVOICES_EVERY_MS,
      () => upTo(PAYMENTS_OF_ROUND, () => makeInvoice(payments), onFailureOf('invoices')),
      log,
    ),
    repeat('paid invoices', FIND_PAID_EVERY_MS, () => paid.round(), log),
    repeat(
      'payment refunds',
      RECOVER_EVERY_MS,
      () => upTo(PAYMENTS_OF_ROUND, () => refundOne(payments), onFailureOf('payment refunds')),
      log,
    ),
    repeat('balances', CHECK_BALANCES_EVERY_MS, () => balances.round(), log),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all([recovery.close(), usage.close(), stocks.close(), paid.close()]);
  };
}

export async function cleanUp({ database, clock }: Services): Promise<void> {
  while ((await fileLapsedOrders(database.sql, clock.now())) > 0);
  while ((await noteEnds(database.sql, clock.now())) > 0);
  while ((await deleteOldNotices(database.sql, clock.now())) > 0);
  while ((await deleteOldAnswers(database.sql, clock.now())) > 0);
  while ((await deleteOldSamples(database.sql, 'minute', clock.now())) > 0);
  while ((await deleteOldSamples(database.sql, 'hour', clock.now())) > 0);
  while ((await deleteOldChallenges(database.sql, clock.now())) > 0);
  while ((await deleteExpiredTokens(database.sql, clock.now())) > 0);
  await deleteIdleRateWindows(database.sql);
  await deleteOldCodes(database.sql, clock.now());
  await deleteOldLinkCodes(database.sql, clock.now());
  await deleteOldOffers(database.sql, clock.now());
  await deleteOldUpdates(database.sql, clock.now());
  await deleteOldMessages(database.sql, clock.now());
  await deleteEndedSessions(database.sql, clock.now());
  await database.deleteOldMarks(clock.now());
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

function repeat(job: string, everyMs: number, run: () => Promise<unknown>, log: Logger): () => Promise<void> {
  let round: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    round ??= run()
      .catch((error: unknown) => report(log, job, error))
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
function report(log: Logger, job: string, error: unknown): void {
  if (error instanceof GivenUpError) {
    const retry = `npm run -s operator -- jobs retry --job ${error.job} --key ${error.key}`;
    log.error({ job, err: error }, `background work was given up; "${retry}" has it tried again`);
  } else {
    log.warn({ job, err: error }, 'a background job failed; it is tried again');
  }
}
