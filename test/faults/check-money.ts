import { formatUsd } from '../../src/kit/money.ts';
import type { BookedOperation, Books } from './books.ts';
import { type Attempt, type ClientRecord, type Intent, isFinal } from './client-record.ts';
import type { System } from './system.ts';

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
  // A price above the limit is no end: it may fall.
  const isTooDear = attempts.some(
    ({ outcome }) => outcome.kind === 'refused' && outcome.code === 'price_changed',
  );
  if (finals.length === 0 && !isTooDear)
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
