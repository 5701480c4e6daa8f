import { formatUsd } from '../../src/kit/money.ts';
import { BYTES_PER_GB } from '../../src/sandbox/dataimpulse/events.ts';
import { exitAddress } from '../../src/sandbox/gateway/authorization.ts';
import {
  type Book,
  type BookedOrder,
  CLOCKS_APART_MS,
  type Deal,
  isWithin,
  type Line,
  limitOf,
  micros,
  timesOf,
} from './book.ts';
import { type Books, fallsIn } from './books.ts';
import { checkGoods } from './check-goods.ts';
import type { Settings } from './check-settings.ts';
import type { ClientRecord, Fields, Intent } from './client-record.ts';
import type { MadeCorrection } from './corrections.ts';
import { lineOf, type SeenProxy } from './doors.ts';
import { leftOver } from './matching.ts';
import { ROUNDED_BYTES } from './moved-bytes.ts';
import type { Shown } from './shown.ts';

const DAY_MS = 86_400_000;
const DEFAULT_SETTINGS: Settings = { threads: 100, paused: false, allowedIps: [], blockedHosts: [] };
/** The upstream's own names of what the catalog names as `upstream.product`. */
const VERSIONS: Record<string, string> = { ipv4: '4', 'ipv4-shared': '3', ipv6: '6' };
/** Ends of a change after which it may be made or not. */
const MAY_BE_SET = new Set(['lost', 'internal_error', 'api_disabled', 'provider_error']);
const ROUNDED_GB = ROUNDED_BYTES / BYTES_PER_GB;

/**
 * Everything that is known at the end of a run, and nothing of it is the program's own word for what is
 * right.
 */
export interface Witness {
  record: ClientRecord;
  book: Book;
  shown: Shown;
  corrections: readonly MadeCorrection[];
  /** In whole US dollars. */
  thresholdUsd: number;
  /** The address at which a target saw each proxy, by the proxy's text; undefined when it was refused. */
  exits: ReadonlyMap<string, string | undefined>;
  /** The bytes that the run moved, by the login. */
  moved: ReadonlyMap<string, number>;
  /** The upstream's accounts by their logins. */
  accounts: ReadonlyMap<string, { id: string; settings: Settings }>;
  /** The order whose traffic was used up, and who may have been told so. */
  usedUp: string | undefined;
  /** As the database has it: what was written off, and what people bought in the chat. */
  stored: Books;
  /** What was lost with its process and refunded, before the upstream did it. */
  late: readonly Intent[];
  orders: ReadonlyMap<string, BookedOrder>;
}

/** Notes something that does not hold. */
type Say = (what: string) => void;

export interface Guarantee {
  /** What holds, as a sentence. */
  sentence: string;
  check(witness: Witness, say: Say): void;
}

export const GUARANTEES: readonly Guarantee[] = [
  {
    sentence:
      'a charge is the price of the list in the catalog’s file, times the quantity, within the client’s limit',
    check: checkCharges,
  },
  {
    sentence: 'a refusal for money names the price, a balance below it, and a limit that is below the price',
    check: checkRefusals,
  },
  {
    sentence:
      'an order is what was asked for, in its answer, in every list, and through each door of each process',
    check: checkOrders,
  },
  {
    sentence: 'no list shows anybody an order of somebody else, at any time',
    check({ record, orders }, say) {
      for (const [resellerId, ids] of record.shown)
        for (const id of ids)
          if ((orders.get(id)?.purchase.intent.resellerId ?? resellerId) !== resellerId)
            say(`reseller ${resellerId} was shown order ${id}`);
    },
  },
  {
    sentence: 'every list has each order once, the newest first, and the totals are theirs',
    check: checkLists,
  },
  {
    sentence:
      'the statement has each charge once with what it was for, refunds of what was not delivered, corrections, and nothing else',
    check: checkLines,
  },
  {
    sentence: 'the balance is the sum of the statement, after each line and at every door',
    check: checkBalances,
  },
  {
    sentence: 'spending is the charges of each period less what came back of them',
    check: checkSpending,
  },
  {
    sentence: 'each term ends when the upstream’s does, so many days after the purchase as were paid for',
    check: checkEnds,
  },
  {
    sentence:
      'upstreams have issued what was paid for, of its kind, and nothing that is not given back or written off',
    check(witness, say) {
      for (const what of checkGoods(ownBooks(witness))) say(what);
      checkKinds(witness, say);
    },
  },
  {
    sentence: 'each delivered proxy reaches its target with its login, unless it is paused or used up',
    check: checkProxies,
  },
  {
    sentence:
      'settings are those of the last change that was answered, or of one whose answer was lost, and the upstream’s',
    check: checkSettings,
  },
  {
    sentence: 'traffic is what was paid for, less the bytes that went through the gateway, in every figure',
    check: checkTraffic,
  },
  {
    sentence:
      'each reseller’s log tells once of a low balance, money that came, refunds and marks of traffic, of nothing else',
    check: checkEvents,
  },
];

