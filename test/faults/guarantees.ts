import { formatUsd } from '../../src/kit/money.ts';
import { BYTES_PER_GB } from '../../src/sandbox/dataimpulse/bytes.ts';
import { exitAddress } from '../../src/sandbox/gateway/exit-address.ts';
import { type Book, type BookedOrder, CLOCKS_APART_MS, type Deal, isWithin, type Line, timesOf } from './book.ts';
import type { Books } from './books.ts';
import { checkGoods } from './check-goods.ts';
import type { Settings } from './check-settings.ts';
import type { ClientRecord, Fields } from './client-record.ts';
import type { MadeCorrection } from './corrections.ts';
import { lineOf, type SeenProxy } from './doors.ts';
import { leftOver } from './matching.ts';
import { ROUNDED_BYTES } from './moved-bytes.ts';
import type { Shown, ShownReseller } from './shown.ts';

const MICROS = 1_000_000n;
const DAY_MS = 86_400_000;
const DEFAULT_SETTINGS: Settings = { threads: 100, paused: false, allowedIps: [], blockedHosts: [] };
/** The upstream's own names of what the catalog names as `upstream.product`. */
const VERSIONS: Record<string, string> = { ipv4: '4', 'ipv4-shared': '3', ipv6: '6' };
/** A refund follows its charge within this time: half a minute, moved clocks included. */
const REFUNDED_WITHIN_MS = 2 * DAY_MS;

/** Everything that is known at the end of a run, and nothing of it is the program's own word for what is right. */
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
  /** What was written off, as the database has it, by the order. */
  writtenOff: Pick<Books, 'orders'>;
  orders: ReadonlyMap<string, BookedOrder>;
}

export interface Guarantee {
  /** What holds, as a sentence. */
  sentence: string;
  /** What does not. */
  broken(witness: Witness): string[];
}

