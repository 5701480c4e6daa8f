import type { Logger } from 'pino';
import { logNotifier } from './billing/notices.ts';
import { sendNotices } from './billing/send-notices.ts';
import { StockReader } from './catalog/stock-reader.ts';
import { repairOne } from './luxury/repair.ts';
import { UsageReader } from './luxury/usage-reader.ts';
import { fileLapsedOrders } from './orders/file-lapsed-orders.ts';
import { forgetOldOutcomes } from './purchases/idempotency-keys.ts';
import { Recovery } from './purchases/recover.ts';
import type { Services } from './purchases/services.ts';
import { sweepOne } from './purchases/sweep.ts';
import { forgetIdleWindows } from './resellers/rate-limit.ts';

/** Nothing is wrong while this waits: it only keeps lists short to read and tables short. */
const KEEP_HOUSE_EVERY_MS = 60_000;
/** How long an operation or a change whose worker died may wait to be found, on top of its lease. */
const RECOVER_EVERY_MS = 5_000;
/** Orders that one round brings back; each may take as long as an upstream that hangs. */
const REPAIRS_OF_ROUND = 20;
/** Sweeps at once and of one round: each is a call or two of an upstream that purchases need, too, and may have its own pace. */
const SWEEPS_AT_ONCE = 2;
const SWEEPS_OF_ROUND = 200;
/** Stocks are read behind at a third of the upstream's pace: two places in a second are left to a purchase. */
const READ_STOCKS_EVERY_MS = 1_000;
const STOCK_SHARE = 1 / 3;
/** A reseller who has to top up is told while it is news. */
const SEND_NOTICES_EVERY_MS = 2_000;

/** Runs the background jobs until the returned function is called, which waits for what runs. */
export function startHousekeeping(
  services: Services,
  { trafficPollSeconds, px6RequestsPerSecond }: { trafficPollSeconds: number; px6RequestsPerSecond: number },
  log: Logger,
): () => Promise<void> {
  const notifier = logNotifier(log);
  const recovery = new Recovery(services, (error) => warn(log, 'recovery', error));
  const usage = new UsageReader(services, trafficPollSeconds);
  const stockCalls = px6RequestsPerSecond * STOCK_SHARE;
  const stocks = new StockReader(services, Math.max(1, Math.floor(stockCalls)));
  const stops = [
    repeat('housekeeping', KEEP_HOUSE_EVERY_MS, () => cleanUp(services), log),
    repeat('recovery', RECOVER_EVERY_MS, () => recovery.round(), log),
    repeat('repair', RECOVER_EVERY_MS, () => upTo(REPAIRS_OF_ROUND, () => repairOne(services)), log),
    repeat('sweep', RECOVER_EVERY_MS, () => sweep(services), log),
    repeat('usage', trafficPollSeconds * 1_000, () => usage.round(), log),
    repeat('stock', READ_STOCKS_EVERY_MS / Math.min(1, stockCalls), () => stocks.round(), log),
    repeat('notices', SEND_NOTICES_EVERY_MS, () => sendNotices(services, notifier), log),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all([recovery.close(), usage.close(), stocks.close()]);
  };
}

export async function cleanUp({ database, clock }: Services): Promise<void> {
  while ((await fileLapsedOrders(database.sql, clock.now())) > 0);
  while ((await forgetOldOutcomes(database.sql, clock.now())) > 0);
  await forgetIdleWindows(database.sql);
  await database.forgetMarks(clock.now());
}

async function sweep(services: Services): Promise<void> {
  const some = () => upTo(SWEEPS_OF_ROUND / SWEEPS_AT_ONCE, () => sweepOne(services));
  await Promise.all(Array.from({ length: SWEEPS_AT_ONCE }, some));
}

/** Does one after another until there is none left, or as many as one round may. */
async function upTo(most: number, doOne: () => Promise<boolean>): Promise<void> {
  for (let done = 0; done < most && (await doOne()); done++);
}

function repeat(job: string, everyMs: number, run: () => Promise<unknown>, log: Logger): () => Promise<void> {
  let round: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    round ??= run()
      .catch((error: unknown) => warn(log, job, error))
      .finally(() => {
        round = undefined;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await round;
  };
}

function warn(log: Logger, job: string, error: unknown): void {
  log.warn({ job, err: error }, 'a background job failed; it is tried again');
}
