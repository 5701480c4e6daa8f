import { InlineKeyboard, Composer } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { readBalance } from '../../billing/balance.ts';
import { COIN, coinsFor, payableInCoins, readCoins } from '../../billing/coins.ts';
import { productIn } from '../../catalog/catalog.ts';
import { OutOfStockError } from '../../catalog/errors.ts';
import { quote } from '../../purchases/quote.ts';
import { createOffer, type Drafts, confirmOffer, findOffer, noteOrder, type Offer, withdrawOffer } from '../offers.ts';
import { type Html, html, MAX_TEXT_UNITS } from '../texts/html.ts';
import type { PurchaseView } from '../texts/purchase-view.ts';
import type { BotContext } from '../dialogues/context.ts';
import { topUpRow, endRefused } from '../dialogues/offer-parts.ts';
import { optionsView } from './options.ts';
import { viewOf, follow } from './draft.ts';
import { CoinsNotPayableError, InsufficientBalanceError } from '../../billing/errors.ts';
import type { DomainError } from '../../kit/errors.ts';
import { PriceChangedError } from '../../purchases/errors.ts';
import type { Micros } from '../../kit/money.ts';
import { applyChange, defaultSettings } from '../../luxury/settings.ts';
import type { OrderProxy } from '../../orders/order.ts';
import type { OrderSale } from '../../purchases/sale.ts';
import type { Message } from '../outgoing/outbox.ts';

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

type PurchaseOffer = Extract<Offer, { kind: 'purchase' }>;

/** The buttons of an offer. They work whatever the person has done since, until the offer is too old. */
export function confirmDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  dialogue.callbackQuery(/^ok:([\w-]{22})$/, (ctx) => confirm(ctx, ctx.match[1] ?? ''));
  dialogue.callbackQuery(/^offer:(money|coins|again):([\w-]{22})$/, async (ctx) => {
    const [, action, token = ''] = ctx.match;
    const { resellerId, now, database, texts } = ctx;
    const offer = await findOffer(database.sql, { token, resellerId, now });
    if (offer?.kind !== 'purchase') return ctx.say(texts.buy.oldOffer());
    // The press came after that of the confirming button: an offer that was taken is not replaced.
    if (!(await withdrawOffer(database.sql, { token, resellerId }))) return confirm(ctx, token);
    const pay = action === 'again' ? payOf(offer) : (action as Pay);
    await offerAgain(ctx, offer, pay);
  });
  return dialogue;
}

/** Does what was offered. Every further press is answered with the same order. */
async function confirm(ctx: BotContext, token: string): Promise<void> {
  const { resellerId, now, database, texts, buyer } = ctx;
  const known = await findOffer(database.sql, { token, resellerId, now });
  if (known && known.kind !== 'purchase') return ctx.say(texts.buy.oldOffer());
  if (known && known.orderId !== null) return ctx.say(texts.buy.boughtAlready(known.orderId));
  const confirmed = await ctx.outside(token, (services) => confirmOffer(services, buyer, token));
  // It may have become too old meanwhile, so what was found above does not count any more.
  if (confirmed?.kind === 'refused' && confirmed.offer.kind === 'purchase')
    return refuse(ctx, confirmed.offer, confirmed.refusal);
  if (confirmed?.kind !== 'purchase') return ctx.say(texts.buy.oldOffer());
  await noteOrder(database.sql, { token, resellerId, orderId: confirmed.sale.order.id });
  if (ctx.person.state?.awaits === 'buy' && ctx.person.state.offer === token) ctx.person.state = null;
  const balance = await readBalance(database.sql, resellerId);
  const { bought, access } = await deliveryOf(ctx, confirmed.offer.draft, confirmed.sale, balance);
  await ctx.show(bought);
  if ('caption' in access) ctx.sendFile(access);
  else await ctx.say(access.text);
}

