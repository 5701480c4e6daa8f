import type { Micros } from '../../../kit/money.ts';
import { applyChange, defaultSettings } from '../../../luxury/settings.ts';
import type { OrderProxy } from '../../../orders/order.ts';
import type { OrderSale } from '../../../purchases/sale.ts';
import type { Drafts } from '../../offers.ts';
import type { Message } from '../../outgoing/outbox.ts';
import { type Html, MAX_TEXT_UNITS } from '../../texts/html.ts';
import type { PurchaseView } from '../../texts/purchase-view.ts';
import type { BotContext } from '../context.ts';
import { viewOf } from './step.ts';

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