function checkCharges({ book, shown }: Witness, say: Say): void {
  for (const { reseller } of shown.resellers)
    for (const { intent, charged, from, to, orderId } of book.dealsOf(reseller)) {
      const costs = book.costs(intent, reseller, from, to);
      const what = `order ${orderId}, ${intent.kind} of ${JSON.stringify(intent.body)} was charged ${formatUsd(charged)}`;
      if (!costs.includes(charged)) say(`${what}, and costs ${costs.map(formatUsd)}`);
      if (charged > limitOf(intent)) say(`${what}, which is above its limit`);
    }
}

function checkRefusals({ record, book, shown }: Witness, say: Say): void {
  const firsts = new Map(record.attempts.toReversed().map((attempt) => [attempt.intent, attempt]));
  for (const attempt of record.attempts) {
    const { intent, outcome, text } = attempt;
    const seen = shown.resellers.find(({ reseller }) => reseller.id === intent.resellerId);
    if (outcome.kind !== 'refused' || !seen) continue;
    const costs = book.costs(intent, seen.reseller, ...timesOf(attempt));
    const { required_usd: required, balance_usd: balance = 0n } = outcome.fields as Record<string, bigint>;
    // A repetition has the answer of the first time.
    if (outcome.code === 'insufficient_balance' && firsts.get(intent) === attempt && required !== undefined)
      if (!costs.includes(required) || balance >= required) say(text);
    if (outcome.code === 'price_changed' && costs.every((cost) => cost <= limitOf(intent))) say(text);
  }
}

function checkOrders(witness: Witness, say: Say): void {
  const { book } = witness;
  for (const { id, order, reads, seen } of ordersIn(witness)) {
    const { intent, charged, from, to, fields: first } = order.purchase;
    const { tier, type, country, period } = intent.body as Record<string, string>;
    const { protocol, renewable } = book.prices.type(String(tier), String(type));
    const expected = {
      ...{ tier, type, country, period, protocol, renewable, source: 'api' },
      ...{ quantity: book.quantity(intent), price_usd: charged },
    };
    const lists = seen.lists.flatMap((list) => list.orders.filter((one) => one['id'] === id));
    const renewals = order.additions
      .filter((deal) => deal.intent.kind === 'renewal')
      .map(({ fields }) => fields);
    const answers = [first, ...renewals].filter((fields) => fields !== undefined);
    for (const fields of [...answers, ...lists, ...reads]) {
      compare(expected, fields, `order ${id}`, say);
      const at = fields['created_at'];
      if (!isWithin(Date.parse(String(at)), from, to))
        say(`order ${id} was asked for from ${iso(from)} to ${iso(to)}, and created at ${at}`);
    }
    for (const fields of [...answers, ...reads]) {
      const [lines, sold] = [linesOf([fields]), linesOf([first ?? fields])];
      if (lines.length !== expected.quantity || lines.join() !== sold.join())
        say(`order ${id} has the proxies ${lines} in place of ${expected.quantity}: ${sold}`);
    }
    const status = statusOf(witness, order, reads);
    for (const fields of [...lists, ...reads]) compare({ status }, fields, `order ${id}`, say);
  }
}

