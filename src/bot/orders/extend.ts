import type { Composer } from 'grammy';
import { type Forecast, forecastRenewals } from '../../auto-renewal/forecast.ts';
import { setAutoRenew } from '../../auto-renewal/set-auto-renew.ts';
import { type ProductType, periodOf } from '../../catalog/catalog.ts';
import { UnknownProductError } from '../../catalog/errors.ts';
import { type AutoRenewalTerms, readAutoRenewals } from '../../orders/auto-renewals.ts';
import { NotRenewableError } from '../../orders/errors.ts';
import { findOrder, type Order } from '../../orders/order.ts';
import { unitPrice } from '../../purchases/product.ts';
import type { Sale } from '../../purchases/sale.ts';
import { backRow, buttonsOf, ID, ORDER, onOpen, openData, word } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { inRows } from '../dialogues/lists.ts';
import { makeOffer, type Offering } from '../dialogues/offer.ts';
import type { Buttons } from '../outgoing/outbox.ts';
import { type Html, html } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { backToOrder, typeOf } from './order.ts';

const EXTEND = buttonsOf('extend', ID, word('[a-z0-9_-]{1,32}'));

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

function periodRows(
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
async function readExtensible(ctx: BotContext, orderId: number) {
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

export const FORECAST_DAYS = 7;
/** Orders that a message names as lost: more than one corrects at once. */
const LOST_SHOWN = 8;
const ON = buttonsOf('auto_renew', ID, word('[a-z0-9_-]{1,32}'));
const OFF = buttonsOf('auto_renew_off', ID);

/** `/renewals`, and whether an order renews itself. */
export function onAutoRenewal(dialogue: Composer<BotContext>): void {
  onOpen(dialogue, 'renewals', async (ctx) => {
    const { buyer, texts } = ctx;
    const forecast = await ctx.outside('forecast', (services) =>
      forecastRenewals(services, buyer, FORECAST_DAYS),
    );
    const { text, buttons } = forecastMessage(texts, forecast);
    await ctx.show(text, [...buttons, backRow(texts, openData('help'))]);
  });
  ON.on(dialogue, async (ctx, orderId, period) => {
    const { order, type } = await readExtensible(ctx, orderId);
    const maxPrice = unitPrice(periodOf(type, period), ctx.buyer) * BigInt(order.quantity);
    await set(ctx, orderId, { period, maxPrice, until: null });
  });
  OFF.on(dialogue, (ctx, orderId) => set(ctx, orderId, null));
}

async function set(ctx: BotContext, orderId: number, terms: AutoRenewalTerms | null): Promise<void> {
  const { buyer } = ctx;
  await ctx.outside('auto_renew', (services) =>
    setAutoRenew(services, buyer, { orderIds: [orderId] }, terms),
  );
  await showAutoRenewal(ctx, orderId);
}

export async function showAutoRenewal(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  const order = await findOrder(ctx.database.sql, ctx.resellerId, orderId, ctx.now);
  const line = await autoRenewalLine(ctx, order);
  const type = order.renewable ? await typeOf(ctx, order) : undefined;
  const text = html`${[
    texts.message('order-heading', { orderId }),
    line ?? texts.message('auto-renewal-off'),
    html``,
    texts.message('auto-renewal'),
  ]}`;
  const off = line ? [[OFF.button(texts.label('button-auto-renewal-off'), orderId)]] : [];
  const rows = type ? periodRows(ctx, order, type, ON) : [];
  await ctx.show(text, [...rows, ...off, backToOrder(texts, orderId)]);
}

export async function autoRenewalLine(ctx: BotContext, order: Order): Promise<Html | undefined> {
  const { texts, resellerId } = ctx;
  const found = await readAutoRenewals(ctx.database.sql, { resellerId, orderIds: [order.id] });
  const terms = found.get(order.id);
  if (!terms) return undefined;
  const period = (await typeOf(ctx, order))?.periods.find(({ id }) => id === terms.period);
  return texts.message('auto-renewal-on', {
    volume: period ? texts.volume(period) : terms.period,
    most: terms.maxPrice,
    until: terms.until ? `, ${texts.label('until', { day: texts.date('day', terms.until) })}` : '',
  });
}

/** What renews itself, and what is lost, with buttons that lead to those orders. */
export function forecastMessage(texts: Texts, { days, coveredUntil, lost, lostCount }: Forecast) {
  const dayOf = (date: string) => texts.date('weekday', new Date(date));
  const due = days.filter(({ count }) => count > 0);
  const isCovered = coveredUntil === days.at(-1)?.date;
  const until = isCovered ? 'all' : coveredUntil === null ? 'none' : dayOf(coveredUntil);
  const shown = lost.slice(0, LOST_SHOWN);
  const text = html`${[
    texts.message('renewals'),
    html``,
    ...due.map(({ date, ...day }) => texts.message('renewals-day', { ...day, day: dayOf(date) })),
    due.length > 0
      ? texts.message('renewals-covered', { until })
      : lostCount === 0 && texts.message('renewals-none'),
    ...shown.map(({ orderId, code, at: end }) =>
      texts.message('renewals-lost', { orderId, end, code, message: code }),
    ),
    lostCount > shown.length && texts.message('renewals-more', { count: lostCount - shown.length }),
  ]}`;
  const buttons = shown.map(({ orderId }) => ORDER.button(String(orderId), 'auto_renewal', orderId));
  return { text, buttons: inRows(buttons, 4) };
}
