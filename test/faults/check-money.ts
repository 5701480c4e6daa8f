import { formatUsd } from '../../src/kit/money.ts';
import type { BookedOperation, Books } from './books.ts';
import { type Attempt, type ClientRecord, type Intent, isFinal } from './client-record.ts';
import { leftOver } from './matching.ts';
import type { System } from './system.ts';

/**
 * Tolerance between instants: all clocks are this machine's, but instants are cut to milliseconds, and the
 * end of a killed process is noticed at once.
 */
const CLOCK_SLACK_MS = 500;

/** What each reseller paid is the same in its clients' record, in its operations and in its balance. */
export function checkMoney(system: System, record: ClientRecord, books: Books): string[] {
  return [...checkBalances(system, books), ...checkKeyed(record, books), ...checkUnkeyed(record, books)];
}

/** What each reseller paid, and what was corrected, is the same in its operations and in its balance. */
export function checkBalances({ resellers }: System, books: Books): string[] {
  const violations: string[] = [];
  for (const { id, opening } of resellers) {
    const settled = books.operations.filter(
      ({ resellerId, state }) => resellerId === id && state === 'settled',
    );
    const paid = settled.reduce((sum, { amount }) => sum + amount, 0n);
    const balance = books.balances.get(id) ?? 0n;
    const expected = opening - paid + (books.corrected.get(id) ?? 0n);
    if (expected !== balance)
      violations.push(
        `money: reseller ${id} has ${formatUsd(balance)} and should have ${formatUsd(expected)}`,
      );
  }
  return violations;
}

/** At most one charge for each key, and a final answer never changes. */
export function checkKeyed(record: ClientRecord, { operations }: Books): string[] {
  const violations: string[] = [];
  const byKey = Map.groupBy(
    operations.filter(({ key }) => key !== null),
    ({ key }) => key,
  );
  const attempts = Map.groupBy(record.attempts, ({ intent }) => intent);
  for (const intent of record.intents.filter(({ key }) => key !== undefined)) {
    const charges = byKey.get(intent.key ?? null) ?? [];
    if (charges.length > 1) violations.push(`keys: ${charges.length} operations for ${described(intent)}`);
    violations.push(...contradictions(intent, attempts.get(intent) ?? [], charges[0]));
  }
  return violations;
}

function contradictions(intent: Intent, attempts: Attempt[], charge: BookedOperation | undefined): string[] {
  const finals = attempts.filter(({ outcome }) => isFinal(outcome));
  const violations: string[] = [];
  for (const door of ['rest', 'graphql'] as const) {
    const texts = new Set(
      finals.filter((attempt) => attempt.door === door).map(({ status, text }) => `${status} ${text}`),
    );
    if (texts.size > 1)
      violations.push(`keys: different final answers for ${described(intent)}: ${[...texts].join(' | ')}`);
  }
  const ends = new Set(finals.map(({ outcome }) => endOf(outcome)));
  if (ends.size > 1) violations.push(`keys: different ends for ${described(intent)}: ${listed(attempts)}`);
  if (finals.length === 0)
    violations.push(`keys: no final answer for ${described(intent)}: ${listed(attempts)}`);
  for (const { outcome } of finals.slice(0, 1)) {
    const settled = charge?.state === 'settled' ? charge : undefined;
    if (
      outcome.kind === 'done' &&
      (settled?.amount !== outcome.charged || settled.orderId !== outcome.orderId)
    )
      violations.push(
        `money: ${described(intent)} was answered ${endOf(outcome)}, and there is ${booked(charge)}`,
      );
    if (outcome.kind === 'refused' && settled)
      violations.push(
        `money: ${described(intent)} was refused (${outcome.code}), and there is ${booked(charge)}`,
      );
  }
  const strange = attempts.find(
    ({ outcome }) => outcome.kind === 'refused' && outcome.code.startsWith('invalid_'),
  );
  if (strange) violations.push(`keys: ${described(intent)} was answered ${strange.text}`);
  return violations;
}

/**
 * Requests without a key. An answer, or a lost answer, stands for at most one operation, which began between
 * the sending and the answer; nothing else was charged. If every operation can have an attempt of its own,
 * and every answer an operation of its own, then one assignment does both.
 */
function checkUnkeyed(record: ClientRecord, { operations }: Books): string[] {
  const settled = operations.filter(({ key, state }) => key === null && state === 'settled');
  const attempts = record.attempts.filter(({ intent }) => intent.key === undefined);
  const seen = attempts.filter(({ outcome }) => outcome.kind === 'done');
  const possible = attempts.filter(({ outcome }) => outcome.kind === 'done' || mayHaveBeenDone(outcome));
  return [
    ...leftOver(seen, settled, mayBeOf).map(
      (attempt) =>
        `money: ${described(attempt.intent)} was answered ${listed([attempt])}, and no operation matches`,
    ),
    ...leftOver(settled, possible, (operation, attempt) => mayBeOf(attempt, operation)).map((operation) => {
      const { resellerId, kind, createdAt } = operation;
      return `money: reseller ${resellerId} was charged for a ${kind} at ${createdAt.toISOString()} that no answer reports and no lost answer explains: ${booked(operation)}`;
    }),
  ];
}

/** Whether this attempt can have begun the operation. */
function mayBeOf({ intent, outcome, sentAt, at }: Attempt, operation: BookedOperation): boolean {
  const { resellerId, kind, orderId, amount, createdAt } = operation;
  if (intent.resellerId !== resellerId || intent.kind !== kind) return false;
  const began = createdAt.getTime();
  if (began < Date.parse(sentAt) - CLOCK_SLACK_MS || began > Date.parse(at) + CLOCK_SLACK_MS) return false;
  if (outcome.kind === 'done') return outcome.orderId === orderId && outcome.charged === amount;
  // The client does not know the id of an order whose answer was lost.
  return kind === 'purchase' || intent.orderId === orderId;
}

/**
 * After these answers the server does not know the outcome either: it failed, or another worker has the
 * operation.
 */
function mayHaveBeenDone(outcome: Attempt['outcome']): boolean {
  return (
    outcome.kind === 'lost' ||
    (outcome.kind === 'refused' &&
      ['internal_error', 'request_in_progress', 'api_disabled'].includes(outcome.code))
  );
}

function described({ id, resellerId, kind, orderId, key }: Intent): string {
  return `intent ${id} (reseller ${resellerId}, ${kind}${orderId ? ` of ${orderId}` : ''}, key ${key})`;
}

function endOf(outcome: Attempt['outcome']): string {
  if (outcome.kind === 'done') return `done: order ${outcome.orderId}, charged ${formatUsd(outcome.charged)}`;
  return outcome.kind === 'refused' ? `refused: ${outcome.code}` : `lost: ${outcome.reason}`;
}

function listed(attempts: Attempt[]): string {
  return attempts
    .map(({ at, door, process, status, outcome }) => `${at} ${door} ${process}: ${status} ${endOf(outcome)}`)
    .join(' | ');
}

function booked(operation: BookedOperation | undefined): string {
  if (!operation) return 'no operation';
  const { id, state, orderId, amount } = operation;
  return `operation ${id} ${state}, order ${orderId}, ${formatUsd(amount)}`;
}
