import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { COIN, coinsFor, payableInCoins, readBalance, readCoins } from '../../billing/accounts.ts';
import { InsufficientBalanceError } from '../../billing/errors.ts';
import { productIn } from '../../catalog/catalog.ts';
import type { Sql } from '../../kit/database.ts';
import { DomainError } from '../../kit/errors.ts';
import type { Micros } from '../../kit/money.ts';
import { RequestInProgressError } from '../../orders/errors.ts';
import { LARGEST_PAYMENT, LEAST_PAYMENT } from '../../payments/open-payment.ts';
import type { Payment } from '../../payments/payment.ts';
import { providersOf } from '../../payments/payments.ts';
import { starsFor } from '../../payments/stars/stars.ts';
import { productName } from '../../purchases/account-statement.ts';
import { addTraffic } from '../../purchases/add-traffic.ts';
import { purchase } from '../../purchases/purchase.ts';
import { renew } from '../../purchases/renew.ts';
import type { OrderSale, TrafficSale } from '../../purchases/sale.ts';
import type { Buyer, Services } from '../../purchases/services.ts';
import {
  dropOffer,
  findOffer,
  findOfferPaidBy,
  isUnderWay,
  noteOrder,
  type Offer,
  type OfferKind,
  takeOffer,
} from '../offers.ts';
import type { BotMessage, Buttons } from '../outgoing/outbox.ts';
import type { PurchaseDraft } from '../people/state.ts';
import { type Html, html, type Line } from '../texts/html.ts';
import type { PurchaseView, Texts } from '../texts/texts.ts';
import { below, buttonsOf, oneOf, TOKEN, word } from './buttons.ts';
import type { BotContext } from './context.ts';

/** The buttons that do what was offered, with the token of the offer. */
export const CONFIRM_PURCHASE = buttonsOf('ok', TOKEN);
export const CONFIRM_EXTENSION = buttonsOf('extend_ok', TOKEN);

/** A price with what pays it. */
interface Payable {
  price: Micros;
  /** How many coins could pay a part of the price, how many do, and what these are worth. */
  most: number;
  coins: number;
  worth: Micros;
  /** What is left to be charged. */
  charged: Micros;
  balance: Micros;
  /** Coins that the work earns. */
  earned: number;
}

/** How the person would pay a price: by money alone, or with as many coins as it takes. */
export async function payableBy(ctx: BotContext, price: Micros, isWithCoins: boolean): Promise<Payable> {
  const { resellerId } = ctx;
  const { sql } = ctx.database;
  const { payable, cashback } = await ctx.coinRates();
  const most = Math.min(payableInCoins(price, payable), await readCoins(sql, resellerId));
  const coins = isWithCoins ? most : 0;
  const worth = BigInt(coins) * COIN;
  const charged = price - worth;
  const balance = await readBalance(sql, resellerId);
  return { price, most, coins, worth, charged, balance, earned: coinsFor(charged, cashback) };
}

/** The lines of an offer about its price. `ofCoins` says what coins pay, `left` what is left after it. */
export function priceLines(
  texts: Texts,
  { price, coins, charged, balance }: Payable,
  { ofCoins, left }: { ofCoins: Html; left: string },
): Line[] {
  return [
    texts.message('offer-price', { price }),
    coins > 0 && ofCoins,
    coins > 0 && texts.message('offer-charged', { charged }),
    balance < charged
      ? texts.message('offer-missing', { balance, missing: charged - balance })
      : texts.message(left, { balance, left: balance - charged }),
  ];
}

/**
 * The buttons of an offer: one that pays it, or those that top up where the balance does not cover it, and
 * then `again` shows it anew; and one that pays with coins, or without.
 */