export const GUARANTEES: readonly Guarantee[] = [
  {
    sentence: 'a charge is the price of the catalog’s file on the reseller’s list, times the quantity, and within the client’s limit',
    broken: ({ book, shown }) =>
      shown.resellers.flatMap(({ reseller }) =>
        book.dealsOf(reseller).flatMap(({ intent, charged, from, to, orderId }) => {
          const costs = book.costs(intent, reseller, from, to);
          const limit = intent.body['maxPriceUsd'];
          const isBelow = limit === undefined || charged <= micros(Number(limit));
          if (costs.includes(charged) && isBelow) return [];
          const asked = JSON.stringify(intent.body);
          return [`order ${orderId}, ${intent.kind} of ${asked} was charged ${formatUsd(charged)}, which costs ${costs.map(formatUsd)}`];
        }),
      ),
  },
  {
    sentence: 'a refusal for money names the price, a balance below it, and a limit that is below the price',
    broken: ({ record, book, shown }) =>
      record.attempts.flatMap((attempt) => {
        const { intent, outcome, text } = attempt;
        const reseller = shown.resellers.find((one) => one.reseller.id === intent.resellerId)?.reseller;
        if (outcome.kind !== 'refused' || !reseller) return [];
        const costs = book.costs(intent, reseller, ...timesOf(attempt));
        const { required_usd: required, balance_usd: balance } = outcome.fields as Record<string, bigint>;
        // A repetition has the answer of the first time.
        const isFirst = record.attempts.find((one) => one.intent === intent)?.text === text;
        if (outcome.code === 'insufficient_balance' && isFirst && required !== undefined)
          return costs.includes(required) && (balance ?? 0n) < required ? [] : [text];
        const limit = micros(Number(intent.body['maxPriceUsd'] ?? Infinity));
        return outcome.code === 'price_changed' && !costs.some((cost) => cost > limit) ? [text] : [];
      }),
  },
  {
    sentence: 'an order is what was asked for, in its answer, in every list, and through each door of each process',
    broken: ({ book, shown, orders }) =>
      shown.resellers.flatMap((seen) =>
        [...seen.orders].flatMap(([id, reads]) => {
          const order = orders.get(id);
          if (!order) return [];
          const lists = seen.lists.flatMap((list) => list.orders.filter((one) => one['id'] === id));
          const first = order.purchase.fields;
          const renewals = order.additions.flatMap(({ intent, fields }) =>
            intent.kind === 'renewal' && fields ? [fields] : [],
          );
          const all = [...(first ? [first] : []), ...renewals, ...lists, ...reads];
          return [
            ...all.flatMap((fields) => differences(expectedOf(book, order), fields, `order ${id}`)),
            ...all.filter(({ created_at: at }) => !isWithin(Date.parse(String(at)), order.purchase.from, order.purchase.to))
              .map(({ created_at: at }) => `order ${id} was asked for from ${iso(order.purchase.from)} to ${iso(order.purchase.to)}, and created at ${at}`),
            ...[first, ...renewals, ...reads].flatMap((fields) => proxiesOf(book, order, fields)),
            ...[...lists, ...reads].filter(({ status }) => status !== statusOf(reads)).map(({ status }) => `order ${id} is ${statusOf(reads)}, and is shown as ${status}`),
          ];
        }),
      ),
  },
  {
    sentence: 'every list has each order once, the newest first, and the totals are theirs',
    broken: ({ shown, orders }) =>
      shown.resellers.flatMap(({ reseller, lists, totals, orders: reads }) => {
        const own = [...orders].filter(([, { purchase }]) => purchase.intent.resellerId === reseller.id);
        const ids = own.map(([id]) => id).sort((one, other) => Number(other) - Number(one));
        const wrong = lists
          .filter((list) => list.total !== ids.length || list.orders.map(({ id }) => id).join() !== ids.join())
          .map(({ where, total, orders: listed }) => {
            const found = new Set(listed.map(({ id }) => String(id)));
            const missing = ids.filter((id) => !found.has(id));
            const more = [...found].filter((id) => !ids.includes(id));
            return `reseller ${reseller.id} has ${ids.length} orders; ${where} lists ${listed.length} of ${total}, without ${missing}, with ${more}`;
          });
        const count = (filter: string) => {
          const [name, value] = filter.split('=');
          return name === 'tier'
            ? own.filter(([, { purchase }]) => purchase.intent.body['tier'] === value).length
            : [...reads.values()].filter((fields) => statusOf(fields) === value).length;
        };
        return [
          ...wrong,
          ...[...totals].filter(([filter, total]) => total !== count(filter))
            .map(([filter, total]) => `reseller ${reseller.id} has ${count(filter)} orders with ${filter}, and is shown ${total}`),
        ];
      }),
  },
  {
    sentence: 'the account statement has each charge once with what it was for, what was not delivered is refunded, each correction once, and nothing else',
    broken: ({ book, shown, corrections }) => shown.resellers.flatMap((seen) => wrongLines(book, seen, corrections)),
  },
  {
    sentence: 'the balance is the opening balance and the sum of the statement, after each line and at every door',
    broken: ({ shown }) =>
      shown.resellers.flatMap(({ reseller, lines, balances }) => {
        let balance = 0n;
        const wrong = lines.flatMap(({ kind, amount, after, at }) => {
          balance += amount;
          const [is, should] = [after, balance];
          balance = after;
          return is === should ? [] : [`reseller ${reseller.id} has ${formatUsd(is)} after a ${kind} at ${iso(at)}, not ${formatUsd(should)}`];
        });
        const sum = lines.reduce((all, { amount }) => all + amount, 0n);
        const shownWrong = [...balances].filter(([, one]) => one !== sum);
        return [...wrong, ...shownWrong.map(([where, one]) => `reseller ${reseller.id} has ${formatUsd(sum)}, and ${where} shows ${formatUsd(one)}`)];
      }),
  },
  {
    sentence: 'spending is the charges of each period less what came back of them',
    broken: ({ shown }) =>
      shown.resellers.flatMap(({ reseller, lines, spending }) =>
        [...spending].flatMap(([unit, periods]) =>
          periods.flatMap(({ from, to, amount }) => {
            const spent = lines.filter(({ kind, at }) => !['TOP_UP', 'ADJUSTMENT'].includes(kind) && at >= from && at < to)
              .reduce((sum, line) => sum - line.amount, 0n);
            return spent === amount ? [] : [`reseller ${reseller.id} spent ${formatUsd(spent)} in the ${unit} from ${iso(from)}, and is shown ${formatUsd(amount)}`];
          }),
        ),
      ),
  },
  {
    sentence: 'each term ends when the upstream’s does: so many days after the purchase, and after each renewal, as were paid for',
    broken: wrongEnds,
  },
  {
    sentence: 'upstreams have issued what was paid for, of the right kind, and nothing more that is not given back or written off',
    broken: (witness) => [...checkGoods(ownBooks(witness)), ...wrongPurchases(witness)],
  },
  {
    sentence: 'each delivered proxy reaches its target with its login and password, from an address of its own; a paused or exhausted one does not',
    broken: ({ shown, exits, orders }) =>
      shown.resellers.flatMap(({ orders: all }) =>
        [...all].flatMap(([id, reads]) => {
          const status = statusOf(reads);
          return linesOf(reads).flatMap((line) => {
            const isOpen = exits.get(line) !== undefined;
            if (isOpen === (status === 'active')) return [];
            const { body } = orders.get(id)?.purchase.intent ?? { body: {} };
            return [`a proxy of order ${id}, ${JSON.stringify(body)}, which is ${status}, ${isOpen ? 'works' : 'is refused'}`];
          });
        }),
      ),
  },
  {
    sentence: 'settings are those of the last change that was answered, or of a later one whose answer was lost; the upstream has the same',
    broken: wrongSettings,
  },
  {
    sentence: 'traffic is what was paid for, less the bytes that went through the gateway, in every figure',
    broken: wrongTraffic,
  },
  {
    sentence: 'each reseller was told once of each low balance, of money that came, of late refunds and of each mark of the traffic, and of nothing else',
    broken: ({ shown, thresholdUsd, usedUp }) => shown.resellers.flatMap((seen) => wrongNotices(seen, thresholdUsd, usedUp)),
  },
];

