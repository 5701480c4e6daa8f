import { readBalance } from '../../billing/accounts.ts';
import { productIn } from '../../catalog/catalog.ts';
import { OutOfStockError } from '../../catalog/errors.ts';
import type { Micros } from '../../kit/money.ts';
import { readSettings } from '../../luxury/luxury-order.ts';
import { applyChange, defaultSettings } from '../../luxury/settings.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import { findOrder } from '../../orders/order.ts';
import { quote } from '../../purchases/purchase.ts';
import type { OrderSale } from '../../purchases/sale.ts';
import { deliveryRows } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { accessMessages } from '../dialogues/lists.ts';
import { makeOffer, type Offering, viewOf } from '../dialogues/offer.ts';
import type { OfferDrafts } from '../offers.ts';
import type { BotMessage, Buttons } from '../outgoing/outbox.ts';
import { type Html, html } from '../texts/html.ts';
import { accessLine, type PurchaseView } from '../texts/texts.ts';
import { navigation, optionsView } from './step.ts';

type Draft = OfferDrafts['purchase'];

export const purchases: Offering<'purchase'> = {
  offer: offerPurchase,
  back: (ctx, before, token) => follow(ctx, before.token, token),
  async done(ctx, { offer, sale }) {
    const { person, resellerId } = ctx;
    if (person.state?.awaits === 'buy' && person.state.offer === offer.token) person.state = null;
    const balance = await readBalance(ctx.database.sql, resellerId);
    const { bought, access } = await deliveryOf(ctx, offer.draft as Draft, sale as OrderSale, balance);
    await ctx.show(bought);
    await ctx.sayAll(access);
  },
};

/** What an order of the person was bought as; a Luxury order with the place and session that it has now. */
export async function sameAs(ctx: BotContext, orderId: number): Promise<Draft> {
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
export async function offerPurchase(ctx: BotContext, draft: Draft, coins: number) {
  const { total: price, available } = await ctx.outside('quote', (services) =>
    quote(services, ctx.buyer, draft),
  );
  if (available < draft.quantity) throw new OutOfStockError(available);
  const { texts } = ctx;
  const product = productIn(await ctx.catalog(), draft.tier, draft.type);
  const options = product && draft.options && (await optionsView(ctx, product, draft.country, draft.options));
  const about = [texts.purchase(await viewOf(ctx, draft)), options && texts.options(options), html``];
  const period = product?.periods.find(({ id }) => id === draft.period);
  return makeOffer(ctx, { kind: 'purchase', draft, price, coins }, { about, period, count: draft.quantity });
}

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

/** What a delivery is written with; a dialogue's context has it. */
export type Surroundings = Pick<BotContext, 'texts' | 'catalog' | 'gateway'>;

/** What was bought and paid, and the proxies in a message of their own. `balance` is that of now. */
export async function deliveryOf(
  ctx: Surroundings,
  draft: Draft,
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
  { country, options = {} }: Draft,
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

${texts.message('access-line')} ${exits}

${texts.message('gateway-try')}
<code>curl -x ${url} https://api.ipify.org</code>`;
  return [{ text, buttons: deliveryRows(texts, order) }];
}