function checkLists(witness: Witness, say: Say): void {
  const all = [...ordersIn(witness)];
  for (const { reseller, lists, totals } of witness.shown.resellers) {
    const own = [...witness.orders].filter(([, { purchase }]) => purchase.intent.resellerId === reseller.id);
    const ids = own.map(([id]) => id).sort((one, other) => Number(other) - Number(one));
    for (const { where, total, orders } of lists) {
      const listed = orders.map(({ id }) => String(id));
      if (total === ids.length && listed.join() === ids.join()) continue;
      const [missing, more] = [
        ids.filter((id) => !listed.includes(id)),
        listed.filter((id) => !ids.includes(id)),
      ];
      const what = `lists ${listed.length} of ${total}, without ${missing}, with ${more}`;
      say(`reseller ${reseller.id} has ${ids.length} orders, and ${where} ${what}`);
    }
    for (const [filter, total] of totals) {
      const [name, value] = filter.split('=');
      const count = all.filter(({ order, reads, seen }) => {
        const has = name === 'tier' ? order.purchase.intent.body['tier'] : statusOf(witness, order, reads);
        return seen.reseller === reseller && has === value;
      }).length;
      if (count !== total)
        say(`reseller ${reseller.id} has ${count} orders with ${filter}, and is shown ${total}`);
    }
  }
}

function checkLines({ book, shown, corrections }: Witness, say: Say): void {
  for (const { reseller, lines } of shown.resellers) {
    const deals = book.dealsOf(reseller);
    const left = new Set(lines);
    const take = (fits: (line: Line) => boolean) => {
      const line = [...left].find(fits);
      return line !== undefined && left.delete(line);
    };
    if (!take(({ kind, amount }) => kind === 'TOP_UP' && amount === reseller.opening))
      say(`reseller ${reseller.id} has no line for the opening balance`);
    for (const { reference, amount, kind } of corrections.filter((one) => one.resellerId === reseller.id))
      if (!take((line) => line.kind === kind && line.reference === reference && line.amount === amount))
        say(`reseller ${reseller.id} has no line for the correction ${reference} of ${formatUsd(amount)}`);
    const explained = book.explained(reseller, lines);
    for (const [charge, reason] of explained) {
      left.delete(charge);
      if ('kind' in reason) left.delete(reason);
    }
    const reasons = new Set(explained.values());
    for (const deal of deals.filter((one) => !reasons.has(one)))
      say(
        `reseller ${reseller.id} has no line for the ${deal.intent.kind} of order ${deal.orderId}, ${JSON.stringify(deal.intent.body)}, ${formatUsd(deal.charged)}`,
      );
    for (const { kind, amount, at, description } of left)
      say(
        `reseller ${reseller.id} has a line that nothing explains: ${kind} ${formatUsd(amount)} at ${iso(at)}, ${description}`,
      );
  }
}

function checkBalances({ shown }: Witness, say: Say): void {
  for (const { reseller, lines, balances } of shown.resellers) {
    let sum = 0n;
    for (const { kind, amount, after, at } of lines) {
      sum += amount;
      if (after !== sum)
        say(
          `reseller ${reseller.id} has ${formatUsd(after)} after a ${kind} at ${iso(at)}, not ${formatUsd(sum)}`,
        );
    }
    for (const [where, balance] of balances)
      if (balance !== sum)
        say(`reseller ${reseller.id} has ${formatUsd(sum)}, and ${where} shows ${formatUsd(balance)}`);
  }
}

function checkSpending({ shown }: Witness, say: Say): void {
  for (const { reseller, lines, spending } of shown.resellers)
    for (const [unit, periods] of spending)
      for (const { from, to, amount } of periods) {
        const spent = lines
          .filter(({ kind, at }) => !['TOP_UP', 'ADJUSTMENT'].includes(kind) && at >= from && at < to)
          .reduce((sum, line) => sum - line.amount, 0n);
        if (spent !== amount)
          say(
            `reseller ${reseller.id} spent ${formatUsd(spent)} in the ${unit} from ${iso(from)}, and is shown ${formatUsd(amount)}`,
          );
      }
}

