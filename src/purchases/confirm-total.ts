import { BYTES_PER_GB } from '../luxury/traffic.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { Services } from './services.ts';

/**
 * Makes sure that traffic which the upstream says to have added is there: what is paid for is what was added,
 * not what was answered. Throws UpstreamError, of unknown outcome, while less is there.
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

/** What an account had just before an addition, by both ways in which the upstream tells. */
export interface BeforeAddition {
  totalBytes: bigint;
  /** Undefined when it was not learnt: then the total alone tells. */
  addedGb: number | undefined;
}

/**
 * Whether an addition whose answer was lost is there: both the total and the sum of the recorded additions
 * have grown by as much. A total alone may have grown for another reason, and an addition may be recorded
 * that has not been done. Throws UpstreamError.
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
