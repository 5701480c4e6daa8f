import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { COIN, coinsFor, payableInCoins, readBalance, readCoins } from '../../../billing/accounts.ts';
import { productIn } from '../../../catalog/catalog.ts';
import { OutOfStockError } from '../../../catalog/errors.ts';
import { quote } from '../../../purchases/quote.ts';
import { createOffer, type Drafts } from '../../offers/offers.ts';
import type { Html } from '../../texts/html.ts';
import type { PurchaseView } from '../../texts/purchase-view.ts';
import type { BotContext } from '../context.ts';
import { topUpRow } from '../top-up-row.ts';
import { optionsView } from './luxury-options.ts';
import { viewOf } from './step.ts';

/** With what a person pays: money alone, or as many coins as the price takes. */
export type Pay = 'money' | 'coins';

export interface MadeOffer {
  token: string;
  text: Html;
  rows: InlineKeyboardButton[][];
}

/**
 * Prices a purchase and makes an offer of it, which a balance that does not cover it cannot confirm. Throws
 * as `quote` does, and OutOfStockError.
 */
export async function offerPurchase(
  ctx: BotContext,
  draft: Drafts['purchase'],
  pay: Pay,
): Promise<MadeOffer> {
  const { resellerId, now: at, texts } = ctx;
  const { sql } = ctx.database;
  const { total: price, available } = await ctx.outside('quote', (services) =>
    quote(services, ctx.buyer, draft),
  );
  if (available < draft.quantity) throw new OutOfStockError(available);
  const purchase = await purchaseView(ctx, draft);
  const rates = await ctx.coinRates();
  const most = Math.min(payableInCoins(price, rates.payable), await readCoins(sql, resellerId));
  const coins = pay === 'coins' ? most : 0;
  const worth = BigInt(coins) * COIN;
  const charged = price - worth;
  const balance = await readBalance(sql, resellerId);
  const token = await createOffer(sql, { resellerId, kind: 'purchase', draft, price, coins, at });

  const { offer, offerButton } = texts.buy;
  const earned = coinsFor(charged, rates.cashback);
  const rows = [];
  if (balance >= charged) rows.push([InlineKeyboard.text(offerButton.confirm(charged), `ok:${token}`)]);
  else rows.push(topUpRow(texts, againButton(token)));
  if (coins > 0) rows.push([InlineKeyboard.text(offerButton.noCoins, `offer:money:${token}`)]);
  else if (most > 0) rows.push([InlineKeyboard.text(offerButton.mostCoins(most), `offer:coins:${token}`)]);
  return { token, text: offer({ purchase, price, coins, worth, charged, balance, earned }), rows };
}

/** The data of the button that offers the same at the price of now. */
export const againButton = (token: string) => `offer:again:${token}`;

async function purchaseView(ctx: BotContext, draft: Drafts['purchase']): Promise<PurchaseView> {
  const view = await viewOf(ctx, draft);
  const { tier, type, country, options } = draft;
  const product = productIn(await ctx.catalog(), tier, type);
  if (!options || !product) return view;
  return { ...view, options: await optionsView(ctx, product, country, options) };
}
