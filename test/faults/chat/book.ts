import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DataImpulseEvent } from '../../../src/sandbox/dataimpulse/events.ts';
import type { Px6Event } from '../../../src/sandbox/px6/events.ts';
import type { BookedOperation, LoggedEvent } from '../books.ts';
import { apiPrice, COIN, coinsOf, type Item, itemIn, PX6, RATES } from './catalog-file.ts';
import type { ChatRecord, ChatUpdate, Paid, Shown } from './chat-record.ts';
import { eventsOf, unreachable } from './chat-record.ts';
import type { Deed } from './deeds.ts';
import { microsIn, read } from './sayings.ts';

/** What a Star costs in the runs: another price than the program has by itself. */
export const STARS_PER_USD = 63;
/** What the environment of each process has where people talk to the bot. */
export const CHATTING = { TELEGRAM_STARS_PER_USD: String(STARS_PER_USD), TRAFFIC_POLL_SECONDS: '1' };

/** What a person was offered, as the message says. */
export interface Offer {
  user: number;
  text: string;
  /** Of a purchase. */
  item: Item | undefined;
  /** Of a renewal or an addition: the order, and how many days or GB. */
  order: string | undefined;
  volume: number;
  price: bigint;
  coins: number;
  /** What is left to be paid in money. */
  charged: bigint;
}

/** An offer whose button was pressed, and what became of it. */
export interface Sale {
  user: number;
  offer: Offer;
  operation: BookedOperation;
  /** What the order of it is of: the item that was bought, also of a renewal or an addition. */
  item: Item | undefined;
}

/** A line that a statement has to have. */
interface Line {
  usd: bigint;
  /** The name of a payment or a correction; null of everything else. */
  reference: string | null;
  /** The numbers that it is described with: of a sale the days or GB, the quantity and the coins. */
  numbers: string;
}

/** A line of the statement that a person has asked for at the end. */
export interface Row {
  at: number;
  what: string;
  usd: bigint;
  after: bigint;
  reference: string;
}

/** What one person has done and has to get for it. */
export interface Person {
  user: number;
  updates: readonly ChatUpdate[];
  /** What the bot has shown, without what it had to send again. */
  shown: readonly Shown[];
  /** Whether the bot may have dropped messages for them. */
  isUnsure: boolean;
  sales: readonly Sale[];
  paid: readonly (Paid & { usd: bigint })[];
  deeds: readonly Deed[];
  /** What went back to them. */
  givenBack: readonly { usd: bigint; stars: string }[];
  lines: readonly Line[];
  coins: number;
  /** The statement at the end, oldest first. */
  rows: readonly Row[];
  /** Their account's log. */
  log: readonly LoggedEvent[];
}

/**
 * The book of everybody who has talked to the bot: what was chosen, pressed and paid by the record of
 * Telegram and Crypto Pay, what the operator has asked for, and what all of it has to come to at the prices
 * and rates of the catalog file. Of the program's tables it takes only which operation a button has begun and
 * whether it was carried out, which is compared with the upstream's own record, and the log of events.
 */
export interface Book extends Pick<Sources, 'marks' | 'movedEnds' | 'deeds' | 'record'> {
  people: ReadonlyMap<number, Person>;
  offers: readonly Offer[];
  sales: readonly Sale[];
  px6: readonly Px6Event[];
  dataImpulse: readonly DataImpulseEvent[];
  /** How many sales have rewarded somebody else. */
  referredSales: number;
  /** How many messages may have been sent again because a process ended, not because an answer was lost. */
  excuses: { left: number };
}

/** A purchase that a restore has lost, and that the operator has booked for somebody. */
export interface Booked {
  user: number;
  reference: string;
}

export interface Sources {
  record: ChatRecord;
  operations: readonly BookedOperation[];
  events: readonly LoggedEvent[];
  deeds: readonly Deed[];
  /** Who has paid which invoice of Crypto Pay. */
  payers: ReadonlyMap<string, number>;
  journals: string;
  booked?: readonly Booked[];
  /** How often processes or connections were ended while they may have been sending. */
  disturbances: number;
  /** The marks of usage that orders have passed, and the orders whose end was moved to within a day. */
  marks: ReadonlyMap<string, number>;
  movedEnds: ReadonlySet<string>;
}

/** Buttons that charge. */
const CONFIRMING = /^(?:ok|extend_ok):(.+)$/;
/** Buttons of an offer. One that the balance does not cover is confirmed from the receipt of its top-up. */
const OF_OFFER = /^(?:ok|extend_ok|offer:\d+|coins:\d+):(.+)$/;
const EXTENSIONS = [
  /^Renew order (?<order>\d+) for (?<volume>\d+) days?$/m,
  /^Add (?<volume>\d+) GB to order (?<order>\d+)$/m,
  /^Продлить заказ (?<order>\d+) на (?<volume>\d+) д/m,
  /^Добавить (?<volume>\d+) ГБ к заказу (?<order>\d+)$/m,
];
const REFERENCES = { stars: 'stars', crypto_pay: 'crypto-pay' };
const STATEMENT = /^statement-/;

