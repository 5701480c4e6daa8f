import { setTimeout } from 'node:timers/promises';
import { InlineKeyboard } from 'grammy';
import { sql } from 'kysely';
import type { EventType } from '../../events/event-types.ts';
import type { Events } from '../../events/events.ts';
import { CursorExpiredError, type EventPage, type EventRow, readEvents } from '../../events/log.ts';
import type { Database, Sql } from '../../kit/database.ts';
import type { Log } from '../../kit/log.ts';
import { statement } from '../../kit/statement.ts';
import type { Payment } from '../../payments/payment.ts';
import type { PaymentListener } from '../../payments/provider.ts';
import { endUnshownPayment } from '../../payments/unpaid-payments.ts';
import { productName } from '../../purchases/account-statement.ts';
import type { Services } from '../../purchases/services.ts';
import { readOptOuts } from '../../resellers/resellers.ts';
import { listWebhooks } from '../../webhooks/webhooks.ts';
import { noteUnexpected } from '../alerts.ts';
import { AGAIN, ORDER, openButton } from '../dialogues/buttons.ts';
import { receiptOf } from '../dialogues/offer.ts';
import { type BotMessage, SEND_WITHIN_MS, writeMessages } from '../outgoing/outbox.ts';
import { lockChat, lockPeopleOf, lockPersonOf, type Person, readLanguage } from '../people/people.ts';
import { type ApiCall, type TelegramClient, TelegramError } from '../telegram/client.ts';
import { type Texts, textsIn } from '../texts/texts.ts';

/** What events keep for `data`, by the names that it has there, as far as people are told of it. */
interface Facts {
  threshold: number;
  payment_id: string;
  operation_id: string;
  hours_left: number;
  percent: number;
  webhook_id: number;
  reason: string;
  tier: string;
  type: string;
  country: string;
  available: number;
  below: number;
  auto_renew: boolean;
  code: string;
  message: string;
  next_try_at: string | null;
}

interface Telling {
  tx: Sql;
  services: Services;
  person: Person;
  texts: Texts;
  facts: Partial<Facts>;
}

type Say = (event: EventRow, telling: Telling) => undefined | BotMessage | Promise<undefined | BotMessage>;

/** The types of events that people are told of, with the kind that they may have opted out of. */
const NEWS: { readonly [Type in EventType]?: { kind?: string; say: Say } } = {
  'balance.topped_up': { say: (event, telling) => received(event, telling, 'payment_id' in telling.facts) },
  'balance.adjusted': { say: received },
  'balance.refunded': { say: received },
  'balance.low': {
    say: ({ balance }, { texts, facts: { threshold = 0 } }) => ({
      text: texts.message('notice-low_balance', { balance: BigInt(balance), threshold: BigInt(threshold) }),
    }),
  },
  // Of others whoever has asked hears.
  'purchase.failed': { say: wentBack },
  'payment.refunded': { say: paymentRefunded },
  'order.ending': {
    kind: 'order_ends',
    say(event, { texts, facts: { hours_left = 0, auto_renew = false } }) {
      const { order_id: orderId, ends_at: endsAt, renewable } = event;
      if (orderId === null || endsAt === null || hours_left > ENDING_HOURS) return undefined;
      const way = auto_renew ? 'itself' : renewable;
      const text = texts.message('notice-order_ends', { orderId, endsAt, way });
      return { text, buttons: auto_renew ? [] : [[goOnButton(texts, orderId, renewable)]] };
    },
  },
  'order.renewal_refused': { kind: 'order_ends', say: renewalRefused },
  'order.renewed': {
    kind: 'renewed',
    say({ cause, order_id: orderId, ends_at: endsAt, amount }, { texts }) {
      if (cause !== 'auto_renew' || orderId === null || endsAt === null) return undefined;
      return { text: texts.message('notice-renewed', { orderId, endsAt, amount: -BigInt(amount) }) };
    },
  },
  'order.traffic_used': { kind: 'traffic_used', say: trafficUsed },
  'order.exhausted': { kind: 'traffic_used', say: trafficUsed },
  'webhook.disabled': { say: webhookDisabled },
  'stock.low': { say: stockChanged },
  'stock.back': { say: stockChanged },
};
const TYPES = Object.keys(NEWS);
/** Of the two events of an order's end only the later one is told. */
const ENDING_HOURS = 24;

