import { Composer, InlineKeyboard } from 'grammy';
import { readCurrentProxies } from '../../../luxury/proxy.ts';
import { refreshTraffic } from '../../../luxury/refresh-traffic.ts';
import type { Order } from '../../../orders/order.ts';
import { findOrder } from '../../../orders/order.ts';
import type { BotContext } from '../context.ts';
import { onOrder, orderButton } from './order-button.ts';
import { sendLines } from './send-lines.ts';
import { settingButton } from './setting-button.ts';

/** One order: what it is, what is left of it, and its proxies again. */
export function orderDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOrder(dialogue, 'show', showOrder);
  onOrder(dialogue, 'proxies', sendProxies);
  return dialogue;
}

async function showOrder(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, resellerId } = ctx;
  const known = await findOrder(ctx.database.sql, resellerId, orderId, ctx.now);
  const isMetered = known.billing === 'per_gb';
  const traffic = isMetered
    ? await ctx.outside('traffic', (services) => refreshTraffic(services, resellerId, orderId))
    : undefined;
  // A reading can show that the traffic is used up.
  const order = isMetered ? await findOrder(ctx.database.sql, resellerId, orderId, ctx.now) : known;
  ctx.person.state = null;
  await ctx.show(
    texts.orders.order(order, traffic, await ctx.catalog()),
    InlineKeyboard.from(isMetered ? meteredRows(ctx, order) : termRows(ctx, order)),
  );
}

function termRows({ texts }: BotContext, { id, renewable, status }: Order) {
  const { buttons } = texts.orders;
  return [
    [
      InlineKeyboard.text(buttons.proxies, orderButton('proxies', id)),
      ...(renewable ? [InlineKeyboard.text(buttons.renew, orderButton('extend', id))] : []),
    ],
    [InlineKeyboard.text(texts.buttons.back, `orders:${status}:0`)],
  ];
}

function meteredRows({ texts }: BotContext, { id, status }: Order) {
  const { buttons } = texts.orders;
  const pause =
    status === 'paused'
      ? InlineKeyboard.text(buttons.resume, settingButton('paused', id, 'false'))
      : InlineKeyboard.text(buttons.pause, settingButton('paused', id, 'true'));
  return [
    [
      InlineKeyboard.text(buttons.proxies, orderButton('proxies', id)),
      InlineKeyboard.text(buttons.addTraffic, orderButton('extend', id)),
    ],
    [
      InlineKeyboard.text(buttons.settings, orderButton('settings', id)),
      InlineKeyboard.text(buttons.lines, orderButton('lines', id)),
    ],
    [pause, InlineKeyboard.text(buttons.newPassword, orderButton('password', id))],
    [
      InlineKeyboard.text(buttons.week, orderButton('week', id)),
      InlineKeyboard.text(buttons.errors, orderButton('errors', id)),
    ],
    [InlineKeyboard.text(texts.buttons.back, `orders:${status}:0`)],
  ];
}

async function sendProxies(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, resellerId } = ctx;
  await findOrder(ctx.database.sql, resellerId, orderId, ctx.now);
  const proxies = await ctx.outside('proxies', ({ database, vault, traffic }) =>
    readCurrentProxies(database.sql, vault, traffic.gateway, resellerId, [orderId]),
  );
  const lines = (proxies.get(orderId) ?? []).map(
    ({ host, port, login, password }) => `${host}:${port}:${login}:${password}`,
  );
  await sendLines(ctx, lines, {
    message: texts.orders.proxies(orderId, lines),
    file: `order-${orderId}.txt`,
    caption: texts.orders.proxiesFile(orderId, lines.length),
  });
}
