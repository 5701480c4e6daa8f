import { setTimeout } from 'node:timers/promises';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { type Books, readBooks } from './books.ts';
import { checkChat } from './chat/check-chat.ts';
import { checkGoods } from './check-goods.ts';
import { checkMoney } from './check-money.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSettings } from './check-settings.ts';
import { checkOrders, checkRates, checkShown } from './check-visibility.ts';
import type { RunContext } from './customers.ts';
import { nothingTakesEffectLate, sweepEverything, untilCertain, untilRecovered } from './recovered.ts';
import { replayAll } from './replay.ts';

interface Ended {
  /** When the last fault ended, by `performance.now()`. */
  lastFaultAt: number;
  /** When the database lost its memory, by `performance.now()`: it may have forgotten counted requests. */
  databaseKills: readonly number[];
  /** Until when calls of the upstreams may take effect that began before, by `performance.now()`. */
  lateUntil: number;
  /** Whether calls may take effect after their operation was decided. */
  rough: boolean;
  /** How people have talked to the bot; undefined when nobody has. */
  talked: Parameters<typeof checkChat>[1] | undefined;
}

/**
 * The end of a run, when nothing fails any more: waits for recovery, does every sweep, repeats every keyed
 * request, and checks every promise.
 */
export async function checkRun(
  context: RunContext,
  { lastFaultAt, databaseKills, lateUntil, rough, talked }: Ended,
): Promise<{
  violations: string[];
  books: Books;
  chats: Awaited<ReturnType<typeof checkChat>> | undefined;
}> {
  const { system, record } = context;
  const open = await untilRecovered(system, lastFaultAt);
  const violations = open.map((what) => `unfinished: ${what}`);
  const chats = talked && (await checkChat(system, talked));
  violations.push(...(chats?.violations ?? []));
  system.keys.unshift(...(chats?.keys ?? []));
  await setTimeout(Math.max(0, lateUntil - performance.now()));
  if (!rough) await nothingTakesEffectLate(system);
  violations.push(...(await sweepEverything(system)).map((what) => `unfinished: ${what}`));
  await replayAll(context);
  const books = await readBooks(system);
  const ledger = await verifyLedger(system.services.database);
  violations.push(
    ...ledger.problems.map(({ problem, operationId }) => `ledger: ${problem} (${operationId})`),
    ...checkMoney(system, record, books),
    ...checkGoods(books),
    ...checkShown(record, books),
    ...checkRates(record, databaseKills),
    ...(await checkOrders(system, record)),
    ...(await checkSecrets(system, record)),
    ...record.complaints,
  );
  const doubtful = await untilCertain(system, lastFaultAt);
  violations.push(...doubtful.map((what) => `unfinished: ${what}`), ...(await checkSettings(system)));
  return { violations, books, chats };
}