function received(event: EventRow, { tx, services, person, texts }: Telling, isPayment = false) {
  const [amount, balance] = [BigInt(event.amount), BigInt(event.balance)];
  if (amount <= 0n) return undefined;
  if (!isPayment) return { text: texts.message('notice-topped_up', { amount, balance }) };
  const ctx = { texts, catalog: () => services.catalog.read(person) };
  const now = services.clock.now();
  return receiptOf(tx, ctx, { resellerId: event.reseller_id, amount, balanceAfter: balance, now });
}

/** Only of what nobody waited for: recovery has ended it, or a client that had gone. */
async function wentBack(
  { reseller_id, cause, balance }: EventRow,
  { tx, texts, facts: { operation_id = '' } }: Telling,
): Promise<BotMessage | undefined> {
  if (cause !== 'recovery') return undefined;
  const { amount } = await tx
    .selectFrom('operations')
    .select('amount')
    .where('reseller_id', '=', reseller_id)
    .where('id', '=', operation_id)
    .executeTakeFirstOrThrow();
  return { text: texts.message('notice-refunded', { amount: BigInt(amount), balance: BigInt(balance) }) };
}

/** An event without a payment takes what the account owed since an earlier one. */
async function paymentRefunded(
  _event: EventRow,
  { tx, texts, facts: { payment_id } }: Telling,
): Promise<BotMessage | undefined> {
  if (payment_id === undefined) return undefined;
  const { amount, stars, uncovered } = await tx
    .selectFrom('payments')
    .select(['amount', 'stars', 'uncovered'])
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow();
  const covered = { isCovered: uncovered === null, uncovered: BigInt(uncovered ?? 0) };
  const paid = { amount: BigInt(amount ?? 0), stars: stars ?? 0 };
  return { text: texts.message('payment-refunded', { ...paid, ...covered }) };
}

function renewalRefused(
  { order_id: orderId, ends_at: endsAt, renewable }: EventRow,
  { texts, facts: { code = '', message = '', next_try_at: next = null } }: Telling,
): BotMessage | undefined {
  if (orderId === null || endsAt === null) return undefined;
  const when = { endsAt, isLast: next === null, next: next === null ? '' : new Date(next) };
  const text = texts.message('notice-renewal_refused', { orderId, code, message, ...when });
  return { text, buttons: [[goOnButton(texts, orderId, renewable)]] };
}

function goOnButton(texts: Texts, orderId: number, renewable: boolean | null) {
  return renewable
    ? ORDER.button(texts.label('button-renew'), 'extend', orderId)
    : AGAIN.button(texts.label('button-same-again'), orderId);
}

function trafficUsed({ order_id: orderId }: EventRow, { texts, facts: { percent = 100 } }: Telling) {
  if (orderId === null) return undefined;
  const text = texts.message('notice-traffic_used', { orderId, percent });
  return { text, buttons: [[ORDER.button(texts.label('button-add-traffic'), 'extend', orderId)]] };
}

/** Of several marks that were passed at once only the highest is told of. */
function isMarkOf({ order_id, type }: EventRow, event: EventRow): boolean {
  return order_id === event.order_id && NEWS[type]?.kind === 'traffic_used';
}

/** Who has switched it off knows, and one that is deleted since is of no interest. */
async function webhookDisabled(
  { reseller_id }: EventRow,
  { tx, texts, facts: { webhook_id, reason = '' } }: Telling,
): Promise<BotMessage | undefined> {
  if (reason === 'reseller') return undefined;
  const webhooks = await listWebhooks(tx, [reseller_id]);
  const webhook = webhooks.get(reseller_id)?.find(({ id }) => id === webhook_id);
  return webhook && { text: texts.message('notice-webhook_disabled', { url: webhook.url, reason }) };
}

async function stockChanged({ type: news }: EventRow, { services, person, texts, facts }: Telling) {
  const { tier = '', type = '', country = '', available = 0, below = 0 } = facts;
  const product = productName(await services.catalog.read(person), tier, type);
  const where = texts.countryName(country);
  const isLow = news === 'stock.low';
  const text = texts.message('notice-stock', {
    product,
    country: where,
    available,
    below: String(below),
    isLow,
  });
  return { text, buttons: [[openButton(texts.label('menu-buy'), 'buy')]] };
}

