import type { Micros } from '../kit/money.ts';
import { UpstreamError } from './failure.ts';
import type { CallKind } from './http.ts';

/**
 * The traffic upstream: a network that sells GB. What is bought there is an account with a login, a volume of
 * traffic and settings. 1 GB has 2^30 bytes.
 *
 * Every call may throw an {@link UpstreamError}, whose `outcome` says whether the work may have been done;
 * for a call that only reads, a failure does not show that something is absent. `gone`: the account does not
 * exist at the upstream. Each request has 20 seconds. `product` is the upstream's own name of what is sold;
 * the catalog stores it, and only the code of the upstream interprets it.
 */
export interface TrafficUpstream {
  /** Whether `product` is one that this upstream sells. Decided without a call. */
  sells(product: string): boolean;
  /** The cost by the configured price; undefined without one. The upstream names none and is not called. */
  costOf(product: string, gb: number): Micros | undefined;
  /** How many GB are left to us. The balance is noted. One call. */
  ownGb(): Promise<number>;
  /** Whether calls are sent: while the upstream is down, all are refused at once. Decided without a call. */
  isUp(): boolean;
  /** Whether it was found to be down, and has not answered since. Decided without a call. */
  isDown(): boolean;
  /** Where the customers' programs connect. Known without a call. */
  readonly gateway: Gateway;
  /** What exit addresses can be narrowed to, each with its number of addresses, the largest first. */
  geo(product: string, kind: GeoKind, within: GeoFilter): Promise<GeoItem[]>;
  /**
   * Makes an account without traffic, in one call. The settings that this call cannot carry follow with
   * `configure`; until then the account has those of {@link UNTIL_CONFIGURED}. Not idempotent: after an
   * unknown outcome call `findByReference`.
   */
  create(account: NewAccount): Promise<TrafficAccount>;
  /** The accounts that were made under the reference: usually one at most. It may read all accounts. */
  findByReference(reference: string): Promise<TrafficAccount[]>;
  /** The account with its login and password as they are now. */
  find(upstreamId: string): Promise<TrafficAccount>;
  /** Closes the account for good; what is left comes back to us. One that is gone is no error. */
  remove(upstreamId: string): Promise<void>;
  /**
   * Adds whole GB, or takes them back when the number is negative. `out_of_stock`: we have not bought enough
   * ourselves, or less is left than is to be taken back. Not idempotent and carries no reference: after an
   * unknown outcome compare both `traffic().totalBytes` and `addedGb` with what they were.
   */
  addTraffic(upstreamId: string, gb: number): Promise<void>;
  /** `kind`: `read` when it is only shown; `charged` when left out. */
  traffic(upstreamId: string, kind?: CallKind): Promise<TrafficReading>;
  /**
   * The sum of all additions that the upstream has a record of, in GB. What was taken back counts against it,
   * if the upstream records that. A record that cannot be read whole is a failure of outcome `unknown`, never
   * a smaller sum.
   */
  addedGb(upstreamId: string): Promise<number>;
  /** What is left of many accounts in one call, by pages from 0: of one, until one before is removed. */
  leftOnPage(page: number): Promise<{ leftBytes: ReadonlyMap<string, bigint>; isLast: boolean }>;
  /** All our accounts, page by page. One that is missing may be there, as with `leftOnPage`. */
  all(): AsyncIterable<HeldAccount[]>;
  /**
   * Brings the account to `settings`, in as many calls as that takes. `from` has the settings that the
   * account is known to have; equal ones are not sent. Without `from` the account's lists are read and
   * everything else is sent. It may be repeated. When it throws, some settings may have been applied; with
   * {@link AddressRefusedError}, those before the address.
   */
  configure(upstreamId: string, settings: AccountSettings, from?: AccountSettings): Promise<void>;
  /** New credentials; the old ones stop at once. After an unknown outcome `find` has the valid ones. */
  resetPassword(upstreamId: string): Promise<Credentials>;
  /** The last seven UTC days, without those that the upstream does not report. */
  stats(upstreamId: string): Promise<UsageStats>;
}

export interface Gateway {
  host: string;
  httpPort: number;
  socks5Port: number;
  /** Ports that speak both protocols and keep their exit address for a while. */
  stickyPorts: { first: number; last: number };
}

export const GEO_KINDS = ['countries', 'states', 'cities', 'zipcodes', 'asns'] as const;
export type GeoKind = (typeof GEO_KINDS)[number];

export interface GeoFilter {
  /** ISO-2, upper case. Every kind but `countries` needs it. */
  country?: string | undefined;
  state?: string | undefined;
  city?: string | undefined;
}

export interface GeoItem {
  /** Countries: ISO-2, upper case. Others: as the settings take it. */
  code: string;
  name: string;
  count: number;
}

export interface AccountSettings {
  /** ISO-2, upper case; null for any. The four that follow need a country. */
  country: string | null;
  state: string | null;
  city: string | null;
  zip: string | null;
  asn: string | null;
  excludeAsn: readonly string[];
  anonymous: boolean;
  /** How long an exit address is kept; null for a new one with each request. */
  stickyMinutes: number | null;
  protocol: 'http' | 'socks5' | 'both';
  /** Connections at once. */
  threads: number;
  /** Without a password. An address belongs to one account only: a second one is `refused`. */
  allowedIps: readonly string[];
  /** Lower case. */
  blockedHosts: readonly string[];
  paused: boolean;
}

/** The settings that creating an account does not carry, as every new account has them. */
export const UNTIL_CONFIGURED = {
  protocol: 'both',
  blockedHosts: [],
  paused: false,
} satisfies Partial<AccountSettings>;

export interface NewAccount {
  product: string;
  /** Our name for the purchase: 1 to 50 letters, digits and `_ . : -`. */
  reference: string;
  settings: AccountSettings;
}

export interface Credentials {
  login: string;
  password: string;
}

export interface TrafficAccount extends Credentials {
  upstreamId: string;
}

/** An account as the list of all shows it. */
export interface HeldAccount {
  upstreamId: string;
  /** Our name for the purchase, or whatever somebody has written there by hand. */
  reference: string;
  leftBytes: bigint;
  /** Undefined when it is none of the products that we can buy. */
  product: string | undefined;
  /** ISO-2, upper case; null unless it is narrowed to one country. */
  country: string | null;
  /** Undefined when they are not there, or could not be handed out safely. */
  credentials: Credentials | undefined;
}

export interface TrafficReading {
  /** Bytes that were ever added. Some upstreams subtract what was taken back. */
  totalBytes: bigint;
  leftBytes: bigint;
  /** Ever used; undefined when the upstream does not say. It may be older than `leftBytes`. */
  usedBytes?: bigint | undefined;
}

export interface UsageStats {
  days: { /** UTC, `2026-01-31`. */ date: string; bytes: bigint; requests: number }[];
  /** Counts of failed connections, each code once, such as `TRAFFIC_EXHAUSTED`. */
  errors: { code: string; count: number }[];
}

/** An address that is to be allowed without a password was refused. The call did nothing. */
export class AddressRefusedError extends UpstreamError {
  readonly address: string;
  /** Whether it was refused because another account has it, which is nobody's business but ours. */
  readonly isTaken: boolean;

  constructor(address: string, isTaken: boolean, message: string) {
    super('refused', message);
    this.address = address;
    this.isTaken = isTaken;
  }
}