function expectedOf(book: Book, { purchase: { intent, charged } }: BookedOrder): Fields {
  const { tier, type, country, period, options } = intent.body as Record<string, string>;
  const { protocol, renewable } = book.prices.type(String(tier), String(type));
  return {
    ...{ tier, type, country, period, renewable, source: 'api' },
    ...{ quantity: book.quantity(intent), price_usd: charged },
    protocol: (options as { protocol?: string } | undefined)?.protocol ?? protocol,
  };
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
function differences(expected: Fields, found: Fields, what: string): string[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    name in found && found[name] !== value ? [`${what} has ${name} ${found[name]} instead of ${value}`] : [],
  );
}

function proxiesOf(book: Book, { purchase }: BookedOrder, fields: Fields | undefined): string[] {
  const { intent, orderId } = purchase;
  if (!fields) return [];
  const [lines, quantity] = [linesOf([fields]), book.quantity(intent)];
  if (lines.length !== quantity) return [`order ${orderId} has ${lines.length} proxies of ${quantity}`];
  // A Luxury order's port follows its session.
  const first = purchase.fields && linesOf([purchase.fields]).join();
  return first === undefined || first === lines.join() ? [] : [`order ${orderId} has other proxies than it was sold with`];
}

function statusOf(reads: readonly Fields[]): string {
  return String(reads[0]?.['status']);
}

function linesOf(reads: readonly Fields[]): string[] {
  return ((reads[0]?.['proxies'] ?? []) as SeenProxy[]).map(lineOf);
}

