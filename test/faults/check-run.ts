import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { atOnce } from './at-once.ts';
import { Book } from './book.ts';
import { type Books, readBooks } from './books.ts';
import { checkChat } from './chat/check-chat.ts';
import { checkKeyed } from './check-money.ts';
import { checkRates } from './check-rates.ts';
import { checkSecrets } from './check-secrets.ts';
import { readAccounts } from './check-settings.ts';
import type { Intent } from './client-record.ts';
import { type MadeCorrection, runCommand } from './corrections.ts';
import type { RunContext } from './customers.ts';
import { lineOf, type SeenProxy } from './doors.ts';
import { checkEvents } from './events/check-events.ts';
import type { EventLoad } from './events/load.ts';
import { GUARANTEES, type Witness } from './guarantees.ts';
import { Target } from './moved-bytes.ts';
import { CATALOG, Prices } from './prices.ts';
import { untilCertain, untilRecovered, untilSwept } from './recovered.ts';
import { freshKeys, replayAll } from './replay.ts';
import { ask, readShown } from './shown.ts';

/** After a process died, leases end and what was not found is refunded; by the moved clock, in seconds. */
const DECIDED_SECONDS = 45;
/** Longer than a call whose answer was lost can still take effect; by the moved clock, in seconds. */
const CERTAIN_SECONDS = 180;
/** Longer than a reading of traffic is taken for fresh. */
const STALE_SECONDS = 5;
/** Longer than a round that reads it takes. */
const USAGE_READ_MS = 3_000;
const COMMAND_MS = 120_000;
const PROXIES_AT_ONCE = 8;
/** Reads of a reseller's orders for each of them, and for the lists. */
const READS_OF_ORDER = 6;
const READS_OF_LISTS = 200;
const REQUESTS_OF_KEY = 50;
/** How long the first term lasts still when ends are looked at, and until those of its day are over. */
const ENDING_SECONDS = 3_600;
const ENDED_SECONDS = 24 * 3_600;
/** A mark is looked at a minute late, by a job of each minute. */
const TOLD_WITHIN_MS = 180_000;

interface Ended {
  /** When the last fault ended, by `performance.now()`. */
  lastFaultAt: number;
  /** When the database lost its memory, by `performance.now()`: it may have forgotten counted requests. */
  databaseKills: readonly number[];
  /** Until when calls of the upstreams may take effect that began before, by `performance.now()`. */
  lateUntil: number;
  /** How people have talked to the bot; undefined when nobody has. */
  talked: Parameters<typeof checkChat>[1] | undefined;
  prices?: Prices;
  corrections?: readonly MadeCorrection[];
  /** Below this each reseller is told that its balance is low. */
  thresholdUsd?: number;
  /** Where proxies were used. */
  target?: Target;
  /** The order whose traffic was used up. */
  usedUp?: string | undefined;
  /** What was refunded before it was done. */
  late?: readonly Intent[];
  /** Webhooks, and programs that read events. */
  events?: EventLoad;
}

/**
 * The end of a run, when nothing fails any more: has the processes recover, repeats every keyed request, has
 * the processes do every sweep, and checks every promise.
 */
export async function checkRun(
  context: RunContext,
  { lastFaultAt, databaseKills, lateUntil, talked, ...ended }: Ended,
): Promise<{
  violations: string[];
  books: Books;
  chats: Awaited<ReturnType<typeof checkChat>> | undefined;
}> {
  const { system, record } = context;
  const { clock } = system;
  if (!talked) await clock.move(DECIDED_SECONDS);
  const open = await untilRecovered(system, lastFaultAt);
  const violations = open.map((what) => `unfinished: ${what}`);
  const chats = talked && (await checkChat(system, talked));
  violations.push(...(chats?.violations ?? []));
  system.keys.unshift(...(chats?.keys ?? []));
  await setTimeout(Math.max(0, lateUntil - performance.now()));
  await clock.move(CERTAIN_SECONDS);
  const doubtful = await untilCertain(system, performance.now());
  violations.push(...doubtful.map((what) => `unfinished: ${what}`));
  await replayAll(context);
  // Keys are kept for a day.
  violations.push(...checkKeyed(record, await readBooks(system)));
  violations.push(...(await untilSwept(system)).map((what) => `unfinished: ${what}`));
  const books = await readBooks(system);
  const ledger = await runCommand(system, ['ledger', 'verify'], COMMAND_MS);
  const { problems = [] } = JSON.parse(ledger ?? '{"problems":["it fails"]}') as { problems?: unknown[] };
  violations.push(
    ...problems.map((problem) => `ledger: ${JSON.stringify(problem)}`),
    ...checkRates(record, databaseKills),
    ...(await checkSecrets(system, record)),
    ...record.complaints,
  );
  try {
    await using opened = new AsyncDisposableStack();
    const target = ended.target ?? (await new Target().open(opened));
    const witness = await gather(context, { ...ended, target }, books);
    for (const { sentence, check } of GUARANTEES) {
      const broken = new Set<string>();
      check(witness, (what) => broken.add(`${sentence}: ${what}`));
      violations.push(...broken);
    }
    violations.push(...(await checkEnds(context, witness)));
    const { events, thresholdUsd = 0, usedUp } = ended;
    if (events) violations.push(...(await checkEvents(system, events, { record, thresholdUsd, usedUp })));
  } catch (error) {
    violations.push(`what doors show cannot be read: ${error}`);
  }
  return { violations, books, chats };
}

