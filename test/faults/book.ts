import { type Attempt, type ClientRecord, type Fields, type Intent, isFinal } from './client-record.ts';
import { matched } from './matching.ts';
import type { PricedPeriod, Prices } from './prices.ts';
import type { Reseller } from './system.ts';

/**
 * How far the instants of two processes may be apart, in ms: their clocks differ by up to two seconds, and
 * upstreams count whole seconds.
 */
export const CLOCKS_APART_MS = 3_500;

/**
 * What was charged without an answer is delivered, by the moved clock, so long after that at the latest, in
 * ms.
 */
const DECIDED_WITHIN_MS = 120_000;

/** Something that a client asked for and must have got, and must have been charged for, once. */
export interface Deal {
  intent: Intent;
  orderId: string;
  charged: bigint;
  /** Between these instants it was charged and delivered. */
  from: number;
  to: number;
  /** Its first answer; undefined when that was lost. */
  fields: Fields | undefined;
}

/** An order, and what was added to it. */
export interface BookedOrder {
  purchase: Deal;
  additions: Deal[];
}

/** A line of an account statement, as the API shows it. */
export interface Line {
  kind: string;
  amount: bigint;
  after: bigint;
  at: number;
  orderId: string | null;
  reference: string | null;
  description: string;
}

/**
 * What is right, made from what clients asked for and from the definite answers alone. Where an answer was
 * lost and no repetition can tell, both outcomes are possible, until a line of the account statement is
 * taken for the charge.
 */
export class Book {
  readonly prices: Prices;
  readonly #deals = new Map<Intent, Deal>();
  /** What was asked for, by the number of the order that it became. */
  readonly #purchases = new Map<string, Intent>();
  /** What was answered with an outcome that nobody knows, and cannot be asked for again. */
  readonly #open: Attempt[] = [];

  constructor(record: ClientRecord, prices: Prices) {
    this.prices = prices;
    const attempts = Map.groupBy(record.attempts, ({ intent }) => intent);
    for (const [intent, all] of attempts) {
      const done = all.find(({ outcome }) => outcome.kind === 'done');
      const from = Math.min(...all.map(({ sentAt }) => Date.parse(sentAt)));
      if (done?.outcome.kind === 'done') {
        const { orderId, charged, fields } = done.outcome;
        this.#add({ intent, orderId, charged, from, to: Date.parse(done.at), fields });
      } else if (!all.some(({ outcome }) => isFinal(outcome))) this.#open.push(...all.filter(mayBeDone));
    }
  }

