import { Composer, InlineKeyboard } from 'grammy';
import { UnknownProductError } from '../../catalog/errors.ts';
import { unitPrice, periodOf } from '../../purchases/product.ts';
import { findOffer, withdrawOffer, createOffer, confirmOffer, noteOrder, type Offer } from '../offers.ts';
import type { BotContext } from '../dialogues/context.ts';
import { ID_IN_BUTTON } from '../dialogues/buttons.ts';
import { onOrder, orderButton, typeOf } from './order.ts';
import { readBalance } from '../../billing/balance.ts';
import { COIN, payableInCoins, readCoins } from '../../billing/coins.ts';
import type { ProductType } from '../../catalog/catalog.ts';
import { NotRenewableError } from '../../orders/errors.ts';
import { findOrder } from '../../orders/find-order.ts';
import type { Order } from '../../orders/order.ts';
import { topUpRow, endRefused } from '../dialogues/offer-parts.ts';
import { InsufficientBalanceError } from '../../billing/errors.ts';
import type { DomainError } from '../../kit/errors.ts';
import type { Sale } from '../../purchases/sale.ts';
import type { Html } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';

/** Another term for an order, or more traffic for a Luxury order: the periods, and then an offer. */
export function extendDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOrder(dialogue, 'extend', showPeriods);
  dialogue.callbackQuery(new RegExp(`^extend:(${ID_IN_BUTTON}):([a-z0-9_-]{1,32})$`), (ctx) => {
    const [, id, period = ''] = ctx.match;
    return showOffer(ctx, { orderId: Number(id), period }, { isWithCoins: false });
  });
  dialogue.callbackQuery(/^extend_(coins|money):([\w-]{22})$/, (ctx) =>
    offerAnew(ctx, ctx.match[2] ?? '', ctx.match[1] === 'coins'),
  );
  dialogue.callbackQuery(/^extend_ok:([\w-]{22})$/, (ctx) => confirm(ctx, ctx.match[1] ?? ''));
  return dialogue;
}

async function showPeriods(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, buyer } = ctx;
  try {
    const { order, type } = await readExtensible(ctx, orderId);
    const count = BigInt(order.billing === 'per_gb' ? 1 : order.quantity);
    const rows = type.periods.map((period) => {
      const label = texts.orders.periodButton(period, unitPrice(period, buyer) * count);
      return [InlineKeyboard.text(label, extensionButton({ orderId, period: period.id }))];
    });
    const back = [InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId))];
    await ctx.show(texts.orders.periods(order), InlineKeyboard.from([...rows, back]));
  } catch (error) {
    if (!(error instanceof UnknownProductError)) throw error;
    await ctx.say(texts.orders.gone(orderId));
  }
}

/** Replaces an offer by one for the same that is paid another way. The old one can be confirmed no more. */
async function offerAnew(ctx: BotContext, token: string, isWithCoins: boolean): Promise<void> {
  const { resellerId, now } = ctx;
  const { sql } = ctx.database;
  const offer = await findOffer(sql, { token, resellerId, now });
  if (!offer || offer.kind === 'purchase') return ctx.say(ctx.texts.orders.oldOffer());
  // The press came after that of the confirming button: an offer that was taken is not replaced.
  if (!(await withdrawOffer(sql, { token, resellerId }))) return confirm(ctx, token);
  await showOffer(ctx, offer.draft, { isWithCoins });
}

/** What a person wants for an order: a term or a volume. */
export interface Extension {
  orderId: number;
  period: string;
}

export const extensionButton = ({ orderId, period }: Extension) => `extend:${orderId}:${period}`;

