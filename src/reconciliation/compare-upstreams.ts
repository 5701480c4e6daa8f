import { DAY_MS } from '../kit/clock.ts';
import { BYTES_PER_GB } from '../luxury/traffic.ts';
import type { OrderName } from '../orders/order.ts';
import { lastRestore, noteLostPurchases } from '../purchases/after-restore/lost-purchases.ts';
import { type LostDays, noteLostRenewals, ROUNDED_BY_MS } from '../purchases/after-restore/lost-renewals.ts';
import { readWrittenOff } from '../purchases/cost.ts';
import { isBusy, type OperationOrigin, readOperationId } from '../purchases/operation.ts';
import type { Services } from '../purchases/services.ts';
import type { UpstreamName } from '../upstreams/account-book.ts';
import { hasOutcome } from '../upstreams/failure.ts';
import { FIRST_ACCOUNT, type HeldProxy } from '../upstreams/term.ts';
import type { HeldAccount } from '../upstreams/traffic.ts';
import { type BookedPurchase, type LiveGoods, readBooked, readLive } from './booked-goods.ts';

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
export interface BookedFinding extends OrderName {
  /**
   * `surplus`: goods of a settled purchase that were not delivered. `refunded`: goods of one that was
   * refunded.
   * `extended`: proxies end later than was paid for or written off. `overfilled`: an account has more traffic
   * left than that, or than the books say was left. `missing`: what was delivered is not there any more.
   */
  kind: 'surplus' | 'refunded' | 'extended' | 'overfilled' | 'missing';
  upstream: UpstreamName;
  /** The id of the operation: the reference of its goods. */
  reference: string;
  upstreamIds: string[];
  /** For `extended`, by the first proxy: the end that is accounted for, and how many days later it ends. */
  bookedUntil?: Date;
  days?: number;
}

export type Finding = UnknownGoods | BookedFinding;

/** More than these are only counted: somebody looks at them, and settles them, before the others. */
const MAX_FINDINGS = 10_000;

/** The pause between two calls of an upstream: nobody waits for this, and sweeps need their turns, too. */
export const PAUSE_MS = 2_000;
/** What is not in the list is asked for alone, of so many orders at most: half an hour. */
const MAX_ASKED_ALONE = 1_000;

export interface Comparison {
  findings: Finding[];
  /** Goods of further findings, which are not listed. */
  leftOut: number;
  proxies: number;
  accounts: number;
  /** Goods whose reference is no id of an operation: bought by hand. */
  foreign: number;
  /** Goods of operations that are running, or that will still be swept. */
  underWay: number;
  /** Orders whose goods were not in the list, and were too many to be asked for alone. */
  notAsked: number;
}

/**
 * Compares all that the upstreams have for us with the books. Each thing there is looked up in the books
 * after the upstream has shown it, so one that was bought meanwhile is known. Writes down the lost purchases
 * of each page, however many, and changes nothing else. With `notesRenewals`, just after a restore, what ends
 * later than the books know is written down as a lost renewal; at any other time it is none. Throws
 * UpstreamError when a list cannot be read to its end.
 */
export async function compareUpstreams(
  services: Services,
  onProgress: (progress: object) => void,
  { notesRenewals = false } = {},
): Promise<Comparison> {
  const restoredAt = await lastRestore(services.database.sql);
  return new UpstreamComparison(services, { restoredAt, notesRenewals, onProgress }).run();
}

interface Given {
  restoredAt: Date | undefined;
  notesRenewals: boolean;
  onProgress(progress: object): void;
}

class UpstreamComparison {
  readonly #services: Services;
  readonly #given: Given;
  readonly #began: Date;
  /** By kind and reference: what is found of one reference on several pages is one finding. */
  readonly #findings = new Map<string, Finding>();
  /** Lost purchases on the page that is compared. */
  readonly #lost = new Map<string, OperationOrigin>();
  readonly #lostDays: LostDays[] = [];
  readonly #delivered = { px6: new Set<string>(), dataimpulse: new Set<string>() };
  readonly #counts = { leftOut: 0, proxies: 0, accounts: 0, foreign: 0, underWay: 0, notAsked: 0 };