  get deals(): Deal[] {
    return [...this.#deals.values()];
  }

  dealsOf(reseller: Pick<Reseller, 'id'>): Deal[] {
    return this.deals.filter(({ intent }) => intent.resellerId === reseller.id);
  }

  /** Each order by its number. What was bought without a known answer is in it once `settle` has found it. */
  orders(): Map<string, BookedOrder> {
    const orders = new Map<string, BookedOrder>();
    for (const deal of this.deals)
      if (deal.intent.kind === 'purchase') orders.set(deal.orderId, { purchase: deal, additions: [] });
    for (const deal of this.deals)
      if (deal.intent.kind !== 'purchase') orders.get(deal.orderId)?.additions.push(deal);
    return orders;
  }

  /** What an intent is about: the product and the period, of the order that it extends if it extends one. */
  priced(intent: Intent): PricedPeriod {
    const { tier, type } = this.#bought(intent);
    return { tier: String(tier), type: String(type), period: String(intent.body['period']) };
  }

  /** How many proxies an intent is about; 1 for traffic. */
  quantity(intent: Intent): number {
    return Number(this.#bought(intent)['quantity'] ?? 1);
  }

  /** What an intent may have cost between two instants: the price of a unit, times the quantity. */
  costs(intent: Intent, { priceList }: Reseller, from: number, to: number): bigint[] {
    const units = this.prices.between(priceList, this.priced(intent), from, to);
    return units.map((unit) => unit * BigInt(this.quantity(intent)));
  }

  /**
   * Takes lines that neither a known answer nor a refund explains for charges whose answer was lost. Returns
   * those that are none.
   */
  settle(reseller: Reseller, lines: readonly Line[]): Line[] {
    const own = this.#open.filter(({ intent }) => intent.resellerId === reseller.id);
    // In one matching: of two equal charges the refund of one may fit the other, too, and nothing else that.
    const reasons = this.explained(reseller, lines, own);
    for (const [{ orderId, amount }, attempt] of reasons) {
      if (!('outcome' in attempt)) continue;
      const [from, at] = timesOf(attempt);
      const { intent } = attempt;
      const to = at + DECIDED_WITHIN_MS;
      this.#add({ intent, orderId: String(orderId), charged: -amount, from, to, fields: undefined });
    }
    return lines.filter((line) => !reasons.has(line));
  }

  /**
   * The lines of charges, each with the deal that it is for, the refund that gives it back, or the request of
   * which the answer was lost.
   */
  explained(
    reseller: Reseller,
    lines: readonly Line[],
    lost: readonly Attempt[] = [],
  ): Map<Line, Deal | Line | Attempt> {
    const deals = this.dealsOf(reseller);
    const refunds = lines.filter(({ kind }) => kind === 'REFUND');
    // Together: one of two equal charges may be the only one that either fits.
    return matched<Deal | Line | Attempt, Line>([...deals, ...refunds, ...lost], lines, (reason, charge) => {
      if ('outcome' in reason) return this.#mayBe(reason, reseller, charge);
      return 'kind' in reason ? isRefundOf(reason, charge) : this.#isLineOf(reason, charge);
    });
  }

  #isLineOf({ intent, orderId, charged, from, to }: Deal, line: Line): boolean {
    const isCharge =
      line.kind === intent.kind.toUpperCase() && line.amount === -charged && line.orderId === orderId;
    return isCharge && isWithin(line.at, from, to) && this.describes(line.description, intent);
  }

  /** Whether the charge may be of a request whose answer was lost. */
  #mayBe(attempt: Attempt, reseller: Reseller, line: Line): boolean {
    const { intent } = attempt;
    const [sentAt, at] = timesOf(attempt);
    const isOfKind = line.kind === intent.kind.toUpperCase() && isWithin(line.at, sentAt, at);
    const isOfOrder = intent.orderId === undefined || intent.orderId === line.orderId;
    return (
      isOfKind &&
      isOfOrder &&
      this.costs(intent, reseller, sentAt, at).includes(-line.amount) &&
      -line.amount <= limitOf(intent) &&
      this.describes(line.description, intent)
    );
  }

  /** Whether the text of a line names the country, the volume and, of terms, the quantity. */
  describes(description: string, intent: Intent): boolean {
    const { days, gb } = this.prices.volume(this.priced(intent));
    const quantity = this.quantity(intent);
    const { country } = this.#bought(intent);
    const where = country === 'ANY' ? 'any country' : `${country}`;
    const facts = [where, ...(days > 0 ? [`${days} day`, `${quantity} prox`] : [`${gb} GB`])];
    return facts.every((fact) => `, ${description}`.includes(`, ${fact}`));
  }

  #add(deal: Deal): void {
    this.#deals.set(deal.intent, deal);
    if (deal.intent.kind === 'purchase') this.#purchases.set(deal.orderId, deal.intent);
  }

  /** The body of the purchase that an intent is, or of the order that it extends. */
  #bought({ body, orderId }: Intent): Record<string, unknown> {
    return orderId === undefined ? body : (this.#purchases.get(orderId)?.body ?? {});
  }
}

function isRefundOf(refund: Line, charge: Line): boolean {
  const isSame = refund.amount === -charge.amount && refund.at >= charge.at;
  // The order of a purchase that was refunded does not exist.
  const isOfOrder = charge.orderId === refund.orderId;
  return isSame && isOfOrder && refund.description === `Refund, not delivered: ${charge.description}`;
}

/** The most that the client pays, in micro-dollars. */
export function limitOf({ body }: Intent): bigint {
  return micros(Number(body['maxPriceUsd'] ?? 1e9));
}

export function micros(usd: number): bigint {
  return BigInt(Math.round(usd * 1e6));
}

/** Whether an instant of the service is between two of the clients. */
export function isWithin(at: number, from: number, to: number): boolean {
  return at >= from - CLOCKS_APART_MS && at <= to + CLOCKS_APART_MS;
}

/** When a request was sent, and answered. */
export function timesOf({ sentAt, at }: Attempt): [number, number] {
  return [Date.parse(sentAt), Date.parse(at)];
}

/** After these answers the server does not know the outcome either. */
function mayBeDone({ outcome }: Attempt): boolean {
  return (
    outcome.kind === 'lost' ||
    (outcome.kind === 'refused' &&
      ['internal_error', 'request_in_progress', 'api_disabled'].includes(outcome.code))
  );
}
