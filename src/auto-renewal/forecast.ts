import { readBalance } from '../billing/accounts.ts';
import type { Period } from '../catalog/catalog.ts';
import { DAY_MS, startOfDay } from '../kit/clock.ts';
import type { DomainError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import {
  type AutoRenewal,
  LAST_MARK,
  listAutoRenewed,
  planTry,
  readAutoRenewals,
  type Try,
} from '../orders/auto-renewals.ts';
import { findOwnOrders, type Order } from '../orders/order.ts';
import { orRefusal } from '../purchases/flow.ts';
import { priceRenewal } from '../purchases/renew.ts';
import type { Buyer, Services } from '../purchases/services.ts';
import {
  type AutoSpending,
  limitError,
  readAutoSpending,
  readSpendingLimits,
  type SpendingLimits,
} from '../purchases/spending-limits.ts';

/** Most resellers have some thousand orders; those of the largest are read in a second. */
const MAX_ORDERS = 50_000;
/** The most orders that are named as lost: more than anybody reads. */
const MAX_LOST = 100;

/** What renewals by themselves cost at today's prices, and what becomes of the orders. */
export interface Forecast {
  /** UTC days from today on. */
  days: ForecastDay[];
  /** The last day whose renewals the balance covers, if no money comes; null when not even today's. */
  coveredUntil: string | null;
  /** Orders that end with what is set and with the balance there is, the soonest first. */
  lost: LostOrder[];
  lostCount: number;
}

interface ForecastDay {
  date: string;
  count: number;
  total: Micros;
  /** The balance at the end of the day if no money comes; below 0 by what is missing. */
  balance: Micros;
}

interface LostOrder {
  orderId: number;
  /** The code that its last try is refused with. */
  code: string;
  /** Its end. */
  at: Date;
}

/** What the orders and their reseller are like when it begins. */
type Beginning = Awaited<ReturnType<typeof readBeginning>>;

interface Renewal {
  order: Pick<Order, 'id' | 'expiresAt' | 'renewable'>;
  terms: AutoRenewal;
  tried: Try | null;
  /** Of one renewal, or why there is none. */
  offer: Awaited<ReturnType<typeof priceRenewal>> | { refusal: DomainError };
}

/**
 * Goes through the tries of so many days in their order, as the job makes them. Days have what is tried
 * whether or not the balance covers it; orders are lost by what it does cover.
 */
export async function forecastRenewals(services: Services, buyer: Buyer, days: number): Promise<Forecast> {
  const now = services.clock.now();
  const beginning = await readBeginning(services, buyer, now);
  const needed = play(beginning, now, days, false);
  const short = needed.days.findIndex(({ balance }) => balance < 0n);
  const { lost } = short < 0 ? needed : play(beginning, now, days, true);
  const coveredUntil = (short < 0 ? needed.days.at(-1) : needed.days[short - 1])?.date ?? null;
  lost.sort((one, other) => one.at.getTime() - other.at.getTime());
  return { days: needed.days, coveredUntil, lost: lost.slice(0, MAX_LOST), lostCount: lost.length };
}

async function readBeginning(services: Services, buyer: Buyer, now: Date) {
  const { resellerId } = buyer;
  const { sql } = services.database;
  const orderIds = await listAutoRenewed(sql, resellerId, MAX_ORDERS);
  const [orders, terms, balance, limits, spent] = await Promise.all([
    findOwnOrders(sql, { resellerId, orderIds }, now),
    readAutoRenewals(sql, { resellerId, orderIds }),
    readBalance(sql, resellerId),
    readSpendingLimits(sql, resellerId),
    readAutoSpending(sql, resellerId, now),
  ]);
  const renewals: Renewal[] = [];
  for (const order of orders) {
    const own = terms.get(order.id);
    if (!own) continue;
    const payer = { ...buyer, source: own.source };
    const offer = await orRefusal(priceRenewal(services, payer, order, own.period));
    renewals.push({ order, terms: own, tried: own.tried, offer });
  }
  return { renewals, balance, limits, spent };
}

function play(
  { renewals, balance: opening, limits, spent }: Beginning,
  now: Date,
  length: number,
  isBounded: boolean,
) {
  const today = startOfDay(now, 'UTC');
  // The tries of each day in their order. One that is added goes behind all that are not later.
  const agenda = Array.from({ length }, (): { at: Date; renewal: Renewal }[] => []);
  const lost: LostOrder[] = [];
  const plan = (renewal: Renewal, from: Date) => {
    const { due, nextAt } = planTry(renewal.order, renewal.tried, from);
    const at = due ? from : nextAt;
    if (!at) return false;
    const day = agenda[Math.floor((at.getTime() - today.getTime()) / DAY_MS)];
    day?.splice(day.findLastIndex((one) => one.at <= at) + 1, 0, { at, renewal });
    return true;
  };
  for (const { order, ...renewal } of renewals) plan({ ...renewal, order: { ...order } }, now);
  let balance = opening;
  let { today: ofDay, thisMonth: ofMonth } = spent;
  const days: ForecastDay[] = [];
  for (const [i, tries] of agenda.entries()) {
    const date = new Date(today.getTime() + i * DAY_MS).toISOString().slice(0, 10);
    if (i > 0) ofDay = 0n;
    if (i > 0 && date.endsWith('-01')) ofMonth = 0n;
    const day: ForecastDay = { date, count: 0, total: 0n, balance: 0n };
    for (const { at, renewal } of tries) {
      const { order, offer } = renewal;
      const { due } = planTry(order, renewal.tried, at);
      if (!due) continue;
      const funds = isBounded ? balance : null;
      const refusal = refusalOf(renewal, due, { limits, spent: { today: ofDay, thisMonth: ofMonth }, funds });
      if (refusal === undefined && 'total' in offer) {
        day.count += 1;
        const { total, term } = offer;
        day.total += total;
        balance -= total;
        ofDay += total;
        ofMonth += total;
        order.expiresAt = endOf(due, term);
        renewal.tried = null;
      } else renewal.tried = FINAL.has(refusal ?? '') ? { ...due, mark: LAST_MARK } : due;
      if (!plan(renewal, at) && refusal !== undefined)
        lost.push({ orderId: order.id, code: refusal, at: due.end });
    }
    days.push({ ...day, balance });
  }
  return { days, lost };
}

const endOf = ({ end }: Try, { days }: Period) => new Date(end.getTime() + (days ?? 0) * DAY_MS);

/** What no later try of the same end is made for. */
const FINAL = new Set(['until_reached', 'not_renewable']);

/** In the order in which a try is checked; `funds` is null when any amount is covered. */
function refusalOf(
  { offer, terms }: Renewal,
  due: Try,
  { limits, spent, funds }: { limits: SpendingLimits; spent: AutoSpending; funds: Micros | null },
): string | undefined {
  if ('refusal' in offer) return offer.refusal.code;
  const { total, term } = offer;
  if (terms.until && endOf(due, term) > terms.until) return 'until_reached';
  if (total > terms.maxPrice) return 'price_changed';
  if (funds !== null && total > funds) return 'insufficient_balance';
  return limitError(limits, spent, total)?.code;
}