  constructor(services: Services, given: Given) {
    this.#services = services;
    this.#given = given;
    this.#began = services.clock.now();
  }

  async run(): Promise<Comparison> {
    const { term, traffic } = this.#services;
    await this.#readAll('proxies', term.all(), (proxy, booked) => this.#compareProxy(proxy, booked));
    await this.#readAll('accounts', traffic.all(), (account, booked) =>
      this.#compareAccount(account, booked),
    );
    await this.#findMissing('px6');
    await this.#findMissing('dataimpulse');
    return { findings: [...this.#findings.values()], ...this.#counts };
  }

  async #readAll<Held extends { reference: string }>(
    read: 'proxies' | 'accounts',
    pages: AsyncIterable<Held[]>,
    compare: (held: Held, booked: BookedPurchase | undefined) => Promise<void>,
  ): Promise<void> {
    const { database, delay } = this.#services;
    for await (const page of pages) {
      const ids = new Set(page.map(({ reference }) => reference).filter((id) => readOperationId(id)));
      const booked = await readBooked(database.sql, [...ids]);
      for (const held of page) await compare(held, booked.get(held.reference));
      await this.#noteLost();
      this.#counts[read] += page.length;
      this.#given.onProgress({ read, count: this.#counts[read] });
      await delay(PAUSE_MS);
    }
  }

