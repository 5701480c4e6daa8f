import type { Composer } from 'grammy';
import { readBalance } from '../../billing/accounts.ts';
import { CoinsNotPayableError } from '../../billing/errors.ts';
import { productIn } from '../../catalog/catalog.ts';
import { OutOfStockError } from '../../catalog/errors.ts';
import type { DomainError } from '../../kit/errors.ts';
import type { Micros } from '../../kit/money.ts';
import { readSettings } from '../../luxury/luxury-order.ts';
import { applyChange, defaultSettings } from '../../luxury/settings.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import { findOrder } from '../../orders/order.ts';
import { PriceChangedError } from '../../purchases/errors.ts';
import { unitPrice } from '../../purchases/product.ts';
import { quote } from '../../purchases/purchase.ts';
import type { OrderSale } from '../../purchases/sale.ts';
import { AGAIN, buttonsOf, deliveryRows, oneOf, TOKEN } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { accessMessages } from '../dialogues/lists.ts';
import {
  afterRefusal,
  CONFIRM_PURCHASE,
  confirm,
  payableBy,
  payRows,
  priceLines,
  viewOf,
} from '../dialogues/offer.ts';
import { createOffer, findOffer, type Offer, type OfferDrafts, withdrawOffer } from '../offers.ts';
import type { BotMessage, Buttons } from '../outgoing/outbox.ts';
import { type Html, html } from '../texts/html.ts';
import { accessLine, type PurchaseView } from '../texts/texts.ts';
import { navigation, optionsView } from './step.ts';

type PurchaseOffer = Extract<Offer, { kind: 'purchase' }>;
/** With what a person pays: money alone, or as many coins as the price takes. */
type PaidBy = 'money' | 'coins';

/** `again` offers the same at the price of now, paid as before. */
export const OFFER = buttonsOf('offer', oneOf(['money', 'coins', 'again']), TOKEN);

/** The buttons of an offer work whatever the person has done since, until the offer is too old. */
export function onOffer(dialogue: Composer<BotContext>): void {
  CONFIRM_PURCHASE.on(dialogue, buy);
  OFFER.on(dialogue, async (ctx, action, token) => {
    const { resellerId, now, database, texts } = ctx;
    const offer = await findOffer(database.sql, { token, resellerId, now });
    if (offer?.kind !== 'purchase') return ctx.say(texts.message('buy-old-offer'));
    // The press came after that of the confirming button: an offer that was taken is not replaced.
    if (!(await withdrawOffer(database.sql, { token, resellerId }))) return buy(ctx, token);
    await offerAgain(ctx, offer, action === 'again' ? paidBy(offer) : action);
  });
  AGAIN.on(dialogue, async (ctx, orderId) => {
    const { text, rows } = await offerPurchase(ctx, await sameAs(ctx, orderId), 'money');
    await ctx.show(text, rows);
  });
}

/** What an order of the person was bought as; a Luxury order with the place and session that it has now. */
async function sameAs(ctx: BotContext, orderId: number): Promise<OfferDrafts['purchase']> {
  const { resellerId, database } = ctx;
  const order = await findOrder(database.sql, resellerId, orderId, ctx.now);
  const { tier, type, country, period, quantity, billing } = order;
  const same = { tier, type, country, period, quantity };
  if (billing === 'per_proxy') return same;
  const settings = (await readSettings(database.sql, [{ resellerId, orderId }])).get(orderId);
  if (!settings) throw new OrderNotFoundError(orderId);
  const { session, stickyMinutes, protocol, state, city, zip, asn } = settings;
  const options = { session, stickyMinutes, protocol, state, city, zip, asn };
  return { ...same, country: settings.country, options };
}

/**
 * Prices a purchase and makes an offer of it, which a balance that does not cover it cannot confirm. Throws
 * as `quote` does, and OutOfStockError.
 */
