import type { OperationOrigin } from '../purchases/operation-id.ts';

export type UpstreamName = 'px6' | 'dataimpulse';

/** What was bought under one reference that the books do not know. */
export interface UnknownGoods extends OperationOrigin {
  /**
   * `lost`: the database was restored since, so the books have lost the purchase. `unknown`: it was not; the
   * goods may be those of another installation that has the same account at the upstream.
   */
  kind: 'lost' | 'unknown';
  upstream: UpstreamName;
  /** Our account at PX6 that has it; missing at the other upstream. */
  account?: string;
  /** The id of the operation. */
  reference: string;
  /** The upstream's ids of the proxies, or of the account. */
  upstreamIds: string[];
  product: string | undefined;
  /** ISO-2, or null for an account that is not narrowed to one country. */
  country: string | null;
  /** Days that were bought, and extended by; null for an account. */
  days: number | null;
  /** When the first proxy ends; null for an account. */
  expiresAt: Date | null;
}

/** Something else that differs, of an operation or order that the books know. */
export interface BookedFinding {
  /**
   * `surplus`: goods of a settled purchase that were not delivered. `refunded`: goods of one that was
   * refunded.
   * `extended`: proxies end later than was paid for or written off. `overfilled`: an account has more traffic
   * left than that, or than the books say was left. `missing`: what was delivered is not there any more.
   */
  kind: 'surplus' | 'refunded' | 'extended' | 'overfilled' | 'missing';
  upstream: UpstreamName;
  resellerId: number;
  orderId: number;
  /** The id of the operation: the reference of its goods. */
  reference: string;
  upstreamIds: string[];
  /** Of `extended`, by its first proxy: the end that is accounted for, and how many days later it ends. */
  bookedUntil?: Date;
  days?: number;
}

export type Finding = UnknownGoods | BookedFinding;

/** More than these are only counted: somebody looks at them, and settles them, before the others. */
const MAX_FINDINGS = 10_000;

/** What differs, by kind and reference; what is found of one reference on several pages is one finding. */
export class Findings {
  readonly #found = new Map<string, Finding>();
  /** Proxies and accounts of findings that were only counted. */
  leftOut = 0;

  add(finding: Finding): void {
    const name = `${finding.kind} ${finding.reference}`;
    const known = this.#found.get(name);
    if (known) known.upstreamIds.push(...finding.upstreamIds);
    else if (this.#found.size < MAX_FINDINGS) this.#found.set(name, finding);
    else this.leftOut += finding.upstreamIds.length;
  }

  get all(): Finding[] {
    return [...this.#found.values()];
  }
}
