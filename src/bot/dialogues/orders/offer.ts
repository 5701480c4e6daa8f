import { InlineKeyboard } from 'grammy';
import { COIN, payableInCoins, readBalance, readCoins } from '../../../billing/accounts.ts';
import type { ProductType } from '../../../catalog/catalog.ts';
import { UnknownProductError } from '../../../catalog/errors.ts';
import { NotRenewableError } from '../../../orders/errors.ts';
import { findOrder } from '../../../orders/find-order.ts';
import type { Order } from '../../../orders/order.ts';
import { periodOf, unitPrice } from '../../../purchases/product.ts';
import { createOffer } from '../../offers/offers.ts';
import type { BotContext } from '../context.ts';
import { topUpRow } from '../top-up-row.ts';
import { typeOf } from './access.ts';
import { orderButton } from './order-button.ts';

/** What a person wants for an order: a term or a volume. */
export interface Extension {
  orderId: number;
  period: string;
}

export const extensionButton = ({ orderId, period }: Extension) => `extend:${orderId}:${period}`;

/** An order of the person that can be extended, and its type. Throws their refusals. */
export async function readExtensible(
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
export async function showOffer(
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
