import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { CHATTING } from './chat/book.ts';
import { ChatControl } from './chat/chat-control.ts';
import { chatFaults } from './chat/chat-faults.ts';
import { startTalk } from './chat/talk.ts';
import { checkRun } from './check-run.ts';
import { ClientRecord, type Intent } from './client-record.ts';
import { startCorrections } from './corrections.ts';
import { type CrashCounts, crashEverywhere } from './crash-table.ts';
import { buyOneOfEach, type RunContext, shop } from './customers.ts';
import { Caller } from './doors.ts';
import { openEventLoad } from './events/load.ts';
import { Receiver } from './events/receiver.ts';
import { startInfrastructureFaults } from './infrastructure-faults.ts';
import { workLate } from './late-work.ts';
import { tooFew } from './least.ts';
import { Target, useUp } from './moved-bytes.ts';
import { openPoints } from './points.ts';
import { changeEachPrice, changePrices } from './price-changes.ts';
import { CATALOG, Prices } from './prices.ts';
import { pauseProcess } from './process-pauses.ts';
import { createRandom, type Random } from './random.ts';
import { freshKeys, REQUESTS_OF_KEY } from './replay.ts';
import { openSystem, type System } from './system.ts';
import { tally } from './tally.ts';
import { startUpstreamFaults } from './upstream-faults.ts';

const RESELLERS = 3;
/**
 * Each reseller's balance in US dollars: not quite enough for everything, so that some purchases are refused.
 */
const OPENING_USD = { once: 250, ofCustomersSecond: 0.5, ofCrash: 5, ofPause: 40 };
/** So far below the opening balance each reseller is told that its balance is low. */
const TOLD_BELOW_OPENING_USD = 6;
/** Of the long runs: as PX6 has it. */
const SLOW_PX6 = { accounts: 4, requestsPerSecond: 3 };
const FAST_PX6 = { accounts: 2, requestsPerSecond: 1_000 };
/** Far apart, in ms: no instant that counts comes from the clock of a machine. */
const SKEWS_MS = [35_000, -20_000];
/** Traffic is read every second, and one of the processes serves by two workers. */
const ENVIRONMENT = { ...CHATTING, TRAFFIC_POLL_SECONDS: '1' };
const ENVIRONMENTS = [ENVIRONMENT, { ...ENVIRONMENT, WORKERS: '2' }];
/** The most requests of one customer's program in a minute. */
const REQUESTS_OF_CUSTOMER = 400;
const KEYS_AT_LEAST = 10;
/** How many of a hundred calls of Telegram and Crypto Pay meet a fault. */
const CHAT_FAULT_PERCENT = 10;

interface RunOptions {
  seed: number;
  seconds: number;
  customers: number;
  /** How many people talk to the bot meanwhile. */
  people: number;
  /** Milliseconds between two kills, on average. */
  killEveryMs: number;
  /** Crashes at chosen points of the flow, before the random part. */
  crashes: number;
  /** How often, before the random part, a process is paused while another one finishes its work. */
  pauses: number;
  /**
   * Whether upstream delays may be longer than the operation, processes are paused at random, and PX6 is
   * slow.
   */
  rough: boolean;
  /** A migrated, empty database. */
  databaseUrl: string;
  /** Whether the database server may be killed: something has to start it again. */
  killDatabase: boolean;
  directory: string;
  /** The name of a planted defect that the program is to have. */
  defect?: string | undefined;
}

interface Counts {
  [name: string]: number | Counts;
}

export interface RunReport {
  seed: number;
  counts: Counts;
  violations: string[];
  /** Answers that no client should get, although no guarantee of the checks forbids them. */
  failures: string[];
}

/**
 * One run: customers, faults and kills for the given time; then, without faults, all sweeps and replays, and
 * the checks.
 */
