import type { Micros } from '../kit/money.ts';
import { followDown } from '../purchases/account-traffic.ts';
import { bookLostPurchase, bookLostRenewal } from '../purchases/after-restore/book-lost.ts';
import { claimToGiveBack, forgetLostPurchase } from '../purchases/after-restore/lost-purchases.ts';
import { OPERATIONS_KEPT_DAYS } from '../purchases/delete-old-operations.ts';
import { OPERATION_COLUMNS, type Operation, toOperation } from '../purchases/operation.ts';
import { continued } from '../purchases/recovery.ts';
import { type RenewalRequest, writeStrayDaysOff } from '../purchases/renew.ts';
import type { Services } from '../purchases/services.ts';
import { sweepNow } from '../purchases/sweeps.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { FIRST_ACCOUNT } from '../upstreams/term.ts';
import type { BookedFinding, Finding, UnknownGoods } from './compare-upstreams.ts';
import { type Comparison, compareUpstreams } from './compare-upstreams.ts';

export interface ReconcileOptions extends SettleOptions {
  /** Only what has these references is settled; everything when left out. */
  only?: readonly string[] | undefined;
  onProgress(progress: object): void;
}

export type SettledFinding = Finding & Settled;

export interface Reconciliation extends Omit<Comparison, 'findings'> {
  findings: SettledFinding[];
}

/**
 * Compares all that the upstreams have for us with the books, and does what the options allow about what
 * differs. Lost purchases are written down in any case, so that a request that is repeated with its
 * Idempotency-Key gets what was bought for it. Throws UpstreamError when a list cannot be read to its end.
 */
export async function reconcile(services: Services, options: ReconcileOptions): Promise<Reconciliation> {
  return settleFindings(services, await compareUpstreams(services, options.onProgress), options);
}

/** Does what the options allow about what a comparison has found. */
export async function settleFindings(
  services: Services,
  { findings, ...counts }: Comparison,
  options: ReconcileOptions,
): Promise<Reconciliation> {
  const { only, onProgress } = options;
  const settled: SettledFinding[] = [];
  for (const finding of findings) {
    const isChosen = only === undefined || only.includes(finding.reference);
    const outcome = isChosen
      ? await settleFinding(services, finding, options).catch(leftWhereFailed)
      : ({ done: 'left' } as const);
    settled.push({ ...finding, ...outcome });
    if (settled.length % 100 === 0) onProgress({ settled: settled.length, of: findings.length });
  }
  return { findings: settled, ...counts };
}

/** What one call of an upstream has failed at is left, and found again by the next reconciliation. */
function leftWhereFailed(error: unknown): Settled {
  if (!(error instanceof UpstreamError)) throw error;
  return { done: 'left', refusal: `provider_error: ${error.message}` };
}

interface SettleOptions {
  /** Make orders of lost purchases, and renewals of lost extensions. */
  book: boolean;
  /**
   * Give back what nobody paid for, and write off what cannot be given back. With `book`, this leaves what
   * the balance does not cover: the money may be still to come, as what the operator had topped up.
   */
  giveBack: boolean;
}

const WANT_OF_BALANCE = 'insufficient_balance';
/** Why something of an old operation is left, which the operator can give back at the upstream by hand. */
const DELETED = `the operation was deleted: its order ended over ${OPERATIONS_KEPT_DAYS} days ago`;

/**
 * What was done about a finding. `lowered`: what was used is stored as the upstream has it. `swept`: a sweep
 * is planned, which gives back or writes off. `written_off`: days that nobody paid for. `left`: nothing.
 * `refusal` is why something was not booked, or not settled.
 */
type Settled =
  | { done: 'booked'; orderId: number; charged: Micros }
  | { done: 'given_back' | 'lowered' | 'swept' | 'written_off' | 'left'; refusal?: string };

/**
 * Does what the options allow about one finding. What is not certainly ours is left alone, and so is what
 * the upstream has lost. Throws UpstreamError.
 */
async function settleFinding(services: Services, finding: Finding, options: SettleOptions): Promise<Settled> {
  switch (finding.kind) {
    case 'lost':
      return settleLost(services, finding, options);
    case 'surplus':
    case 'refunded':
    case 'overfilled':
      return options.giveBack ? planSweep(services, finding) : { done: 'left' };
    case 'extended':
      return settleExtended(services, finding, options);
    case 'unknown':
    case 'missing':
      return { done: 'left' };
  }
}

async function settleLost(
  services: Services,
  lost: UnknownGoods,
  { book, giveBack }: SettleOptions,
): Promise<Settled> {
  const { resellerId, account = FIRST_ACCOUNT, reference } = lost;
  let reason: { refusal?: string } = {};
  if (book) {
    const booked =
      resellerId === null
        ? { refusal: 'reseller_not_found' }
        : await bookLostPurchase(services, { ...lost, resellerId });
    if (!('refusal' in booked)) return { done: 'booked', ...booked };
    reason = booked;
  }
  if (!giveBack || reason.refusal === WANT_OF_BALANCE) return { done: 'left', ...reason };
  const isClaimed = await claimToGiveBack(services.database, reference);
  if (!isClaimed) return { done: 'left', refusal: 'taken_up', ...reason };
  if (lost.upstream === 'px6') await services.term.cancelPurchase({ account, reference });
  else for (const upstreamId of lost.upstreamIds) await services.traffic.remove(upstreamId);
  await forgetLostPurchase(services.database.sql, reference);
  return { done: 'given_back', ...reason };
}

async function planSweep(services: Services, finding: BookedFinding): Promise<Settled> {
  const { kind, reference, upstreamIds } = finding;
  if (kind === 'overfilled' && (await followDown(services, upstreamIds)) > 0) return { done: 'lowered' };
  const { database, clock } = services;
  const isPlanned = await sweepNow(database.sql, reference, clock.now());
  return isPlanned ? { done: 'swept' } : { done: 'left', refusal: DELETED };
}

async function settleExtended(
  services: Services,
  finding: BookedFinding,
  { book, giveBack }: SettleOptions,
): Promise<Settled> {
  let reason: { refusal?: string } = {};
  if (book && finding.days !== undefined) {
    const booked = await bookLostRenewal(services, { ...finding, days: finding.days });
    if (!('refusal' in booked)) return { done: 'booked', ...booked };
    reason = booked;
  }
  if (!giveBack || reason.refusal === WANT_OF_BALANCE) return { done: 'left', ...reason };
  return writeDaysOff(services, finding);
}

/** Writes days off for the purchase, as no renewal is known; a sweep does it for the renewal. */
async function writeDaysOff(services: Services, { reference }: BookedFinding): Promise<Settled> {
  const row = await services.database.sql
    .selectFrom('operations')
    .select([...OPERATION_COLUMNS, 'operations.decided_at'])
    .where('id', '=', reference)
    .executeTakeFirst();
  if (!row) return { done: 'left', refusal: DELETED };
  const since = row.decided_at ?? services.clock.now();
  const { operation } = continued({ ...toOperation(row), kind: 'renewal' });
  const swept = await writeStrayDaysOff(services, operation as Operation<RenewalRequest>, 'settled', since);
  return { done: swept === 'done' ? 'written_off' : 'left' };
}
