import { readBalance } from '../../../billing/balance.ts';
import { applyChange, defaultSettings } from '../../../luxury/settings.ts';
import type { OrderProxy } from '../../../orders/order.ts';
import type { OrderSale } from '../../../purchases/sale.ts';
import type { Drafts } from '../../offers/offers.ts';
import type { PurchaseView } from '../../texts/purchase-view.ts';
import type { BotContext } from '../context.ts';
import { viewOf } from './step.ts';

/** Telegram counts a text without its marks, so that one of this length with them fits in any case. */
const MAX_TEXT_UNITS = 4_096;

/** Says what was bought and paid, and sends the proxies in a message of their own. */
export async function deliver(ctx: BotContext, draft: Drafts['purchase'], sale: OrderSale): Promise<void> {
  const { order, charged, coins } = sale;
  const purchase = await viewOf(ctx, draft);
  const balance = await readBalance(ctx.database.sql, ctx.resellerId);
  const { spent = 0, earned = 0 } = coins ?? {};
  await ctx.show(
    ctx.texts.buy.bought({ orderId: order.id, purchase, charged, coins: spent, earned, balance }),
  );
  if (order.billing === 'per_gb') await sendGateway(ctx, purchase, draft, sale);
  else await sendProxies(ctx, purchase, sale);
}

/** One line for each proxy: as a message, or as a file when they are more than a message takes. */
async function sendProxies(ctx: BotContext, purchase: PurchaseView, { order, proxies }: OrderSale) {
  const { texts } = ctx;
  const lines = proxies.map(lineOf);
  const bought = { orderId: order.id, purchase };
  const text = texts.buy.proxies(bought, order.expiresAt, lines);
  if (text.text.length <= MAX_TEXT_UNITS) return ctx.say(text);
  ctx.sendFile({
    name: `order-${order.id}.txt`,
    text: `${lines.join('\n')}\n`,
    caption: texts.buy.proxiesFile(bought, order.expiresAt),
  });
}

async function sendGateway(
  ctx: BotContext,
  purchase: PurchaseView,
  { country, options = {} }: Drafts['purchase'],
  { order, proxies }: OrderSale,
): Promise<void> {
  const { gateway, texts } = ctx;
  const [proxy] = proxies;
  if (!proxy) throw new Error(`order ${order.id} has no proxy`);
  const { host, port, login, password } = proxy;
  const settings = applyChange(defaultSettings(country), options);
  const scheme = settings.protocol === 'socks5' ? 'socks5h' : 'http';
  const url = `${scheme}://${encodeURIComponent(login)}:${encodeURIComponent(password)}@${host}:${port}`;
  const view = { ...gateway, line: lineOf(proxy), url };
  await ctx.say(texts.buy.gateway({ orderId: order.id, purchase }, settings, view));
}

function lineOf({ host, port, login, password }: OrderProxy): string {
  return `${host}:${port}:${login}:${password}`;
}
