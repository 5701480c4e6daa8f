import type { Composer } from 'grammy';
import { type ProductType, periodOf } from '../../catalog/catalog.ts';
import { UnknownProductError } from '../../catalog/errors.ts';
import { NotRenewableError } from '../../orders/errors.ts';
import { findOrder, type Order } from '../../orders/order.ts';
import { unitPrice } from '../../purchases/product.ts';
import type { Sale } from '../../purchases/sale.ts';
import { backRow, buttonsOf, ID, ORDER, word } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { makeOffer, type Offering } from '../dialogues/offer.ts';
import type { Buttons } from '../outgoing/outbox.ts';
import { type Html, html } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { backToOrder, typeOf } from './order.ts';

/** Offers a term or a volume for an order. */
export const EXTEND = buttonsOf('extend', ID, word('[a-z0-9_-]{1,32}'));

const back = (ctx: BotContext, orderId: number) => [backRow(ctx.texts, ORDER.dataOf('extend', orderId))];

export const extensions: Offering<'renewal' | 'traffic'> = {
  offer: offerExtension,
  back: (ctx, before) => (before.kind === 'purchase' ? [] : back(ctx, before.draft.orderId)),
  done: (ctx, { sale }) => ctx.show(extensionText(ctx.texts, sale), [backToOrder(ctx.texts, sale.order.id)]),
};

/** Another term for an order, or more traffic for a Luxury order: the periods, and then an offer. */
export function onExtension(dialogue: Composer<BotContext>): void {
  EXTEND.on(dialogue, async (ctx, orderId, period) => {
    const { text, rows } = await offerExtension(ctx, { orderId, period }, 0);
    await ctx.show(text, [...rows, ...back(ctx, orderId)]);
  });
}

export function periodRows(
  { texts, buyer }: BotContext,
  { id, billing, quantity }: Order,
  { periods }: ProductType,
  to: typeof EXTEND,
): Buttons {
  const count = BigInt(billing === 'per_gb' ? 1 : quantity);
  return periods.map((period) => {
    const label = `${texts.volume(period)}: ${texts.usd(unitPrice(period, buyer) * count)}`;
    return [to.button(label, id, period.id)];
  });
}

export async function showPeriods(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  try {
    const { order, type } = await readExtensible(ctx, orderId);
    const rows = periodRows(ctx, order, type, EXTEND);
    const id = order.billing === 'per_gb' ? 'order-how-much' : 'order-how-long';
    const text = texts.message(id, { orderId, status: order.status });
    await ctx.show(text, [...rows, backToOrder(texts, orderId)]);
  } catch (error) {
    if (!(error instanceof UnknownProductError)) throw error;
    await ctx.say(texts.message('order-gone', { orderId }));
  }
}

/** An order of the person that can be extended, and its type. Throws their refusals. */
export async function readExtensible(ctx: BotContext, orderId: number) {
  const order = await findOrder(ctx.database.sql, ctx.resellerId, orderId, ctx.now);
  if (order.billing === 'per_proxy' && !order.renewable) throw new NotRenewableError(orderId);
  const type = await typeOf(ctx, order);
  if (!type) throw new UnknownProductError(order.tier, order.type);
  return { order, type };
}

async function offerExtension(ctx: BotContext, wanted: { orderId: number; period: string }, coins: number) {
  const { buyer, texts } = ctx;
  const { order, type } = await readExtensible(ctx, wanted.orderId);
  const period = periodOf(type, wanted.period);
  const isTraffic = order.billing === 'per_gb';
  const count = isTraffic ? 1 : order.quantity;
  const price = unitPrice(period, buyer) * BigInt(count);
  const draft = { orderId: order.id, period: period.id };
  const facts = { orderId: order.id, isTraffic: period.days === null, volume: texts.volume(period) };
  const about = [html`<b>${texts.message('extension', facts)}</b>`];
  const kind = isTraffic ? 'traffic' : 'renewal';
  return makeOffer(ctx, { kind, draft, price, coins }, { about, period, count });
}

export function extensionText(texts: Texts, sale: Sale): Html {
  const { order, charged, coins } = sale;
  const { spent = 0, earned = 0 } = coins ?? {};
  const charge = texts.message('order-paid', { charged, coins: spent });
  const paid = earned > 0 ? html`${charge} ${texts.message('buy-earned', { coins: earned })}` : charge;
  if ('traffic' in sale) {
    const amount = texts.leftOf(sale.traffic);
    return texts.message('order-traffic-added', { orderId: order.id, amount, paid });
  }
  const { expiresAt: end } = order;
  const until = end ? ` ${texts.label('until', { day: `${texts.date('instant', end)} UTC` })}` : '';
  return texts.message('order-renewed', { orderId: order.id, until, paid });
}