/** Events that one transaction tells. */
const AT_ONCE = 50;
/** The place in a log of which nothing is told is kept each so many events: purchases write nothing here. */
const KEEP_PLACE_EVERY = 500;
/** In ms, how often it is looked who is behind: what could not be told is tried again then. */
const LOOK_EVERY_MS = 15_000;

/** Whose log has something to tell, written lately: at most some hundred events of a person are looked at. */
const findBehind = statement<{ types: readonly string[] }>()(
  (_db, { types }) => sql<{ resellerId: number; ms: number }>`
    select reseller_id as "resellerId", extract(epoch from now() - min(created_at))::float8 * 1000 as ms
    from bot_people join events using (reseller_id)
    where sequence > told and type = any(${types}::text[]) and day between today() - 1 and today() + 1
    group by reseller_id`,
);

/**
 * Tells people what happens, from the log of events, in the process that is on duty. The place up to which a
 * person was told is written in the transaction that writes the messages, so each is written once, whatever
 * process dies.
 */
export class Notices {
  readonly #services: Services;
  readonly #options: { log: Log; onWritten: () => void };
  /** Resellers of whom there may be something to tell, since when. */
  readonly #behind = new Map<number, number>();
  /** Resellers that are behind and were not tried since. */
  readonly #due = new Set<number>();
  #isOnDuty = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #wakeUp = () => {};

