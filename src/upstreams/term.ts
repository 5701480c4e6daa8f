import type { Micros } from '../kit/money.ts';
import type { UpstreamError } from './failure.ts';
import type { Credentials } from './traffic.ts';

/**
 * The order in which waiting calls are sent. `urgent`, the default: an operation that is charged waits for
 * it. `presale`: a purchase waits for it before it is charged. `awaited`: a list, a quote or a change that is
 * free waits for it. `background`: nothing waits for it, or not for all of it.
 */
export const PRIORITIES = ['urgent', 'presale', 'awaited', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * The term upstream: a network that sells proxies per piece and per day. We have one account there or
 * several, by names of our own. What was bought with one account is known to that one alone; stocks are the
 * same for all.
 *
 * Every call may throw an {@link UpstreamError}, whose `outcome` says whether the work may have been done. A
 * call that only reads does no work: whatever its outcome, a failed look-up does not show that something is
 * absent. Each request to the upstream has 20 seconds, waiting for its turn included; long look-ups take
 * several requests. `product` is the upstream's own name of what is sold; the catalog stores it, and only the
 * code of the upstream interprets it. `stock` is its name of what one product, or several, are taken from.
 */
export interface TermUpstream {
  readonly accounts: readonly string[];
  /** Whether `product` is one that this upstream sells. Decided without a call. */
  sells(product: string): boolean;
  /** Whether calls of one account at least are sent; otherwise all are refused at once. Needs no call. */
  isUp(): boolean;
  /** Whether it was found to be down for an account, and has not answered since. Decided without a call. */
  isDown(account: string): boolean;
  /** The stock that a product is taken from; `refused` for one that is not sold. Needs no call. */
  stockOf(product: string): string;
  /** Where a stock is sold (ISO-2, upper case), also where there is nothing now. One call. */
  countriesOf(stock: string, priority: Priority): Promise<string[]>;
  /** How many proxies of a stock are free in a country (ISO-2, upper case); 0 where not sold. One call. */
  available(stock: string, country: string, priority: Priority): Promise<number>;
  /**
   * Buys `quantity` proxies for `days` days. It answers with exactly that many usable proxies or throws: an
   * answer that is short, long, or has a proxy that cannot be used is `unknown`, since something was bought.
   * Not idempotent: after an unknown outcome call `findByReference` for the account that was named last, keep
   * what it finds if that is complete, else `cancelPurchase`.
   */
  buy(purchase: TermPurchase): Promise<IssuedProxy[]>;
  /**
   * Adds `days` to the term of all the named proxies; answers with the new end of each or throws. Not
   * idempotent and carries no reference: after an unknown outcome compare the ends that `find` gives with
   * those from before the call; some proxies may be extended and others not. `gone`: at least one of them has
   * been dropped, and none is extended. `onCost`: as for a purchase.
   */
  extend(
    account: string,
    upstreamIds: readonly string[],
    days: number,
    onCost?: (cost: Micros) => void,
  ): Promise<ProxyTerm[]>;
  /**
   * The usable proxies that were bought under the reference, even if they are fewer or more than were asked
   * for; empty when nothing was bought, or nothing yet. A proxy that cannot be handed out safely is left out.
   */
  findByReference(bought: Bought, priority?: Priority): Promise<IssuedProxy[]>;
  /** The named proxies of a purchase as they are now, or all, usable or not; dropped ones are missing. */
  find(bought: Bought, upstreamIds: readonly string[] | 'all', priority?: Priority): Promise<ProxyTerm[]>;
  /**
   * All that we have at the upstream, page by page, in the background; ended terms are among it for as long
   * as the upstream keeps them. What is bought or given back meanwhile can move a proxy past the reader, so a
   * proxy that is missing here may be there.
   */
  all(): AsyncIterable<HeldProxy[]>;
  /** Gives proxies back, in the background. Proxies that are gone already are no error. May be repeated. */
  cancel(account: string, upstreamIds: readonly string[]): Promise<void>;
  /** Drops what was bought under the reference, unpaid. Nothing there is no error. May be repeated. */
  cancelPurchase(bought: Bought): Promise<void>;
  /**
   * Has the named proxies of a purchase speak a protocol, at no cost, and answers where each does that is
   * still there. May be repeated. `unknown`: some may speak it and others not. `gone`: none is there.
   */
  setProtocol(
    bought: Bought,
    upstreamIds: readonly string[],
    protocol: TermProtocol,
  ): Promise<ProxyAddress[]>;
  /** Whether a proxy works, as the upstream finds by trying it, in the background. One call. */
  check(account: string, upstreamId: string): Promise<boolean>;
  /** What it costs now, asked for in the background; undefined when it is not known in dollars. */
  priceOf(sold: Pick<TermPurchase, 'product' | 'days' | 'quantity'>): Promise<Micros | undefined>;
  /** Makes a call of the account in the background, so that its balance is noted. */
  readBalance(account: string): Promise<void>;
}

export interface Bought {
  /** The account that it was made with. */
  account: string;
  /** Our name for the purchase. */
  reference: string;
}

/** The account of what was bought with the one key, without names, and of a key without a name. */
export const FIRST_ACCOUNT = 'main';

export interface TermPurchase {
  product: string;
  /** ISO-2, upper case. */
  country: string;
  days: number;
  quantity: number;
  /** Our name for the purchase: 1 to 50 letters, digits and `_ . : -`. */
  reference: string;
  /**
   * Is told the account that the proxies are to be bought with, each time before the upstream is asked: where
   * the next turn is, and money. What it resolves after is stored. When it throws, nothing is asked.
   */
  onAccount(account: string): Promise<void>;
  /** Is told what the upstream took, if known in dollars, even if the answer cannot be used otherwise. */
  onCost?(cost: Micros): void;
}

/** A proxy of a term speaks one of them at a time. */
export type TermProtocol = 'http' | 'socks5';

export interface ProxyTerm {
  upstreamId: string;
  expiresAt: Date;
}

/** A proxy as the list of all shows it. */
export interface HeldProxy extends ProxyTerm {
  /** The account that has it. */
  account: string;
  /** Our name for the purchase, or whatever somebody has written there by hand. */
  reference: string;
  boughtAt: Date;
  /** Undefined when it is none of the products that we can buy. */
  product: string | undefined;
  /** ISO-2, upper case. */
  country: string;
  /** Undefined when they are not there, or could not be handed out safely. */
  credentials: Credentials | undefined;
}

export interface ProxyAddress {
  upstreamId: string;
  host: string;
  port: number;
}

export interface IssuedProxy extends ProxyTerm, ProxyAddress, Credentials {}
