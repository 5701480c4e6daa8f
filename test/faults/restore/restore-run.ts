import { setTimeout } from 'node:timers/promises';
import { verifyLedger } from '../../../src/reconciliation/verify-ledger.ts';
import { takeSnapshot } from '../../support/snapshot.ts';
import { type Books, readBooks } from '../books.ts';
import { CHATTING } from '../chat/book.ts';
import { checkGoods } from '../check-goods.ts';
import { checkBalances, checkKeyed } from '../check-money.ts';
import { type Attempt, ClientRecord, type Intent } from '../client-record.ts';
import { type RunContext, shop } from '../customers.ts';
import { Caller } from '../doors.ts';
import type { RunReport } from '../harness.ts';
import { operated, type ShownFinding } from '../operate.ts';
import { createRandom, type Random } from '../random.ts';
import { untilRecovered, untilSwept } from '../recovered.ts';
import { replayAll } from '../replay.ts';
import { openSystem, type System } from '../system.ts';
import { Visitors } from './visitors.ts';

const RESELLERS = 3;
/** Enough for everything that is bought, and for what is booked again. */
const OPENING_USD = 10_000;
const REQUESTS_OF_CUSTOMER_MINUTE = 400;
const REQUESTS_OF_KEY = 50;

interface RestoreRunOptions {
  seed: number;
  seconds: number;
  customers: number;
  databaseUrl: string;
  directory: string;
}

/**
 * One run in which the database is put back into the state that it had in the middle of it: customers until a
 * snapshot, and again after it; then every process is killed, the snapshot is restored, and the operator does
 * what the documentation says. Then all purchases with a key are asked for again, and customers go on.
 */
export async function runRestore(options: RestoreRunOptions): Promise<RunReport> {
  await using opened = new AsyncDisposableStack();
  const { seed, customers, databaseUrl } = options;
  const random = createRandom(seed);
  const keysOfReseller =
    10 + Math.ceil((customers * REQUESTS_OF_CUSTOMER_MINUTE) / REQUESTS_OF_KEY / RESELLERS);
  const system = await openSystem(
    {
      ...options,
      resellers: RESELLERS,
      keysOfReseller,
      openingUsd: OPENING_USD,
      environments: [CHATTING, CHATTING],
    },
    opened,
  );
  const visitors = new Visitors(system, random.fork());
  const part = (options.seconds * 1_000) / 3;
  const before = contextOf(system);
  const shopping = startShopping(before, random.fork(), customers);
  await setTimeout(part);
  await visitors.before();
  const snapshotFrom = new Date().toISOString();
  const snapshot = await takeSnapshot(databaseUrl);
  opened.defer(() => snapshot.drop());
  await Promise.all([setTimeout(part), visitors.afterwards()]);
  await Promise.all(system.processes.map((process) => process.kill()));
  await shopping.stop();

  await snapshot.restore();
  const restoredBooks = await readBooks(system);
  const restored = await operated(system, 'restored');
  const violations = [
    ...checkListed(restored, restoredBooks),
    ...checkKept(before.record, restoredBooks, snapshotFrom),
    ...(await visitors.resume(restored.payments ?? [])),
  ];

  await Promise.all(system.processes.map((process) => process.start()));
  const after = contextOf(system);
  for (const intent of before.record.intents.filter(isKeyedPurchase)) after.record.intend(intent);
  const repeated = [...after.record.intents];
  await replayAll(after);
  const again = startShopping(after, random.fork(), customers);
  await Promise.all([setTimeout(part), visitors.after()]);
  await again.stop();

  const open = await untilRecovered(system, performance.now());
  violations.push(...open.map((what) => `unfinished: ${what}`));
  const reconciled = await operated(system, 'reconcile', '--book', '--give-back');
  // Keys are kept for a day.
  await replayAll(after);
  violations.push(...checkRepeated(before.record, after.record, repeated));
  violations.push(...checkKeyed(after.record, await readBooks(system)));
  const chats = await visitors.check(reconciled.findings);
  violations.push(...chats.violations);
  violations.push(...(await untilSwept(system)).map((what) => `unfinished: ${what}`));
  const last = await operated(system, 'reconcile');
  violations.push(...last.findings.map((finding) => `reconcile: still there: ${JSON.stringify(finding)}`));
  const books = await readBooks(system);
  const ledger = await verifyLedger(system.services.database);
  violations.push(
    ...ledger.problems.map(({ problem, operationId }) => `ledger: ${problem} (${operationId})`),
    ...checkBalances(system, books),
    ...checkGoods(books),
    ...checkNumbers(before.record, restoredBooks, books),
    ...after.record.complaints,
  );
  return {
    seed,
    counts: {
      answeredBefore: before.record.attempts.filter(({ outcome }) => outcome.kind === 'done').length,
      operationsRestored: restoredBooks.operations.length,
      operationsAtTheEnd: books.operations.length,
      purchasesRepeated: repeated.length,
      restored: tally(restored),
      reconciled: tally(reconciled),
      chats: chats.counts,
    },
    violations,
    failures: after.record.failures,
  };
}