export async function runFaults(options: RunOptions): Promise<RunReport> {
  await using opened = new AsyncDisposableStack();
  const { seed, seconds, customers, killEveryMs, rough, killDatabase } = options;
  const random = createRandom(seed);
  const keysOfReseller =
    KEYS_AT_LEAST + Math.ceil((customers * REQUESTS_OF_CUSTOMER) / REQUESTS_OF_KEY / RESELLERS);
  const openingUsd =
    OPENING_USD.once +
    Math.ceil(OPENING_USD.ofCustomersSecond * customers * seconds) +
    OPENING_USD.ofCrash * options.crashes +
    OPENING_USD.ofPause * options.pauses;
  const receiver = await new Receiver().open(join(options.directory, 'receiver'), opened);
  const environments = ENVIRONMENTS.map((one) => ({ ...one, ...receiver.environment }));
  const system = await openSystem(
    {
      ...{ ...options, resellers: RESELLERS, keysOfReseller, openingUsd },
      ...{ px6: rough ? SLOW_PX6 : FAST_PX6, skewsMs: SKEWS_MS, environments },
    },
    opened,
  );
  const thresholdUsd = openingUsd - TOLD_BELOW_OPENING_USD;
  await tellAll(system, thresholdUsd);
  const events = await openEventLoad(system, receiver);
  const record = new ClientRecord();
  const prices = new Prices(CATALOG);
  const caller = new Caller(record, () => system.clock.now());
  const context: RunContext = { system, record, caller, owned: new Map(), prices };
  const target = await new Target().open(opened);
  receiver.fail(random.fork());

  await Promise.all(system.resellers.map((reseller) => buyOneOfEach(context, reseller, random.fork())));
  await changeEachPrice(context, prices);
  const crashed = await crash(context, random.fork(), options);
  const disturbed: string[] = [];
  for (let number = 0; number < options.pauses; number++) {
    const [reseller] = system.resellers;
    if (reseller)
      disturbed.push(...(await pauseProcess(context, reseller, number % system.processes.length)));
  }

  const ending = new AbortController();
  const { signal } = ending;
  const always = chatFaults(options.people > 0 ? CHAT_FAULT_PERCENT : 0);
  const upstreamFaults = startUpstreamFaults(system.control, random.fork(), {
    rough,
    customers,
    always,
    signal,
  });
  const infrastructureFaults = startInfrastructureFaults(system, random.fork(), {
    everyMs: killEveryMs,
    rough,
    killDatabase,
    signal,
  });
  const shoppers = Array.from({ length: customers }, (_, index) => {
    const reseller = system.resellers[index % RESELLERS];
    return reseller ? shop(context, reseller, random.fork(), signal) : undefined;
  });
  const greedy = exceedRate(context, signal);
  const chat = new ChatControl(system.control);
  const talk = startTalk(system, random.fork(), {
    people: options.people,
    updates: Number.POSITIVE_INFINITY,
    signal,
    chat,
  });
  const corrections = startCorrections(system, random.fork(), signal);
  const priceChanges = changePrices(system, prices, random.fork(), signal);
  const [, , user] = system.resellers;
  const used = user && useUp(context, target, user);
  const eventWork = events.work(random.fork(), signal);
  const failed = Promise.all([
    eventWork,
    corrections.ended,
    priceChanges,
    used,
    upstreamFaults.ended,
    infrastructureFaults.ended,
    greedy,
    talk.ended,
    ...shoppers,
  ]);
  const timeIsUp = setTimeout(seconds * 1_000);
  await Promise.race([timeIsUp, failed]);
  await timeIsUp;
  ending.abort();
  receiver.calm();
  await Promise.all([upstreamFaults.ended, infrastructureFaults.ended]);
  const lastFaultAt = performance.now();
  const violations = [
    ...crashed.missed.map((point) => `crashes: nobody passed ${point}`),
    ...disturbed.map((what) => `pauses: ${what}`),
  ];
  await failed;
  await corrections.finish();
  const { processKills, databaseKills, databaseCuts } = infrastructureFaults;
  const disturbances = processKills + databaseKills.length + databaseCuts + options.pauses;

  const {
    violations: found,
    books,
    chats,
  } = await checkRun(context, {
    lastFaultAt,
    databaseKills: infrastructureFaults.databaseKills,
    lateUntil: upstreamFaults.lateUntil,
    talked: options.people > 0 ? { chat, disturbances } : undefined,
    ...{
      prices,
      corrections: corrections.made(),
      thresholdUsd,
      target,
      late: crashed.late,
      usedUp: (await used)?.orderId,
      events,
    },
  });
  violations.push(...found, ...(await corrections.check()), ...((await used)?.violations ?? []));
  const of = (kind: string, state: string) =>
    books.operations.filter((one) => (kind === '' || one.kind === kind) && one.state === state).length;
  const atLeast = {
    ...{ sold: of('', 'settled'), refunded: of('', 'refunded') },
    ...{ renewed: of('renewal', 'settled'), trafficAdded: of('traffic', 'settled') },
    settingsChanged: record.changes.filter(({ end }) => end === 'done').length,
    ...{ priceChanges: (await priceChanges).changed, corrections: corrections.made().length },
    ...{ faultsMet: upstreamFaults.met, processKills: infrastructureFaults.processKills },
    ...(killDatabase && { databaseKills: infrastructureFaults.databaseKills.length }),
    databaseCuts: infrastructureFaults.databaseCuts,
  };
  violations.push(...tooFew(atLeast, seconds, killEveryMs / 1_000));
  return {
    seed,
    counts: {
      crashesAtPoints: crashed.crashes,
      intents: tally(record.intents.map(({ kind }) => kind)),
      operations: tally(books.operations.map(({ kind, state }) => `${kind} ${state}`)),
      answers: Object.fromEntries([...record.statuses].sort()),
      ends: tally(
        record.attempts.map(({ outcome }) => (outcome.kind === 'refused' ? outcome.code : outcome.kind)),
      ),
      ...(chats && { chats: chats.counts }),
      corrections: corrections.counts(),
      settingsChanges: tally(record.changes.map(({ end }) => end)),
      priceChanges: atLeast.priceChanges,
      lateWorks: crashed.late.length,
      webhooks: receiver.counts(),
      movedBytes: [...target.moved.values()].reduce((sum, bytes) => sum + bytes, 0),
      faultsArmed: Object.fromEntries([...upstreamFaults.armed].sort()),
      faultsMet: upstreamFaults.met,
      processKills: infrastructureFaults.processKills,
      workerKills: infrastructureFaults.workerKills,
      databaseKills: infrastructureFaults.databaseKills.length,
      databaseCuts: infrastructureFaults.databaseCuts,
      pauses: options.pauses + infrastructureFaults.pauses,
    },
    violations,
    failures: record.failures,
  };
}