export async function offerPurchase(
  ctx: BotContext,
  draft: OfferDrafts['purchase'],
  by: PaidBy,
): Promise<{ token: string; text: Html; rows: Buttons }> {
  const { resellerId, now: at, texts } = ctx;
  const { total: price, available } = await ctx.outside('quote', (services) =>
    quote(services, ctx.buyer, draft),
  );
  if (available < draft.quantity) throw new OutOfStockError(available);
  const purchase = await purchaseView(ctx, draft);
  const payable = await payableBy(ctx, price, by === 'coins');
  const { coins, charged, worth, earned } = payable;
  const offer = { resellerId, kind: 'purchase', draft, price, coins, at } as const;
  const token = await createOffer(ctx.database.sql, offer);
  const rows = payRows(ctx, payable, {
    confirm: CONFIRM_PURCHASE.button(texts.label('buy-confirm', { charged }), token),
    again: OFFER.dataOf('again', token),
    money: OFFER.dataOf('money', token),
    coins: OFFER.dataOf('coins', token),
  });
  const ofCoins = texts.message('offer-coins', { worth, coins });
  const elsewhere = await priceElsewhere(ctx, draft);
  const text = html`${[
    texts.purchase(purchase),
    purchase.options && texts.options(purchase.options),
    html``,
    ...priceLines(texts, payable, { ofCoins, left: 'buy-offer-left' }),
    earned > 0 && texts.message('buy-offer-earned', { coins: earned }),
    elsewhere !== undefined && elsewhere !== price && texts.message('offer-elsewhere', { price: elsewhere }),
  ]}`;
  return { token, text, rows };
}

/** The price of the API and the console. */
async function priceElsewhere(ctx: BotContext, draft: OfferDrafts['purchase']): Promise<Micros | undefined> {
  const product = productIn(await ctx.catalog(), draft.tier, draft.type);
  const period = product?.periods.find(({ id }) => id === draft.period);
  return period && unitPrice(period, { ...ctx.buyer, source: 'api' }) * BigInt(draft.quantity);
}

async function purchaseView(ctx: BotContext, draft: OfferDrafts['purchase']): Promise<PurchaseView> {
  const view = await viewOf(ctx, draft);
  const { tier, type, country, options } = draft;
  const product = productIn(await ctx.catalog(), tier, type);
  if (!options || !product) return view;
  return { ...view, options: await optionsView(ctx, product, country, options) };
}

/** Shows an offer of the same at the price of now, in the place of the one before. */
async function offerAgain(ctx: BotContext, before: PurchaseOffer, by: PaidBy, note?: Html): Promise<void> {
  const { token, text, rows } = await offerPurchase(ctx, before.draft, by);
  await ctx.show(note ? html`${[note, html``, text]}` : text, [...rows, ...follow(ctx, before.token, token)]);
}

const paidBy = ({ coins }: PurchaseOffer): PaidBy => (coins > 0 ? 'coins' : 'money');

/**
 * An offer that takes the place of another one: the purchase that led to that one goes on with it. Returns
 * the buttons by which it does; none when the person does something else by now.
 */
function follow(ctx: BotContext, before: string, offer: string): Buttons {
  const { state } = ctx.person;
  if (state?.awaits !== 'buy' || state.offer !== before) return [];
  state.offer = offer;
  return [navigation(ctx, state)];
}

/** Does what was offered. Every further press is answered with the same order. */
async function buy(ctx: BotContext, token: string): Promise<void> {
  const { resellerId, database } = ctx;
  const confirmed = await confirm(ctx, token, ({ kind }) => kind === 'purchase', {
    oldOffer: 'buy-old-offer',
    doneAlready: 'buy-done-already',
    inProgress: 'buy-in-progress',
  });
  if (confirmed?.kind === 'refused' && confirmed.offer.kind === 'purchase')
    return refuse(ctx, confirmed.offer, confirmed.refusal);
  if (confirmed?.kind !== 'purchase') return;
  if (ctx.person.state?.awaits === 'buy' && ctx.person.state.offer === token) ctx.person.state = null;
  const balance = await readBalance(database.sql, resellerId);
  const { bought, access } = await deliveryOf(ctx, confirmed.offer.draft, confirmed.sale, balance);
  await ctx.show(bought);
  await ctx.sayAll(access);
}