function contextOf(system: System): RunContext {
  const record = new ClientRecord();
  return { system, record, caller: new Caller(record), owned: new Map() };
}

function startShopping(context: RunContext, random: Random, customers: number) {
  const ending = new AbortController();
  const { resellers } = context.system;
  const shoppers = Array.from({ length: customers }, (_, index) => {
    const reseller = resellers[index % RESELLERS];
    return reseller && shop(context, reseller, random.fork(), ending.signal);
  });
  return {
    async stop(): Promise<void> {
      ending.abort();
      await Promise.all(shoppers);
    },
  };
}

function isKeyedPurchase({ kind, key }: Intent): boolean {
  return kind === 'purchase' && key !== undefined;
}

/** `restored` lists what the upstreams have for purchases that the books do not know, and nothing else. */
function checkListed({ findings }: { findings: ShownFinding[] }, { issued, operations }: Books): string[] {
  const known = new Set(operations.map(({ id }) => id));
  const held = new Map<string, number>();
  for (const entry of issued) {
    const items = entry.upstream === 'px6' ? entry.proxyIds.length : 1;
    const change = { buy: items, create: items, delete: -items }[entry.call as string] ?? 0;
    held.set(entry.reference, (held.get(entry.reference) ?? 0) + change);
  }
  const lost = new Set([...held].filter(([id, items]) => items > 0 && !known.has(id)).map(([id]) => id));
  const listed = new Set(findings.filter(({ kind }) => kind === 'lost').map(({ reference }) => reference));
  return [
    ...(lost.size === 0 ? ['restored: the run has lost nothing'] : []),
    ...[...lost.difference(listed)].map((id) => `restored: ${id} is not listed as lost`),
    ...[...listed.difference(lost)].map((id) => `restored: ${id} is listed as lost`),
    ...findings
      .filter(({ kind, resellerId }) => kind === 'lost' && resellerId === null)
      .map(({ reference }) => `restored: ${reference} has no reseller`),
  ];
}

/** What was answered before the snapshot is in the books that were restored. */
function checkKept(record: ClientRecord, { orders }: Books, snapshotFrom: string): string[] {
  const kept = new Set(orders.map(({ id }) => id));
  return record.attempts
    .filter(({ at, outcome }) => at < snapshotFrom && outcome.kind === 'done' && !kept.has(outcome.orderId))
    .map((attempt) => `restored: what was answered before the snapshot is gone: ${attempt.text}`);
}

/** A purchase that is repeated with its key gets the very proxies that it was answered with before. */
function checkRepeated(before: ClientRecord, after: ClientRecord, intents: readonly Intent[]): string[] {
  const answers = ({ attempts }: ClientRecord) =>
    new Map(attempts.flatMap(({ intent, outcome }) => (proxiesOf(outcome) ? [[intent.key, outcome]] : [])));
  const [first, second] = [answers(before), answers(after)] as Map<string, Attempt['outcome']>[];
  return intents.flatMap(({ key = '', body }) => {
    const [was, is] = [proxiesOf(first?.get(key)), proxiesOf(second?.get(key))];
    if (was === undefined || was === is) return [];
    const others = after.attempts.flatMap(({ intent, outcome }) =>
      intent.key === key && outcome.kind !== 'done' ? [JSON.stringify(outcome)] : [],
    );
    const got = is ?? `nothing, but ${[...new Set(others)].join(', ')}`;
    return [`restored: ${JSON.stringify(body)} with key ${key} had ${was} and got ${got}`];
  });
}

function proxiesOf(outcome: Attempt['outcome'] | undefined): string | undefined {
  return outcome?.kind === 'done' ? outcome.proxies.toSorted().join(' ') : undefined;
}

/** No order that is new since the restore has a number that anybody was answered before. */
function checkNumbers(before: ClientRecord, restored: Books, { orders }: Books): string[] {
  const old = new Set(restored.orders.map(({ id }) => id));
  const decided = new Set(restored.operations.map(({ orderId }) => orderId));
  const answered = new Set(
    before.attempts.flatMap(({ outcome }) => (outcome.kind === 'done' ? [outcome.orderId] : [])),
  );
  return orders
    .filter(({ id }) => !old.has(id) && !decided.has(id) && answered.has(id))
    .map(({ id }) => `restored: order ${id} has a number that was answered before`);
}

function tally({ findings }: { findings: ShownFinding[] }): Record<string, number> {
  const kinds = Map.groupBy(findings, ({ kind, done, refusal }) => [kind, done, refusal].join(' ').trim());
  return Object.fromEntries([...kinds].map(([name, all]) => [name, all.length]));
}