function wrongLines(book: Book, { reseller, lines }: ShownReseller, corrections: readonly MadeCorrection[]): string[] {
  const found: string[] = [];
  const say = (what: string, { kind, amount, at, description }: Line) =>
    found.push(`reseller ${reseller.id} ${what}: ${kind} ${formatUsd(amount)} at ${iso(at)}, ${description}`);
  const left = new Set(lines);
  const take = (fits: (line: Line) => boolean) => {
    const line = [...left].find(fits);
    if (line) left.delete(line);
    return line;
  };
  if (!take(({ kind, amount }) => kind === 'TOP_UP' && amount === reseller.opening))
    found.push(`reseller ${reseller.id} has no line for the opening balance`);
  for (const { resellerId, reference, amount, kind } of corrections)
    if (resellerId === reseller.id && !take((line) => line.kind === kind && line.reference === reference && line.amount === amount))
      found.push(`reseller ${reseller.id} has no line for the correction ${reference} of ${formatUsd(amount)}`);
  const missing = leftOver(book.dealsOf(reseller), lines, (deal, line) => isLineOf(book, deal, line));
  for (const { intent, orderId, charged } of missing)
    found.push(`reseller ${reseller.id} has no line for the ${intent.kind} of order ${orderId}, ${JSON.stringify(intent.body)}, ${formatUsd(charged)}`);
  for (const deal of book.dealsOf(reseller)) take((line) => isLineOf(book, deal, line));
  const refunds = lines.filter(({ kind }) => kind === 'REFUND');
  const unpaid = leftOver(refunds, [...left], (refund, charge) => {
    const isSame = refund.amount === -charge.amount && refund.description === `Refund, not delivered: ${charge.description}`;
    return isSame && refund.at >= charge.at && refund.at - charge.at < REFUNDED_WITHIN_MS;
  });
  for (const refund of unpaid) say('was refunded what was delivered, or not charged', refund);
  for (const refund of refunds) {
    left.delete(refund);
    take((charge) => refund.amount === -charge.amount && refund.description.endsWith(`: ${charge.description}`));
  }
  for (const line of left) say('has a line that nothing explains', line);
  return found;
}

export function isLineOf(book: Book, { intent, orderId, charged, from, to }: Deal, line: Line): boolean {
  const isCharge = line.kind === intent.kind.toUpperCase() && line.amount === -charged && line.orderId === orderId;
  return isCharge && isWithin(line.at, from, to) && book.describes(line.description, intent);
}

function wrongEnds(witness: Witness): string[] {
  const { book, shown, orders } = witness;
  const ends = new Map<string, number>();
  const owners = upstreamIds(witness);
  for (const entry of shown.issued) {
    if (entry.upstream !== 'px6') continue;
    for (const id of entry.proxyIds) {
      const start = entry.call === 'buy' ? Date.parse(entry.at) : (ends.get(id) ?? 0);
      ends.set(id, start + entry.days * DAY_MS);
    }
  }
  return shown.resellers.flatMap((seen) =>
    [...seen.orders].flatMap(([id, reads]) => {
      const order = orders.get(id);
      if (!order || order.purchase.intent.body['tier'] === 'di') return [];
      const days = paidFor(book, order);
      const { from, to, fields } = order.purchase;
      const upstream = Math.min(...linesOf(reads).map((line) => ends.get(owners.get(line) ?? '') ?? 0));
      const isBetween = (end: unknown, least: number, most: number) =>
        isWithin(Date.parse(String(end)), from + least * DAY_MS, Math.max(to + most * DAY_MS, upstream)) &&
        Date.parse(String(end)) <= upstream + CLOCKS_APART_MS;
      const bought = volumeOf(book, order.purchase);
      const ended: [unknown, number, number][] = [
        ...reads.map((read) => [read['expires_at'], days, days] as [unknown, number, number]),
        [fields?.['expires_at'], bought, bought],
        ...order.additions.map((deal): [unknown, number, number] => [
          deal.fields?.['expires_at'],
          bought + volumeOf(book, deal),
          days,
        ]),
      ];
      return ended
        .filter(([end, least, most]) => end !== undefined && !isBetween(end, least, most))
        .map(([end, least, most]) => `order ${id}, bought at ${iso(from)} for ${least} to ${most} days, ends at ${end}, and at the upstream at ${iso(upstream)}`);
    }),
  );
}

/** The number that the upstream has each proxy by: of a term by the address that a target saw, else by its login. */
function upstreamIds({ shown: { issued }, exits, accounts }: Witness): Map<string, string> {
  const byExit = new Map(issued.flatMap((entry) => entry.upstream === 'px6' && entry.call === 'buy' ? entry.proxyIds.map((id) => [exitAddress(Number(id)), id] as const) : []));
  return new Map([...exits].map(([line, exit]) => [line, byExit.get(String(exit)) ?? accounts.get(line.split(':')[2] ?? '')?.id ?? '']));
}