/** Nothing was charged. What was drafted is offered anew, since the answer to this offer stays the same. */
async function refuse(ctx: BotContext, offer: PurchaseOffer, refusal: DomainError): Promise<void> {
  const { resellerId, now: at, database, texts } = ctx;
  if (refusal instanceof PriceChangedError || refusal instanceof CoinsNotPayableError)
    return offerAgain(ctx, offer, paidBy(offer), texts.refusal(refusal));
  const token = await createOffer(database.sql, { ...offer, resellerId, at });
  const again = afterRefusal(ctx, refusal, OFFER.dataOf('again', token));
  await ctx.show(texts.refusal(refusal), [...again, ...follow(ctx, offer.token, token)]);
}

/** What a delivery is written with; a dialogue's context has it. */
export type Surroundings = Pick<BotContext, 'texts' | 'catalog' | 'gateway'>;

/** What was bought and paid, and the proxies in a message of their own. `balance` is that of now. */
export async function deliveryOf(
  ctx: Surroundings,
  draft: OfferDrafts['purchase'],
  sale: OrderSale,
  balance: Micros,
): Promise<{ bought: Html; access: BotMessage[] }> {
  const { texts } = ctx;
  const { order, charged, coins } = sale;
  const purchase = await viewOf(ctx, draft);
  const { spent = 0, earned = 0 } = coins ?? {};
  const bought = html`${[
    texts.message('buy-bought', { orderId: order.id }),
    texts.purchase(purchase),
    html``,
    texts.message('buy-paid', { charged, coins: spent }),
    texts.message('buy-balance', { balance }),
    earned > 0 && texts.message('buy-earned', { coins: earned }),
  ]}`;
  const access =
    order.billing === 'per_gb' ? gatewayOf(ctx, purchase, draft, sale) : proxiesOf(ctx, purchase, sale);
  return { bought, access };
}

function proxiesOf(
  { texts }: Surroundings,
  purchase: PurchaseView,
  { order, proxies }: OrderSale,
): BotMessage[] {
  const lines = proxies.map(accessLine);
  const { id: orderId, expiresAt } = order;
  const until = expiresAt ? ` ${texts.label('until', { day: texts.date('day', expiresAt) })}` : '';
  const head = html`${[html`${texts.message('order-heading', { orderId })}${until}`, texts.purchase(purchase)]}`;
  return accessMessages(lines, {
    head,
    tail: texts.message('access-line'),
    file: `order-${orderId}.txt`,
    caption: html`${[head, html``, texts.message('access-file-line')]}`,
    buttons: deliveryRows(texts, order),
  });
}

function gatewayOf(
  { gateway, texts }: Surroundings,
  purchase: PurchaseView,
  { country, options = {} }: OfferDrafts['purchase'],
  { order, proxies }: OrderSale,
): BotMessage[] {
  const [proxy] = proxies;
  if (!proxy) throw new Error(`order ${order.id} has no proxy`);
  const { login, password } = proxy;
  const { session, stickyMinutes: minutes, protocol } = applyChange(defaultSettings(country), options);
  const scheme = protocol === 'socks5' ? 'socks5h' : 'http';
  const address = `${proxy.host}:${proxy.port}`;
  const url = `${scheme}://${encodeURIComponent(login)}:${encodeURIComponent(password)}@${address}`;
  const { host, httpPort, socks5Port, stickyPorts } = gateway;
  const [first, last] = [String(stickyPorts.first), String(stickyPorts.last)];
  const ports = { http: String(httpPort), socks5: String(socks5Port) };
  const exits =
    session === 'sticky'
      ? texts.message('gateway-sticky', { host, first, last, minutes })
      : html`${texts.message('gateway-rotating')} ${protocol === 'both' ? texts.message('gateway-ports', ports) : ''}`;
  const text = html`${texts.message('order-heading', { orderId: order.id })}
${texts.purchase(purchase)}

<code>${accessLine(proxy)}</code>

${texts.message('gateway-line')} ${exits}

${texts.message('gateway-try')}
<code>curl -x ${url} https://api.ipify.org</code>`;
  return [{ text, buttons: deliveryRows(texts, order) }];
}
