import type { Composer } from 'grammy';
import { periodOf } from '../../catalog/catalog.ts';
import { UnknownProductError } from '../../catalog/errors.ts';
import { NotRenewableError } from '../../orders/errors.ts';
import { findOrder } from '../../orders/order.ts';
import { unitPrice } from '../../purchases/product.ts';
import type { Sale } from '../../purchases/sale.ts';
import { backRow, buttonsOf, ID, ORDER, TOKEN, word } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import {
  afterRefusal,
  CONFIRM_EXTENSION,
  confirm,
  payableBy,
  payRows,
  priceLines,
} from '../dialogues/offer.ts';
import { createOffer, findOffer, withdrawOffer } from '../offers.ts';
import { type Html, html } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { backToOrder, typeOf } from './order.ts';

/** Offers a term or a volume for an order. */
export const EXTEND = buttonsOf('extend', ID, word('[a-z0-9_-]{1,32}'));
const WITH_COINS = buttonsOf('extend_coins', TOKEN);
const BY_MONEY = buttonsOf('extend_money', TOKEN);

/** Another term for an order, or more traffic for a Luxury order: the periods, and then an offer. */
export function onExtension(dialogue: Composer<BotContext>): void {
  EXTEND.on(dialogue, (ctx, orderId, period) => showOffer(ctx, { orderId, period }, false));
  WITH_COINS.on(dialogue, (ctx, token) => offerAnew(ctx, token, true));
  BY_MONEY.on(dialogue, (ctx, token) => offerAnew(ctx, token, false));
  CONFIRM_EXTENSION.on(dialogue, extend);
}

export async function showPeriods(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, buyer } = ctx;
  try {
    const { order, type } = await readExtensible(ctx, orderId);
    const count = BigInt(order.billing === 'per_gb' ? 1 : order.quantity);
    const rows = type.periods.map((period) => {
      const label = `${texts.volume(period)}: ${texts.usd(unitPrice(period, buyer) * count)}`;
      return [EXTEND.button(label, orderId, period.id)];
    });
    const id = order.billing === 'per_gb' ? 'order-how-much' : 'order-how-long';
    const text = texts.message(id, { orderId, status: order.status });
    await ctx.show(text, [...rows, backToOrder(texts, orderId)]);
  } catch (error) {
    if (!(error instanceof UnknownProductError)) throw error;
    await ctx.say(texts.message('order-gone', { orderId }));
  }
}

/** An order of the person that can be extended, and its type. Throws their refusals. */
async function readExtensible(ctx: BotContext, orderId: number) {
  const order = await findOrder(ctx.database.sql, ctx.resellerId, orderId, ctx.now);
  if (order.billing === 'per_proxy' && !order.renewable) throw new NotRenewableError(orderId);
  const type = await typeOf(ctx, order);
  if (!type) throw new UnknownProductError(order.tier, order.type);
  return { order, type };
}

/**
 * Shows the price of an extension, with a button that pays it once, or that tops up when the balance does not
 * cover it, and one that spends coins on it.
 */
async function showOffer(
  ctx: BotContext,
  wanted: { orderId: number; period: string },
  isWithCoins: boolean,
): Promise<void> {
  const { buyer, resellerId, texts, now: at } = ctx;
  const { order, type } = await readExtensible(ctx, wanted.orderId);
  const period = periodOf(type, wanted.period);
  const isTraffic = order.billing === 'per_gb';
  const price = unitPrice(period, buyer) * BigInt(isTraffic ? 1 : order.quantity);
  const payable = await payableBy(ctx, price, isWithCoins);
  const { coins, charged, worth } = payable;
  const kind = isTraffic ? 'traffic' : 'renewal';
  const draft = { orderId: order.id, period: period.id };
  const token = await createOffer(ctx.database.sql, { resellerId, kind, draft, price, coins, at });
  const rows = payRows(ctx, payable, {
    confirm: CONFIRM_EXTENSION.button(texts.label('order-confirm', { charged }), token),
    again: (isWithCoins ? WITH_COINS : BY_MONEY).dataOf(token),
    money: BY_MONEY.dataOf(token),
    coins: WITH_COINS.dataOf(token),
  });
  const back = backRow(texts, ORDER.dataOf('extend', order.id));
  const about = { orderId: order.id, isTraffic: period.days === null, volume: texts.volume(period) };
  const ofCoins = texts.message('offer-coins', { worth, coins });
  const text = html`${[
    html`<b>${texts.message('extension', about)}</b>`,
    ...priceLines(texts, payable, { ofCoins, left: 'order-offer-left' }),
  ]}`;
  await ctx.show(text, [...rows, back]);
}

/** Replaces an offer by one for the same that is paid another way. The old one can be confirmed no more. */
async function offerAnew(ctx: BotContext, token: string, isWithCoins: boolean): Promise<void> {
  const { resellerId, now } = ctx;
  const { sql } = ctx.database;
  const offer = await findOffer(sql, { token, resellerId, now });
  if (!offer || offer.kind === 'purchase') return ctx.say(ctx.texts.message('order-old-offer'));
  // The press came after that of the confirming button: an offer that was taken is not replaced.
  if (!(await withdrawOffer(sql, { token, resellerId }))) return extend(ctx, token);
  await showOffer(ctx, offer.draft, isWithCoins);
}

/** Does what was offered. Every further press hears that it was done. */
async function extend(ctx: BotContext, token: string): Promise<void> {
  const { texts } = ctx;
  const confirmed = await confirm(ctx, token, ({ kind }) => kind !== 'purchase', {
    oldOffer: 'order-old-offer',
    doneAlready: 'order-done-already',
    inProgress: 'order-in-progress',
  });
  if (!confirmed || confirmed.offer.kind === 'purchase') return;
  const { orderId, period } = confirmed.offer.draft;
  const back = backToOrder(texts, orderId);
  if (confirmed.kind !== 'refused') return ctx.show(extensionText(texts, confirmed.sale), [back]);
  const again = afterRefusal(ctx, confirmed.refusal, EXTEND.dataOf(orderId, period));
  await ctx.show(texts.refusal(confirmed.refusal), [...again, back]);
}

/** What was added to an order, and paid for it. */
export function extensionText(texts: Texts, sale: Sale): Html {
  const { order, charged, coins } = sale;
  const { spent = 0, earned = 0 } = coins ?? {};
  const charge = texts.message('order-paid', { charged, coins: spent });
  const paid = earned > 0 ? html`${charge} ${texts.message('order-earned', { coins: earned })}` : charge;
  if ('traffic' in sale) {
    const amount = texts.leftOf(sale.traffic);
    return texts.message('order-traffic-added', { orderId: order.id, amount, paid });
  }
  const { expiresAt: end } = order;
  const until = end ? ` ${texts.label('until', { day: `${texts.date('instant', end)} UTC` })}` : '';
  return texts.message('order-renewed', { orderId: order.id, until, paid });
}
