import type { Sql } from '../kit/database.ts';
import { endSweep, prolongSweep, type SweptAccount, takeForSweep } from '../luxury/sweep-lease.ts';
import { BYTES_PER_GB } from '../luxury/traffic.ts';
import { lowerUsage } from '../luxury/usage.ts';
import { hasOutcome, UpstreamError } from '../upstreams/failure.ts';
import type { TrafficReading } from '../upstreams/traffic.ts';
import { readWrittenOff, writeOff } from './cost.ts';
import { isBusy, type Operation, type Swept } from './operation.ts';
import type { Sold } from './product.ts';
import type { Services } from './services.ts';
import { LOOK_AGAIN_AFTER_MS } from './sweeps.ts';

/**
 * Checks that added traffic is in the account: a customer pays for what was added, not for an answer that
 * says so. Throws an UpstreamError of unknown outcome while less is there.
 */
export async function confirmTotal(
  { traffic }: Services,
  upstreamId: string,
  wantedBytes: bigint,
): Promise<void> {
  const { totalBytes } = await traffic.traffic(upstreamId).catch((error: unknown) => {
    throw error instanceof UpstreamError ? unknown('it cannot be read', error) : error;
  });
  if (totalBytes < wantedBytes) throw unknown('less is there than was asked for');
}

/** Two figures of an account just before an addition. */
export interface BeforeAddition {
  totalBytes: bigint;
  /** Undefined when the upstream did not report it; then the total alone decides. */
  addedGb: number | undefined;
}

/**
 * Whether an addition whose answer was lost was done: both the total and the sum of recorded additions have
 * grown by its volume. The total alone may have grown for another reason, and the record may have an addition
 * that was not done. Throws UpstreamError.
 */
export async function isAdded(
  { traffic }: Services,
  upstreamId: string,
  before: BeforeAddition,
  gb: number,
): Promise<boolean> {
  const { addedGb } = before;
  const [{ totalBytes }, recordedGb] = await Promise.all([
    traffic.traffic(upstreamId),
    addedGb === undefined ? Infinity : traffic.addedGb(upstreamId),
  ]);
  return totalBytes >= before.totalBytes + BigInt(gb) * BYTES_PER_GB && recordedGb >= (addedGb ?? 0) + gb;
}

function unknown(reason: string, cause?: unknown): UpstreamError {
  return new UpstreamError('unknown', `an addition of traffic: ${reason}`, { cause });
}

/**
 * Brings a Luxury order's account to what was paid for or written off. Takes back whole GB that nobody paid
 * for: those of an addition that took effect after its refund, or twice. Gives again what was taken back in
 * excess, by a call that was repeated or took effect late. Surplus traffic that was used is written off here
 * and not by the caller, because only the holder of the account's lease may do so.
 *
 * Only one sweep has the account at a time. It asks for one step and then returns `again`, because the
 * upstream's answer does not show what was done. A sweep that was suspended finds that its lease is lost when
 * it stores its step, and so makes no call. If it was suspended between storing the step and the call, its
 * call comes late; because it then returns `again`, one more sweep follows and finds what the call did.
 * Throws UpstreamError.
 */
export async function takeBackSurplus(services: Services, operation: Operation): Promise<Swept> {
  const leased = await leaseAccount(services, operation);
  if (!leased) return 'busy';
  try {
    return await bringToPaid(services, leased);
  } finally {
    // When the database cannot be reached, the lease lapses by itself.
    await endSweep(services.database.sql, leased).catch(() => {});
  }
}

async function bringToPaid(services: Services, leased: LeasedAccount): Promise<Swept> {
  const reading = await services.traffic.traffic(leased.upstreamId);
  const writtenOffGb = await readWrittenOff(services.database.sql, leased, 'gb');
  const expected = leased.totalBytes + BigInt(writtenOffGb) * BYTES_PER_GB;
  // If nothing was ever taken back, nothing can be missing, so the total alone shows that there is no
  // surplus.
  if (reading.totalBytes <= expected && leased.takenBackGb === 0) return 'done';
  const figures = await readFigures(services, leased, reading);
  const surplus = leastOf(figures) - expected;
  if (surplus >= BYTES_PER_GB) {
    const surplusGb = Number(surplus / BYTES_PER_GB);
    return takeBack(services, leased, figures, surplusGb, Number(reading.leftBytes / BYTES_PER_GB));
  }
  const missingGb = Math.min(Number(roundUp(-surplus) / BYTES_PER_GB), leased.takenBackGb);
  return missingGb > 0 ? giveAgain(services, leased, figures, missingGb) : 'done';
}

async function takeBack(
  services: Services,
  leased: LeasedAccount,
  before: Figures,
  surplusGb: number,
  unusedGb: number,
): Promise<Swept> {
  const gb = Math.min(surplusGb, unusedGb);
  if (!(await writeStep(services, leased, { takenBackGb: gb, writtenOffGb: surplusGb - gb }))) return 'busy';
  if (gb === 0) return 'done';
  // What was stored stays: the call may have been done before, and its repetition refused.
  if (!(await isAnswered(services.traffic.addTraffic(leased.upstreamId, -gb)))) return 'again';
  // If no figure shows that the traffic was taken back, it is written off: otherwise every sweep would ask
  // for it again.
  const changes = await changesSince(services, leased, before);
  if (changes?.every((change) => change >= 0n)) await writeStep(services, leased, { writtenOffGb: gb });
  return 'again';
}

/**
 * Traffic counts as given only as far as the figures show it, and not while an addition is running whose
 * look-up could count it as the addition. What is missing after that is given in the next sweep; what was
 * added twice is then a surplus.
 */