/** An order of the person that can be extended, and its type. Throws their refusals. */
async function readExtensible(
  ctx: BotContext,
  orderId: number,
): Promise<{ order: Order; type: ProductType }> {
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
  wanted: Extension,
  { isWithCoins }: { isWithCoins: boolean },
): Promise<void> {
  const { buyer, resellerId, texts, now: at } = ctx;
  const { sql } = ctx.database;
  const { order, type } = await readExtensible(ctx, wanted.orderId);
  const period = periodOf(type, wanted.period);
  const isTraffic = order.billing === 'per_gb';
  const price = unitPrice(period, buyer) * BigInt(isTraffic ? 1 : order.quantity);
  const { payable } = await ctx.coinRates();
  const most = Math.min(await readCoins(sql, resellerId), payableInCoins(price, payable));
  const coins = isWithCoins ? most : 0;
  const charged = price - BigInt(coins) * COIN;
  const kind = isTraffic ? 'traffic' : 'renewal';
  const draft = { orderId: order.id, period: period.id };
  const token = await createOffer(sql, { resellerId, kind, draft, price, coins, at });
  const balance = await readBalance(sql, resellerId);
  const again = `extend_${isWithCoins ? 'coins' : 'money'}:${token}`;
  const rows = [
    balance >= charged
      ? [InlineKeyboard.text(texts.orders.confirm(charged), `extend_ok:${token}`)]
      : topUpRow(texts, again),
  ];
  if (coins > 0) rows.push([InlineKeyboard.text(texts.buy.offerButton.noCoins, `extend_money:${token}`)]);
  else if (most > 0)
    rows.push([InlineKeyboard.text(texts.buy.offerButton.mostCoins(most), `extend_coins:${token}`)]);
  rows.push([InlineKeyboard.text(texts.buttons.back, orderButton('extend', order.id))]);
  await ctx.show(
    texts.orders.offer({ orderId: order.id, period, price, charged, coins, balance }),
    InlineKeyboard.from(rows),
  );
}

/** Pays an offer, once: its token is the Idempotency-Key. Another press is told what became of the first. */
async function confirm(ctx: BotContext, token: string): Promise<void> {
  const { texts, buyer, resellerId, now } = ctx;
  const { sql } = ctx.database;
  const offer = await findOffer(sql, { token, resellerId, now });
  if (!offer || offer.kind === 'purchase') return ctx.say(texts.orders.oldOffer());
  const { orderId } = offer.draft;
  if (offer.orderId !== null) return ctx.say(texts.orders.doneAlready(orderId));
  const confirmed = await ctx.outside('confirm', (services) => confirmOffer(services, buyer, token));
  if (!confirmed) return ctx.say(texts.orders.oldOffer());
  if (confirmed.kind === 'refused') return sayRefusal(ctx, offer, confirmed.refusal);
  await noteOrder(sql, { token, resellerId, orderId });
  const show = InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId));
  await ctx.show(extensionText(texts, confirmed.sale), InlineKeyboard.from([[show]]));
}

/** What was added to an order, and paid for it. */
export function extensionText(texts: Texts, sale: Sale): Html {
  const { order, charged, coins } = sale;
  const paid = { charged, coins: coins?.spent ?? 0, earned: coins?.earned ?? 0 };
  if (!('traffic' in sale)) return texts.orders.renewed(order.id, order.expiresAt, paid);
  const { totalBytes, usedBytes } = sale.traffic;
  return texts.orders.trafficAdded(order.id, totalBytes - usedBytes, paid);
}

/** What is refused stays refused by its token, so the way on is another offer. */
async function sayRefusal(
  ctx: BotContext,
  { token, draft: wanted }: Pick<Offer, 'token'> & { draft: Extension },
  refusal: DomainError,
): Promise<void> {
  const { texts } = ctx;
  if (!(await endRefused(ctx, token, refusal, texts.orders.inProgress()))) return;
  const again =
    refusal instanceof InsufficientBalanceError
      ? topUpRow(texts, extensionButton(wanted))
      : [InlineKeyboard.text(texts.buttons.again, extensionButton(wanted))];
  const back = InlineKeyboard.text(texts.buttons.back, orderButton('show', wanted.orderId));
  await ctx.show(texts.refusal(refusal), InlineKeyboard.from([again, [back]]));
}
