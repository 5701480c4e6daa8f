import { formatUsd } from '../../src/kit/money.ts';
import type { BookedOperation, Books } from './books.ts';
import { type Attempt, type Diary, type Intent, isFinal } from './diary.ts';
import type { World } from './world.ts';

/** What each reseller paid, by what its programs saw, by the operations, and by its balance: all the same. */
export function checkMoney({ resellers }: World, diary: Diary, books: Books): string[] {
  const violations: string[] = [];
  for (const { id, opening } of resellers) {
    const settled = books.operations.filter(
      ({ resellerId, state }) => resellerId === id && state === 'settled',
    );
    const paid = settled.reduce((sum, { amount }) => sum + amount, 0n);
    const balance = books.balances.get(id) ?? 0n;
    if (opening - paid !== balance)
      violations.push(
        `money: reseller ${id} has ${formatUsd(balance)} and should have ${formatUsd(opening - paid)}`,
      );
  }
  return [...violations, ...checkKeyed(diary, books), ...checkUnkeyed(diary, books)];
}

/** One charge for each key at the most, and every answer that was final is the answer for ever. */
function checkKeyed(diary: Diary, { operations }: Books): string[] {
  const violations: string[] = [];
  const byKey = Map.groupBy(
    operations.filter(({ key }) => key !== null),
    ({ key }) => key,
  );
  const attempts = Map.groupBy(diary.attempts, ({ intent }) => intent);
  for (const intent of diary.intents.filter(({ key }) => key !== undefined)) {
    const charges = byKey.get(intent.key ?? null) ?? [];
    if (charges.length > 1) violations.push(`keys: ${charges.length} operations for ${told(intent)}`);
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
      violations.push(`keys: different final answers for ${told(intent)}: ${[...texts].join(' | ')}`);
  }
  const ends = new Set(finals.map(({ outcome }) => endOf(outcome)));
  if (ends.size > 1) violations.push(`keys: different ends for ${told(intent)}: ${listed(attempts)}`);
  if (finals.length === 0) violations.push(`keys: no final answer for ${told(intent)}: ${listed(attempts)}`);
  for (const { outcome } of finals.slice(0, 1)) {
    const settled = charge?.state === 'settled' ? charge : undefined;
    if (
      outcome.kind === 'done' &&
      (settled?.amount !== outcome.charged || settled.orderId !== outcome.orderId)
    )
      violations.push(
        `money: ${told(intent)} was answered ${endOf(outcome)}, and there is ${booked(charge)}`,
      );
    if (outcome.kind === 'refused' && settled)
      violations.push(`money: ${told(intent)} was refused (${outcome.code}), and there is ${booked(charge)}`);
  }
  const strange = attempts.find(
    ({ outcome }) => outcome.kind === 'refused' && outcome.code.startsWith('invalid_'),
  );
  if (strange) violations.push(`keys: ${told(intent)} was answered ${strange.text}`);
  return violations;
}

/** Without a key an order, or an extension of it, was seen to be done, or its answer was lost: nothing else was charged. */
function checkUnkeyed(diary: Diary, { operations }: Books): string[] {
  const violations: string[] = [];
  const settled = Map.groupBy(
    operations.filter(({ key, state }) => key === null && state === 'settled'),
    ({ resellerId, kind, orderId }) => subject(resellerId, kind, orderId),
  );
  const seen = new Map<string, Attempt[]>();
  const maybe = new Map<string, number>();
  for (const attempt of diary.attempts) {
    const { intent, outcome } = attempt;
    if (intent.key !== undefined) continue;
    const orderId = outcome.kind === 'done' ? outcome.orderId : (intent.orderId ?? '');
    const name = subject(intent.resellerId, intent.kind, orderId);
    if (outcome.kind === 'done') seen.set(name, [...(seen.get(name) ?? []), attempt]);
    else if (mayHaveBeenDone(outcome)) maybe.set(name, (maybe.get(name) ?? 0) + 1);
  }
  for (const [name, attempts] of seen) {
    const amounts = (settled.get(name) ?? []).map(({ amount }) => amount);
    for (const { outcome } of attempts) {
      const at = outcome.kind === 'done' ? amounts.indexOf(outcome.charged) : -1;
      if (at < 0) violations.push(`money: ${name} was answered ${endOf(outcome)}, and no operation matches`);
      else amounts.splice(at, 1);
    }
  }
  const unseen = new Map<string, number>();
  for (const [name, done] of settled) {
    const more = done.length - (seen.get(name)?.length ?? 0);
    const [resellerId, kind] = name.split(' ');
    // Nobody saw the number of an order whose answer was lost.
    const lostName = kind === 'purchase' ? `${resellerId} ${kind} ` : name;
    unseen.set(lostName, (unseen.get(lostName) ?? 0) + more);
  }
  for (const [name, count] of unseen) {
    const possible = maybe.get(name) ?? 0;
    if (count > possible)
      violations.push(
        `money: ${count} charges for ${name} that nobody saw, and only ${possible} answers were lost`,
      );
  }
  return violations;
}

/** A server that failed or has handed the operation to another worker does not know the end either. */
function mayHaveBeenDone(outcome: Attempt['outcome']): boolean {
  return (
    outcome.kind === 'lost' ||
    (outcome.kind === 'refused' &&
      ['internal_error', 'request_in_progress', 'api_disabled'].includes(outcome.code))
  );
}

function subject(resellerId: number, kind: string, orderId: string): string {
  return `${resellerId} ${kind} ${orderId}`;
}

function told({ id, resellerId, kind, orderId, key }: Intent): string {
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