async function giveAgain(
  services: Services,
  leased: LeasedAccount,
  before: Figures,
  gb: number,
): Promise<Swept> {
  if (!(await writeStep(services, leased, {}))) return 'busy';
  if (!(await isAnswered(services.traffic.addTraffic(leased.upstreamId, gb)))) return 'again';
  const changes = (await changesSince(services, leased, before)) ?? [];
  const seenGb = Math.max(0, ...changes.map((change) => Number(change / BYTES_PER_GB)));
  await writeStep(services, leased, { takenBackGb: -Math.min(seenGb, gb) });
  return 'again';
}

/** False when it is not known whether the call has done anything. */
async function isAnswered(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (hasOutcome(error, 'unknown')) return false;
    throw error;
  }
}

/** All additions in bytes, in each place that shows them: not each shows what was taken back. */
type Figures = readonly [bigint, ...bigint[]];

async function readFigures(
  { traffic }: Services,
  { upstreamId }: LeasedAccount,
  { totalBytes, leftBytes, usedBytes }: TrafficReading,
): Promise<Figures> {
  const added = BigInt(await traffic.addedGb(upstreamId)) * BYTES_PER_GB;
  // Used and remaining traffic are counted at different moments, so their sum is rounded up: additions are
  // whole GB.
  const counted = usedBytes === undefined ? [] : [roundUp(usedBytes + leftBytes)];
  return [totalBytes, added, ...counted];
}

/** The smallest figure: taking back more could leave less than was paid for. */
function leastOf(figures: Figures): bigint {
  let least = figures[0];
  for (const figure of figures) if (figure < least) least = figure;
  return least;
}

/** The change of each figure; undefined when they cannot be read now. */
async function changesSince(
  services: Services,
  leased: LeasedAccount,
  before: Figures,
): Promise<bigint[] | undefined> {
  try {
    const after = await readFigures(services, leased, await services.traffic.traffic(leased.upstreamId));
    return after.map((figure, place) => figure - (before[place] ?? figure));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return undefined;
  }
}

function roundUp(bytes: bigint): bigint {
  return ((bytes + BYTES_PER_GB - 1n) / BYTES_PER_GB) * BYTES_PER_GB;
}

/** A Luxury order's account at the upstream, leased to the sweep of one operation. */
interface LeasedAccount extends SweptAccount {
  /** The operation that is swept; write-offs belong to it. */
  operationId: string;
  /** The upstream's name of the product. */
  product: string;
}

/** What is stored together with the next step of a sweep, in GB. */
interface Step {
  takenBackGb?: number;
  /** Traffic that nobody paid for and that cannot be taken back. */
  writtenOffGb?: number;
}

/** Takes the lease of the account; undefined while another sweep has it. */
async function leaseAccount(
  { database, clock }: Services,
  operation: Operation,
): Promise<LeasedAccount | undefined> {
  const account = await takeForSweep(database.sql, operation, clock.now());
  const { product } = operation.request as Sold;
  return account && { ...account, operationId: operation.id, product };
}

/**
 * To be called after a reading of the upstream and before the step that follows from it. Stores the step and
 * renews the lease. Returns false, and writes nothing, when the reading is out of date: another sweep has
 * taken the account over, an addition is running, or one was paid for since.
 */
function writeStep(
  { database, clock, traffic }: Services,
  leased: LeasedAccount,
  { takenBackGb = 0, writtenOffGb = 0 }: Step,
): Promise<boolean> {
  const now = clock.now();
  return database.inTransaction(async (tx) => {
    if (await isBusy(tx, leased)) return false;
    if (!(await prolongSweep(tx, leased, takenBackGb, now))) return false;
    if (writtenOffGb > 0) {
      const cost = traffic.costOf(leased.product, writtenOffGb);
      await writeOff(tx, leased, { unit: 'gb', quantity: writtenOffGb, cost: cost ?? null }, now);
    }
    return true;
  });
}

/**
 * Lowers what Luxury orders have used to what the upstream says now of their accounts, after a reading that
 * was wrong, or after traffic that was taken back twice was given again. Nothing is written of an order of
 * which something is open, or whose account cannot be read. Returns how many were lowered.
 */
export async function followDown(
  { database, traffic, clock }: Services,
  upstreamIds: readonly string[],
): Promise<number> {
  let lowered = 0;
  for (const upstreamId of upstreamIds) {
    const reading = await traffic.traffic(upstreamId).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
    });
    // What begins after this reading asks the upstream for something later, too.
    const lower = async (tx: Sql) =>
      reading && !(await isOpen(tx, upstreamId, clock.now())) && lowerUsage(tx, upstreamId, reading);
    if (await database.inTransaction(lower)) lowered += 1;
  }
  return lowered;
}

/**
 * Whether the upstream may have more or less than what was paid for: an operation runs, settings are in
 * doubt, or a sweep has the account or is due within the time that a call may take effect late.
 */
async function isOpen(db: Sql, upstreamId: string, now: Date): Promise<boolean> {
  const soon = new Date(now.getTime() + LOOK_AGAIN_AFTER_MS);
  const row = await db
    .selectFrom('luxury_traffic as t')
    .innerJoin('luxury_settings as s', (join) =>
      join.onRef('s.reseller_id', '=', 't.reseller_id').onRef('s.order_id', '=', 't.order_id'),
    )
    .leftJoin('operations as o', (join) =>
      join.onRef('o.reseller_id', '=', 't.reseller_id').onRef('o.order_id', '=', 't.order_id'),
    )
    .leftJoin('sweeps as w', 'w.operation_id', 'o.id')
    .select('t.order_id')
    .where('t.upstream_id', '=', upstreamId)
    .where(({ eb, or }) =>
      or([
        eb('o.state', '=', 'running'),
        eb('s.change_token', 'is not', null),
        eb('t.swept_until', '>', now),
        eb('w.due_at', '<=', soon),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}