async function gather(
  { system, record }: RunContext,
  ended: Pick<Ended, 'prices' | 'corrections' | 'thresholdUsd' | 'usedUp' | 'late'> & { target: Target },
  books: Books,
): Promise<Witness> {
  const {
    prices = new Prices(CATALOG),
    corrections = [],
    thresholdUsd = 0,
    target,
    usedUp,
    late = [],
  } = ended;
  const book = new Book(record, prices);
  for (const reseller of system.resellers) {
    const count = (book.dealsOf(reseller).length * READS_OF_ORDER + READS_OF_LISTS) / REQUESTS_OF_KEY;
    reseller.keys = await freshKeys(system, reseller, Math.ceil(count));
  }
  const before = await readShown(system);
  const exits = new Map<string, string | undefined>();
  const proxies = before.resellers.flatMap(({ orders }) =>
    [...orders.values()].flatMap(([order]) =>
      ((order?.['proxies'] ?? []) as SeenProxy[]).map((proxy) => ({
        proxy,
        protocol: String(order?.['protocol']),
      })),
    ),
  );
  await atOnce(PROXIES_AT_ONCE, proxies, async ({ proxy, protocol }) => {
    const { status, from } = await target.through(proxy, protocol);
    exits.set(lineOf(proxy), status === 200 ? from : undefined);
  });
  await system.clock.move(STALE_SECONDS);
  await setTimeout(USAGE_READ_MS);
  const shown = await readShown(system, system.clock.now());
  for (const { reseller, lines } of shown.resellers) book.settle(reseller, lines);
  const accounts = [...(await readAccounts(system)).values()];
  return {
    ...{ record, book, shown, exits, corrections, thresholdUsd, usedUp },
    moved: target.moved,
    accounts: new Map(accounts.map((account) => [account.login, account])),
    ...{ stored: books, late },
    orders: book.orders(),
  };
}

/** Each reseller is told once of each term that ends within a day; one that is over is expired. */
async function checkEnds({ system }: RunContext, { shown }: Witness): Promise<string[]> {
  const violations: string[] = [];
  const ends = shown.resellers
    .flatMap(({ orders }) => [...orders.values()])
    .map(([order]) => Date.parse(String(order?.['expires_at'])))
    .filter((end) => end > system.clock.now());
  await system.clock.move((Math.min(...ends) - system.clock.now()) / 1_000 - ENDING_SECONDS);
  for (const { reseller, orders } of shown.resellers) {
    const now = system.clock.now();
    const ending = [...orders].filter(([, [order]]) => {
      const left = Date.parse(String(order?.['expires_at'])) - now;
      return left > 0 && left < 24 * 3_600_000;
    });
    const expected = ending.map(([id, [order]]) => `${id} ${order?.['expires_at']}`).sort();
    let told: string[] = [];
    for (const until = performance.now() + TOLD_WITHIN_MS; performance.now() < until; await setTimeout(500)) {
      const { rows } = await sql<{ order_id: number; ends_at: Date }>`
        select order_id, ends_at from events where reseller_id = ${reseller.id} and type = 'order.ending'
          and (facts::jsonb ->> 'hours_left')::int <= 24 and ends_at > ${new Date(now)}`.execute(
        system.services.database.sql,
      );
      told = rows
        .map(({ order_id, ends_at }) => `${order_id} ${ends_at.toISOString()}`)
        .filter((one) => expected.includes(one))
        .sort();
      if (told.length >= expected.length) break;
    }
    if (told.join() !== expected.join())
      violations.push(
        `each end of a term is told of once: reseller ${reseller.id} was told of ${told}, and these end: ${expected}`,
      );
  }
  await system.clock.move(ENDED_SECONDS);
  for (const { reseller, orders } of shown.resellers) {
    const over = [...orders.values()].filter(
      ([order]) => Date.parse(String(order?.['expires_at'])) < system.clock.now(),
    );
    const { total } = await ask(
      system.processes[0]?.url ?? '',
      reseller,
      '/v1/orders?status=expired&limit=1',
    );
    if (total !== over.length)
      violations.push(
        `a term that is over is expired: reseller ${reseller.id} has ${over.length}, and is shown ${total}`,
      );
  }
  return violations;
}
