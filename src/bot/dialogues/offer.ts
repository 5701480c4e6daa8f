import { type Composer, InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { COIN, coinsFor, payableInCoins, readBalance, readCoins } from '../../billing/accounts.ts';
import { CoinsNotPayableError, InsufficientBalanceError } from '../../billing/errors.ts';
import { type Period, productIn } from '../../catalog/catalog.ts';
import type { Sql } from '../../kit/database.ts';
import { DomainError } from '../../kit/errors.ts';
import type { Micros } from '../../kit/money.ts';
import { RequestInProgressError } from '../../orders/errors.ts';
import { CENT, LARGEST_PAYMENT, LEAST_PAYMENT } from '../../payments/open-payment.ts';
import { providersOf } from '../../payments/payments.ts';
import { starsFor } from '../../payments/stars/stars.ts';
import { productName } from '../../purchases/account-statement.ts';
import { addTraffic } from '../../purchases/add-traffic.ts';
import { PriceChangedError } from '../../purchases/errors.ts';
import { unitPrice } from '../../purchases/product.ts';
import { purchase } from '../../purchases/purchase.ts';
import { renew } from '../../purchases/renew.ts';
import type { OrderSale, TrafficSale } from '../../purchases/sale.ts';
import type { Buyer, Services } from '../../purchases/services.ts';
import {
  createOffer,
  dropOffer,
  findOffer,
  findOfferPaidBy,
  isUnderWay,
  noteOrder,
  type Offer,
  type OfferDrafts,
  type OfferKind,
  takeOffer,
  withdrawOffer,
} from '../offers.ts';
import type { BotMessage, Buttons } from '../outgoing/outbox.ts';
import type { PurchaseDraft } from '../people/state.ts';
import { type Html, html, type Line } from '../texts/html.ts';
import type { PurchaseView, Texts } from '../texts/texts.ts';
import { backRow, below, buttonsOf, oneOf, onTyped, TOKEN, whole, word } from './buttons.ts';
import type { BotContext } from './context.ts';
import { numberIn } from './lists.ts';

/** Does what was offered, once. */
const CONFIRM = buttonsOf('ok', TOKEN);
/** Offers the same at the price of now, with so many coins. */
export const OFFER = buttonsOf('offer', whole(9), TOKEN);
/** Asks with how many coins, of so many that could pay. */
const COINS = buttonsOf('coins', whole(9), TOKEN);

interface Offered {
  token: string;
  text: Html;
  rows: Buttons;
}

export interface Offering<Kind extends OfferKind> {
  /** Prices what was drafted, and makes an offer of it with at most so many coins. Throws refusals. */
  offer(ctx: BotContext, draft: OfferDrafts[Kind], coins: number): Promise<Offered>;
  done(ctx: BotContext, confirmed: Done): Promise<void>;
  /** The buttons below those of the offer that takes the place of another one. */
  back(ctx: BotContext, before: Offer, token: string): Buttons;
}
type Offerings = { [Kind in OfferKind]: Offering<Kind> };

/** The buttons of an offer work whatever the person has done since, until the offer is too old. */
export function onOffers(dialogue: Composer<BotContext>, offerings: Offerings): void {
  // The version before has the other one, too.
  for (const confirming of [CONFIRM, buttonsOf('extend_ok', TOKEN)])
    confirming.on(dialogue, (ctx, token) => confirm(ctx, token, offerings));
  OFFER.on(dialogue, (ctx, coins, token) => offerAnew(ctx, token, coins, offerings));
  COINS.on(dialogue, async (ctx, most, token) => {
    ctx.person.state = { awaits: 'coins', token, most };
    const back = backRow(ctx.texts, OFFER.dataOf(0, token));
    await ctx.show(ctx.texts.message('how-many-coins', { most: String(most) }), [back]);
  });
  onTyped(dialogue, 'coins', async (ctx, text, { token, most }) => {
    const coins = numberIn(text, most);
    if (coins === undefined) return ctx.say(ctx.texts.message('bad-number', { most: String(most) }));
    await offerAnew(ctx, token, coins, offerings);
  });
}

/**
 * Makes an offer, with its message: what it is about, its price, and buttons that pay it, with coins or
 * without, or that top up what is missing.
 */
export async function makeOffer(
  ctx: BotContext,
  wanted: Pick<Offer, 'kind' | 'draft' | 'price' | 'coins'>,
  { about, period, count }: { about: readonly Line[]; period: Period | undefined; count: number },
): Promise<Offered> {
  const { resellerId, texts, now: at, buyer } = ctx;
  const { sql } = ctx.database;
  const { kind, price } = wanted;
  const { payable, cashback } = await ctx.coinRates();
  const most = Math.min(payableInCoins(price, payable), await readCoins(sql, resellerId));
  const coins = Math.min(wanted.coins, most);
  const charged = price - BigInt(coins) * COIN;
  const balance = await readBalance(sql, resellerId);
  const missing = charged - balance;
  const earned = coinsFor(charged, cashback);
  const elsewhere = period ? unitPrice(period, { ...buyer, source: 'api' }) * BigInt(count) : price;
  const token = await createOffer(sql, { ...wanted, coins, resellerId, at });
  const pay =
    missing > 0n
      ? topUpRows(ctx, missing, OFFER.dataOf(coins, token))
      : [[confirmButton(texts, { kind, charged, token })]];
  const inCoins = [
    coins > 0
      ? OFFER.button(texts.label('pay-without-coins'), 0, token)
      : OFFER.button(texts.label('pay-with-coins', { coins: most }), most, token),
    ...(most > 1 ? [COINS.button(texts.label('pay-with-some-coins'), most, token)] : []),
  ];
  const text = html`${[
    ...about,
    texts.message('offer-price', { price }),
    coins > 0 && texts.message('offer-coins', { worth: price - charged, coins }),
    coins > 0 && texts.message('offer-charged', { charged }),
    missing > 0n
      ? texts.message('offer-missing', { balance, missing })
      : texts.message('offer-left', { kind, balance, left: -missing }),
    earned > 0 && texts.message('offer-earned', { coins: earned }),
    elsewhere !== price && texts.message('offer-elsewhere', { price: elsewhere }),
  ]}`;
  return { token, text, rows: most > 0 ? [...pay, inCoins] : pay };
}

function confirmButton(
  texts: Texts,
  { kind, charged, token }: { kind: OfferKind; charged: Micros; token: string },
): InlineKeyboardButton {
  return CONFIRM.button(texts.label('offer-confirm', { kind, charged }), token);
}

async function offerAnew(ctx: BotContext, token: string, coins: number, offerings: Offerings): Promise<void> {
  const { resellerId, now, person } = ctx;
  const { sql } = ctx.database;
  const offer = await findOffer(sql, { token, resellerId, now });
  if (!offer) return ctx.say(ctx.texts.message('old-offer'));
  // The press came after that of the confirming button: an offer that was taken is not replaced.
  if (!(await withdrawOffer(sql, { token, resellerId }))) return confirm(ctx, token, offerings);
  if (person.state?.awaits === 'coins') person.state = null;
  await showAnew(ctx, offer, coins, offerings[offer.kind]);
}

async function showAnew(
  ctx: BotContext,
  before: Offer,
  coins: number,
  offering: Offering<OfferKind>,
  note?: Html,
): Promise<void> {
  const { token, text, rows } = await offering.offer(ctx, before.draft, coins);
  const back = offering.back(ctx, before, token);
  await ctx.show(note ? html`${[note, html``, text]}` : text, [...rows, ...back]);
}

/** The data of the button that asks for an amount in a message of its own, so that the offer stays. */
export const TOP_UP_BELOW = 'topup:below';

/** The provider, and the amount in cents. */
export const PAY = buttonsOf('pay', oneOf(['s', 'c']), word('\\d{3,7}'));
export const PROVIDER_CODES = { stars: 's', crypto_pay: 'c' } as const;

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
 * The receipt of a payment. Where it made an offer payable, a button goes on with that: at the price that was
 * shown, or not at all.
 */
export async function receiptOf(
  tx: Sql,
  { texts, ...ctx }: Pick<BotContext, 'texts' | 'catalog'>,
  given: { resellerId: number; amount: Micros; balanceAfter: Micros; now: Date },
): Promise<BotMessage> {
  const { resellerId, amount, balanceAfter, now } = given;
  const credited = texts.message('credited', { amount, balance: balanceAfter });
  const balance = await readBalance(tx, resellerId);
  const offer = await findOfferPaidBy(tx, { resellerId, amount, balance, now });
  if (!offer) return { text: credited };
  const { kind, draft } = offer;
  const chosen =
    kind === 'purchase'
      ? texts.purchase(await viewOf(ctx, draft))
      : texts.message('order-heading', { orderId: draft.orderId });
  const button = confirmButton(texts, offer);
  return { text: html`${[credited, html``, texts.message('credited-next'), chosen]}`, buttons: [[button]] };
}

interface Done {
  offer: Offer;
  sale: OrderSale | TrafficSale;
}

/**
 * Does what was offered, once: a repetition gets the answer of the first. To be called outside of any
 * transaction. Undefined when the reseller has no such offer, or it is too old.
 */
export async function confirmOffer(
  services: Services,
  buyer: Buyer,
  token: string,
): Promise<Done | { offer: Offer; refusal: DomainError } | undefined> {
  const { database, clock } = services;
  const { resellerId } = buyer;
  const offer = await takeOffer(database.sql, { token, resellerId, now: clock.now() });
  if (!offer) return undefined;
  const terms = { maxPrice: offer.price, coins: offer.coins, idempotencyKey: token };
  try {
    switch (offer.kind) {
      case 'purchase':
        return { offer, sale: (await purchase(services, buyer, { ...offer.draft, ...terms })).sale };
      case 'renewal':
        return { offer, sale: (await renew(services, buyer, { ...offer.draft, ...terms })).sale };
      case 'traffic':
        return { offer, sale: (await addTraffic(services, buyer, { ...offer.draft, ...terms })).sale };
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { offer, refusal: error };
  }
}

/**
 * Carries out the offer of a button, once: its token is the Idempotency-Key, and another press hears what
 * became of the first. A refused offer is ended, so that nothing tells the refusal again, and what was
 * drafted is offered anew: the answer to a token stays the same.
 */
async function confirm(ctx: BotContext, token: string, offerings: Offerings): Promise<void> {
  const { resellerId, now, buyer, texts } = ctx;
  const { sql } = ctx.database;
  const name = { token, resellerId };
  const known = await findOffer(sql, { ...name, now });
  if (known && known.orderId !== null)
    return ctx.say(texts.message('offer-done-already', { kind: known.kind, orderId: known.orderId }));
  const confirmed = await ctx.outside(token, (services) => confirmOffer(services, buyer, token));
  // It may have become too old meanwhile, so what was found above does not count any more.
  if (!confirmed) return ctx.say(texts.message('old-offer'));
  const { offer } = confirmed;
  const { kind, coins } = offer;
  const offering: Offering<OfferKind> = offerings[kind];
  if ('sale' in confirmed) {
    await noteOrder(sql, { ...name, orderId: confirmed.sale.order.id });
    return offering.done(ctx, confirmed);
  }
  const { refusal } = confirmed;
  const why = texts.refusal(refusal);
  // Another press carries the offer out, which stays: the end of that will be told, if it has begun.
  if (refusal instanceof RequestInProgressError)
    return ctx.say((await isUnderWay(sql, name)) ? texts.message('offer-in-progress', { kind }) : why);
  await dropOffer(sql, name);
  if (refusal instanceof PriceChangedError || refusal instanceof CoinsNotPayableError)
    return showAnew(ctx, offer, coins, offering, why);
  const next = await createOffer(sql, { ...offer, resellerId, at: now });
  const again = OFFER.dataOf(coins, next);
  const rows =
    refusal instanceof InsufficientBalanceError
      ? topUpRows(ctx, refusal.required - refusal.balance, again)
      : [[InlineKeyboard.text(texts.label('button-again'), again)]];
  await ctx.show(why, [...rows, ...offering.back(ctx, offer, next)]);
}
