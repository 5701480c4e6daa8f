import { setTimeout } from 'node:timers/promises';
import { verifyLedger } from '../../../src/reconciliation/verify-ledger.ts';
import { readBooks } from '../books.ts';
import { checkGoods } from '../check-goods.ts';
import { checkSecrets } from '../check-secrets.ts';
import { checkSettings } from '../check-settings.ts';
import { ClientRecord } from '../client-record.ts';
import type { RunReport } from '../harness.ts';
import { startInfrastructureFaults } from '../infrastructure-faults.ts';
import { openPoints } from '../points.ts';
import { createRandom } from '../random.ts';
import { nothingTakesEffectLate, untilCertain, untilRecovered, untilSwept } from '../recovered.ts';
import { openSystem } from '../system.ts';
import { tally } from '../tally.ts';
import { startUpstreamFaults } from '../upstream-faults.ts';
import { CHATTING } from './book.ts';
import { ChatControl } from './chat-control.ts';
import { crashAmongMany, crashChats, FIRST_USER } from './chat-crashes.ts';
import { chatFaults } from './chat-faults.ts';
import { checkChat } from './check-chat.ts';
import { startDeeds } from './deeds.ts';
import { payInVain } from './prepare-act.ts';
import { startTalk } from './talk.ts';

/** Of schedules of upstream faults: purchases in the chat are as rare as those of so many programs. */
const CUSTOMERS_LIKE = 6;

interface ChatRunOptions {
  seed: number;
  people: number;
  /** How many updates the people make, at least. */
  updates: number;
  /** Of a hundred calls of Telegram and Crypto Pay, how many meet a fault. With 0 no upstream has any. */
  percent: number;
  /** Milliseconds between two kills, on average; 0 for none. */
  killEveryMs: number;
  /** Crashes at chosen points before that. */
  crashes: number;
  databaseUrl: string;
  killDatabase: boolean;
  directory: string;
  defect?: string | undefined;
}

/** Of the crashes before the talk, so many more while everybody talks. */
const CRASHES_AMONG_MANY = 0.5;
/** What a run has to have had for each hundred updates, so that having found nothing says something. */
const LEAST = {
  payments: 1.5,
  sales: 0.5,
  coinSales: 0.15,
  coinRefunds: 0.05,
  referredSales: 0.1,
  givenBack: 0.2,
  deeds: 0.4,
  forgedReports: 5,
};

function tooFew(
  counts: Record<string, unknown>,
  { updates, times, leastKills }: { updates: number; times: number; leastKills: number },
): string[] {
  const ofUpdates = Object.entries(LEAST).map(([what, share]) => [what, (share * updates) / 100] as const);
  return [...ofUpdates, ['crashesAmongMany', times / 3] as const, ['kills', leastKills] as const]
    .map(([what, least]) => [what, Math.floor(least)] as const)
    .filter(([what, least]) => Number(counts[what]) < least)
    .map(([what, least]) => `run: too few ${what}: ${counts[what]}, and at least ${least} were to be`);
}

/** One run in which people talk to the bot, and nobody uses the API: faults and kills, then the checks. */
export async function runChats(options: ChatRunOptions): Promise<RunReport> {
  await using opened = new AsyncDisposableStack();
  const { seed, percent, killEveryMs, killDatabase } = options;
  const random = createRandom(seed);
  const system = await openSystem(
    { ...options, resellers: 0, keysOfReseller: 0, openingUsd: 0, environments: [CHATTING, CHATTING] },
    opened,
  );
  const chat = new ChatControl(system.control);
  const points = await openPoints(options.databaseUrl, opened);
  const unpaid = await payInVain(system, chat, FIRST_USER - 1);
  const crashed = await crashChats(system, chat, points, random.fork(), options.crashes);

  const ending = new AbortController();
  const { signal } = ending;
  const talk = startTalk(system, random.fork(), { ...options, signal, chat });
  const deeds = startDeeds(system, chat, random.fork(), signal);
  const failing = {
    rough: false,
    customers: CUSTOMERS_LIKE,
    signal,
    always: chatFaults(percent),
    others: percent > 0,
  };
  const upstreamFaults = startUpstreamFaults(system.control, random.fork(), failing);
  const startedAt = performance.now();
  const times = Math.ceil(options.crashes * CRASHES_AMONG_MANY);
  const among = await crashAmongMany(system, points, random.fork(), { times, signal: talk.over });
  await points.close();
  const infrastructureFaults =
    killEveryMs > 0
      ? startInfrastructureFaults(system, random.fork(), {
          everyMs: killEveryMs,
          rough: false,
          killDatabase,
          signal,
        })
      : undefined;
  const disturbing = Promise.all([upstreamFaults.ended, infrastructureFaults?.ended]);
  await Promise.race([talk.ended, disturbing.then(() => talk.ended)]);
  const talkedMs = performance.now() - startedAt;
  ending.abort();
  await disturbing;
  const lastFaultAt = performance.now();
  await deeds.ended;
  await deeds.repeat();

  const open = await untilRecovered(system, lastFaultAt);
  const kills = infrastructureFaults?.processKills ?? 0;
  const cuts = (infrastructureFaults?.databaseKills.length ?? 0) + (infrastructureFaults?.databaseCuts ?? 0);
  const leastKills = killEveryMs > 0 ? talkedMs / killEveryMs / 12 : 0;
  const chats = await checkChat(system, {
    chat,
    deeds,
    disturbances: crashed.crashes + times + kills + cuts,
  });
  await setTimeout(Math.max(0, upstreamFaults.lateUntil - performance.now()));
  const unswept = await untilSwept(system);
  const books = await readBooks(system);
  const ledger = await verifyLedger(system.services.database);
  await nothingTakesEffectLate(system);
  const doubtful = await untilCertain(system, lastFaultAt);
  system.keys.unshift(...chats.keys);
  const violations = [
    ...[...crashed.missed.map((point) => `crashes: nobody passed ${point}`), ...unpaid],
    ...tooFew(
      { ...chats.counts, crashesAmongMany: among, kills },
      { updates: options.updates, times, leastKills },
    ),
    ...[...open, ...unswept, ...doubtful].map((what) => `unfinished: ${what}`),
    ...ledger.problems.map(({ problem, operationId }) => `ledger: ${problem} (${operationId})`),
    ...checkGoods(books),
    ...(await checkSettings(system)),
    ...chats.violations,
    ...(await checkSecrets(system, new ClientRecord())),
  ];
  return {
    seed,
    counts: {
      crashesAtPoints: crashed.crashes,
      crashesAmongMany: among,
      ...chats.counts,
      seconds: Math.round(talkedMs / 1_000),
      operations: tally(books.operations.map(({ kind, state }) => `${kind} ${state}`)),
      faultsMet: upstreamFaults.met,
      processKills: infrastructureFaults?.processKills ?? 0,
      databaseKills: infrastructureFaults?.databaseKills.length ?? 0,
      databaseCuts: infrastructureFaults?.databaseCuts ?? 0,
      pauses: infrastructureFaults?.pauses ?? 0,
    },
    violations,
    failures: [],
  };
}