export function payRows(
  ctx: BotContext,
  { coins, most, charged, balance }: Payable,
  by: { confirm: InlineKeyboardButton; again: string; money: string; coins: string },
): Buttons {
  const { texts } = ctx;
  const pay = balance >= charged ? [[by.confirm]] : topUpRows(ctx, charged - balance, by.again);
  if (coins > 0) return [...pay, [InlineKeyboard.text(texts.label('pay-without-coins'), by.money)]];
  return most > 0
    ? [...pay, [InlineKeyboard.text(texts.label('pay-with-coins', { coins: most }), by.coins)]]
    : pay;
}

/** The data of the button that asks for an amount in a message of its own, so that the offer stays. */
export const TOP_UP_BELOW = 'topup:below';

/** The provider, and the amount in cents. */
export const PAY = buttonsOf('pay', oneOf(['s', 'c']), word('\\d{3,7}'));
export const PROVIDER_CODES = { stars: 's', crypto_pay: 'c' } as const;
const CENT: Micros = 10_000n;

/** The buttons that pay what is missing for an offer, in each way that takes it, and another amount. */
function topUpRows(ctx: BotContext, missing: Micros, again: string): Buttons {
  const { texts, payments } = ctx;
  const inCents = ((missing + CENT - 1n) / CENT) * CENT;
  const atLeast = inCents < LEAST_PAYMENT ? LEAST_PAYMENT : inCents;
  const amount = atLeast > LARGEST_PAYMENT ? LARGEST_PAYMENT : atLeast;
  const providers = providersOf(payments, amount);
  const rows = providers.map((provider) => {
    const label =
      provider === 'stars'
        ? texts.label('top-up-by-stars', { amount, stars: starsFor(amount, payments.starsPerUsd) })
        : texts.label('top-up-by-crypto', { amount });
    return [below(PAY.button(label, PROVIDER_CODES[provider], String(amount / CENT)))];
  });
  const other = texts.label(providers.length > 0 ? 'button-other-amount' : 'menu-topup');
  const another = InlineKeyboard.text(other, TOP_UP_BELOW);
  return [...rows, [another, InlineKeyboard.text(texts.label('button-check-balance'), again)]];
}

/** The way on from a refusal. What is refused stays refused by its token, so `again` makes another offer. */
export function afterRefusal(ctx: BotContext, refusal: DomainError, again: string): Buttons {
  return refusal instanceof InsufficientBalanceError
    ? topUpRows(ctx, refusal.required - refusal.balance, again)
    : [[InlineKeyboard.text(ctx.texts.label('button-again'), again)]];
}

type Chosen = {
  [Fact in 'tier' | 'type' | 'period' | 'country' | 'quantity']?: PurchaseDraft[Fact] | undefined;
};

/** What is chosen so far, for texts. What has left the catalog meanwhile is missing. */
export async function viewOf(
  ctx: Pick<BotContext, 'catalog'>,
  { tier, type, period: periodId, country, quantity }: Chosen,
): Promise<PurchaseView> {
  const catalog = await ctx.catalog();
  const product = tier && type ? productIn(catalog, tier, type) : undefined;
  const period = product?.periods.find(({ id }) => id === periodId);
  return {
    ...(tier && type && { product: productName(catalog, tier, type) }),
    ...(period && { volume: period }),
    ...(country && { country }),
    ...(quantity && product?.billing === 'per_proxy' && { quantity }),
  };
}

/**
 * The receipt of a payment, in the transaction that has credited it. Where it made an offer payable, a button
 * goes on with that: at the price that was shown, or not at all.
 */
