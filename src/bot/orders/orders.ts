import { Composer, InlineKeyboard } from 'grammy';
import type { BotContext } from '../dialogues/context.ts';
import { extendDialogue } from './extend.ts';
import { linesDialogue } from './access.ts';
import { passwordDialogue } from './access.ts';
import { applyDialogue } from './preview.ts';
import { settingsDialogue } from './settings.ts';
import { usageDialogue } from './usage.ts';
import { readTraffic } from '../../luxury/traffic.ts';
import { countOrders } from '../../orders/count-orders.ts';
import { listOrders } from '../../orders/list-orders.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/status.ts';
import { onOpen, openButton } from '../dialogues/buttons.ts';
import { orderButton, onOrder, sendLines, settingButton } from './order.ts';
import { readCurrentProxies } from '../../luxury/proxy.ts';
import { refreshTraffic } from '../../luxury/refresh-traffic.ts';
import { findOrder } from '../../orders/find-order.ts';
import type { Order } from '../../orders/order.ts';

/** `/orders`: everything that can be done with what was bought. */
export function ordersDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  dialogue.use(listDialogue(), orderDialogue(), extendDialogue(), settingsDialogue(), applyDialogue());
  dialogue.use(linesDialogue(), passwordDialogue(), usageDialogue());
  return dialogue;
}

/** Orders of a page, each with a button of its own: what a phone shows at once. */
const PAGE = 8;

/** `/orders`: the person's orders by status, newest first. */
function listDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'orders', (ctx) => showList(ctx, 'active', 0));
  dialogue.callbackQuery(/^orders:([a-z]+):(\d{1,6})$/, (ctx, next) => {
    const [, name = '', page] = ctx.match;
    const status = ORDER_STATUSES.find((one) => one === name);
    return status || name === 'all' ? showList(ctx, status, Number(page)) : next();
  });
  return dialogue;
}

const pageButton = (status: OrderStatus | undefined, page: number) => `orders:${status ?? 'all'}:${page}`;

async function showList(ctx: BotContext, status: OrderStatus | undefined, page: number): Promise<void> {
  const { texts, resellerId, now } = ctx;
  const { sql } = ctx.database;
  const query = { status, limit: PAGE, offset: page * PAGE };
  const { orders, total } = await listOrders(sql, resellerId, query, now);
  const counts = (await countOrders(sql, [resellerId], now)).get(resellerId);
  const metered = orders.filter(({ billing }) => billing === 'per_gb');
  const traffic = await readTraffic(
    sql,
    metered.map(({ id }) => ({ resellerId, orderId: id })),
  );
  const catalog = await ctx.catalog();
  const rows = orders.map((order) => {
    const expiresAt = order.expiresAt === null ? null : new Date(order.expiresAt);
    const label = texts.orders.listButton({ ...order, expiresAt, traffic: traffic.get(order.id) }, catalog);
    return [InlineKeyboard.text(label, orderButton('show', order.id))];
  });
  const pages = Math.ceil(total / PAGE);
  const turns = [
    ...(page > 0 ? [InlineKeyboard.text(texts.orders.buttons.newer, pageButton(status, page - 1))] : []),
    ...(page + 1 < pages
      ? [InlineKeyboard.text(texts.orders.buttons.older, pageButton(status, page + 1))]
      : []),
  ];
  const others = ORDER_STATUSES.filter((one) => one !== status && (counts?.[one] ?? 0) > 0).map((one) =>
    InlineKeyboard.text(texts.orders.status(one, counts?.[one] ?? 0), pageButton(one, 0)),
  );
  const all =
    status === undefined ? [] : [InlineKeyboard.text(texts.orders.buttons.all, pageButton(undefined, 0))];
  const filters = [...others, ...all];
  const back = InlineKeyboard.text(texts.buttons.back, openButton('help'));
  await ctx.show(
    texts.orders.list(status, total, page + 1, pages),
    InlineKeyboard.from(
      [...rows, turns, filters.slice(0, 2), filters.slice(2), [back]].filter((row) => row.length > 0),
    ),
  );
}

/** One order: what it is, what is left of it, and its proxies again. */
function orderDialogue(): Composer<BotContext> {
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