  /**
   * A list that is read in pages can miss what is there, so what was not in it is asked for once more, by its
   * own name.
   */
  async #findMissing(upstream: UpstreamName): Promise<void> {
    const missed = new Map<string, LiveGoods[]>();
    const instants = { orderedBefore: this.#began, now: this.#services.clock.now() };
    for await (const page of readLive(this.#services.database.sql, upstream, instants)) {
      for (const goods of page.filter(({ upstreamId }) => !this.#delivered[upstream].has(upstreamId)))
        missed.set(goods.operationId, [...(missed.get(goods.operationId) ?? []), goods]);
    }
    let asked = 0;
    this.#counts.notAsked += Math.max(0, missed.size - MAX_ASKED_ALONE);
    for (const [reference, goods] of [...missed].slice(0, MAX_ASKED_ALONE)) {
      const gone = await this.#goneOf(upstream, reference, goods);
      asked += 1;
      this.#given.onProgress({ asked: upstream, orders: asked, of: missed.size });
      const [first] = gone;
      if (!first) continue;
      const { resellerId, orderId } = first;
      const upstreamIds = gone.map(({ upstreamId }) => upstreamId);
      this.#add({ kind: 'missing', upstream, resellerId, orderId, reference, upstreamIds });
    }
  }

  #add(finding: Finding): void {
    const name = `${finding.kind} ${finding.reference}`;
    const known = this.#findings.get(name);
    if (known) known.upstreamIds.push(...finding.upstreamIds);
    else if (this.#findings.size < MAX_FINDINGS) this.#findings.set(name, finding);
    else this.#counts.leftOut += finding.upstreamIds.length;
  }

  async #noteLost(): Promise<void> {
    const { database, clock } = this.#services;
    const lost = [...this.#lost].map(([id, origin]) => ({ id, ...origin }));
    this.#lost.clear();
    await noteLostPurchases(database.sql, lost, clock.now());
    await noteLostRenewals(database.sql, this.#lostDays.splice(0));
  }

  async #compareProxy(proxy: HeldProxy, booked: BookedPurchase | undefined): Promise<void> {
    const { account, upstreamId, expiresAt, boughtAt, product, country } = proxy;
    const bookedUntil = booked?.delivered.get(upstreamId);
    if (bookedUntil !== undefined) {
      this.#delivered.px6.add(upstreamId);
      if (!booked || bookedUntil === null) return;
      const laterByMs = expiresAt.getTime() - bookedUntil.getTime();
      if (laterByMs <= ROUNDED_BY_MS) return;
      const days = Math.round(laterByMs / DAY_MS);
      if (this.#given.notesRenewals) this.#lostDays.push({ ...booked, upstreamId, until: expiresAt });
      await this.#addUnlessBusy('extended', 'px6', booked, upstreamId, { bookedUntil, days });
      return;
    }
    // Nobody can use it, and nothing would be given back for it.
    if (expiresAt <= this.#services.clock.now()) return;
    const days = Math.round((expiresAt.getTime() - boughtAt.getTime()) / DAY_MS);
    this.#addUndelivered('px6', proxy, booked, { account, product, country, days, expiresAt });
  }

  async #compareAccount(account: HeldAccount, booked: BookedPurchase | undefined): Promise<void> {
    const { upstreamId, leftBytes, product, country } = account;
    if (!booked?.delivered.has(upstreamId)) {
      this.#addUndelivered('dataimpulse', account, booked, { product, country, days: null, expiresAt: null });
      return;
    }
    this.#delivered.dataimpulse.add(upstreamId);
    const { totalBytes, usedBytes } = booked.traffic ?? { totalBytes: 0n, usedBytes: 0n };
    if (leftBytes + usedBytes <= totalBytes) return;
    const writtenOff = BigInt(await readWrittenOff(this.#services.database.sql, booked, 'gb')) * BYTES_PER_GB;
    if (leftBytes + usedBytes > totalBytes + writtenOff)
      await this.#addUnlessBusy('overfilled', 'dataimpulse', booked, upstreamId);
  }

  #addUndelivered(
    upstream: UpstreamName,
    { reference, upstreamId }: { reference: string; upstreamId: string },
    booked: BookedPurchase | undefined,
    goods: Pick<UnknownGoods, 'account' | 'product' | 'country' | 'days' | 'expiresAt'>,
  ): void {
    const origin = readOperationId(reference);
    const upstreamIds = [upstreamId];
    // What another cell has bought is its own to compare.
    if (origin && this.#services.isElsewhere?.(origin.resellerId ?? 1)) return;
    if (!origin) this.#counts.foreign += 1;
    else if (!booked) {
      const { restoredAt } = this.#given;
      const kind = restoredAt && origin.startedAt <= restoredAt ? 'lost' : 'unknown';
      if (kind === 'lost') this.#lost.set(reference, origin);
      this.#add({ kind, upstream, reference, ...origin, upstreamIds, ...goods });
    } else if (booked.state === 'running' || booked.isSwept) this.#counts.underWay += 1;
    else {
      const { resellerId, orderId, state } = booked;
      const kind = state === 'settled' ? 'surplus' : 'refunded';
      this.#add({ kind, upstream, resellerId, orderId, reference, upstreamIds });
    }
  }

  /** A renewal or an addition that is running may have done this. */
  async #addUnlessBusy(
    kind: 'extended' | 'overfilled',
    upstream: UpstreamName,
    booked: BookedPurchase,
    upstreamId: string,
    ends?: { bookedUntil: Date; days: number },
  ): Promise<void> {
    const { resellerId, orderId, operationId: reference } = booked;
    const upstreamIds = [upstreamId];
    if (await isBusy(this.#services.database.sql, booked)) this.#counts.underWay += 1;
    else this.#add({ kind, upstream, resellerId, orderId, reference, upstreamIds, ...ends });
  }

  async #goneOf(upstream: UpstreamName, reference: string, goods: LiveGoods[]): Promise<LiveGoods[]> {
    const { term, traffic, delay } = this.#services;
    await delay(PAUSE_MS);
    const ids = goods.map(({ upstreamId }) => upstreamId);
    const [{ account = FIRST_ACCOUNT } = {}] = goods;
    if (upstream === 'px6') {
      const held = await term.find({ account, reference }, ids, 'background');
      const there = new Set(held.map(({ upstreamId }) => upstreamId));
      return goods.filter(({ upstreamId }) => !there.has(upstreamId));
    }
    const gone: LiveGoods[] = [];
    for (const one of goods) if (!(await traffic.find(one.upstreamId).catch(unlessGone))) gone.push(one);
    return gone;
  }
}

export function unlessGone(error: unknown): undefined {
  if (!hasOutcome(error, 'gone')) throw error;
}