export function writeBook(sources: Sources): Book {
  const { record, operations, deeds, payers, journals, disturbances } = sources;
  const tokens = new Map(operations.flatMap((one) => (one.key === null ? [] : [[one.key, one] as const])));
  const shown = Map.groupBy(withoutResends(record), ({ user }) => user);
  const offered = new Map<string, Offer>();
  const offers: Offer[] = [];
  for (const one of [...shown.values()].flat()) {
    const offer = offerIn(one);
    if (offer) offers.push(offer);
    for (const data of one.data) {
      const [, token] = OF_OFFER.exec(data) ?? [];
      if (offer && token !== undefined) offered.set(token, offer);
    }
  }
  const updates = Map.groupBy(
    record.updates.filter(({ user }) => user > 0),
    ({ user }) => user,
  );
  const pressed = [...updates].flatMap(([user, own]) => {
    const all = own.flatMap(({ data }) => CONFIRMING.exec(data)?.[1] ?? []);
    return [...new Set(all)].map((token) => ({ user, token }));
  });
  const begun = pressed.flatMap(({ user, token }) => {
    const [offer, operation] = [offered.get(token), tokens.get(token)];
    return offer && operation ? [{ user, offer, operation }] : [];
  });
  const items = new Map(
    begun.flatMap(({ offer, operation }) => (offer.item ? [[operation.orderId, offer.item] as const] : [])),
  );
  const sales = begun.map((one) => ({
    ...one,
    item: one.offer.item ?? items.get(one.offer.order ?? ''),
  }));
  const invited = referrers(updates, shown);
  const titles = new Map(record.shown.map(({ messageId, invoice }) => [messageId, invoice]));
  const paid = record.paid.map((one) => {
    const title = titles.get(one.messageId ?? 0)?.title ?? '';
    const usd = one.provider === 'stars' ? (read('starsInvoice', title)?.usd ?? 0n) : microsIn(one.amount);
    return { ...one, usd, user: one.user ?? payers.get(one.chargeId) ?? 0 };
  });
  // Each account of PX6 has a record of its own.
  const px6 = readdirSync(journals)
    .filter((name) => /^px6.*\.jsonl$/.test(name))
    .flatMap((name) => eventsOf<Px6Event>(join(journals, name)));
  const dataImpulse = eventsOf<DataImpulseEvent>(join(journals, 'dataimpulse.jsonl'));
  const lost = (sources.booked ?? []).map(({ user, reference }) => ({
    user,
    ...lineOfBooked(reference, px6, dataImpulse),
  }));
  const people = [...updates].map(([user, own]): [number, Person] => {
    const [ownSales, ownPaid] = [sales, paid].map((all) => all.filter((one) => one.user === user)) as [
      Sale[],
      typeof paid,
    ];
    const ownDeeds = deeds.filter((deed) => deed.user === user && deed.outcome === 'done');
    const givenBack = record.givenBack
      .filter((one) => one.user === user)
      .map(({ chargeId }) => paid.find((one) => one.chargeId === chargeId))
      .map((one) => ({ usd: one?.usd ?? 0n, stars: one?.amount ?? '' }));
    const referred = sales.filter((sale) => invited.get(sale.user) === user);
    const seen = shown.get(user) ?? [];
    const person: Person = {
      user,
      updates: own,
      shown: seen,
      isUnsure: unreachable(record).has(user),
      sales: ownSales,
      paid: ownPaid,
      deeds: ownDeeds,
      givenBack,
      lines: [
        ...ownPaid.map(lineOfPayment),
        ...ownSales.flatMap(linesOfSale),
        ...ownDeeds.flatMap(lineOfDeed(sales)),
        ...lost.filter((one) => one.user === user),
      ],
      coins: coinsOfSales(ownSales, RATES.cashback, COIN) + coinsOfSales(referred, RATES.referral, 0n),
      log: sources.events.filter((event) => event.user === user),
      rows: rowsIn(seen.findLast(({ file }) => file && STATEMENT.test(file.name))?.file?.text ?? ''),
    };
    return [user, person];
  });
  return {
    record,
    people: new Map(people),
    marks: sources.marks,
    movedEnds: sources.movedEnds,
    offers,
    sales,
    deeds,
    px6,
    dataImpulse,
    referredSales: sales.filter((sale) => isSettled(sale) && invited.has(sale.user)).length,
    excuses: { left: disturbances },
  };
}

export const isSettled = ({ operation }: Sale) => operation.state === 'settled';

/** Coins that sales have brought; `COIN` as `each` where those that they have cost are taken off. */
function coinsOfSales(sales: readonly Sale[], percent: number, each: bigint): number {
  return sales
    .filter(isSettled)
    .reduce((sum, { offer }) => sum + coinsOf(offer.charged, percent) - (each > 0n ? offer.coins : 0), 0);
}

function lineOfPayment({ provider, chargeId, usd }: Paid & { usd: bigint }): Line {
  return { usd, reference: `${REFERENCES[provider]}:${chargeId}`, numbers: '' };
}