function checkEnds(witness: Witness, say: Say): void {
  const { book, shown } = witness;
  const ends = new Map<string, number>();
  const ids = upstreamIds(witness);
  for (const entry of shown.issued)
    for (const id of entry.upstream === 'px6' ? entry.proxyIds : []) {
      const days = entry.upstream === 'px6' ? entry.days : 0;
      ends.set(id, (entry.call === 'buy' ? Date.parse(entry.at) : (ends.get(id) ?? 0)) + days * DAY_MS);
    }
  for (const { id, order, reads } of ordersIn(witness)) {
    if (order.purchase.intent.body['tier'] === 'di') continue;
    const { from, to, fields } = order.purchase;
    const there = Math.min(...linesOf(reads).map((line) => ends.get(ids.get(line) ?? '') ?? 0));
    const [bought, all] = [volumeOf(book, order.purchase), paidFor(book, order)];
    const check = (least: number, most: number, shownEnd: unknown) => {
      const end = Date.parse(String(shownEnd));
      // Days that nobody paid for prolong an order at the upstream, and for its owner with the next renewal.
      const isPaid = isWithin(end, from + least * DAY_MS, Math.max(to + most * DAY_MS, there));
      if (shownEnd !== undefined && !(isPaid && end <= there + CLOCKS_APART_MS))
        say(
          `order ${id} of ${iso(from)} for ${least} to ${most} days ends at ${shownEnd}, and upstream at ${iso(there)}`,
        );
    };
    check(bought, bought, fields?.['expires_at']);
    for (const deal of order.additions)
      check(bought + volumeOf(book, deal), all, deal.fields?.['expires_at']);
    for (const read of reads) check(all, all, read['expires_at']);
  }
}

/** What the upstream sold for an order is of its kind, country and term. */
function checkKinds(witness: Witness, say: Say): void {
  const { book, shown } = witness;
  const ids = upstreamIds(witness);
  const sold = new Map<string, object>();
  for (const entry of shown.issued)
    if (entry.upstream === 'px6' && entry.call === 'buy')
      for (const id of entry.proxyIds) sold.set(id, entry);
  for (const { id, order, reads } of ordersIn(witness)) {
    const { body } = order.purchase.intent;
    if (body['tier'] === 'di') continue;
    const { product } = book.prices.type(String(body['tier']), String(body['type'])).upstream;
    const expected = {
      country: String(body['country']).toLowerCase(),
      days: volumeOf(book, order.purchase),
      version: VERSIONS[product.split(':')[0] ?? ''],
    };
    for (const line of linesOf(reads))
      compare(expected, { ...sold.get(ids.get(line) ?? '') }, `proxy ${ids.get(line)} of order ${id}`, say);
  }
}

function checkProxies(witness: Witness, say: Say): void {
  for (const { id, order, reads } of ordersIn(witness)) {
    const status = statusOf(witness, order, reads);
    for (const line of linesOf(reads)) {
      const isOpen = witness.exits.get(line) !== undefined;
      if (isOpen !== (status === 'active'))
        say(`a proxy of order ${id}, which is ${status}, ${isOpen ? 'works' : 'is refused'}`);
    }
  }
}

function checkSettings(witness: Witness, say: Say): void {
  for (const { id, order, reads } of ordersIn(witness)) {
    const settings = reads[1]?.['settings'] as (Settings & { login: string }) | undefined;
    if (!settings) continue;
    const start = { ...DEFAULT_SETTINGS, ...(order.purchase.intent.body['options'] as object) };
    for (const name of Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[]) {
      const changes = witness.record.changes.filter(
        (one) => one.orderId === id && name in one.change && (one.end === 'done' || MAY_BE_SET.has(one.end)),
      );
      const last = changes.filter(
        (one) => !changes.some((later) => later.end === 'done' && later.sentAt > one.at),
      );
      const values = [
        ...(changes.some(({ end }) => end === 'done') ? [] : [start[name]]),
        ...last.map(({ change }) => change[name]),
      ].map(inOneOrder);
      const [found, there] = [settings[name], witness.accounts.get(settings.login)?.settings[name]].map(
        inOneOrder,
      );
      if (!values.includes(found ?? ''))
        say(`order ${id} has ${name} ${found}, and was given ${values.join(' or ')}`);
      if (there !== found) say(`order ${id} has ${name} ${found}, and ${there} at the upstream`);
    }
  }
}

function inOneOrder(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
}

