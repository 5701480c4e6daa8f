import type { UpstreamError } from './failure.ts';

/**
 * The term upstream: a network that sells proxies per piece and per day.
 *
 * Every call may throw an {@link UpstreamError}, whose `outcome` says whether the work may have been done.
 * `product` is the upstream's own name of what is sold; the catalog stores it and nobody else reads it.
 */
export interface TermUpstream {
  /** Whether `product` is one that this upstream sells. Decided without a call. */
  sells(product: string): boolean;
  /** Every country that the product is sold in, with how many proxies are free there now. */
  stock(product: string): Promise<CountryStock[]>;
  /** How many proxies of the product are free in one country (ISO-2, upper case) now. */
  available(product: string, country: string): Promise<number>;
  /** Buys `quantity` proxies for `days` days. Not idempotent: after an unknown outcome call `findByReference`. */
  buy(purchase: TermPurchase): Promise<IssuedProxy[]>;
  /**
   * Adds `days` to the term of all the named proxies. Not idempotent and carries no reference: after an unknown
   * outcome compare the ends that `find` gives with those from before the call.
   */
  extend(upstreamIds: readonly string[], days: number): Promise<ProxyTerm[]>;
  /** What was bought under the reference; empty when nothing was, or nothing yet. */
  findByReference(reference: string): Promise<IssuedProxy[]>;
  /** The named proxies as the upstream has them now; those that it has dropped are missing. */
  find(upstreamIds: readonly string[]): Promise<ProxyTerm[]>;
  /** Gives proxies back. Proxies that are gone already are no error. */
  cancel(upstreamIds: readonly string[]): Promise<void>;
}

export interface CountryStock {
  /** ISO-2, upper case. */
  country: string;
  available: number;
}

export interface TermPurchase {
  product: string;
  /** ISO-2, upper case. */
  country: string;
  days: number;
  quantity: number;
  /** Our name for the purchase, at most 50 characters. */
  reference: string;
}

export interface ProxyTerm {
  upstreamId: string;
  expiresAt: Date;
}

export interface IssuedProxy extends ProxyTerm {
  host: string;
  port: number;
  login: string;
  password: string;
}