/** Nothing was charged. What was drafted is offered anew, since the answer to this offer stays the same. */
async function refuse(ctx: BotContext, offer: PurchaseOffer, refusal: DomainError): Promise<void> {
  const { resellerId, now: at, database, texts } = ctx;
  if (!(await endRefused(ctx, offer.token, refusal, texts.buy.inProgress()))) return;
  if (refusal instanceof PriceChangedError || refusal instanceof CoinsNotPayableError)
    return offerAgain(ctx, offer, payOf(offer), texts.refusal(refusal));
  const token = await createOffer(database.sql, { ...offer, resellerId, at });
  const row =
    refusal instanceof InsufficientBalanceError
      ? topUpRow(texts, againButton(token))
      : [InlineKeyboard.text(texts.buttons.again, againButton(token))];
  const rows = [row, ...follow(ctx, offer.token, token)];
  await ctx.show(texts.refusal(refusal), InlineKeyboard.from(rows));
}

/** Shows an offer of the same at the price of now, in the place of the one before. */
async function offerAgain(ctx: BotContext, before: PurchaseOffer, pay: Pay, note?: Html): Promise<void> {
  const { token, text, rows } = await offerPurchase(ctx, before.draft, pay);
  const buttons = [...rows, ...follow(ctx, before.token, token)];
  await ctx.show(note ? html`${[note, html``, text]}` : text, InlineKeyboard.from(buttons));
}

const payOf = ({ coins }: PurchaseOffer): Pay => (coins > 0 ? 'coins' : 'money');

/** What a delivery is written with; a dialogue's context has it. */
export type Surroundings = Pick<BotContext, 'texts' | 'catalog' | 'gateway'>;

/** What was bought and paid, and the proxies in a message of their own. `balance` is that of now. */
export async function deliveryOf(
  ctx: Surroundings,
  draft: Drafts['purchase'],
  sale: OrderSale,
  balance: Micros,
): Promise<{ bought: Html; access: Message }> {
  const { order, charged, coins } = sale;
  const purchase = await viewOf(ctx, draft);
  const { spent = 0, earned = 0 } = coins ?? {};
  const paid = { charged, coins: spent, earned, balance };
  return {
    bought: ctx.texts.buy.bought({ orderId: order.id, purchase, ...paid }),
    access:
      order.billing === 'per_gb' ? gatewayOf(ctx, purchase, draft, sale) : proxiesOf(ctx, purchase, sale),
  };
}

/** One line for each proxy: as a message, or as a file when they are more than a message takes. */
function proxiesOf({ texts }: Surroundings, purchase: PurchaseView, { order, proxies }: OrderSale): Message {
  const lines = proxies.map(lineOf);
  const bought = { orderId: order.id, purchase };
  const text = texts.buy.proxies(bought, order.expiresAt, lines);
  if (text.text.length <= MAX_TEXT_UNITS) return { text };
  return {
    name: `order-${order.id}.txt`,
    text: `${lines.join('\n')}\n`,
    caption: texts.buy.proxiesFile(bought, order.expiresAt),
  };
}

function gatewayOf(
  { gateway, texts }: Surroundings,
  purchase: PurchaseView,
  { country, options = {} }: Drafts['purchase'],
  { order, proxies }: OrderSale,
): Message {
  const [proxy] = proxies;
  if (!proxy) throw new Error(`order ${order.id} has no proxy`);
  const { host, port, login, password } = proxy;
  const settings = applyChange(defaultSettings(country), options);
  const scheme = settings.protocol === 'socks5' ? 'socks5h' : 'http';
  const url = `${scheme}://${encodeURIComponent(login)}:${encodeURIComponent(password)}@${host}:${port}`;
  const view = { ...gateway, line: lineOf(proxy), url };
  return { text: texts.buy.gateway({ orderId: order.id, purchase }, settings, view) };
}

function lineOf({ host, port, login, password }: OrderProxy): string {
  return `${host}:${port}:${login}:${password}`;
}