function checkTraffic(witness: Witness, say: Say): void {
  const { book } = witness;
  for (const { id, order, reads } of ordersIn(witness)) {
    const [rest, graphql] = reads;
    const traffic = graphql?.['traffic'] as Record<string, number> | undefined;
    if (!rest || !graphql || !traffic) continue;
    const totalGb = paidFor(book, order);
    const moved = movedBy(witness, reads);
    const used = Math.min(moved, totalGb * BYTES_PER_GB);
    const samples = graphql['usage'] as { bytes: number }[];
    const { days } = graphql['stats'] as { days: { trafficGb: number }[] };
    const figure = (name: string, is: unknown, should: number, by: number) => {
      if (!(Math.abs(Number(is) - should) <= by)) say(`order ${id} has ${name} ${is} instead of ${should}`);
    };
    figure('total GB', traffic['totalGb'], totalGb, 0);
    figure('total GB of the order', rest['traffic_gb'], totalGb, 0);
    figure('used GB', traffic['usedGb'], used / BYTES_PER_GB, ROUNDED_GB);
    figure('left GB', traffic['leftGb'], totalGb - used / BYTES_PER_GB, ROUNDED_GB);
    figure('percent used', traffic['usedPercent'], (used / BYTES_PER_GB / totalGb) * 100, 0.02);
    figure(
      'bytes of minutes',
      samples.reduce((sum, { bytes }) => sum + bytes, 0),
      used,
      1,
    );
    figure(
      'GB of days',
      days.reduce((sum, { trafficGb }) => sum + trafficGb, 0),
      moved / BYTES_PER_GB,
      0.02,
    );
    for (const deal of order.additions) {
      const [is, least] = [
        Number(deal.fields?.['total_gb'] ?? totalGb),
        volumeOf(book, order.purchase) + volumeOf(book, deal),
      ];
      if (is < least || is > totalGb)
        say(`an addition to order ${id} was answered with ${is} of ${least} to ${totalGb} GB`);
    }
  }
}

function checkEvents({ book, record, shown, thresholdUsd, usedUp, late, stored }: Witness, say: Say): void {
  const isSame = (one: string, other: string) => one === other;
  for (const { reseller, lines, orders } of shown.resellers) {
    const log = stored.events.filter(({ resellerId }) => resellerId === reseller.id);
    const expected: string[] = [];
    for (const { kind, amount } of lines)
      if (kind !== 'REFUND' && amount > 0n) expected.push(`money ${formatUsd(amount)}`);
    for (const low of fallsIn(log, micros(thresholdUsd))) expected.push(`low ${formatUsd(low)}`);
    if (usedUp !== undefined && orders.has(usedUp))
      expected.push(...[80, 95, 100].map((percent) => `traffic_used ${usedUp} ${percent}`));
    const refunds = lines.filter(({ kind }) => kind === 'REFUND');
    expected.push(...refunds.map(() => 'refund'));
    const told = log.flatMap(({ type, amount, balance, orderId, facts: { percent = 100 } }) => {
      if (type === 'balance.low') return [`low ${formatUsd(balance)}`];
      if (type === 'purchase.failed') return ['refund'];
      if (type === 'order.traffic_used' || type === 'order.exhausted')
        return [`traffic_used ${orderId} ${percent}`];
      return type.startsWith('balance.') && amount > 0n ? [`money ${formatUsd(amount)}`] : [];
    });
    // That nobody waited for a refund clients cannot see, unless the process had died.
    const isLate = late.filter((intent) => {
      if (intent.resellerId !== reseller.id) return false;
      const [lost, next] = record.attempts.filter((attempt) => attempt.intent === intent).map(timesOf);
      const costs = lost && next ? book.costs(intent, reseller, ...lost) : [];
      const ended = (line: Line) => isWithin(line.at, lost?.[0] ?? 0, next?.[1] ?? 0);
      return refunds.some((line) => costs.includes(line.amount) && ended(line));
    }).length;
    const recovered = log.filter(({ type, cause }) => type === 'purchase.failed' && cause === 'recovery');
    if (recovered.length < isLate)
      say(`reseller ${reseller.id} has ${recovered.length} of ${isLate} refunds that nobody waited for`);
    for (const what of leftOver(expected, told, isSame)) say(`reseller ${reseller.id} was not told: ${what}`);
    for (const what of leftOver(told, expected, isSame))
      say(`reseller ${reseller.id} was told without a reason: ${what}`);
  }
}

/**
 * The books that `checkGoods` compares with the upstreams: what clients were answered, and what people
 * bought.
 */