/** The part of a run without random faults: crashes at chosen points, and work that is done late. */
async function crash(
  context: RunContext,
  random: Random,
  { databaseUrl, crashes }: RunOptions,
): Promise<CrashCounts & { late: Intent[] }> {
  await using opened = new AsyncDisposableStack();
  const points = await openPoints(databaseUrl, opened);
  const crashed = await crashEverywhere(context, points, random, crashes);
  const [reseller] = context.system.resellers;
  const late = reseller && (await workLate(context, points, reseller));
  return {
    crashes: crashed.crashes,
    missed: [...crashed.missed, ...(late?.missed ?? [])],
    late: late?.refunded ?? [],
  };
}

/** Has every reseller told of everything. */
async function tellAll({ services }: System, thresholdUsd: number): Promise<void> {
  await sql`update resellers set low_balance_threshold_usd = ${thresholdUsd},
    notices = array['topped_up', 'refunded', 'order_ends', 'traffic_used']`.execute(services.database.sql);
}

/** Sends requests with one key as fast as possible to both processes, to test its rate limit. */
async function exceedRate({ system, caller }: RunContext, signal: AbortSignal): Promise<void> {
  const [reseller] = system.resellers;
  const [apiKey = ''] = reseller ? await freshKeys(system, reseller, 1) : [];
  while (!signal.aborted) {
    await Promise.all(system.processes.map(({ url }) => caller.ask(url, apiKey, { path: '/v1/balance' })));
    await setTimeout(50, undefined, { signal }).catch(() => {});
  }
}