/** The books that `checkGoods` compares with the upstreams, made of what clients were answered. */
function ownBooks(witness: Witness): Books {
  const { book, shown, orders, writtenOff } = witness;
  const ids = upstreamIds(witness);
  const off = new Map(writtenOff.orders.map((order) => [order.id, order]));
  const references = new Map(
    shown.issued.flatMap((entry) =>
      entry.upstream === 'px6' ? entry.proxyIds.map((id) => [id, entry.reference] as const) : [[String(entry.subUserId), entry.reference] as const],
    ),
  );
  const operations = book.deals.map((deal) => {
    const { intent, orderId, charged } = deal;
    const { days, gb } = book.prices.volume(book.priced(intent));
    return {
      ...{ id: '', resellerId: intent.resellerId, kind: intent.kind, orderId, amount: charged, days, gb },
      ...{ state: 'settled' as const, key: intent.key ?? null, createdAt: new Date(deal.from) },
    };
  });
  return {
    ...{ balances: new Map(), corrected: new Map(), issued: shown.issued },
    orders: shown.resellers.flatMap((seen) =>
      [...seen.orders].flatMap(([id, reads]) => {
        const purchase = orders.get(id)?.purchase;
        if (!purchase) return [];
        const own = linesOf(reads).map((line) => ids.get(line) ?? '');
        const operation = operations.find((one) => one.kind === 'purchase' && one.orderId === id);
        const reference = references.get(own[0] ?? '') ?? '';
        if (operation) operation.id = reference;
        return [
          {
            ...{ id, resellerId: seen.reseller.id, operationId: reference, upstreamIds: own },
            upstream: purchase.intent.body['tier'] === 'di' ? ('dataimpulse' as const) : ('px6' as const),
            ...{ quantity: book.quantity(purchase.intent), totalGb: Number(reads[0]?.['traffic_gb'] ?? 0) },
            ...{ writtenOffDays: off.get(id)?.writtenOffDays ?? 0, writtenOffGb: off.get(id)?.writtenOffGb ?? 0 },
          },
        ];
      }),
    ),
    operations,
  };
}

/** What the upstream sold for an order is of its kind, country and term. */
function wrongPurchases(witness: Witness): string[] {
  const { book, shown, orders } = witness;
  const ids = upstreamIds(witness);
  const sold = new Map(
    shown.issued.flatMap((entry) => (entry.upstream === 'px6' && entry.call === 'buy' ? entry.proxyIds.map((id) => [id, entry] as const) : [])),
  );
  return shown.resellers.flatMap((seen) =>
    [...seen.orders].flatMap(([id, reads]) => {
      const intent = orders.get(id)?.purchase.intent;
      if (!intent || intent.body['tier'] === 'di') return [];
      const product = book.prices.type(String(intent.body['tier']), String(intent.body['type'])).upstream.product;
      const expected = {
        country: String(intent.body['country']).toLowerCase(),
        days: book.prices.volume(book.priced(intent)).days,
        version: VERSIONS[product.split(':')[0] ?? ''],
      };
      return linesOf(reads).flatMap((line) => differences(expected, { ...sold.get(ids.get(line) ?? '') }, `the proxy ${ids.get(line)} of order ${id}`));
    }),
  );
}

function wrongSettings({ book, record, shown, orders, accounts }: Witness): string[] {
  return shown.resellers.flatMap((seen) =>
    [...seen.orders].flatMap(([id, reads]) => {
      const order = orders.get(id);
      const settings = reads[1]?.['settings'] as Record<string, unknown> | undefined;
      if (!order || !settings) return [];
      const start = { ...DEFAULT_SETTINGS, ...(order.purchase.intent.body['options'] as object) };
      const names = Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[];
      const account = accounts.get(String(settings['login']));
      const wrong = names.flatMap((name) => {
        const changes = record.changes.filter((one) => one.orderId === id && name in one.change && ['done', 'lost', 'internal_error', 'api_disabled', 'provider_error'].includes(one.end));
        const possible = changes.filter((one) => !changes.some((later) => later.end === 'done' && later.sentAt > one.at));
        const values = [...(changes.some(({ end }) => end === 'done') ? [] : [start[name]]), ...possible.map(({ change }) => change[name])];
        const found = plainList(settings[name]);
        if (!values.some((value) => plainList(value) === found)) return [`order ${id} has ${name} ${found}, and was given ${values.map(plainList).join(' or ')}`];
        const there = plainList(account?.settings[name]);
        return there === found ? [] : [`order ${id} has ${name} ${found}, and ${there} at the upstream`];
      });
      return [...wrong, ...(book.quantity(order.purchase.intent) === 1 ? [] : [`order ${id} is Luxury and has several proxies`])];
    }),
  );
}