function ownBooks(witness: Witness): Books {
  const { book, shown, stored } = witness;
  const ids = upstreamIds(witness);
  const resellers = new Set(shown.resellers.map(({ reseller }) => reseller.id));
  const isOfOthers = ({ resellerId }: { resellerId: number }) => !resellers.has(resellerId);
  const references = new Map<string, string>();
  for (const entry of shown.issued)
    for (const id of entry.upstream === 'px6' ? entry.proxyIds : [String(entry.subUserId)])
      references.set(id, entry.reference);
  const operations = book.deals.map(({ intent, orderId, charged, from }) => ({
    ...{ id: '', resellerId: intent.resellerId, kind: intent.kind, orderId, amount: charged },
    ...{ state: 'settled' as const, key: intent.key ?? null, createdAt: new Date(from), decidedAt: null },
    ...book.prices.volume(book.priced(intent)),
  }));
  const orders = [...ordersIn(witness)].map(({ id, order: { purchase }, reads, seen }) => {
    const upstreamIds = linesOf(reads).map((line) => ids.get(line) ?? '');
    const operationId = references.get(upstreamIds[0] ?? '') ?? '';
    const bought = operations.find((one) => one.kind === 'purchase' && one.orderId === id);
    if (bought) bought.id = operationId;
    const { writtenOffDays = 0, writtenOffGb = 0 } = stored.orders.find((one) => one.id === id) ?? {};
    return {
      ...{ id, resellerId: seen.reseller.id, operationId, upstreamIds, writtenOffDays, writtenOffGb },
      upstream: purchase.intent.body['tier'] === 'di' ? ('dataimpulse' as const) : ('px6' as const),
      ...{ quantity: book.quantity(purchase.intent), totalGb: Number(reads[0]?.['traffic_gb'] ?? 0) },
    };
  });
  return {
    ...{ balances: new Map(), corrected: new Map(), issued: shown.issued, events: stored.events },
    orders: [...orders, ...stored.orders.filter(isOfOthers)],
    operations: [...operations, ...stored.operations.filter(isOfOthers)],
  };
}

/** The orders that the book knows, with what doors show of each. */
function* ordersIn({ shown, orders }: Witness) {
  for (const seen of shown.resellers)
    for (const [id, reads] of seen.orders) {
      const order = orders.get(id);
      if (order) yield { id, order, reads, seen };
    }
}

/**
 * The number that the upstream has each proxy by: of a term by the address that a target saw, else by its
 * login.
 */
function upstreamIds({ shown, exits, accounts }: Witness): Map<string, string> {
  const byExit = new Map<string, string>();
  for (const entry of shown.issued)
    if (entry.upstream === 'px6') for (const id of entry.proxyIds) byExit.set(exitAddress(Number(id)), id);
  return new Map(
    [...exits].map(([line, exit]) => {
      const [, , login = ''] = line.split(':');
      return [line, accounts.get(login)?.id ?? byExit.get(String(exit)) ?? ''];
    }),
  );
}

/** What an order is before any term is over: its pause goes before its traffic. */
function statusOf(witness: Witness, order: BookedOrder, reads: readonly Fields[]): string {
  if (order.purchase.intent.body['tier'] !== 'di') return 'active';
  if ((reads[1]?.['settings'] as Settings | undefined)?.paused) return 'paused';
  return movedBy(witness, reads) >= paidFor(witness.book, order) * BYTES_PER_GB ? 'exhausted' : 'active';
}

function movedBy({ moved }: Witness, reads: readonly Fields[]): number {
  return moved.get(linesOf(reads)[0]?.split(':')[2] ?? '') ?? 0;
}

/** Days of each proxy, or GB. */
function volumeOf(book: Book, { intent }: Deal): number {
  const { days, gb } = book.prices.volume(book.priced(intent));
  return days + gb;
}

function paidFor(book: Book, { purchase, additions }: BookedOrder): number {
  return [purchase, ...additions].reduce((sum, deal) => sum + volumeOf(book, deal), 0);
}

/** Compares the fields that both have. */
function compare(expected: Fields, found: Fields, what: string, say: Say): void {
  for (const [name, value] of Object.entries(expected))
    if (name in found && found[name] !== value) say(`${what} has ${name} ${found[name]} instead of ${value}`);
}

function linesOf(reads: readonly Fields[]): string[] {
  return ((reads[0]?.['proxies'] ?? []) as SeenProxy[]).map(lineOf);
}

function iso(at: number): string {
  return Number.isFinite(at) ? new Date(at).toISOString() : String(at);
}
