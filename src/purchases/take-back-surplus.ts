import { BYTES_PER_GB } from '../luxury/traffic.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TrafficReading } from '../upstreams/traffic.ts';
import { giveBackAccount, type LeasedAccount, leaseAccount, writeStep } from './account-lease.ts';
import type { Operation } from './operation.ts';
import type { Swept } from './operation-handler.ts';
import type { Services } from './services.ts';
import { readWrittenOff } from './write-offs.ts';

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
    await giveBackAccount(services, leased);
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
  try {
    await services.traffic.addTraffic(leased.upstreamId, -gb);
  } catch (error) {
    // What was stored stays: the call may have been done before, and its repetition refused.
    if (isUnknown(error)) return 'again';
    throw error;
  }
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
  try {
    await services.traffic.addTraffic(leased.upstreamId, gb);
  } catch (error) {
    if (isUnknown(error)) return 'again';
    throw error;
  }
  const changes = (await changesSince(services, leased, before)) ?? [];
  const seenGb = Math.max(0, ...changes.map((change) => Number(change / BYTES_PER_GB)));
  await writeStep(services, leased, { takenBackGb: -Math.min(seenGb, gb) });
  return 'again';
}

/**
 * The net of all additions in bytes, in each of the places where the upstream shows it. Not every place has
 * to show what was taken back.
 */
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

function isUnknown(error: unknown): boolean {
  return error instanceof UpstreamError && error.outcome === 'unknown';
}