function plainList(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
}

function wrongTraffic({ book, shown, orders, moved }: Witness): string[] {
  return shown.resellers.flatMap((seen) =>
    [...seen.orders].flatMap(([id, reads]) => {
      const order = orders.get(id);
      const [rest, graphql] = reads;
      const traffic = graphql?.['traffic'] as Record<string, number> | undefined;
      if (!order || !rest || !graphql || !traffic) return [];
      const totalGb = paidFor(book, order);
      const { login = '' } = (rest['proxies'] as SeenProxy[])[0] ?? {};
      const used = Math.min(moved.get(login) ?? 0, totalGb * BYTES_PER_GB);
      const sampled = (graphql['usage'] as { bytes: number }[]).reduce((sum, { bytes }) => sum + bytes, 0);
      const byDays = (graphql['stats'] as { days: { trafficGb: number }[] }).days.reduce((sum, { trafficGb }) => sum + trafficGb, 0);
      const figures: [string, number, number, number][] = [
        ['total GB', Number(traffic['totalGb']), totalGb, 0],
        ['total GB of the order', Number(rest['traffic_gb']), totalGb, 0],
        ['used bytes', Number(traffic['usedGb']) * BYTES_PER_GB, used, ROUNDED_BYTES],
        ['left bytes', Number(traffic['leftGb']) * BYTES_PER_GB, totalGb * BYTES_PER_GB - used, ROUNDED_BYTES],
        ['percent used', Number(traffic['usedPercent']), (used / BYTES_PER_GB / totalGb) * 100, 0.02],
        ['bytes in minutes', sampled, used, 1],
        ['GB in days', byDays, (moved.get(login) ?? 0) / BYTES_PER_GB, 0.02],
      ];
      for (const deal of order.additions) {
        const [is, least] = [Number(deal.fields?.['total_gb'] ?? totalGb), volumeOf(book, order.purchase) + volumeOf(book, deal)];
        figures.push(['total GB in the answer of an addition', is, Math.min(totalGb, Math.max(least, is)), 0]);
      }
      return figures.filter(([, is, should, by]) => Math.abs(is - should) > by).map(([name, is, should]) => `order ${id} has ${name} ${is} instead of ${should}`);
    }),
  );
}

function wrongNotices({ reseller, lines, notices, orders }: ShownReseller, thresholdUsd: number, usedUp: string | undefined): string[] {
  const threshold = micros(thresholdUsd);
  const usd = (amount: bigint) => formatUsd(amount);
  const expected = lines.flatMap(({ kind, amount, after }) => {
    if (kind === 'REFUND' || kind === 'TOP_UP') return [];
    if (amount > 0n) return [`topped_up ${usd(amount)} ${usd(after)}`];
    return after < threshold && after - amount >= threshold ? [`low_balance ${usd(after)}`] : [];
  });
  if (usedUp !== undefined && orders.has(usedUp)) expected.push(...[80, 95, 100].map((percent) => `traffic_used ${usedUp} ${percent}`));
  // A refund is told when nobody waited for it, which clients cannot see.
  const refunds = lines.filter(({ kind }) => kind === 'REFUND').map(({ amount, after }) => `refunded ${usd(amount)} ${usd(after)}`);
  const told = notices.filter(({ kind }) => kind !== 'order_ends').map(({ kind, amountUsd, balanceUsd, orderId, percent }) => [kind, amountUsd, balanceUsd, orderId, percent].filter((one) => one !== undefined).join(' '));
  const same = (one: string, other: string) => one === other;
  return [
    ...leftOver(expected, told, same).map((what) => `reseller ${reseller.id} was not told: ${what}`),
    ...leftOver(told, [...expected, ...refunds], same).map((what) => `reseller ${reseller.id} was told without a reason: ${what}`),
  ];
}

function micros(usd: number): bigint {
  return Number.isFinite(usd) ? BigInt(Math.round(usd * Number(MICROS))) : 2n ** 62n;
}

function iso(at: number): string {
  return Number.isFinite(at) ? new Date(at).toISOString() : String(at);
}
