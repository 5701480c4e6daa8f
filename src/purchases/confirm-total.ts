import { BYTES_PER_GB } from '../luxury/traffic.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { Services } from './services.ts';

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