export async function receiptOf(
  tx: Sql,
  { texts, ...ctx }: Pick<BotContext, 'texts' | 'catalog'>,
  { amount }: Payment,
  { resellerId, now }: { resellerId: number; now: Date },
): Promise<Exclude<BotMessage, { caption: Html }>> {
  const credited = texts.message('credited', { amount });
  const balance = await readBalance(tx, resellerId);
  const offer = await findOfferPaidBy(tx, { resellerId, amount, balance, now });
  if (!offer) return { text: credited };
  const { kind, draft, token, charged } = offer;
  const isPurchase = kind === 'purchase';
  const chosen = isPurchase
    ? texts.purchase(await viewOf(ctx, draft))
    : texts.message('order-heading', { orderId: draft.orderId });
  const button = isPurchase
    ? CONFIRM_PURCHASE.button(texts.label('buy-confirm', { charged }), token)
    : CONFIRM_EXTENSION.button(texts.label('order-confirm', { charged }), token);
  return { text: html`${[credited, html``, texts.message('credited-next'), chosen]}`, buttons: [[button]] };
}

type Done<Kind extends OfferKind, Sold> = { kind: Kind; offer: Extract<Offer, { kind: Kind }>; sale: Sold };

/** How the operation of an offer has ended: with what was sold, or refused and nothing charged. */
type Confirmed =
  | Done<'purchase', OrderSale>
  | Done<'renewal', OrderSale>
  | Done<'traffic', TrafficSale>
  | { kind: 'refused'; offer: Offer; refusal: DomainError };

/**
 * Does what was offered, once: a repetition gets the answer of the first. To be called outside of any
 * transaction. Undefined when the reseller has no such offer, or it is too old.
 */
export async function confirmOffer(
  services: Services,
  buyer: Buyer,
  token: string,
): Promise<Confirmed | undefined> {
  const { database, clock } = services;
  const { resellerId } = buyer;
  const offer = await takeOffer(database.sql, { token, resellerId, now: clock.now() });
  if (!offer) return undefined;
  const terms = { maxPrice: offer.price, coins: offer.coins, idempotencyKey: token };
  try {
    switch (offer.kind) {
      case 'purchase': {
        const { sale } = await purchase(services, buyer, { ...offer.draft, ...terms });
        return { offer, kind: 'purchase', sale };
      }
      case 'renewal': {
        const { sale } = await renew(services, buyer, { ...offer.draft, ...terms });
        return { offer, kind: 'renewal', sale };
      }
      case 'traffic': {
        const { sale } = await addTraffic(services, buyer, { ...offer.draft, ...terms });
        return { offer, kind: 'traffic', sale };
      }
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { offer, kind: 'refused', refusal: error };
  }
}

/**
 * Carries out the offer of a button, once: its token is the Idempotency-Key, and another press hears what
 * became of the first. Undefined when the person was told why there is nothing more to say. A refused offer
 * is ended, so that nothing tells the refusal again.
 */
export async function confirm(
  ctx: BotContext,
  token: string,
  isOurs: (offer: Offer) => boolean,
  ids: Record<'oldOffer' | 'doneAlready' | 'inProgress', string>,
): Promise<Confirmed | undefined> {
  const { resellerId, now, database, buyer, texts } = ctx;
  const known = await findOffer(database.sql, { token, resellerId, now });
  if (known && !isOurs(known)) return void (await ctx.say(texts.message(ids.oldOffer)));
  if (known && known.orderId !== null)
    return void (await ctx.say(texts.message(ids.doneAlready, { orderId: known.orderId })));
  const confirmed = await ctx.outside(token, (services) => confirmOffer(services, buyer, token));
  // It may have become too old meanwhile, so what was found above does not count any more.
  if (!confirmed || !isOurs(confirmed.offer)) return void (await ctx.say(texts.message(ids.oldOffer)));
  if (confirmed.kind !== 'refused') {
    await noteOrder(database.sql, { token, resellerId, orderId: confirmed.sale.order.id });
  } else if (confirmed.refusal instanceof RequestInProgressError) {
    // Another press carries the offer out, which stays: the end of that will be told, if it has begun.
    const isTold = await isUnderWay(database.sql, { token, resellerId });
    return void (await ctx.say(isTold ? texts.message(ids.inProgress) : texts.refusal(confirmed.refusal)));
  } else {
    await dropOffer(database.sql, { token, resellerId });
  }
  return confirmed;
}
