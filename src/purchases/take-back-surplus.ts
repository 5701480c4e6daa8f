import { BYTES_PER_GB } from '../luxury/traffic.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TrafficReading } from '../upstreams/traffic.ts';
import { giveBackAccount, type LeasedAccount, leaseAccount, writeStep } from './account-lease.ts';
import type { Operation } from './operation.ts';
import type { Swept } from './operation-handler.ts';
import type { Services } from './services.ts';
import { readWrittenOff } from './write-offs.ts';

/**
 * Brings a Luxury order's account to what was paid for and what was written off. It takes back whole GB that
 * nobody paid for: an addition that landed after its refund, or twice. It gives again what was taken back
 * beyond that, by a call that was repeated or came late. What was used of a surplus is written off, here and
 * not by the caller: only who holds the account may do so.
 *
 * One sweep at a time has the account and asks for one thing; then it says `again`, since the answer does not
 * tell what was done. One that was asleep writes down nothing any more, and so asks for nothing. Where it was
 * asleep between the two, what it asked for is found by the next: it says `again` itself when it wakes up.
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
  // Where nothing was ever taken back, nothing was taken back too often, and the total alone tells that there
  // is no surplus.
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
    // What was written down stays: it may be a repetition that was refused.
    if (isUnknown(error)) return 'again';
    throw error;
  }
  // Where no figure of it is to be seen, nobody could ever tell that it was done: it would be asked for again
  // and again.
  const changes = await changesSince(services, leased, before);
  if (changes?.every((change) => change >= 0n)) await writeStep(services, leased, { writtenOffGb: gb });
  return 'again';
}

/**
 * It counts as given as far as it is seen to be there, and not beside an addition that has begun meanwhile
 * and may take it for its own: what is missing after that is given the next time, and what has come twice is
 * a surplus.
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
 * The net of all additions in bytes, as the upstream shows it in several places. Not all of them need to show
 * what was taken back.
 */
type Figures = readonly [bigint, ...bigint[]];

async function readFigures(
  { traffic }: Services,
  { upstreamId }: LeasedAccount,
  { totalBytes, leftBytes, usedBytes }: TrafficReading,
): Promise<Figures> {
  const added = BigInt(await traffic.addedGb(upstreamId)) * BYTES_PER_GB;
  // What is used and what is left are not counted in the same instant, but additions go by whole GB.
  const counted = usedBytes === undefined ? [] : [roundUp(usedBytes + leftBytes)];
  return [totalBytes, added, ...counted];
}

/** The least that the upstream shows: to take anything else back could leave less than was paid for. */
function leastOf(figures: Figures): bigint {
  let least = figures[0];
  for (const figure of figures) if (figure < least) least = figure;
  return least;
}

/** How far each figure has moved; undefined when that cannot be read now. */
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
