import type { Services } from '../purchases/services.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { type Comparison, compareUpstreams } from './compare-upstreams.ts';
import type { Finding } from './findings.ts';
import { type Settled, type SettleOptions, settleFinding } from './settle-findings.ts';

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
    settled.push({
      ...finding,
      ...(isChosen ? await settle(services, finding, options) : { done: 'left' as const }),
    });
    if (settled.length % 100 === 0) onProgress({ settled: settled.length, of: findings.length });
  }
  return { findings: settled, ...counts };
}

/** What one call of an upstream has failed at is left, and found again by the next reconciliation. */
async function settle(services: Services, finding: Finding, options: SettleOptions): Promise<Settled> {
  try {
    return await settleFinding(services, finding, options);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { done: 'left', refusal: `provider_error: ${error.message}` };
  }
}