function linesOfSale({ offer, operation, item }: Sale): Line[] {
  const { order, volume, coins, charged } = offer;
  const several = item && !item.product.isTraffic ? [item.quantity] : [];
  const numbers = [
    ...(order === undefined ? [] : [order]),
    volume,
    ...several,
    ...(coins > 0 ? [coins] : []),
  ];
  const line = { reference: null, numbers: numbers.join(' ') };
  const back = operation.state === 'refunded' ? [{ ...line, usd: charged }] : [];
  return [{ ...line, usd: -charged }, ...back];
}

/** What the upstream has sold, at the price of programs. */
function lineOfBooked(
  reference: string,
  px6: readonly Px6Event[],
  dataImpulse: readonly DataImpulseEvent[],
): Line {
  const term = px6.find((one) => one.kind === 'buy' && one.reference === reference);
  const account = dataImpulse.find((one) => one.kind === 'create' && one.label === reference);
  if (term?.kind === 'buy') {
    const [upstream, quantity] = [`${term.version}:${term.type}`, term.proxies.length];
    const usd = apiPrice((product) => PX6[product.upstream] === upstream, term.days) * BigInt(quantity);
    return { usd: -usd, reference: null, numbers: `${term.days} ${quantity}` };
  }
  if (account?.kind !== 'create') return { usd: 0n, reference: null, numbers: '' };
  const added = dataImpulse.filter((one) => one.kind === 'balance-add' && one.id === account.id);
  const gb = added.reduce((sum, one) => sum + (one.kind === 'balance-add' ? one.gb : 0), 0);
  return {
    usd: -apiPrice(({ upstream }) => upstream === account.pool, gb),
    reference: null,
    numbers: `${gb}`,
  };
}

/** A refund of all that was charged has no amount of its own. */
const lineOfDeed =
  (sales: readonly Sale[]) =>
  ({ kind, usd, reference, operationId }: Deed): Line[] => {
    if (kind === 'give back') return [];
    const charged = sales.find(({ operation }) => operation.id === operationId)?.offer.charged ?? 0n;
    return [{ usd: usd ?? charged, reference, numbers: '' }];
  };

function offerIn({ user, text }: Shown): Offer | undefined {
  const price = read('price', text)?.price;
  if (price === undefined) return undefined;
  const coins = read('coinsOff', text)?.coins ?? 0;
  const charged = read('toPay', text)?.charged ?? price;
  const item = text.split('\n').map(itemIn).find(Boolean);
  const extension = EXTENSIONS.map((pattern) => pattern.exec(text)?.groups).find(Boolean);
  const volume = item?.volume ?? Number(extension?.['volume'] ?? 0);
  return { user, text, item, order: extension?.['order'], volume, price, coins, charged };
}

/** By whom somebody was invited: whose link the first message of theirs has. */
function referrers(
  updates: ReadonlyMap<number, readonly ChatUpdate[]>,
  shown: ReadonlyMap<number, readonly Shown[]>,
): Map<number, number> {
  const owners = new Map<string, number>();
  for (const [user, own] of shown)
    for (const { content } of own)
      for (const [, code = ''] of content.matchAll(/start=ref_([\w-]{12})/g)) owners.set(code, user);
  return new Map(
    [...updates].flatMap(([user, [first]]) => {
      const owner = owners.get(/^\/start ref_([\w-]{12})$/.exec(first?.text ?? '')?.[1] ?? '');
      return owner === undefined || owner === user ? [] : [[user, owner] as const];
    }),
  );
}

/** How long before a message is shown the call whose answer is lost has come. */
const AT_ONCE_MS = 100;

/**
 * What was shown, without messages that the bot had to send again because Telegram's answer was lost, and
 * without changes that change nothing.
 */
function withoutResends({ shown, lost }: ChatRecord): Shown[] {
  const answers = Map.groupBy(lost, ({ user }) => user);
  return [...Map.groupBy(shown, ({ user }) => user)].flatMap(([user, own]) => {
    const unanswered = [...(answers.get(user) ?? [])];
    const texts = new Map<number, string>();
    const sentInVain: Shown[] = [];
    return own.filter((one) => {
      const isSame = one.messageId > 0 && !one.isNew && texts.get(one.messageId) === one.content + one.data;
      texts.set(one.messageId, one.content + one.data);
      if (isSame || !one.isNew) return !isSame;
      const first = sentInVain.findIndex(
        ({ content, invoice }) => content === one.content && invoice?.payload === one.invoice?.payload,
      );
      if (first >= 0) sentInVain.splice(first, 1);
      // Invoices have no text.
      const answer = unanswered.findIndex(
        ({ at, text }) => at <= one.at && at >= one.at - AT_ONCE_MS && (text || one.text) === one.text,
      );
      if (answer >= 0) {
        unanswered.splice(answer, 1);
        sentInVain.push(one);
      }
      return first < 0;
    });
  });
}

function rowsIn(file: string): Row[] {
  const [, ...lines] = file.split('\r\n').filter((line) => line !== '');
  return lines
    .map((line) => {
      const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      );
      const [at = '', what = '', usd = '', after = '', reference = ''] = cells;
      return { at: Date.parse(at), what, usd: microsIn(usd), after: microsIn(after), reference };
    })
    .reverse();
}
