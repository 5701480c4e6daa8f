import { UpstreamError } from '../upstreams/failure.ts';
import type { Services } from './services.ts';

/**
 * Makes sure that traffic which the upstream says to have added is there: what is paid for is what was added, not what was
 * answered. Throws UpstreamError, of unknown outcome, while less is there.
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

function unknown(reason: string, cause?: unknown): UpstreamError {
  return new UpstreamError('unknown', `an addition of traffic: ${reason}`, { cause });
}