  constructor(services: Services, events: Events, options: { log: Log; onWritten: () => void }) {
    this.#services = services;
    this.#options = options;
    events.listen({
      onEvents: (added) => {
        if (!this.#isOnDuty) return;
        const news = added.filter(({ type, sequence }) => type in NEWS || sequence % KEEP_PLACE_EVERY === 0);
        for (const { resellerId } of news) this.#add(resellerId, 0);
        if (news.length > 0) this.#wakeUp();
      },
      onGap: () => {
        this.#lookedAt = Number.NEGATIVE_INFINITY;
        this.#wakeUp();
      },
    });
  }

  /** How long the oldest event that this process has to tell has been waiting, in seconds. */
  get lagSeconds(): number {
    const now = performance.now();
    return (now - Math.min(now, ...this.#behind.values())) / 1_000;
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#isOnDuty = true;
    // What the process before this one has not told.
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const woken = new AbortController();
      this.#wakeUp = () => woken.abort();
      await this.#round(signal);
      const ended = AbortSignal.any([signal, woken.signal]);
      await setTimeout(LOOK_EVERY_MS, undefined, { signal: ended }).catch(() => {});
    }
    this.#isOnDuty = false;
    this.#behind.clear();
    this.#due.clear();
  }

  #add(resellerId: number, ms: number): void {
    this.#behind.getOrInsert(resellerId, performance.now() - ms);
    this.#due.add(resellerId);
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    const now = performance.now();
    if (now - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#lookedAt = now;
      try {
        const found = await findBehind(this.#services.database.sql, { types: TYPES });
        for (const { resellerId, ms } of found) this.#add(resellerId, ms);
      } catch (error) {
        log.warn({ err: error }, 'who has to be told something could not be read; trying again');
      }
    }
    for (const resellerId of this.#due) {
      if (signal.aborted) return;
      // What comes from now on may not be told by this.
      this.#due.delete(resellerId);
      try {
        while (await this.#tell(resellerId));
        this.#behind.delete(resellerId);
      } catch (error) {
        log.warn({ resellerId, err: error }, 'a person could not be told what happened; trying again');
      }
    }
  }

  /** Returns whether there may be more to tell. */
  async #tell(resellerId: number): Promise<boolean> {
    const { database, clock } = this.#services;
    let isWritten = false;
    const hasMore = await database.inTransaction(async (tx) => {
      const person = await lockPersonOf(tx, resellerId);
      if (!person) return false;
      const { events, next, hasMore } = await pageAfter(tx, resellerId, person.told ?? 0);
      if (next === undefined || next.sequence === person.told) return false;
      const optOuts = await readOptOuts(tx, resellerId);
      const since = clock.now().getTime() - SEND_WITHIN_MS;
      const messages: BotMessage[] = [];
      for (const [i, event] of person.isBlocked ? [] : events.entries()) {
        const { kind = '', say } = NEWS[event.type] ?? {};
        if (!say || optOuts.includes(kind) || event.created_at.getTime() < since) continue;
        if (kind === 'traffic_used' && events.slice(i + 1).some((later) => isMarkOf(later, event))) continue;
        const facts: Partial<Facts> = event.facts === '' ? {} : JSON.parse(event.facts);
        const texts = textsIn(person.language);
        const message = await say(event, { tx, services: this.#services, person, texts, facts });
        if (message) messages.push(message);
      }
      person.told = next.sequence;
      await writeMessages(tx, this.#services, person, messages);
      isWritten = messages.length > 0;
      return hasMore;
    });
    if (isWritten) this.#options.onWritten();
    return hasMore;
  }
}

async function pageAfter(tx: Sql, resellerId: number, sequence: number): Promise<EventPage> {
  const page = { resellerId, limit: AT_ONCE, types: TYPES };
  try {
    return await readEvents(tx, { ...page, after: { sequence } });
  } catch (error) {
    if (!(error instanceof CursorExpiredError)) throw error;
    return readEvents(tx, { ...page, after: { sequence: error.oldest - 1 } });
  }
}

/**
 * Writes whether an invoice could be made to the outbox, in the transaction that has it: for whoever has
 * asked for it, while the account is theirs. `onWritten` is called when there is something to send; the
 * outbox is also read from time to time.
 */
export function botPaymentListener(
  services: Pick<Services, 'vault' | 'clock'>,
  onWritten: () => void,
): PaymentListener {
  async function tell(
    tx: Sql,
    { resellerId, chatId }: Payment,
    say: (texts: Texts) => BotMessage,
  ): Promise<void> {
    const person = chatId === null ? undefined : await lockPersonOf(tx, resellerId);
    // The account may have been bound to another person since.
    if (person?.userId !== chatId || person.isBlocked) return;
    await writeMessages(tx, services, person, [say(textsIn(person.language))]);
    onWritten();
  }

  return {
    lock: async (tx, resellerIds) => void (await lockPeopleOf(tx, resellerIds)),
    ready: (tx, payment) =>
      tell(tx, payment, (texts) => ({
        text: texts.message('invoice', { amount: payment.amount, until: payment.expiresAt }),
        buttons: [[InlineKeyboard.url(texts.label('button-pay'), payment.payUrl ?? '')]],
      })),
    failed: (tx, payment) =>
      tell(tx, payment, (texts) => ({
        text: texts.message('no-invoice', { provider: payment.provider, amount: payment.amount }),
      })),
    unexpected: noteUnexpected,
  };
}

/** Ends the payment of an invoice that Telegram has refused, and tells the person. May be repeated. */
export async function endRefusedInvoice(
  database: Database,
  listener: PaymentListener,
  { method, payload }: ApiCall,
): Promise<void> {
  if (method !== 'sendInvoice') return;
  const invoice = payload as { payload: string };
  await database.inTransaction((tx) => endUnshownPayment(tx, listener, invoice.payload));
}

/**
 * Takes the text out of a message that Telegram has refused to delete, because it is older than 48 hours: it
 * has a key or a password. Whose message can neither be deleted nor changed is told to delete it. May be
 * repeated. Throws a TelegramError when the call is to be repeated.
 */
export async function emptyUndeleted(
  services: Pick<Services, 'database' | 'vault' | 'clock'>,
  client: TelegramClient,
  { method, payload }: ApiCall,
): Promise<void> {
  if (method !== 'deleteMessage') return;
  const { chat_id: chatId, message_id } = payload as { chat_id: number; message_id: number };
  const { database, clock } = services;
  const texts = textsIn(await readLanguage(database.sql, chatId));
  const emptied = { chat_id: chatId, message_id, text: texts.message('emptied').text, parse_mode: 'HTML' };
  try {
    await client.call({ method: 'editMessageText', payload: emptied });
  } catch (error) {
    if (!(error instanceof TelegramError) || error.isPassing || error.isBlocked) throw error;
    if (error.isUnchanged || error.isGone) return;
    await database.inTransaction(async (tx) => {
      const person = await lockChat(tx, chatId, clock.now());
      await writeMessages(tx, services, person, [{ text: texts.message('not-deleted') }]);
    });
  }
}
